//! How often somebody may do something.

use play::Time;

/// So many at once, and another one after so many milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// At once.
    pub burst: u32,
    /// Milliseconds for each of them to come back.
    pub every: u64,
}

/// What somebody has left of a pace: the moment at which all of it will have come back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget(Time);

impl Budget {
    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, pace: Pace, now: Time) -> bool {
        let full = self.0.max(now);
        let spent = full.since(now) + pace.every;
        let enough = spent <= u64::from(pace.burst) * pace.every;
        if enough {
            self.0 = Time(full.0 + pace.every);
        }
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_spent_at_once_and_comes_back_slowly() {
        let pace = Pace { burst: 3, every: 100 };
        let mut budget = Budget::default();
        let mut taken = |now| (0..10).filter(|_| budget.take(pace, Time(now))).count();
        assert_eq!(taken(1_000), 3);
        assert_eq!(taken(1_099), 0);
        assert_eq!(taken(1_100), 1);
        assert_eq!(taken(1_350), 2);
        assert_eq!(taken(9_000), 3);
        // A clock that was put back gives nothing away.
        assert_eq!(taken(8_000), 0);
    }
}
