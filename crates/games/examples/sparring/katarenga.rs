//! Katarenga for the sparring partner: its moves and an evaluation by hand.

use crate::board::{Board, Fields, MAX_MOVES, Move, key, squares};
use crate::partner::Position;

/// What a pawn, a pawn in a camp and so on are worth.
const PAWN: i32 = 100;
const CAMP: i32 = 260;
const BY_DISTANCE: [i32; MAX_MOVES as usize + 1] = [120, 60, 36, 20, 10, 4, 0];
const HANGING: i32 = 45;
const ATTACKED: i32 = 15;
const TEMPO: i32 = 15;

/// Pawns, filled camps (two bits a side) and the side to move; side 0 starts on rank 8.
#[derive(Clone, Copy)]
pub(crate) struct Katarenga {
    pawns: [u64; 2],
    camps: [u8; 2],
    side: usize,
}

/// The rank on which a side starts.
fn home_rank(side: usize) -> usize {
    if side == 0 { 7 } else { 0 }
}

fn home(side: usize) -> u64 {
    0xff << (8 * home_rank(side))
}

impl Katarenga {
    /// The position of a text that has camps.
    pub(crate) fn new(fields: &Fields<'_>) -> Self {
        let mut camps = [0; 2];
        for (owner, text) in fields.rest[0].split('/').take(2).enumerate() {
            for (camp, letter) in text.chars().take(2).enumerate() {
                camps[owner] |= u8::from(letter != '-') << camp;
            }
        }
        Self { pawns: fields.pawns, camps, side: fields.side }
    }

    fn strength(&self, side: usize) -> u32 {
        self.pawns[side].count_ones() + u32::from(self.camps[side]).count_ones()
    }
}

impl Position for Katarenga {
    const QUIESCENCE_PLIES: u32 = 6;

    fn side(&self) -> usize {
        self.side
    }

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

    fn is_lost(&self) -> bool {
        self.camps[1 - self.side] == 3 || self.strength(self.side) < 2
    }

    /// Captures and camp entries first.
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
        let camps = u64::from(self.camps[0]) * 4 + u64::from(self.camps[1]) * 16;
        key(self.pawns, self.side as u64 + camps)
    }

    /// Material, camps, moves to the goal row, attackers and defenders.
    fn evaluate(&self, board: &Board) -> i32 {
        let all = self.pawns[0] | self.pawns[1];
        let attacks = self
            .pawns
            .map(|pawns| squares(pawns).fold(0, |set, from| set | board.reach(from, all)));
        let score = |side: usize| {
            let (pawns, goal) = (self.pawns[side], home_rank(1 - side));
            let hit = pawns & attacks[1 - side];
            let mut distances = [6; 2];
            let mut score = 0;
            for from in squares(pawns) {
                let distance = usize::from(board.rank_distances[from][goal]);
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
