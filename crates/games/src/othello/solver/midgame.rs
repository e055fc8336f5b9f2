//! The search with an evaluation: to a depth, or to the end of the game where that is far away.
//!
//! A search whose depth is the number of empty squares is one to the end: it counts discs where the
//! others estimate, and is exact if nothing was left out on suspicion.

use super::cpu::Cpu;
use super::endgame::{
    CORNERS, Choice, Choices, ENDGAME, SHALLOW, look_up, mobility, stability_cut,
};
use super::last::final_score;
use super::patterns::Features;
use super::probcut;
use super::rays::{QUARTERS, odd_quarters};
use super::table::{Finding, Known, NO_SQUARE, hash};
use super::weights::DISC;
use super::worker::{CERTAIN, Question, Worker};

/// From this depth on the table is used.
const TABLE_DEPTH: u32 = 3;
/// From this depth on children are looked up before any of them is searched.
const LOOK_UP_DEPTH: u32 = 5;
/// From this depth on threads avoid each other.
const SPLIT_DEPTH: u32 = 12;

/// A position with its features.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) own: u64,
    pub(super) enemy: u64,
    features: Features,
}

impl Node {
    /// The position with these discs.
    #[inline(always)]
    pub(super) fn new(own: u64, enemy: u64) -> Self {
        Self { own, enemy, features: Features::of(own, enemy) }
    }

    /// After a move.
    #[inline(always)]
    pub(super) fn after(&self, square: u8, flips: u64) -> Self {
        Self {
            own: self.enemy ^ flips,
            enemy: self.own ^ flips | 1 << square,
            features: self.features.after(square.into(), flips),
        }
    }

    /// After a pass.
    #[inline(always)]
    pub(super) fn passed(&self) -> Self {
        Self { own: self.enemy, enemy: self.own, features: self.features.passed() }
    }

    /// Empty squares.
    #[inline(always)]
    pub(super) const fn empties(&self) -> u32 {
        (!(self.own | self.enemy)).count_ones()
    }

    /// The estimate in whole discs.
    #[inline(always)]
    pub(super) fn estimate<C: Cpu>(&self, cpu: C, worker: &Worker<'_>) -> i32 {
        worker.shared.weights.discs(cpu, self.own, self.enemy, &self.features)
    }

    /// The estimate in parts of a disc.
    #[inline(always)]
    pub(super) fn fine<C: Cpu>(&self, cpu: C, worker: &Worker<'_>) -> i32 {
        worker.shared.weights.fine(cpu, self.own, self.enemy, &self.features)
    }
}

/// What the node is worth to the other side if the side to move cannot move: `Err` with the score if
/// the game is over.
#[inline(always)]
fn pass<C: Cpu>(cpu: C, node: &Node) -> Result<Node, i32> {
    if cpu.moves(node.enemy, node.own) == 0 {
        Err(final_score(node.own, node.enemy))
    } else {
        Ok(node.passed())
    }
}

/// Whether the side to move gets more than `alpha`.
#[inline(always)]
pub(super) fn search<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    node: &Node,
    alpha: i32,
    depth: u32,
) -> i32 {
    let empties = node.empties();
    let to_the_end = depth >= empties;
    if to_the_end && empties <= ENDGAME {
        return if empties > SHALLOW {
            cpu.endgame(worker, node.own, node.enemy, alpha)
        } else {
            cpu.few(worker, node.own, node.enemy, alpha)
        };
    }
    if depth < TABLE_DEPTH {
        return cpu.leaf(worker, node, alpha, depth);
    }
    worker.nodes += 1;
    if worker.poll() {
        return 0;
    }
    if let Some(most) = stability_cut(node.own, node.enemy, alpha, empties) {
        return most;
    }
    let hash = hash(node.own, node.enemy);
    let table = worker.shared.table;
    table.prefetch(cpu, hash);
    let moves = cpu.moves(node.own, node.enemy);
    if moves == 0 {
        return match pass(cpu, node) {
            Ok(passed) => -cpu.search(worker, &passed, -alpha - 1, depth),
            Err(score) => score,
        };
    }
    let known = table.read(hash, node.own, node.enemy).unwrap_or(Known::NOTHING);
    if let Some(score) = known.answer(worker.surety, depth, alpha) {
        return score;
    }
    if worker.surety < CERTAIN
        && let Some(score) = probcut::cut(cpu, worker, node, alpha, depth)
    {
        return score;
    }
    let before = worker.nodes;
    let (own, enemy, surety) = (node.own, node.enemy, worker.surety);
    let question = Question { hash, own, enemy, alpha, depth, surety };
    let together = worker.shared.threads > 1 && depth >= SPLIT_DEPTH;
    if together {
        worker.ask(question);
    }
    let (score, square) = best_move(cpu, worker, node, moves, alpha, depth, known.squares);
    if together && worker.leave() {
        // Another thread was quicker. Its answer is hardly ever gone again already.
        return question.answer(table).unwrap_or_else(|| cpu.search(worker, node, alpha, depth));
    }
    if worker.stopped {
        return 0;
    }
    let work = worker.nodes - before;
    let depth = depth as u8;
    let finding = Finding { alpha, beta: alpha + 1, score, square, depth, surety, work };
    table.write(hash, own, enemy, finding);
    score
}

