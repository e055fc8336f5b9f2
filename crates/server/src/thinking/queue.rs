//! Who is next: the order in which questions are thought about.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Weak};

/// How many questions may wait.
const LONGEST: usize = 1024;
/// How many matches' questions in a row are answered before somebody who analyses has a turn.
const PATIENCE: usize = 8;

/// How soon an answer is wanted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Urgency {
    /// Somebody analyses: it goes on for as long as nobody else wants to think.
    Leisure,
    /// A match waits for it.
    Match,
}

impl Urgency {
    /// How many questions of one asker may wait.
    const fn share(self) -> usize {
        match self {
            Self::Match => 2,
            Self::Leisure => 8,
        }
    }
}

/// Something that waits to be thought about.
pub(super) struct Job {
    pub(super) asker: String,
    pub(super) urgency: Urgency,
    /// Gone when nobody wants to know any more.
    pub(super) stop: Weak<AtomicBool>,
    pub(super) work: Box<dyn FnOnce(&AtomicBool) + Send>,
}

/// The queue is full, or the asker's share of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Busy;

/// What waits, and what is being thought about.
#[derive(Default)]
pub(super) struct Queue {
    matches: VecDeque<Job>,
    leisure: Vec<Job>,
    /// Matches' questions answered since somebody who analyses had a turn.
    in_a_row: usize,
    turns: u64,
    /// The last turn of everybody who analyses.
    served: HashMap<String, u64>,
    /// The flags of what is thought about.
    running: Vec<Weak<AtomicBool>>,
    closed: bool,
}

impl Queue {
    pub(super) fn push(&mut self, job: Job) -> Result<(), Busy> {
        let wanted = |job: &Job| job.stop.strong_count() > 0;
        self.matches.retain(wanted);
        self.leisure.retain(wanted);
        let own = |other: &&Job| other.asker == job.asker && other.urgency == job.urgency;
        let share = self.matches.iter().chain(&self.leisure).filter(own).count();
        if self.closed || self.length() >= LONGEST || share >= job.urgency.share() {
            return Err(Busy);
        }
        match job.urgency {
            Urgency::Match => self.matches.push_back(job),
            Urgency::Leisure => self.leisure.push(job),
        }
        Ok(())
    }

    /// How many questions wait.
    pub(super) fn length(&self) -> usize {
        self.matches.len() + self.leisure.len()
    }

    /// The next that somebody still wants to know, with its flag.
    pub(super) fn pop(&mut self) -> Option<(Job, Arc<AtomicBool>)> {
        loop {
            let job = self.take()?;
            if let Some(stop) = job.stop.upgrade() {
                self.running.retain(|stop| stop.strong_count() > 0);
                self.running.push(Arc::downgrade(&stop));
                return Some((job, stop));
            }
        }
    }

    fn take(&mut self) -> Option<Job> {
        let waits = !self.leisure.is_empty();
        if !(waits && self.in_a_row >= PATIENCE)
            && let Some(job) = self.matches.pop_front()
        {
            self.in_a_row = if waits { self.in_a_row + 1 } else { 0 };
            return Some(job);
        }
        self.in_a_row = 0;
        // Whoever has waited longest since their last turn, not whoever asks most.
        let last = |job: &Job| self.served.get(&job.asker).copied();
        let (index, _) = self.leisure.iter().enumerate().min_by_key(|(_, job)| last(job))?;
        let job = self.leisure.remove(index);
        self.turns += 1;
        self.served.insert(job.asker.clone(), self.turns);
        if self.served.len() > LONGEST {
            let old = self.turns - LONGEST as u64 / 2;
            self.served.retain(|_, turn| *turn > old);
        }
        Some(job)
    }

    /// The most urgent that waits.
    pub(super) fn waiting(&self) -> Option<Urgency> {
        let wanted = |job: &&Job| job.stop.strong_count() > 0;
        let job = self.matches.iter().find(wanted).or_else(|| self.leisure.iter().find(wanted));
        job.map(|job| job.urgency)
    }

    pub(super) const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Nothing is thought about any more.
    pub(super) fn close(&mut self) {
        self.closed = true;
        self.matches.clear();
        self.leisure.clear();
        for stop in self.running.drain(..).filter_map(|stop| stop.upgrade()) {
            stop.store(true, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(asker: &str, urgency: Urgency) -> (Arc<AtomicBool>, Job) {
        let stop = Arc::new(AtomicBool::new(false));
        let weak = Arc::downgrade(&stop);
        (stop, Job { asker: asker.to_owned(), urgency, stop: weak, work: Box::new(|_| {}) })
    }

    /// A queue of these, and the flags that keep them wanted.
    fn queue(jobs: &[(&str, Urgency)]) -> (Queue, Vec<Arc<AtomicBool>>) {
        let mut queue = Queue::default();
        let mut flags = Vec::new();
        for (asker, urgency) in jobs {
            let (flag, job) = job(asker, *urgency);
            queue.push(job).unwrap();
            flags.push(flag);
        }
        (queue, flags)
    }

    fn order(queue: &mut Queue) -> String {
        std::iter::from_fn(|| queue.pop()).map(|(job, _)| job.asker).collect()
    }

    use Urgency::{Leisure, Match};

    #[test]
    fn matches_come_first_but_not_for_ever() {
        let (mut queue, _flags) = queue(&[("x", Leisure), ("a", Match), ("b", Match)]);
        assert_eq!(queue.waiting(), Some(Match));
        assert_eq!(order(&mut queue), "abx");
        assert_eq!(queue.waiting(), None);
        let names = "abcdefghijkl";
        let many = names.char_indices().map(|(at, _)| (&names[at..=at], Match));
        let jobs: Vec<_> = [("x", Leisure)].into_iter().chain(many).collect();
        let (mut queue, _flags) = self::queue(&jobs);
        assert_eq!(order(&mut queue), "abcdefghxijkl");
    }

    #[test]
    fn who_asks_more_does_not_get_more() {
        let three = [("x", Leisure); 3];
        let (mut queue, mut flags) = queue(&three);
        assert_eq!(queue.pop().map(|(job, _)| job.asker).as_deref(), Some("x"));
        for asker in ["y", "x", "y"] {
            let (flag, job) = job(asker, Leisure);
            queue.push(job).unwrap();
            flags.push(flag);
        }
        assert_eq!(order(&mut queue), "yxyxx");
    }

    #[test]
    fn what_nobody_wants_to_know_any_more_takes_no_place() {
        let (mut queue, flags) = queue(&[("x", Leisure); Leisure.share()]);
        let (_flag, one_more) = job("x", Leisure);
        assert_eq!(queue.push(one_more), Err(Busy));
        drop(flags);
        assert_eq!(queue.waiting(), None);
        let (_flag, again) = job("x", Leisure);
        assert_eq!(queue.push(again), Ok(()));
        assert_eq!(order(&mut queue), "x");
    }
}
