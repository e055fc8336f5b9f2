//! A plain alpha-beta for Katarenga that shares no code with the engine: table, history, late move reductions,
//! quiescence search and an evaluation written by hand.

use std::time::Duration;

/// The number of a square: file, then rank, `a1` first.
type Square = usize;

const WIN: i32 = 30_000;
/// Values beyond this are wins.
const DECIDED: i32 = WIN - 1_000;
const MAX_PLY: usize = 64;
const TABLE_SLOTS: usize = 1 << 18;
/// Nodes between two looks at the time.
const TIME_CHECK_NODES: u64 = 1024;

/// What a pawn, a pawn in a camp and so on are worth.
const PAWN: i32 = 100;
const CAMP: i32 = 260;
const BY_DISTANCE: [i32; 7] = [120, 60, 36, 20, 10, 4, 0];
const HANGING: i32 = 45;
const ATTACKED: i32 = 15;
const TEMPO: i32 = 15;

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

    fn number(self) -> usize {
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
    /// Moves to the goal row of each side, on an empty board.
    distances: [[usize; 64]; 2],
}

/// Pawns, filled camps (two bits a side) and the side to move; side 0 starts on rank 8.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pawns: [u64; 2],
    camps: [u8; 2],
    side: usize,
}

/// The row on which a side starts.
fn home(side: usize) -> u64 {
    if side == 0 { 0xff << 56 } else { 0xff }
}

/// Reads a position text: rows, side, colours, camps.
pub(crate) fn read(text: &str) -> Option<(Board, Position)> {
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
    let mut camps = [0; 2];
    for (owner, text) in fields.next().unwrap_or("--/--").split('/').take(2).enumerate() {
        for (camp, letter) in text.chars().take(2).enumerate() {
            camps[owner] |= u8::from(letter != '-') << camp;
        }
    }
    Some((Board::new(&colours), Position { pawns, camps, side }))
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
        let distances = [0, 1].map(|side| {
            let mut distances = [6; 64];
            for distance in 0..6 {
                for at in 0..64 {
                    let is_near = |to: &Square| distances[*to] + 1 == distance;
                    let reaches = distance > 0 && rays[at].iter().flatten().any(is_near);
                    let arrived = distance == 0 && home(1 - side) >> at & 1 == 1;
                    if distances[at] == 6 && (reaches || arrived) {
                        distances[at] = distance;
                    }
                }
            }
            distances
        });
        Self { rays, distances }
    }

    /// The squares a pawn reaches, the first pawn on each ray included.
    fn reach(&self, from: Square, all: u64) -> u64 {
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

impl Position {
    /// The position after a move.
    #[must_use]
    pub(crate) fn play(mut self, m: Move) -> Self {
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

    fn strength(&self, side: usize) -> u32 {
        self.pawns[side].count_ones() + u32::from(self.camps[side]).count_ones()
    }

    /// Whether the side that has just moved has won.
    fn is_lost(&self) -> bool {
        self.camps[1 - self.side] == 3 || self.strength(self.side) < 2
    }

    /// The moves with the captures and camp entries first, and how many these are.
    fn moves(&self, board: &Board) -> (Vec<Move>, usize) {
        let [own, enemy] = [self.pawns[self.side], self.pawns[1 - self.side]];
        let (mut moves, mut quiet) = (Vec::with_capacity(64), Vec::with_capacity(64));
        for from in squares(own & home(1 - self.side)) {
            if let Some(camp) = (0..2).find(|camp| self.camps[self.side] >> camp & 1 == 0) {
                moves.push(Move::Enter(from, camp));
            }
        }
        for from in squares(own) {
            for to in squares(board.reach(from, own | enemy) & !own) {
                let list = if enemy >> to & 1 == 1 { &mut moves } else { &mut quiet };
                list.push(Move::Walk(from, to));
            }
        }
        let tactical = moves.len();
        moves.append(&mut quiet);
        (moves, tactical)
    }

    fn key(&self) -> u64 {
        let mut key =
            self.side as u64 + u64::from(self.camps[0]) * 4 + u64::from(self.camps[1]) * 16;
        for pawns in self.pawns {
            key = (key ^ pawns).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            key ^= key >> 29;
        }
        key.wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    /// Material, camps, moves to the goal row, attackers and defenders.
    fn evaluate(&self, board: &Board) -> i32 {
        let all = self.pawns[0] | self.pawns[1];
        let attacks = self
            .pawns
            .map(|pawns| squares(pawns).fold(0, |set, from| set | board.reach(from, all)));
        let score = |side: usize| {
            let pawns = self.pawns[side];
            let hit = pawns & attacks[1 - side];
            let mut distances = [6; 2];
            let mut score = 0;
            for from in squares(pawns) {
                let distance = board.distances[side][from];
                if hit >> from & 1 == 0 {
                    score += BY_DISTANCE[distance];
                    if distance < distances[0] {
                        distances = [distance, distances[0]];
                    } else if distance < distances[1] {
                        distances[1] = distance;
                    }
                }
            }
            let camps = self.camps[side].count_ones();
            let need = distances[0] + 1 + if camps == 0 { distances[1] + 1 } else { 0 };
            let unguarded = (hit & !attacks[side]).count_ones() as i32;
            score + PAWN * self.pawns[side].count_ones() as i32 + CAMP * camps as i32
                - HANGING * unguarded
                - ATTACKED * (hit.count_ones() as i32 - unguarded)
                - 12 * need as i32
        };
        score(self.side) - score(1 - self.side) + TEMPO
    }
}

fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as Square)?;
        set &= set - 1;
        Some(first)
    })
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    value: i32,
    depth: i32,
    /// 1 for a lower bound, 2 for an upper one, 3 for an exact value.
    bound: u8,
    best: Option<u16>,
}

