//! A plain alpha-beta that shares no code with the engine: table, history, late move reductions and quiescence
//! search.

use std::time::Duration;

use crate::board::{Board, Move};

const WIN: i32 = 30_000;
/// Values beyond this are wins.
const DECIDED: i32 = WIN - 1_000;
const MAX_PLY: usize = 64;
const TABLE_SLOTS: usize = 1 << 18;
/// Nodes between two looks at the time.
const TIME_CHECK_NODES: u64 = 1024;

/// A position of a game.
pub(crate) trait Position: Copy {
    /// Depth limit of quiescence search.
    const QUIESCENCE_PLIES: u32;

    /// The side to move.
    fn side(&self) -> usize;

    /// The position after a move.
    #[must_use]
    fn play(self, m: Move) -> Self;

    /// Whether the side that has just moved has won.
    fn is_lost(&self) -> bool;

    /// The moves with the tactical ones first, and how many these are.
    fn moves(&self, board: &Board) -> (Vec<Move>, usize);

    fn key(&self) -> u64;

    /// The estimate for the side to move.
    fn evaluate(&self, board: &Board) -> i32;
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

/// A move, with the depth and the nodes of its search.
pub(crate) struct Chosen {
    pub(crate) best: Move,
    pub(crate) depth: i32,
    pub(crate) nodes: u64,
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

    /// The best move after `moves`. `None` if the game is over.
    pub(crate) fn choose<P: Position>(
        &mut self,
        board: &Board,
        start: P,
        moves: &[Move],
        time: Duration,
    ) -> Option<Chosen> {
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
        Some(Chosen { best: root[0], depth: reached, nodes: self.nodes })
    }

    /// Principal variation search of one move.
    #[expect(clippy::too_many_arguments, reason = "a plain recursive search")]
    fn search_move<P: Position>(
        &mut self,
        board: &Board,
        child: P,
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

    fn search<P: Position>(
        &mut self,
        board: &Board,
        position: P,
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
            return self.quiescence(board, position, ply, alpha, beta, P::QUIESCENCE_PLIES);
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
        if moves.is_empty() {
            return ply as i32 - WIN;
        }
        let side = position.side();
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

    /// Tactical moves alone.
    fn quiescence<P: Position>(
        &mut self,
        board: &Board,
        position: P,
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
