//! The searcher of Katarenga: alpha-beta, and endgame tables where few pawns are left.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{
    AlphaBeta, Evaluator, Limits, Proof, PvLine, Report, ReportOf, Resources, Searcher,
    TimeManager, Value, ValueScale,
};
use rules::{Line, Position};

use super::endings::{EndgameTables, MAX_PLIES};
use super::engine::KatarengaEvaluator;
use super::position::{Katarenga, Move};

/// Share of the limits that the tables may use: one part of so many.
const TABLES_SHARE: u32 = 2;
/// Nodes by which alpha-beta chooses among moves that draw.
const DRAW_CHOICE_NODES: u64 = 10_000;

/// Alpha-beta, and endgame tables for searches that may see as far as these.
pub struct KatarengaSearcher {
    alpha_beta: AlphaBeta<KatarengaEvaluator>,
    /// Those of the last ending.
    tables: Option<EndgameTables>,
}

/// A root move with its value.
type ValuedMove = (Move, Value);

impl KatarengaSearcher {
    pub(super) fn new(resources: Resources) -> Self {
        let alpha_beta = AlphaBeta::new(KatarengaEvaluator::default(), resources);
        Self { alpha_beta, tables: None }
    }

    /// The best root moves with their values by the tables, as many as there are lines, and the nodes that were used.
    fn settle(
        &mut self,
        line: &Line<Katarenga>,
        limits: &Limits,
        is_over: &dyn Fn() -> bool,
    ) -> (Option<Vec<ValuedMove>>, u64) {
        let budget = limits.nodes.map_or(u64::MAX, |nodes| nodes / u64::from(TABLES_SHARE));
        let mut nodes = 0;
        if !self.tables.as_ref().is_some_and(|tables| tables.covers(line.position())) {
            nodes = EndgameTables::setup_nodes(line.position());
            if nodes > budget || is_over() {
                return (None, 0);
            }
            self.tables = EndgameTables::new(line.position());
        }
        let Some(tables) = &mut self.tables else { return (None, 0) };
        let root = Root::new(line, limits);
        loop {
            let moves = root.best_moves(tables);
            if moves.is_some() || is_over() || nodes + tables.ply_nodes() > budget {
                return (moves, nodes);
            }
            nodes += tables.ply_nodes();
            if !tables.advance() {
                return (root.best_moves(tables), nodes);
            }
        }
    }

    /// Puts the moves that draw, if they are the best, in the order in which alpha-beta prefers them.
    fn order_draws(
        &mut self,
        line: &Line<Katarenga>,
        limits: &Limits,
        stop: &AtomicBool,
        moves: &mut [ValuedMove],
    ) -> u64 {
        let draws = moves.iter().take_while(|(_, value)| *value == Value::ZERO).count();
        if draws < 2 {
            return 0;
        }
        let limits = Limits {
            depth: None,
            nodes: Some(DRAW_CHOICE_NODES),
            lines: limits.lines.min(draws),
            root_moves: Some(moves[..draws].iter().map(|&(m, _)| m.into()).collect()),
            ..limits.clone()
        };
        let report = self.alpha_beta.search(line, &limits, stop, &mut |_| ());
        let rank = |m: Move| report.lines.iter().position(|line| line.moves.first() == Some(&m));
        moves[..draws].sort_by_key(|&(m, _)| rank(m).unwrap_or(usize::MAX));
        report.nodes
    }
}

impl Searcher for KatarengaSearcher {
    type Position = Katarenga;

    const SCALE: ValueScale = KatarengaEvaluator::SCALE;

    fn search(
        &mut self,
        line: &Line<Katarenga>,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ReportOf<Katarenga>),
    ) -> ReportOf<Katarenga> {
        if !EndgameTables::can_have(line.position())
            || limits.depth.is_some_and(|depth| depth < MAX_PLIES)
        {
            return self.alpha_beta.search(line, limits, stop, watch);
        }
        let moves_to_go = KatarengaEvaluator::default().moves_to_go(line);
        let time = TimeManager::with_moves_to_go(limits, moves_to_go, moves_to_go);
        let share = time.share(TABLES_SHARE).without_extension();
        let is_over = || stop.load(Relaxed) || share.is_over();
        let (moves, mut nodes) = self.settle(line, limits, &is_over);
        let Some(mut moves) = moves else {
            let limits =
                Limits { nodes: limits.nodes.map(|limit| limit - nodes), ..limits.clone() };
            let with_nodes =
                |report: &Report<Move>| Report { nodes: report.nodes + nodes, ..report.clone() };
            let report = self.alpha_beta.search_within(line, &limits, time, stop, &mut |report| {
                watch(&with_nodes(report));
            });
            return with_nodes(&report);
        };
        nodes += self.order_draws(line, limits, stop, &mut moves);
        let tables = self.tables.as_ref();
        let line = |&(m, value): &ValuedMove| PvLine {
            moves: tables
                .map_or_else(|| vec![m], |tables| principal_variation(tables, line.position(), m)),
            value,
            proof: Proof::Exact,
        };
        let report = Report {
            lines: moves.iter().take(limits.lines.max(1)).map(line).collect(),
            depth: tables.map_or(0, EndgameTables::plies),
            nodes,
            time: time.elapsed(),
            selectivity: None,
            solver: None,
            is_from_book: false,
        };
        watch(&report);
        report
    }

    fn clear(&mut self) {
        self.tables = None;
        self.alpha_beta.clear();
    }
}