/// The partner, with its table.
pub(crate) struct Partner {
    table: Vec<Slot>,
    history: Vec<i32>,
    /// Positions of the game and of the line that is searched.
    path: Vec<u64>,
    nodes: u64,
    clock: fn() -> Duration,
    end: Duration,
    stopped: bool,
}

impl Partner {
    /// A partner that measures time by a clock.
    pub(crate) fn new(clock: fn() -> Duration) -> Self {
        Self {
            table: vec![Slot::default(); TABLE_SLOTS],
            history: vec![0; 2 * 8192],
            path: Vec::new(),
            nodes: 0,
            clock,
            end: Duration::ZERO,
            stopped: false,
        }
    }

    /// The best move after `moves`, with the depth and the nodes of the search. `None` if the game is over.
    pub(crate) fn choose(
        &mut self,
        board: &Board,
        start: Position,
        moves: &[Move],
        time: Duration,
    ) -> Option<(Move, i32, u64)> {
        let mut position = start;
        self.path = vec![start.key()];
        for &m in moves {
            position = position.play(m);
            self.path.push(position.key());
        }
        self.end = (self.clock)() + time;
        self.history.iter_mut().for_each(|score| *score /= 8);
        (self.nodes, self.stopped) = (0, false);
        let mut root = position.moves(board).0;
        if position.is_lost() || root.is_empty() {
            return None;
        }
        let mut reached = 0;
        for depth in 1..MAX_PLY as i32 {
            let mut alpha = -WIN;
            for index in 0..root.len() {
                let m = root[index];
                self.path.push(position.play(m).key());
                let value =
                    self.search_move(board, position.play(m), depth - 1, 1, alpha, WIN, index);
                self.path.pop();
                if self.stopped {
                    break;
                }
                if value > alpha {
                    alpha = value;
                    root[..=index].rotate_right(1);
                }
            }
            if self.stopped {
                break;
            }
            reached = depth;
            if alpha.abs() > DECIDED {
                break;
            }
        }
        Some((root[0], reached, self.nodes))
    }

