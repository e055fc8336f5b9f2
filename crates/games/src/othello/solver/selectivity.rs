//! Selectivity levels: how much a search may leave out by ProbCut.

/// Selectivity level of a search or of a stored result. A greater level leaves out less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Selectivity(u8);

/// Confidence of a ProbCut cut in percent, and the standard deviations that it keeps clear of the window, by
/// level. More levels on the way to full width cost more time than they save.
const LEVELS: [(u8, f32); 3] = [(73, 1.1), (95, 2.0), (100, f32::INFINITY)];

impl Selectivity {
    /// The level that cuts most.
    pub(super) const MOST_SELECTIVE: Self = Self(0);
    /// No ProbCut at all: full-width search.
    pub(super) const FULL_WIDTH: Self = Self(LEVELS.len() as u8 - 1);

    /// The levels below full width, the most selective first.
    pub(super) fn selective_levels() -> impl Iterator<Item = Self> {
        (0..Self::FULL_WIDTH.0).map(Self)
    }

    /// Confidence of a cut, in percent.
    pub(super) const fn percent(self) -> u8 {
        LEVELS[self.0 as usize].0
    }

    /// Standard deviations that a cut keeps clear of the window.
    #[inline(always)]
    pub(super) const fn deviations(self) -> f32 {
        LEVELS[self.0 as usize].1
    }

    /// The level in a packed table entry.
    #[inline(always)]
    pub(super) const fn from_byte(byte: u8) -> Self {
        Self(byte)
    }

    /// The byte for a packed table entry.
    #[inline(always)]
    pub(super) const fn to_byte(self) -> u8 {
        self.0
    }
}
