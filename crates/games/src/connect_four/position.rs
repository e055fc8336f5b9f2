//! The position: two bitboards, seven bits a column.

use rules::{MoveList, Outcome, Position, Reason, Seat, SplitMix64, Symmetry};

/// Cells of a row.
pub(super) const COLUMNS: usize = 7;
/// Cells of a column.
pub(super) const ROWS: usize = 6;
/// Bits of a column: its cells from the bottom, and one above that stays empty, so that no line
/// runs over from one column into the next.
pub(super) const HEIGHT: usize = ROWS + 1;

/// The lowest cell of every column.
pub(super) const BOTTOM: u64 = {
    let mut bits = 0;
    let mut column = 0;
    while column < COLUMNS {
        bits |= 1 << (column * HEIGHT);
        column += 1;
    }
    bits
};
/// Every cell of the board.
pub(super) const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);
/// The cells of the first, third and fifth row.
pub(super) const ODD_ROWS: u64 = BOTTOM * 0b010_101;
/// The highest cell of every column.
const TOP: u64 = BOTTOM << (ROWS - 1);

/// How far apart in bits the neighbours of a cell are, up, to the right and along both diagonals.
pub(super) const DIRECTIONS: [(usize, &Reason); 4] =
    [(1, &COLUMN), (HEIGHT, &ROW), (HEIGHT - 1, &DIAGONAL), (HEIGHT + 1, &DIAGONAL)];

static ROW: Reason = Reason::new("row", "four in a row", "4 alignés à l'horizontale");
static COLUMN: Reason = Reason::new("column", "four in a column", "4 alignés à la verticale");
static DIAGONAL: Reason = Reason::new("diagonal", "four on a diagonal", "4 alignés en diagonale");
static SEVERAL: Reason =
    Reason::new("several", "fours in several directions", "4 alignés dans plusieurs directions");
static FULL: Reason = Reason::new("full", "the board is full", "la grille est pleine");

/// A position of Connect Four.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ConnectFour {
    /// The discs of the side to move.
    own: u64,
    /// The discs of both sides.
    all: u64,
}

const _: () = assert!(size_of::<ConnectFour>() == 16);

/// A move: the column into which a disc falls, 0 to 6 from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub(super) u8);

impl Column {
    /// The column with that number from the left, less than 7.
    pub const fn new(index: u8) -> Self {
        debug_assert!((index as usize) < COLUMNS);
        Self(index)
    }

    /// The number of the column from the left, less than 7.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// All cells of the column.
    pub(super) const fn cells(self) -> u64 {
        ((1 << ROWS) - 1) << (self.0 as usize * HEIGHT)
    }
}

impl From<Column> for u16 {
    fn from(column: Column) -> Self {
        column.0.into()
    }
}

impl ConnectFour {
    /// The empty board.
    pub const EMPTY: Self = Self { own: 0, all: 0 };

    /// The position with these discs, whoever's turn that makes it. The caller answers for its being
    /// possible.
    pub(super) const fn from_discs(first: u64, second: u64) -> Self {
        let all = first | second;
        match Seat::after(all.count_ones()) {
            Seat::First => Self { own: first, all },
            Seat::Second => Self { own: second, all },
        }
    }

    /// The position with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { own: mirrored(self.own), all: mirrored(self.all) }
    }

    /// The bit of the cell in `column` from the left and `row` from the bottom.
    pub(super) const fn cell(column: usize, row: usize) -> u64 {
        1 << (column * HEIGHT + row)
    }

    /// The discs of `seat`.
    pub(super) fn discs(&self, seat: Seat) -> u64 {
        if seat == self.turn() { self.own } else { self.own ^ self.all }
    }

    /// Whose disc lies in the cell.
    pub(super) fn disc(&self, column: usize, row: usize) -> Option<Seat> {
        let cell = Self::cell(column, row);
        Seat::ALL.into_iter().find(|&seat| self.discs(seat) & cell != 0)
    }

    /// The discs of `seat` that are part of a line of four or more.
    pub(super) fn aligned(&self, seat: Seat) -> u64 {
        DIRECTIONS.iter().fold(0, |found, &(step, _)| found | lines(self.discs(seat), step))
    }

    /// Whether the player who has just moved has a line.
    #[inline]
    fn is_won(&self) -> bool {
        let discs = self.own ^ self.all;
        DIRECTIONS.iter().any(|&(step, _)| {
            let pairs = discs & discs >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    /// The cells where a disc can come to rest.
    #[inline]
    pub(super) const fn landings(&self) -> u64 {
        (self.all + BOTTOM) & !(TOP << 1)
    }

    fn win_reason(&self) -> &'static Reason {
        let discs = self.own ^ self.all;
        let mut reasons = DIRECTIONS
            .iter()
            .filter(|&&(step, _)| lines(discs, step) != 0)
            .map(|&(_, reason)| reason);
        match (reasons.next(), reasons.next()) {
            (Some(only), None) => only,
            (Some(one), Some(other)) if one == other && reasons.next().is_none() => one,
            _ => &SEVERAL,
        }
    }
}

/// Cells, or a key, with left and right exchanged.
#[inline(always)]
pub(super) const fn mirrored(bits: u64) -> u64 {
    const LEFT: u64 = (1 << HEIGHT) - 1;
    const NEXT: u64 = LEFT << HEIGHT;
    const NEAR: u64 = NEXT << HEIGHT;
    const MIDDLE: u64 = NEAR << HEIGHT;
    let to_right = (bits & LEFT) << 42 | (bits & NEXT) << 28 | (bits & NEAR) << 14;
    let to_left = bits >> 42 & LEFT | bits >> 28 & NEXT | bits >> 14 & NEAR;
    to_right | bits & MIDDLE | to_left
}

/// The discs that are part of a line of four or more in one direction.
const fn lines(discs: u64, step: usize) -> u64 {
    let starts = discs & discs >> step & discs >> (2 * step) & discs >> (3 * step);
    starts | starts << step | starts << (2 * step) | starts << (3 * step)
}

impl Position for ConnectFour {
    type Move = Column;

    #[inline]
    fn turn(&self) -> Seat {
        Seat::after(self.all.count_ones())
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.is_won() {
            Some(Outcome::win(!self.turn(), self.win_reason()))
        } else if self.landings() == 0 {
            Some(Outcome::draw(&FULL))
        } else {
            None
        }
    }

    #[inline]
    fn legal_moves(&self) -> MoveList<Column> {
        if self.is_won() {
            return MoveList::new();
        }
        let landings = self.landings();
        (0..COLUMNS as u8).map(Column).filter(|column| landings & column.cells() != 0).collect()
    }

    #[inline]
    fn play(&self, column: Column) -> Self {
        debug_assert!(self.is_legal(column), "{column} is not legal in {self}");
        Self { own: self.own ^ self.all, all: self.all | self.landings() & column.cells() }
    }

    /// Position and key are the same thing: `own` plus the landing cells tell every position apart.
    fn symmetries(&self) -> Vec<Symmetry> {
        let is_symmetric = self.mirrored() == *self;
        is_symmetric.then_some(Symmetry::MIRROR).into_iter().collect()
    }

    fn image(Column(column): Column, symmetry: Symmetry) -> Column {
        match symmetry {
            Symmetry::IDENTITY => Column(column),
            _ => Column(COLUMNS as u8 - 1 - column),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        SplitMix64::mix(self.own + self.all + BOTTOM)
    }

    #[inline]
    fn is_legal(&self, column: Column) -> bool {
        !self.is_won() && self.landings() & column.cells() != 0
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.is_won() { 0 } else { self.landings().count_ones() as usize }
    }
}