    /// Principal variation search of one move.
    #[expect(clippy::too_many_arguments, reason = "a plain recursive search")]
    fn search_move(
        &mut self,
        board: &Board,
        child: Position,
        depth: i32,
        ply: usize,
        alpha: i32,
        beta: i32,
        index: usize,
    ) -> i32 {
        if index > 0 {
            let value = -self.search(board, child, depth, ply, -alpha - 1, -alpha);
            if value <= alpha || value >= beta || self.stopped {
                return value;
            }
        }
        -self.search(board, child, depth, ply, -beta, -alpha)
    }

    fn search(
        &mut self,
        board: &Board,
        position: Position,
        depth: i32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(TIME_CHECK_NODES) {
            self.stopped |= (self.clock)() >= self.end;
        }
        if position.is_lost() {
            return ply as i32 - WIN;
        }
        let key = position.key();
        let is_repeated = self.path.iter().rev().skip(2).step_by(2).any(|other| *other == key);
        if is_repeated || self.stopped {
            return 0;
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(board, position, ply, alpha, beta, 6);
        }
        let slot = self.table[key as usize % TABLE_SLOTS];
        let is_hit = slot.bound != 0 && slot.key == key;
        if is_hit && slot.depth >= depth && beta - alpha == 1 && slot.value.abs() < DECIDED {
            let decides = slot.bound & 1 != 0 && slot.value >= beta
                || slot.bound & 2 != 0 && slot.value <= alpha;
            if decides {
                return slot.value;
            }
        }
        let hash_move = slot.best.filter(|_| is_hit);
        let (mut moves, tactical) = position.moves(board);
        let side = position.side;
        let score = |(index, m): (usize, &Move)| {
            let number = m.number();
            if hash_move == Some(number as u16) {
                i32::MIN
            } else if index < tactical {
                i32::MIN / 2 + index as i32
            } else {
                -self.history[side * 8192 + number]
            }
        };
        let mut order: Vec<(i32, bool, Move)> =
            moves.iter().enumerate().map(|at| (score(at), at.0 < tactical, *at.1)).collect();
        order.sort_by_key(|(score, _, _)| *score);
        moves.clear();
        let (first_alpha, mut best, mut best_move) = (alpha, -WIN, None);
        for (index, &(_, is_tactical, m)) in order.iter().enumerate() {
            let late = index >= 4 && depth >= 3 && !is_tactical;
            let reduction = if late { 1 + i32::from(index >= 12) + depth / 8 } else { 0 };
            let child = position.play(m);
            self.path.push(child.key());
            let mut value =
                self.search_move(board, child, depth - 1 - reduction, ply + 1, alpha, beta, index);
            if reduction > 0 && value > alpha {
                value = self.search_move(board, child, depth - 1, ply + 1, alpha, beta, index);
            }
            self.path.pop();
            if self.stopped {
                return 0;
            }
            if value > best {
                (best, best_move) = (value, Some(m.number() as u16));
                alpha = alpha.max(value);
                if value >= beta {
                    if !is_tactical {
                        self.history[side * 8192 + m.number()] += depth * depth;
                    }
                    break;
                }
            }
        }
        let bound = if best >= beta {
            1
        } else if best > first_alpha {
            3
        } else {
            2
        };
        self.table[key as usize % TABLE_SLOTS] =
            Slot { key, value: best, depth, bound, best: best_move };
        best
    }

    /// Captures and camp entries alone.
    fn quiescence(
        &mut self,
        board: &Board,
        position: Position,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        plies: u32,
    ) -> i32 {
        if position.is_lost() {
            return ply as i32 - WIN;
        }
        let mut best = position.evaluate(board);
        alpha = alpha.max(best);
        if best >= beta || plies == 0 {
            return best;
        }
        let (moves, tactical) = position.moves(board);
        for &m in &moves[..tactical] {
            self.nodes += 1;
            let child = position.play(m);
            let value = -self.quiescence(board, child, ply + 1, -beta, -alpha, plies - 1);
            best = best.max(value);
            alpha = alpha.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }
}