/// The best of these moves and its score, or one that is good enough.
#[inline(always)]
fn best_move<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    node: &Node,
    mut moves: u64,
    alpha: i32,
    depth: u32,
    [first, second]: [u8; 2],
) -> (i32, u8) {
    let mut best = (-128, NO_SQUARE);
    // The square that was best before is tried before the others are even looked at.
    if first != NO_SQUARE && moves >> first & 1 != 0 {
        let flips = cpu.flips(node.own, node.enemy, first.into());
        let score = -cpu.search(worker, &node.after(first, flips), -alpha - 1, depth - 1);
        best = (score, first);
        moves ^= 1 << first;
    }
    if best.0 > alpha || moves == 0 || worker.stopped {
        return best;
    }
    let mut options = match listed(cpu, node, moves) {
        Ok(options) => options,
        Err(score) => return (score, NO_SQUARE),
    };
    if depth >= LOOK_UP_DEPTH
        && let Some(found) =
            look_up(cpu, worker, (node.own, node.enemy), &mut options, alpha, depth, worker.surety)
    {
        return found;
    }
    cpu.order(worker, node, &mut options, alpha, depth, second);
    try_all(cpu, worker, node, &mut options, alpha, depth, &mut best);
    best
}

/// Searches moves in order until one is good enough. With several threads, what another one is at
/// comes later, when it may be in the table; but never before the first has been searched, which often is
/// good enough.
#[inline(always)]
fn try_all<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    node: &Node,
    options: &mut Choices,
    alpha: i32,
    depth: u32,
    best: &mut (i32, u8),
) {
    let shared = worker.shared;
    let split = shared.threads > 1 && depth >= SPLIT_DEPTH;
    let mut later: Choices = Choices::new();
    while let Some(option) = options.take_best().or_else(|| later.take_best()) {
        let Choice { square, flips, score } = option;
        let child = node.after(square, flips);
        let mut mark = 0;
        if split {
            mark = hash(child.own, child.enemy) ^ u64::from(depth);
            if best.1 != NO_SQUARE && score != i32::MIN + 1 && shared.busy.has(mark) {
                later.push(Choice { score: i32::MIN + 1, ..option });
                continue;
            }
            shared.busy.enter(mark);
        }
        let score = -cpu.search(worker, &child, -alpha - 1, depth - 1);
        if split {
            shared.busy.leave(mark);
        }
        if worker.stopped {
            return;
        }
        if score > best.0 {
            *best = (score, square);
            if score > alpha {
                return;
            }
        }
    }
}

/// The moves to these squares; `Err` if one of them leaves the enemy nothing.
#[inline(always)]
pub(super) fn listed<C: Cpu>(cpu: C, node: &Node, mut moves: u64) -> Result<Choices, i32> {
    let mut options = Choices::new();
    while moves != 0 {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        let flips = cpu.flips(node.own, node.enemy, square);
        if flips == node.enemy {
            return Err(64);
        }
        options.push(Choice { square: square as u8, score: 0, flips });
    }
    Ok(options)
}

/// Scores moves by what they are likely worth. On the way to the end that is less what the estimate says
/// than how few answers they leave the enemy: what is quick to search comes first.
#[inline(always)]
pub(super) fn order<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    node: &Node,
    options: &mut Choices,
    alpha: i32,
    depth: u32,
    second: u8,
) {
    if options.all().len() < 2 {
        return;
    }
    if depth < node.empties() {
        return order_by_search(cpu, worker, node, options, alpha, depth, second);
    }
    let odd = QUARTERS[odd_quarters(!(node.own | node.enemy)) as usize & 15];
    for option in options.all() {
        let child = node.after(option.square, option.flips);
        let answers = cpu.moves(child.own, child.enemy);
        let is_in = |set: u64| (set >> option.square & 1) as i32;
        option.score = -child.fine(cpu, worker) - 3 * DISC * mobility(answers)
            + 40 * is_in(odd)
            + 3 * DISC * is_in(CORNERS)
            + 8 * DISC * i32::from(option.square == second);
    }
}

