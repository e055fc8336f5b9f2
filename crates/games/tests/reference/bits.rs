//! Katarenga and Congress a third time, as sets of squares in words: quick enough to count millions of positions where
//! the slow twin counts thousands. It shares no code with the crate.

/// The pawns of Katarenga at the start.
const START: [u64; 2] = [0xff << 56, 0xff];
/// The squares of file a, and of file h.
const FILES: [u64; 2] = [0x0101_0101_0101_0101, 0x8080_8080_8080_8080];

/// A move: from a square to another, or into a camp, 0 on the left and 1 on the right. Squares are numbered from `a1`
/// along the ranks.
#[derive(Clone, Copy)]
enum Move {
    Walk(usize, usize),
    Enter(usize, usize),
}

/// Pawns and filled camps (a bit each) of both sides, and who is to move.
#[derive(Clone, Copy)]
struct State {
    pawns: [u64; 2],
    camps: [u8; 2],
    side: usize,
}

/// A position on its board.
pub(crate) struct BitReference {
    state: State,
    /// The squares of each ray of a pawn on each square, in order, up to the first of its colour.
    rays: Vec<Vec<Vec<usize>>>,
    rules: Rules,
}

enum Rules {
    Katarenga { official: bool },
    Congress,
}

impl BitReference {
    /// Reads a position of one of the two games; `None` if it is of another.
    pub(crate) fn read(id: &str, text: &str) -> Option<Self> {
        let fields: Vec<&str> = text.split(' ').collect();
        let (rules, camps) = match id {
            "katarenga" => (Rules::Katarenga { official: fields[4] == "official" }, fields[3]),
            "congress" => (Rules::Congress, ""),
            _ => return None,
        };
        let set = |letter| {
            squares(fields[0]).filter(|it| it.1 == letter).fold(0, |set, it| set | 1 << it.0)
        };
        let mut colours = ['.'; 64];
        squares(fields[2]).for_each(|(square, colour)| colours[square] = colour);
        let mut filled = [0; 2];
        for (owner, row) in camps.split('/').enumerate() {
            for (camp, _) in row.chars().enumerate().filter(|it| it.1 != '-') {
                filled[owner] |= 1 << camp;
            }
        }
        let side = usize::from(fields[1] == "o");
        let state = State { pawns: [set('x'), set('o')], camps: filled, side };
        let rays = (0..64).map(|from| rays(&colours, from)).collect();
        Some(Self { state, rays, rules })
    }

    /// For each move, how many sequences of `depth` legal moves begin with it, sorted.
    pub(crate) fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let moves = self.moves(&self.state).into_iter();
        let count = |m| (text(m), self.perft(&self.state.play(m), depth - 1));
        let mut counts: Vec<_> = moves.map(count).collect();
        counts.sort();
        counts
    }

    fn perft(&self, state: &State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(state);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.into_iter().map(|m| self.perft(&state.play(m), depth - 1)).sum()
    }

    /// The legal moves: none when the game is over.
    fn moves(&self, state: &State) -> Vec<Move> {
        let State { pawns, camps, side } = *state;
        let (own, enemy) = (pawns[side], pawns[1 - side]);
        let mut moves = Vec::with_capacity(64);
        let open = match self.rules {
            Rules::Congress if group(enemy) == enemy => return moves,
            Rules::Congress => !(own | enemy),
            Rules::Katarenga { .. } if (0..2).any(|side| state.has_won_katarenga(side)) => {
                return moves;
            }
            Rules::Katarenga { official: true } if (pawns, camps) == (START, [0; 2]) => {
                !(own | enemy)
            }
            Rules::Katarenga { .. } => !own,
        };
        for from in (0..64).filter(|from| own >> from & 1 == 1) {
            for ray in &self.rays[from] {
                for &to in ray {
                    moves.extend((open >> to & 1 == 1).then_some(Move::Walk(from, to)));
                    if (own | enemy) >> to & 1 == 1 {
                        break;
                    }
                }
            }
            if matches!(self.rules, Rules::Katarenga { .. }) && START[1 - side] >> from & 1 == 1 {
                let free = (0..2).filter(|camp| camps[side] >> camp & 1 == 0);
                moves.extend(free.map(|camp| Move::Enter(from, camp)));
            }
        }
        moves
    }
}

impl State {
    fn play(mut self, m: Move) -> Self {
        let side = self.side;
        match m {
            Move::Walk(from, to) => {
                self.pawns[side] ^= 1 << from | 1 << to;
                self.pawns[1 - side] &= !(1 << to);
            }
            Move::Enter(from, camp) => {
                self.pawns[side] ^= 1 << from;
                self.camps[side] |= 1 << camp;
            }
        }
        self.side = 1 - side;
        self
    }

    fn has_won_katarenga(&self, side: usize) -> bool {
        let left = self.pawns[1 - side].count_ones() + self.camps[1 - side].count_ones();
        self.camps[side] == 3 || left < 2
    }
}

/// The squares of a field of rows with their letters, without empty ones.
fn squares(field: &str) -> impl Iterator<Item = (usize, char)> {
    field.split('/').enumerate().flat_map(|(row, text)| {
        let mut file = 0;
        text.chars().filter_map(move |letter| {
            let square = (7 - row) * 8 + file;
            file += letter.to_digit(10).unwrap_or(1) as usize;
            (!letter.is_ascii_digit()).then_some((square, letter))
        })
    })
}

/// The rays of a pawn by the colour of its square.
fn rays(colours: &[char; 64], from: usize) -> Vec<Vec<usize>> {
    let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let ray = |(files, ranks): (i32, i32), steps: i32| {
        let mut squares = Vec::new();
        for step in 1..=steps {
            let (file, rank) = ((from % 8) as i32 + step * files, (from / 8) as i32 + step * ranks);
            if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                break;
            }
            let to = (rank * 8 + file) as usize;
            squares.push(to);
            if colours[to] == colours[from] {
                break;
            }
        }
        squares
    };
    match colours[from] {
        'R' => straight.map(|direction| ray(direction, 8)).into(),
        'Y' => diagonal.map(|direction| ray(direction, 8)).into(),
        'G' => knight.map(|direction| ray(direction, 1)).into(),
        _ => straight.into_iter().chain(diagonal).map(|direction| ray(direction, 1)).collect(),
    }
}

/// The pawns that are connected with the first of the set.
fn group(pawns: u64) -> u64 {
    let mut group = pawns & pawns.wrapping_neg();
    loop {
        let beside = (group & !FILES[0]) >> 1 | (group & !FILES[1]) << 1;
        let wider = (group | group << 8 | group >> 8 | beside) & pawns;
        if wider == group {
            return group;
        }
        group = wider;
    }
}

fn text(m: Move) -> String {
    let name = |at: usize| format!("{}{}", char::from(b'a' + (at % 8) as u8), at / 8 + 1);
    match m {
        Move::Walk(from, to) => name(from) + &name(to),
        Move::Enter(from, camp) => name(from) + [">l", ">r"][camp],
    }
}
