//! Time management: how long a search may take.

use std::time::Duration;

use crate::{Limits, MonotonicClock, PlayerClock, SearchStability};

/// Own moves for which the remaining time should last, where a game has no better estimate.
pub(crate) const DEFAULT_MOVES_TO_GO: u32 = 25;
/// Time kept back for each move to come, unless the limits say otherwise: for its transmission, and for a busy machine
/// that makes it wait.
const MOVE_OVERHEAD: Duration = Duration::from_millis(100);
/// Time kept back at least.
const MIN_OVERHEAD: Duration = Duration::from_millis(20);
/// Part of the remaining time that is kept back for transmission at most: one of so many.
const OVERHEAD_MAX_DIVISOR: u32 = 2;
/// Part of the increment that is spent at once: the rest makes up for slow transmission.
const INCREMENT_SHARE: f32 = 0.85;
/// Hard limit, in optimum times.
const HARD_FACTOR: f32 = 3.0;
/// Largest parts of the usable time for one move: the optimum, and the hard limit.
const OPTIMUM_MAX_SHARE: f32 = 0.35;
const HARD_MAX_SHARE: f32 = 0.5;
/// Part of the optimum after which no iteration begins, because it would probably not be completed.
const ITERATION_START_SHARE: f32 = 0.7;

/// The time of a search against its limits. Nothing else in the engine reads a clock.
#[derive(Clone, Debug)]
pub struct TimeManager {
    clock: MonotonicClock,
    start: Duration,
    /// Soft limit: the time of a move whose search is neither stable nor in trouble. `None` without a game clock.
    optimum: Option<Duration>,
    /// Hard limit: the search ends here.
    hard: Option<Duration>,
}

impl TimeManager {
    /// Starts now, by the clock of the limits. A game clock is to last for a usual number of moves.
    pub fn start(limits: &Limits) -> Self {
        Self::with_moves_to_go(limits, DEFAULT_MOVES_TO_GO, DEFAULT_MOVES_TO_GO)
    }

    /// Starts now, by the clock of the limits. A game clock is to last for so many own moves, `moves_to_go`; the
    /// others of the `moves_to_end` that the game may still have are solved by then, and take no time but their
    /// transmission.
    pub fn with_moves_to_go(limits: &Limits, moves_to_go: u32, moves_to_end: u32) -> Self {
        let clock = limits.clock.map(|clock| {
            let moves_to_go = moves_to_go.max(1);
            let overhead = limits.move_overhead.unwrap_or(MOVE_OVERHEAD);
            clock_limits(clock, moves_to_go, overhead.saturating_mul(moves_to_end.max(moves_to_go)))
        });
        let (optimum, hard) = match (limits.time, clock) {
            (None, None) => (None, None),
            (Some(time), None) => (None, Some(time)),
            (None, Some((optimum, hard))) => (Some(optimum), Some(hard)),
            (Some(time), Some((optimum, hard))) => (Some(optimum.min(time)), Some(hard.min(time))),
        };
        Self { clock: limits.measured_by, start: limits.measured_by.now(), optimum, hard }
    }

    /// A part of the time that is left: one of so many.
    #[must_use]
    pub fn share(&self, parts: u32) -> Self {
        let elapsed = self.elapsed();
        let share = |limit: Duration| elapsed + limit.saturating_sub(elapsed) / parts;
        Self { optimum: self.optimum.map(share), hard: self.hard.map(share), ..*self }
    }

