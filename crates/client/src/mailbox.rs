//! News for a screen, bounded: a server that sends faster than a screen draws fills no memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::connection::News;

/// Most news beside the state of the match; older ones are dropped.
const NEWS_MAX: usize = 64;

/// News of a connection that the screen has not taken yet. Of states, searches, lags and the like only the last is kept.
#[derive(Clone, Default)]
pub struct Mailbox(Arc<Mutex<Contents>>);

#[derive(Default)]
struct Contents {
    news: VecDeque<News>,
}

impl Mailbox {
    /// Puts news in; whether the mailbox was empty, so that the screen is to be woken.
    pub fn put(&self, news: News) -> bool {
        let mut contents = self.lock();
        let was_empty = contents.news.is_empty();
        let kind = std::mem::discriminant(&news);
        if is_single(&news) {
            contents.news.retain(|one| std::mem::discriminant(one) != kind);
        }
        contents.news.push_back(news);
        if contents.news.len() > NEWS_MAX
            && let Some(oldest) = contents.news.iter().position(|one| !is_single(one))
        {
            contents.news.remove(oldest);
        }
        was_empty
    }

    /// Takes all news, in the order in which they came.
    pub fn take(&self) -> Vec<News> {
        std::mem::take(&mut self.lock().news).into()
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether only the last news of this kind matter.
const fn is_single(news: &News) -> bool {
    matches!(
        news,
        News::State(_) | News::Thinking(_) | News::Lag(_) | News::Status(_) | News::Pending(_)
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use play::Player;
    use wire::Greeting;

    use super::*;

    #[test]
    fn the_mailbox_is_bounded_and_keeps_the_last() {
        let mailbox = Mailbox::default();
        assert!(mailbox.put(News::Lag(Duration::ZERO)));
        for number in 0..10_000 {
            assert!(!mailbox.put(News::Lag(Duration::from_millis(number))));
            mailbox.put(News::Greeted(Player::One, Greeting::Hello));
        }
        let news = mailbox.take();
        assert_eq!(news.len(), NEWS_MAX);
        assert!(news.contains(&News::Lag(Duration::from_millis(9_999))));
        assert!(mailbox.put(News::SharingEnded), "empty again");
    }
}
