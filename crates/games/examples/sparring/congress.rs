//! Congress for the sparring partner: its moves and an evaluation by hand.

use crate::board::{Board, Fields, Move, key, squares};
use crate::partner::Position;

/// What a group, a pawn of the largest group and so on are worth.
const GROUP: i32 = -30;
const LARGEST: i32 = 15;
const MOVE_AWAY: i32 = -24;
const MOBILITY: i32 = 2;
const TEMPO: i32 = 15;
/// A pawn joins at most its four neighbours, and may leave a group.
const JOINABLE_GROUPS: usize = 5;

/// Pawns and the side to move.
#[derive(Clone, Copy)]
pub(crate) struct Congress {
    pawns: [u64; 2],
    side: usize,
}

/// The pawns that are connected with the first of the set.
fn group(pawns: u64) -> u64 {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    let mut group = pawns & pawns.wrapping_neg();
    loop {
        let sides = (group & !LEFT) >> 1 | (group << 1 & !LEFT);
        let wider = (group | group << 8 | group >> 8 | sides) & pawns;
        if wider == group {
            return group;
        }
        group = wider;
    }
}

/// How many groups there are, and the size of the largest.
fn groups(mut pawns: u64) -> (usize, u32) {
    let (mut count, mut largest) = (0, 0);
    while pawns != 0 {
        let next = group(pawns);
        pawns ^= next;
        count += 1;
        largest = largest.max(next.count_ones());
    }
    (count, largest)
}

/// Moves of all pawns to the best meeting place.
fn moves_to_meet(board: &Board, pawns: u64) -> u8 {
    let mut sums = [0; 64];
    for from in squares(pawns) {
        for (sum, moves) in sums.iter_mut().zip(&board.distances[from]) {
            *sum += moves;
        }
    }
    sums.into_iter().min().unwrap_or(0)
}

impl Congress {
    pub(crate) fn new(fields: &Fields<'_>) -> Self {
        Self { pawns: fields.pawns, side: fields.side }
    }
}

impl Position for Congress {
    /// A move that joins all ends the game.
    const QUIESCENCE_PLIES: u32 = 1;

    fn side(&self) -> usize {
        self.side
    }

    fn play(mut self, m: Move) -> Self {
        if let Move::Walk(from, to) = m {
            self.pawns[self.side] ^= 1 << from | 1 << to;
        }
        self.side = 1 - self.side;
        self
    }

    fn is_lost(&self) -> bool {
        let enemy = self.pawns[1 - self.side];
        group(enemy) == enemy
    }

    /// Moves that join all pawns first.
    fn moves(&self, board: &Board) -> (Vec<Move>, usize) {
        let own = self.pawns[self.side];
        let all = own | self.pawns[1 - self.side];
        let is_near = groups(own).0 <= JOINABLE_GROUPS;
        let (mut moves, mut quiet) = (Vec::new(), Vec::with_capacity(64));
        for from in squares(own) {
            for to in squares(board.reach(from, all) & !all) {
                let after = own ^ (1 << from | 1 << to);
                let joins = is_near && group(after) == after;
                let list = if joins { &mut moves } else { &mut quiet };
                list.push(Move::Walk(from, to));
            }
        }
        let tactical = moves.len();
        moves.append(&mut quiet);
        (moves, tactical)
    }

    fn key(&self) -> u64 {
        key(self.pawns, self.side as u64)
    }

    /// Groups, the largest of them, moves to the best meeting place, mobility.
    fn evaluate(&self, board: &Board) -> i32 {
        let all = self.pawns[0] | self.pawns[1];
        let score = |side: usize| {
            let pawns = self.pawns[side];
            let (count, largest) = groups(pawns);
            let walks = squares(pawns).map(|from| (board.reach(from, all) & !all).count_ones());
            GROUP * count as i32
                + LARGEST * largest as i32
                + MOVE_AWAY * i32::from(moves_to_meet(board, pawns))
                + MOBILITY * walks.sum::<u32>() as i32
        };
        score(self.side) - score(1 - self.side) + TEMPO
    }
}