/// Scores moves by what a short search says of them.
#[inline(always)]
fn order_by_search<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    node: &Node,
    options: &mut Choices,
    alpha: i32,
    depth: u32,
    second: u8,
) {
    let look = (depth.saturating_sub(6) / 4).min(4);
    let surety = std::mem::replace(&mut worker.surety, 0);
    let probing = std::mem::replace(&mut worker.probing, 2);
    for option in options.all() {
        let child = node.after(option.square, option.flips);
        let answers = cpu.moves(child.own, child.enemy);
        let value = if look == 0 {
            -child.fine(cpu, worker)
        } else {
            // The order among bad moves is of no interest.
            -DISC * cpu.window(worker, &child, -64, 8 - alpha, look)
        };
        option.score =
            value - 16 * mobility(answers) + 3 * DISC * i32::from(option.square == second);
    }
    worker.surety = surety;
    worker.probing = probing;
}

/// The last plies before the estimate.
#[inline(always)]
pub(super) fn leaf<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    node: &Node,
    alpha: i32,
    depth: u32,
) -> i32 {
    worker.nodes += 1;
    if depth == 0 {
        return node.estimate(cpu, worker);
    }
    let mut moves = cpu.moves(node.own, node.enemy);
    if moves == 0 {
        return match pass(cpu, node) {
            Ok(passed) => -cpu.leaf(worker, &passed, -alpha - 1, depth),
            Err(score) => score,
        };
    }
    let mut best = -128;
    while moves != 0 {
        let square = moves.trailing_zeros() as u8;
        moves &= moves - 1;
        let flips = cpu.flips(node.own, node.enemy, square.into());
        if flips == node.enemy {
            return 64;
        }
        let child = node.after(square, flips);
        let score = if depth == 1 {
            worker.nodes += 1;
            -child.estimate(cpu, worker)
        } else {
            -cpu.leaf(worker, &child, -alpha - 1, depth - 1)
        };
        if score > best {
            best = score;
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// The value within a window: exact between `alpha` and `beta`, else a bound.
#[inline(always)]
pub(super) fn window<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    node: &Node,
    mut alpha: i32,
    beta: i32,
    depth: u32,
) -> i32 {
    if beta - alpha <= 1 {
        return cpu.search(worker, node, alpha, depth);
    }
    let empties = node.empties();
    if depth == 0 && empties > 0 {
        worker.nodes += 1;
        return node.estimate(cpu, worker);
    }
    worker.nodes += 1;
    if worker.poll() {
        return 0;
    }
    let moves = cpu.moves(node.own, node.enemy);
    if moves == 0 {
        return match pass(cpu, node) {
            Ok(passed) => -cpu.window(worker, &passed, -beta, -alpha, depth),
            Err(score) => score,
        };
    }
    let hash = hash(node.own, node.enemy);
    let table = worker.shared.table;
    let known = table.read(hash, node.own, node.enemy).unwrap_or(Known::NOTHING);
    let (lowest, before) = (alpha, worker.nodes);
    let mut options = match listed(cpu, node, moves) {
        Ok(options) => options,
        Err(score) => return score,
    };
    if depth > 1 {
        cpu.order(worker, node, &mut options, alpha, depth, known.squares[1]);
        for option in options.all() {
            if option.square == known.squares[0] {
                option.score = i32::MAX;
            }
        }
    }
    let mut best = (-128, NO_SQUARE);
    while let Some(Choice { square, flips, .. }) = options.take_best() {
        let child = node.after(square, flips);
        let mut score = -128;
        if best.1 != NO_SQUARE {
            score = -cpu.search(worker, &child, -alpha - 1, depth - 1);
        }
        if best.1 == NO_SQUARE || score > alpha && score < beta {
            score = -cpu.window(worker, &child, -beta, -alpha, depth - 1);
        }
        if worker.stopped {
            return 0;
        }
        if score > best.0 {
            best = (score, square);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
    }
    let (score, square) = best;
    let work = worker.nodes - before;
    let (depth, surety) = (depth as u8, worker.surety);
    let finding = Finding { alpha: lowest, beta, score, square, depth, surety, work };
    table.write(hash, node.own, node.enemy, finding);
    score
}
