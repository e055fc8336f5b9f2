//! Weights of the terms of an estimate.

/// What one of a term is worth, early and late in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Weight {
    /// While the whole game is ahead, in points.
    pub early: i32,
    /// When nothing of it is left.
    pub late: i32,
}

impl Weight {
    /// The phase at the beginning of a game; at its end it is 0.
    pub const PHASE_MAX: i32 = 256;

    /// A weight from its two parts.
    pub const fn new(early: i32, late: i32) -> Self {
        Self { early, late }
    }

    /// Adds so many of a term.
    #[inline]
    pub fn add(&mut self, weight: Self, count: i32) {
        self.early += weight.early * count;
        self.late += weight.late * count;
    }

    /// What it is worth in a phase of the game, 0 to [`PHASE_MAX`](Self::PHASE_MAX).
    #[inline]
    pub const fn blend(self, phase: i32) -> i32 {
        (self.early * phase + self.late * (Self::PHASE_MAX - phase)) / Self::PHASE_MAX
    }
}

/// The name of a term among `names`, each for the terms from its number to the next.
pub fn term_name(names: &[(usize, &str)], term: usize) -> String {
    let at = names.partition_point(|(first, _)| *first <= term);
    let Some((first, name)) = at.checked_sub(1).and_then(|at| names.get(at)) else {
        return term.to_string();
    };
    match names.get(at) {
        Some((next, _)) if next - first > 1 => format!("{name} {}", term - first),
        _ => (*name).to_owned(),
    }
}
