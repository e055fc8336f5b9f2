//! Studying a question in slices until it is answered.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::study::{Finds, Found, Study};
use crate::thinking::{Busy, Pool, Urgency, Work};

/// How often news are told, and how soon others are made way for.
const TICK: Duration = Duration::from_millis(250);
/// How long somebody studies before another who analyses has a turn.
const SLICE: Duration = Duration::from_secs(1);
/// How long before the computer of a match has.
const SHORTEST: Duration = Duration::from_millis(250);
/// Longer than this nobody waits for a slice to bear fruit.
const BARREN: Duration = Duration::from_secs(3);

/// News of a study.
pub(super) enum News {
    /// Something was found.
    Found(Found),
    /// All is.
    Done(Found),
    /// There is no place to go on.
    Busy,
    /// It does not work.
    Failed,
}

/// Studies a question and tells what is found, until it is answered or nobody listens.
pub(super) async fn pursue(
    pool: Pool,
    visitor: String,
    mut study: Box<dyn Study>,
    news: mpsc::Sender<News>,
) {
    let finds = Arc::<Finds>::default();
    loop {
        finds.begin();
        let found = Arc::clone(&finds);
        let mut slice = study;
        let work = pool.work(visitor.clone(), Urgency::Leisure, move |stop| {
            let done = slice.go_on(stop, &found);
            (slice, done)
        });
        let answer = match work {
            Ok(work) => watch(&pool, work, &finds, &news).await,
            Err(Busy) => return drop(news.send(News::Busy).await),
        };
        let Some((again, done)) = answer else {
            return drop(news.send(News::Failed).await);
        };
        study = again;
        let found = finds.take();
        let told = if done { News::Done(found) } else { News::Found(found) };
        if news.send(told).await.is_err() || done {
            return;
        }
    }
}

/// Waits for a slice, tells what it finds, and ends it when others wait.
async fn watch<T>(
    pool: &Pool,
    mut work: Work<T>,
    finds: &Finds,
    news: &mpsc::Sender<News>,
) -> Option<T> {
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            answer = work.answer() => return answer,
            () = news.closed() => return None,
            _ = tick.tick() => {
                let found = finds.take();
                let enough = work.age().is_some_and(|age| {
                    is_enough(age, pool.waiting(), found.fruitful)
                });
                if enough {
                    work.hurry();
                }
                let something = found.report.is_some() || !found.entries.is_empty();
                if something {
                    let _ = news.send(News::Found(found)).await;
                }
            }
        }
    }
}

/// Whether a slice of that age ends for somebody who waits.
fn is_enough(age: Duration, waiting: Option<Urgency>, fruitful: bool) -> bool {
    let turn = match waiting {
        None => return false,
        Some(Urgency::Leisure) => SLICE,
        Some(Urgency::Match) => SHORTEST,
    };
    age >= turn && (fruitful || age >= BARREN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

    /// Counts its slices and is done with the last.
    struct Counted {
        slices: Arc<AtomicUsize>,
        last: usize,
    }

    impl Study for Counted {
        fn go_on(&mut self, stop: &AtomicBool, finds: &Finds) -> bool {
            let slice = self.slices.fetch_add(1, Relaxed) + 1;
            finds.find_something();
            while slice < self.last && !stop.load(Relaxed) {
                std::thread::yield_now();
            }
            slice >= self.last
        }
    }

    fn begin(pool: &Pool, who: &str, last: usize) -> (Arc<AtomicUsize>, mpsc::Receiver<News>) {
        let slices = Arc::<AtomicUsize>::default();
        let (sender, news) = mpsc::channel(64);
        let study = Box::new(Counted { slices: Arc::clone(&slices), last });
        tokio::spawn(pursue(pool.clone(), who.to_owned(), study, sender));
        (slices, news)
    }

    async fn end(mut news: mpsc::Receiver<News>) {
        while let Some(told) = news.recv().await {
            if matches!(told, News::Done(_)) {
                return;
            }
        }
        panic!("it was not done");
    }

    #[tokio::test]
    async fn two_who_study_take_turns() {
        let pool = Pool::new(1);
        let (one, news_of_one) = begin(&pool, "a", 3);
        let (other, news_of_other) = begin(&pool, "b", 3);
        end(news_of_one).await;
        end(news_of_other).await;
        assert_eq!((one.load(Relaxed), other.load(Relaxed)), (3, 3));
    }

    #[tokio::test]
    async fn a_match_does_not_wait_for_a_study() {
        let pool = Pool::new(1);
        let (slices, _news) = begin(&pool, "a", usize::MAX);
        while slices.load(Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        let mut work = pool.work("m".to_owned(), Urgency::Match, |_| "moved").unwrap();
        assert_eq!(work.answer().await, Some("moved"));
        // The study goes on afterwards.
        while slices.load(Relaxed) < 2 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_study_that_nobody_follows_ends() {
        let pool = Pool::new(1);
        let (slices, news) = begin(&pool, "a", usize::MAX);
        while slices.load(Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        drop(news);
        // The only thread is free again.
        let (_, news) = begin(&pool, "b", 1);
        end(news).await;
    }

    #[test]
    fn a_slice_bears_fruit_or_is_not_waited_for() {
        let [short, long, barren] = [SHORTEST, SLICE, BARREN];
        assert!(!is_enough(barren, None, true));
        assert!(!is_enough(short, Some(Urgency::Leisure), true));
        assert!(is_enough(long, Some(Urgency::Leisure), true));
        assert!(is_enough(short, Some(Urgency::Match), true));
        assert!(!is_enough(long, Some(Urgency::Match), false));
        assert!(is_enough(barren, Some(Urgency::Match), false));
    }
}