/// The root of a search, with as much of its history as decides what tables can tell.
struct Root<'a> {
    line: &'a Line<Katarenga>,
    moves: Vec<Move>,
    lines: usize,
    /// Whether a position has occurred twice since the last irreversible move: a win may have to avoid it.
    has_repeated: bool,
}

impl<'a> Root<'a> {
    fn new(line: &'a Line<Katarenga>, limits: &Limits) -> Self {
        let legal = line.position().legal_moves().into_iter();
        let moves: Vec<_> = legal.filter(|&m| limits.allows(m.into())).collect();
        let mut past = line.clone();
        let mut has_repeated = past.occurrences() > 1;
        while past.quiet_plies() > 0 && !has_repeated {
            past.undo();
            has_repeated = past.occurrences() > 1;
        }
        Self { line, lines: limits.lines.clamp(1, moves.len().max(1)), moves, has_repeated }
    }

    /// The moves whose values are known, best first, if the best of all are among them, as many as there are lines.
    fn best_moves(&self, tables: &EndgameTables) -> Option<Vec<ValuedMove>> {
        let value = |&m: &Move| Some((m, self.value(tables, m)?));
        let mut known: Vec<_> = self.moves.iter().filter_map(value).collect();
        // What is not known yet wins later, if at all.
        let wins = known.iter().filter(|(_, value)| *value > Value::ZERO).count();
        known.sort_by_key(|&(_, value)| Reverse(value));
        (wins >= self.lines || known.len() == self.moves.len()).then_some(known)
    }

    /// The value of a move. A draw by the tables is one with any history. A win or loss is if it comes before the draw for
    /// want of a capture or an entry, and if no position can occur for the third time on the way: the way is
    /// without repetition, so that none may have occurred twice.
    fn value(&self, tables: &EndgameTables, m: Move) -> Option<Value> {
        let before = self.line.position();
        let after = before.play(m);
        let value = value_of_move(tables, &after)?;
        let Some(plies) = value.plies_to_end() else { return Some(value) };
        let is_irreversible = before.resets(m);
        let quiet_plies = if is_irreversible { 0 } else { self.line.quiet_plies() };
        let is_sure = quiet_plies + plies <= MAX_PLIES && (is_irreversible || !self.has_repeated);
        is_sure.then_some(value)
    }
}

/// The value of a move that leads to a position, for the side that makes it, without history.
pub(super) fn value_of_move(tables: &EndgameTables, after: &Katarenga) -> Option<Value> {
    if let Some(outcome) = after.outcome() {
        let wins = outcome.winner == Some(!after.turn());
        return Some(if wins { Value::win_in(1) } else { Value::loss_in(1) });
    }
    let value = tables.value(after)?;
    Some(match value.plies_to_end() {
        Some(plies) if value > Value::ZERO => Value::loss_in(plies + 1),
        Some(plies) => Value::win_in(plies + 1),
        None => value,
    })
}

/// The moves that the tables find best, from a root move on to the end. Of moves that draw there is none that is best.
fn principal_variation(tables: &EndgameTables, root: &Katarenga, m: Move) -> Vec<Move> {
    let mut moves = vec![m];
    let mut position = root.play(m);
    while position.outcome().is_none() && tables.value(&position).is_some_and(Value::is_decided) {
        let value = |m: &Move| value_of_move(tables, &position.play(*m));
        let Some(best) = position.legal_moves().into_iter().max_by_key(value) else { break };
        moves.push(best);
        position = position.play(best);
    }
    moves
}

#[cfg(test)]
mod tests {
    use rules::{Bitboard, BySeat, Seat, SplitMix64, Square};

    use super::super::position::{Camps, Rules, Side};
    use super::*;
    use crate::terrain::BoardText;

    const RESOURCES: Resources = Resources { threads: 1, table: 1 };

    /// Random positions with three pawns on the board, one side having filled a camp.
    fn positions(seed: u64) -> impl Iterator<Item = Katarenga> {
        let terrain = BoardText::random(seed).terrain().expect("a whole board");
        let mut random = SplitMix64::new(seed);
        let mut filled = Camps::default();
        filled.fill(Side::Right);
        std::iter::repeat_with(move || {
            let mut square = || Bitboard::of(Square::from_index(random.below(64) as u8));
            let pawns = BySeat { first: square() | square(), second: square() };
            let camps = BySeat { first: Camps::default(), second: filled };
            Katarenga { pawns, camps, terrain, turn: Seat::Second, rules: Rules::Classic }
        })
        .filter(|it| it.pawns.first.len() == 2 && !it.pawns.first.meets(it.pawns.second))
    }

