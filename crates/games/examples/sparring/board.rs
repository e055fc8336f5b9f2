//! The coloured board and its moves, which Katarenga and Congress share, and the text of a position.

/// The number of a square: file, then rank, `a1` first.
pub(crate) type Square = usize;

/// More moves than this are not told apart.
pub(crate) const MAX_MOVES: u8 = 6;

/// A move: from a square to another, or into a camp (0 left, 1 right).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    /// From, to.
    Walk(Square, Square),
    /// From, camp.
    Enter(Square, usize),
}

impl Move {
    /// Reads `b2b5` or `b2>l`.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let from = square(bytes.get(..2)?)?;
        match bytes.get(2..)? {
            b">l" => Some(Self::Enter(from, 0)),
            b">r" => Some(Self::Enter(from, 1)),
            rest => Some(Self::Walk(from, square(rest)?)),
        }
    }

    /// Writes what [`read`](Self::read) reads.
    pub(crate) fn text(self) -> String {
        let name = |at: Square| format!("{}{}", (b'a' + (at % 8) as u8) as char, at / 8 + 1);
        match self {
            Self::Walk(from, to) => name(from) + &name(to),
            Self::Enter(from, camp) => name(from) + [">l", ">r"][camp],
        }
    }

    /// Number below 8192.
    pub(crate) fn number(self) -> usize {
        match self {
            Self::Walk(from, to) => from * 64 + to,
            Self::Enter(from, camp) => 4096 + from * 2 + camp,
        }
    }
}

fn square(text: &[u8]) -> Option<Square> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text else { return None };
    Some(usize::from(file - b'a') + 8 * usize::from(rank - b'1'))
}

/// The coloured board: where pawns go.
pub(crate) struct Board {
    /// Squares of each ray of a pawn, in order, up to the first of its colour.
    rays: Vec<Vec<Vec<Square>>>,
    /// Moves from a square (first) to another, on an empty board.
    pub(crate) distances: Vec<[u8; 64]>,
    /// Moves from a square (first) to a rank, on an empty board.
    pub(crate) rank_distances: Vec<[u8; 8]>,
}

/// The fields of a position text.
pub(crate) struct Fields<'a> {
    pub(crate) board: Board,
    pub(crate) pawns: [u64; 2],
    pub(crate) side: usize,
    /// What follows the colours: the camps in Katarenga, then the rule set.
    pub(crate) rest: Vec<&'a str>,
}

impl<'a> Fields<'a> {
    /// Reads a position text: rows, side, colours and the rest.
    pub(crate) fn read(text: &'a str) -> Option<Self> {
        let mut fields = text.split_whitespace();
        let mut pawns = [0; 2];
        for (row, text) in fields.next()?.split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                let at = (7_usize.checked_sub(row)?) * 8 + file;
                match letter {
                    'x' | 'o' if file < 8 => pawns[usize::from(letter == 'o')] |= 1 << at,
                    _ => file += letter.to_digit(10)? as usize - 1,
                }
                file += 1;
            }
        }
        let side = usize::from(fields.next()? == "o");
        let mut colours = ['.'; 64];
        for (row, text) in fields.next()?.split('/').enumerate() {
            for (file, letter) in text.chars().enumerate() {
                *colours.get_mut(7_usize.checked_sub(row)? * 8 + file)? = letter;
            }
        }
        Some(Self { board: Board::new(&colours), pawns, side, rest: fields.collect() })
    }
}

impl Board {
    fn new(colours: &[char; 64]) -> Self {
        let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let ray = |from: Square, (files, ranks): (i32, i32), steps: i32| {
            let mut squares = Vec::new();
            for step in 1..=steps {
                let file = (from % 8) as i32 + step * files;
                let rank = (from / 8) as i32 + step * ranks;
                if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                    break;
                }
                let to = (rank * 8 + file) as Square;
                squares.push(to);
                if colours[to] == colours[from] {
                    break;
                }
            }
            squares
        };
        let rays: Vec<Vec<Vec<Square>>> = (0..64)
            .map(|from| match colours[from] {
                'R' => straight.iter().map(|way| ray(from, *way, 8)).collect(),
                'Y' => diagonal.iter().map(|way| ray(from, *way, 8)).collect(),
                'G' => knight.iter().map(|way| ray(from, *way, 1)).collect(),
                _ => straight.iter().chain(&diagonal).map(|way| ray(from, *way, 1)).collect(),
            })
            .collect();
        let distances = (0..64).map(|from| distances_from(&rays, from)).collect::<Vec<_>>();
        let nearest = |to: &[u8; 64], rank: usize| (0..8).map(|file| to[8 * rank + file]).min();
        let ranks = |to| std::array::from_fn(|rank| nearest(to, rank).unwrap_or(MAX_MOVES));
        let rank_distances = distances.iter().map(ranks).collect();
        Self { rays, distances, rank_distances }
    }

    /// The squares a pawn reaches, the first pawn on each ray included.
    pub(crate) fn reach(&self, from: Square, all: u64) -> u64 {
        let mut set = 0;
        for ray in &self.rays[from] {
            for &to in ray {
                set |= 1 << to;
                if all >> to & 1 == 1 {
                    break;
                }
            }
        }
        set
    }
}

/// Moves from a square to all others, on an empty board.
fn distances_from(rays: &[Vec<Vec<Square>>], from: Square) -> [u8; 64] {
    let mut distances = [MAX_MOVES; 64];
    distances[from] = 0;
    let mut last = 1_u64 << from;
    for distance in 1..MAX_MOVES {
        let mut next = 0;
        for to in squares(last).flat_map(|at| rays[at].iter().flatten()) {
            if distances[*to] == MAX_MOVES {
                distances[*to] = distance;
                next |= 1 << to;
            }
        }
        last = next;
    }
    distances
}

/// Mixes the pawns of both sides into a key.
pub(crate) fn key(pawns: [u64; 2], rest: u64) -> u64 {
    let mut key = rest;
    for pawns in pawns {
        key = (key ^ pawns).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        key ^= key >> 29;
    }
    key.wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The squares of a set.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as Square)?;
        set &= set - 1;
        Some(first)
    })
}