    /// The same without extensions: for a solver, which has no iterations and is either done or not.
    #[must_use]
    pub fn without_extension(&self) -> Self {
        Self { hard: self.optimum.or(self.hard), ..*self }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    /// Whether the search must end at once.
    pub fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether there is time for another iteration, which takes about as long as all before it.
    pub fn allows_iteration(&self, stability: &SearchStability) -> bool {
        let begins = |optimum: Duration| {
            let latest = optimum.mul_f32(ITERATION_START_SHARE * stability.time_factor());
            !stability.is_forced() && self.elapsed() < latest
        };
        self.optimum.is_none_or(begins) && !self.is_over()
    }
}

/// Optimum and hard limit of a move by the game clock, of which `overhead` is kept back, but not more than a part.
fn clock_limits(clock: PlayerClock, moves_to_go: u32, overhead: Duration) -> (Duration, Duration) {
    let PlayerClock { remaining, increment } = clock;
    let overhead = overhead.min(remaining / OVERHEAD_MAX_DIVISOR);
    let usable = remaining.saturating_sub(overhead.max(MIN_OVERHEAD));
    let share = usable / moves_to_go + increment.mul_f32(INCREMENT_SHARE);
    let optimum = share.min(usable.mul_f32(OPTIMUM_MAX_SHARE));
    (optimum, optimum.mul_f32(HARD_FACTOR).min(usable.mul_f32(HARD_MAX_SHARE)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    thread_local! {
        static NOW_MS: Cell<u64> = const { Cell::new(0) };
    }

    fn at(millis: u64) {
        NOW_MS.set(millis);
    }

    fn clocked(remaining: Duration, increment: Duration) -> Limits {
        let measured_by = MonotonicClock::new(|| Duration::from_millis(NOW_MS.get()));
        let clock = Some(PlayerClock { remaining, increment });
        Limits { clock, measured_by, ..Limits::default() }
    }

    /// Stability of a search whose best move and value have not changed in so many iterations.
    fn stable(iterations: usize) -> SearchStability {
        let mut stability = SearchStability::new(2);
        for _ in 0..iterations {
            stability.add(1, 0.5);
        }
        stability
    }

    #[test]
    fn time_is_that_of_the_clock_of_the_limits() {
        at(5000);
        let remaining = Duration::from_secs(10) + DEFAULT_MOVES_TO_GO * MOVE_OVERHEAD;
        let time = TimeManager::with_moves_to_go(
            &clocked(remaining, Duration::ZERO),
            10,
            DEFAULT_MOVES_TO_GO,
        );
        let steady = stable(4);
        assert!((steady.time_factor() - 1.0).abs() < 1e-6);
        assert!(time.elapsed().is_zero() && time.allows_iteration(&steady));
        at(5699);
        assert!(time.allows_iteration(&steady));
        at(5701);
        assert!(!time.allows_iteration(&steady) && !time.is_over());
        let half = time.share(2);
        at(6850);
        assert!(!half.is_over());
        at(6851);
        assert!(half.is_over() && !time.is_over() && time.without_extension().is_over());
        at(8001);
        assert!(time.is_over());
        assert_eq!(time.elapsed(), Duration::from_millis(3001));
    }

    #[test]
    fn a_stable_search_ends_before_one_in_trouble() {
        at(0);
        let limits = clocked(Duration::from_secs(20), Duration::ZERO);
        let time = TimeManager::with_moves_to_go(&limits, 20, 20);
        let mut falling = stable(3);
        falling.add(1, 0.4);
        let mut changed = stable(3);
        changed.add(2, 0.5);
        at(600);
        assert!(!time.allows_iteration(&stable(20)), "a stable search goes on");
        assert!(time.allows_iteration(&falling) && time.allows_iteration(&changed));
        at(1100);
        assert!(!time.allows_iteration(&falling) && !time.allows_iteration(&changed));
        at(0);
        let mut forced = SearchStability::new(1);
        forced.add(1, 0.5);
        assert!(!time.allows_iteration(&forced), "an only move is searched");
        let unclocked = TimeManager::start(&Limits::default());
        assert!(unclocked.allows_iteration(&forced), "an analysis of an only move ends");
    }

    #[test]
    fn no_move_takes_what_the_next_ones_need() {
        at(0);
        for milliseconds in [1, 15, 30, 100, 500, 3_000, 60_000, 3_600_000] {
            for increment in [0, 10, 1_000, 30_000] {
                for moves_to_go in [0, 1, 2, 10, 25, 100] {
                    let remaining = Duration::from_millis(milliseconds);
                    let limits = clocked(remaining, Duration::from_millis(increment));
                    let time = TimeManager::with_moves_to_go(&limits, moves_to_go, 25);
                    let (optimum, hard) = (time.optimum.unwrap(), time.hard.unwrap());
                    assert!(optimum <= hard, "{limits:?}");
                    assert!(hard <= remaining.mul_f32(HARD_MAX_SHARE), "{limits:?}");
                    assert!(hard.is_zero() || hard + MIN_OVERHEAD <= remaining, "{limits:?}");
                }
            }
        }
    }

    #[test]
    fn the_overhead_of_the_limits_is_kept_back() {
        let optimum = |milliseconds: Option<u64>| {
            let move_overhead = milliseconds.map(Duration::from_millis);
            let limits =
                Limits { move_overhead, ..clocked(Duration::from_secs(10), Duration::ZERO) };
            TimeManager::with_moves_to_go(&limits, 20, 40).optimum.unwrap().as_millis()
        };
        assert_eq!(optimum(None), 300);
        assert_eq!(optimum(Some(50)), 400);
        assert_eq!(optimum(Some(0)), 499);
        assert_eq!(optimum(Some(1_000)), 250, "half of the clock is kept back at most");
    }

    #[test]
    fn the_increment_is_used() {
        let limits = |increment| clocked(Duration::from_mins(1), Duration::from_secs(increment));
        let optimum = |increment| TimeManager::start(&limits(increment)).optimum.unwrap();
        let more = optimum(2).as_millis() - optimum(0).as_millis();
        assert!((1699..=1701).contains(&more), "{more}");
    }
}