    fn search(line: &Line<Katarenga>, limits: &Limits) -> ReportOf<Katarenga> {
        KatarengaSearcher::new(RESOURCES).search(line, limits, &AtomicBool::new(false), &mut |_| ())
    }

    #[test]
    fn endings_are_settled_with_all_lines_to_the_end() {
        let mut results = [0; 3];
        for position in positions(1).take(60) {
            let lines = position.legal_moves().len();
            let report = search(&Line::new(position), &Limits { lines, ..Limits::default() });
            assert_eq!(report.lines.len(), lines, "{position}");
            assert!(report.lines.is_sorted_by_key(|line| Reverse(line.value)), "{position}");
            for PvLine { moves, value, proof } in &report.lines {
                assert_eq!(*proof, Proof::Exact);
                let Some(plies) = value.plies_to_end() else { continue };
                assert_eq!(moves.len(), usize::from(plies), "{position}");
                let end = moves.iter().fold(position, |it, &m| it.play(m));
                let winner = if *value > Value::ZERO { position.turn } else { !position.turn };
                assert_eq!(end.outcome().and_then(|outcome| outcome.winner), Some(winner));
            }
            let best = report.lines[0].value;
            assert_eq!(search(&Line::new(position), &Limits::default()).lines[0].value, best);
            results[(best.cmp(&Value::ZERO) as i8 + 1) as usize] += 1;
        }
        assert!(results.iter().all(|&count| count > 0), "{results:?}");
    }

    /// A line from a position without captures and entries, to so many plies and no position thrice.
    fn quiet_line(
        start: Katarenga,
        plies: u16,
        random: &mut SplitMix64,
    ) -> Option<Line<Katarenga>> {
        let mut line = Line::new(start);
        while line.quiet_plies() < plies {
            let position = *line.position();
            let legal = position.legal_moves().into_iter();
            let quiet: Vec<_> = legal.filter(|&m| !position.resets(m)).collect();
            line.play(*quiet.get(random.below(quiet.len().max(1) as u64) as usize)?);
            if line.draw().is_some() {
                return None;
            }
        }
        Some(line)
    }

    #[test]
    fn a_win_that_comes_too_late_is_none() {
        let mut random = SplitMix64::new(2);
        let mut seen = [0; 2];
        for start in positions(2).take(400) {
            let Some(line) = quiet_line(start, MAX_PLIES - 4, &mut random) else { continue };
            let mut tables = EndgameTables::new(line.position()).expect("few pawns");
            while tables.advance() {}
            let root = Root::new(&line, &Limits::default());
            for &m in root.moves.iter().filter(|&&m| !line.position().resets(m)) {
                let known =
                    value_of_move(&tables, &line.position().play(m)).expect("complete tables");
                let is_late = known.plies_to_end().is_some_and(|plies| plies > 4);
                let is_sure = known == Value::ZERO || !is_late && !root.has_repeated;
                assert_eq!(root.value(&tables, m), is_sure.then_some(known), "{m} in {start}");
                seen[usize::from(is_late)] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
    }

    #[test]
    fn after_a_repetition_only_draws_and_irreversible_moves_are_sure() {
        let mut random = SplitMix64::new(3);
        let repeated = positions(3).filter_map(|start| {
            let line = quiet_line(start, 4, &mut random)?;
            (line.occurrences() == 2).then_some(line)
        });
        for line in repeated.take(3) {
            let mut tables = EndgameTables::new(line.position()).expect("few pawns");
            while tables.advance() {}
            let root = Root::new(&line, &Limits::default());
            for &m in &root.moves {
                let is_sure = root.value(&tables, m).is_some_and(Value::is_decided);
                assert!(!is_sure || line.position().resets(m), "{m} in {}", line.position());
            }
        }
    }

    #[test]
    fn searches_that_see_less_far_have_no_tables() {
        for position in positions(4).take(10) {
            let (line, limits) = (Line::new(position), Limits::depth(8));
            let mut plain = AlphaBeta::new(KatarengaEvaluator::default(), RESOURCES);
            let plain = plain.search(&line, &limits, &AtomicBool::new(false), &mut |_| ());
            let report = search(&line, &limits);
            assert_eq!((report.lines, report.nodes), (plain.lines, plain.nodes), "{position}");
        }
    }

    #[test]
    fn a_search_that_is_stopped_has_a_move() {
        let line = Line::new(positions(5).next().expect("a position"));
        let mut searcher = KatarengaSearcher::new(RESOURCES);
        let report =
            searcher.search(&line, &Limits::default(), &AtomicBool::new(true), &mut |_| ());
        assert!(report.best_move().is_some_and(|m| line.position().is_legal(m)));
        assert!(searcher.tables.is_none());
    }
}
