//! The root of a search: deeper and deeper, then to the end, surer and surer.

use super::cpu::Cpu;
use super::endgame::ENDGAME;
use super::midgame::Node;
use super::table::{NO_SQUARE, hash};
use super::worker::{CERTAIN, Worker};

/// What to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hunt {
    pub(super) own: u64,
    pub(super) enemy: u64,
    /// The greatest depth; the number of empty squares is the end of the game.
    pub(super) depth: u32,
    /// How many moves are wanted with their scores.
    pub(super) lines: usize,
    /// Which thread it is.
    pub(super) thread: usize,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub(super) struct Hunted {
    /// The best moves first; a pass is [`NO_SQUARE`].
    pub(super) moves: Vec<RootMove>,
    /// The last depth that was completed.
    pub(super) depth: u32,
    /// How sure it is.
    pub(super) surety: u8,
    /// Whether the end was reached, and nothing left out.
    pub(super) exact: bool,
    pub(super) nodes: u64,
}

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) score: i32,
    pub(super) line: Vec<u8>,
    flips: u64,
}

/// An estimate from which on nothing is left to find out but the end.
const DECIDED: i32 = 60;
/// With so many empty squares the end is in reach then.
const NEAR_THE_END: u32 = 30;

/// The depths and sureties of the iterations.
fn schedule(empties: u32, deepest: u32) -> Vec<(u32, u8)> {
    let mut steps = Vec::new();
    let end = deepest >= empties;
    let last_estimate =
        if end { empties.saturating_sub(if empties > ENDGAME { 9 } else { 6 }) } else { deepest };
    let mut depth = 1;
    while depth <= last_estimate {
        steps.push((depth, 0));
        depth += 1;
    }
    if end {
        if empties > ENDGAME {
            steps.extend((0..CERTAIN).map(|surety| (empties, surety)));
        }
        steps.push((empties, CERTAIN));
    }
    steps
}

/// A whole search.
#[inline(always)]
pub(super) fn hunt<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    hunt: &Hunt,
    watch: &mut dyn FnMut(&Hunted),
) -> Hunted {
    let mut node = Node::new(hunt.own, hunt.enemy);
    let mut squares = cpu.moves(node.own, node.enemy);
    let mut found = Hunted { surety: CERTAIN, ..Hunted::default() };
    let passes = squares == 0;
    if passes {
        node = node.passed();
        squares = cpu.moves(node.own, node.enemy);
    }
    let mut moves = Vec::new();
    while squares != 0 {
        let square = squares.trailing_zeros() as u8;
        squares &= squares - 1;
        let flips = cpu.flips(node.own, node.enemy, square.into());
        moves.push(RootMove { score: 0, line: vec![square], flips });
    }
    if moves.is_empty() {
        return found;
    }
    let lines = if passes { 1 } else { hunt.lines.clamp(1, moves.len()) };
    let empties = node.empties();
    for (depth, surety) in schedule(empties, hunt.depth.min(empties)) {
        // Where all is won, estimates say no more however deep; only the end does.
        let decided = found.depth >= 6 && moves[lines - 1].score.abs() >= DECIDED;
        if decided && depth < empties && empties <= NEAR_THE_END && hunt.depth >= empties {
            continue;
        }
        worker.surety = surety;
        let last = moves.clone();
        for index in 0..lines {
            search_from(cpu, worker, &node, &mut moves, index, depth);
            if worker.stopped {
                break;
            }
        }
        if worker.stopped {
            // Several lines are told from one depth; a single one may be better already.
            if lines > 1 || found.depth == 0 {
                moves = last;
            }
            break;
        }
        moves[..lines].sort_by_key(|m| -m.score);
        found.depth = depth;
        found.surety = surety;
        found.exact = depth >= empties && surety == CERTAIN;
        found.nodes = worker.all_nodes();
        found.moves = told(&moves[..lines], passes);
        if hunt.thread == 0 {
            watch(&found);
        }
        if !worker.shared.watch.allows_iteration() {
            break;
        }
    }
    found.moves = told(&moves[..lines], passes);
    found.nodes = worker.all_nodes();
    found
}

fn told(moves: &[RootMove], passes: bool) -> Vec<RootMove> {
    let mut moves = moves.to_vec();
    if passes {
        for m in &mut moves {
            m.score = -m.score;
            m.line.insert(0, NO_SQUARE);
        }
    }
    moves
}

/// Finds the best of the moves from `index` on and puts it there.
#[inline(always)]
fn search_from<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    node: &Node,
    moves: &mut [RootMove],
    index: usize,
    depth: u32,
) {
    let expected = moves[index].score;
    let exact = depth >= node.empties();
    let mut margin = if exact { 1 } else { 3 };
    let (mut alpha, mut beta) = if depth < 4 {
        (-64, 64)
    } else {
        let centre = if exact { expected.div_euclid(2) * 2 } else { expected };
        (centre - margin, centre + margin)
    };
    let mut failed = (false, false);
    loop {
        let (low, high) = (alpha.max(-64), beta.min(64));
        let best = search_window(cpu, worker, node, moves, index, depth, (low, high));
        if worker.stopped {
            return;
        }
        margin = 2 * margin + 1;
        if best <= low && low > -64 {
            // A selective search may contradict itself: then the window only grows.
            failed.0 = true;
            beta = if failed.1 { beta } else { best + 1 };
            alpha = best - margin;
        } else if best >= high && high < 64 {
            failed.1 = true;
            alpha = if failed.0 { alpha } else { best - 1 };
            beta = best + margin;
        } else {
            return;
        }
    }
}

#[inline(always)]
fn search_window<C: Cpu>(
    cpu: C,
    worker: &mut Worker<'_>,
    node: &Node,
    moves: &mut [RootMove],
    index: usize,
    depth: u32,
    (low, high): (i32, i32),
) -> i32 {
    let mut alpha = low;
    let mut best = (-128, index);
    for (at, root_move) in moves.iter_mut().enumerate().skip(index) {
        let (flips, square) = (root_move.flips, root_move.line[0]);
        let child = node.after(square, flips);
        let mut score = -128;
        if at > index && depth > 0 {
            score = -cpu.search(worker, &child, -alpha - 1, depth - 1);
        }
        if at == index || score > alpha && score < high {
            score = -cpu.window(worker, &child, -high, -alpha, depth - 1);
        }
        if worker.stopped {
            break;
        }
        if score > best.0 {
            best = (score, at);
            if score > alpha || at == index {
                let mut line = vec![square];
                follow(cpu, worker, child, &mut line, depth - 1);
                root_move.score = score;
                root_move.line = line;
            }
            alpha = alpha.max(score);
            if score >= high {
                break;
            }
        }
    }
    moves[index..=best.1].rotate_right(1);
    best.0
}

/// What is expected to follow, as far as the table knows.
#[inline(always)]
fn follow<C: Cpu>(cpu: C, worker: &Worker<'_>, mut node: Node, line: &mut Vec<u8>, depth: u32) {
    for _ in 0..depth {
        let mut moves = cpu.moves(node.own, node.enemy);
        if moves == 0 {
            node = node.passed();
            moves = cpu.moves(node.own, node.enemy);
            if moves == 0 {
                return;
            }
            line.push(NO_SQUARE);
        }
        let Some(known) =
            worker.shared.table.read(hash(node.own, node.enemy), node.own, node.enemy)
        else {
            return;
        };
        let square = known.squares[0];
        if square == NO_SQUARE || moves >> square & 1 == 0 {
            return;
        }
        line.push(square);
        let flips = cpu.flips(node.own, node.enemy, square.into());
        node = node.after(square, flips);
    }
}
