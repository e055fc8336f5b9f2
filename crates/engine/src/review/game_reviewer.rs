//! Review of a game by its engine.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{Line, Live as _, LiveGame, Position, Record, ReplayError, SWAP};

use super::grade::{accuracy, delay};
use super::iterations::{Iteration, Iterations};
use super::{
    EvaluatedLine, Grade, MistakeContext, REVIEW_DEFAULT_NODES, Review, ReviewedEntry, Reviewer,
    reason, swap_review,
};
use crate::players::any_line;
use crate::{
    AnyLine, AnyValue, Explainer, GameEngine, Limits, Resources, Searcher, ValueScale, symmetry,
};

/// Review of a game by the engine `E`. With one thread and no limit on time, the same record and limits
/// give the same review.
pub(crate) struct GameReviewer<E: Explainer> {
    searcher: E::Searcher,
}

impl<E: Explainer> GameReviewer<E> {
    /// A reviewer with empty tables.
    pub(crate) fn new(resources: Resources) -> Self {
        Self { searcher: E::searcher(resources) }
    }
}

impl<E: Explainer> Reviewer for GameReviewer<E> {
    fn review(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ReviewedEntry),
    ) -> Result<Review, ReplayError> {
        let live = LiveGame::<E::Game>::replay(record)?;
        self.searcher.clear();
        let unlimited = limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none();
        let nodes = if unlimited { Some(REVIEW_DEFAULT_NODES) } else { limits.nodes };
        let limits = Limits { nodes, lines: 1, clock: None, ..limits.clone() };
        let (nodes, time) = (0, Duration::ZERO);
        let mut pass = ReviewPass::<E> { searcher: &mut self.searcher, limits, stop, nodes, time };
        let mut entries = Vec::new();
        pass.run(live, &mut |entry| {
            watch(&entry);
            entries.push(entry);
        });
        let ReviewPass { nodes, time, .. } = pass;
        entries.reverse();
        Ok(Review { accuracy: accuracy(&entries), entries, nodes, time })
    }
}

/// One pass backwards through a game. Later positions are searched first: their entries in the
/// transposition table help the searches of earlier ones.
struct ReviewPass<'a, E: Explainer> {
    searcher: &'a mut E::Searcher,
    limits: Limits,
    stop: &'a AtomicBool,
    nodes: u64,
    time: Duration,
}

type MoveIn<E> = <<E as GameEngine>::Game as Position>::Move;
type IterationOf<E> = Iteration<MoveIn<E>>;
type IterationsOf<E> = Iterations<MoveIn<E>>;

/// Factor of the limits for a move that may be as good as a proved one.
const CONFIRM_FACTOR: u64 = 4;

/// The most reasons of a move.
const MAX_REASONS: usize = 3;

/// The game with those moves added.
fn extended<P: Position>(line: &Line<P>, moves: &[P::Move]) -> Line<P> {
    let mut line = line.clone();
    for &m in moves {
        line.play(m);
    }
    line
}

impl<E: Explainer> ReviewPass<'_, E> {
    const SCALE: ValueScale = E::Searcher::SCALE;

    /// Reviews every entry, the last first; `None` if that was stopped.
    fn run(
        &mut self,
        mut live: LiveGame<E::Game>,
        tell: &mut dyn FnMut(ReviewedEntry),
    ) -> Option<()> {
        let (swapped, may_swap) = (live.swapped(), live.record().swap);
        let mut after = self.search_lines(live.line(), 1)?;
        while let Some(last) = live.record().moves.last().cloned() {
            let index = live.record().moves.len() - 1;
            let played = live.line().last().map(|(_, m)| m).filter(|_| last != SWAP);
            live.truncate(index);
            let line = live.line();
            let entry = if let Some(m) = played {
                let first = may_swap && index == 0;
                let before = self.search_lines(line, if first { usize::MAX } else { 1 })?;
                let mut entry = self.review_move(line, m, &before, &after)?;
                if first {
                    let lines = before.lines.iter().map(|iteration| any_line_of::<E>(iteration));
                    swap_review::review_first_move(&mut entry, lines.collect());
                } else if may_swap && index == 1 {
                    swap_review::review_declined_swap(&mut entry, &any_line_of::<E>(before.last()));
                }
                after = before;
                entry
            } else {
                let best = any_line_of::<E>(after.last());
                swap_review::review_swap(line.position().turn(), &best, after.last().depth)
            };
            let player = if swapped && index < 2 { !entry.seat } else { entry.seat };
            tell(ReviewedEntry { index, player, ..entry });
        }
        Some(())
    }

    /// Searches the position at the end of `line`; `None` if that was stopped.
    fn search_lines(&mut self, line: &Line<E::Game>, lines: usize) -> Option<IterationsOf<E>> {
        self.search(line, &Limits { lines, ..self.limits.clone() })
    }

    fn search(&mut self, line: &Line<E::Game>, limits: &Limits) -> Option<IterationsOf<E>> {
        let found = Iterations::search(self.searcher, line, limits, self.stop)?;
        self.nodes += found.nodes;
        self.time += found.time;
        Some(found)
    }

    /// Grades a move by the searches before and after it; `None` if that was stopped.
    fn review_move(
        &mut self,
        line: &Line<E::Game>,
        m: MoveIn<E>,
        before: &IterationsOf<E>,
        after: &IterationsOf<E>,
    ) -> Option<ReviewedEntry> {
        // The two are compared at one depth: estimates change with it.
        let depth = before.depth().min(after.depth() + 1);
        let mut best = before.at_depth(depth).clone();
        let mut played = after.at_depth(depth.saturating_sub(1)).after(m);
        let forced = line.position().legal_moves().len() == 1;
        let is_best = best.pv.first().is_some_and(|&best| symmetry::are_equal(line, best, m));
        if forced || is_best || best.value <= played.value {
            played = after.last().after(m);
            best = played.clone();
        } else if Self::grade(&best, &played).is_blame() {
            (best, played) = self.confirm(line, best, m, after)?;
            self.complete(line, &mut best)?;
            self.complete(line, &mut played)?;
        }
        let grade = if forced {
            Grade::Forced
        } else if best.pv.first() == Some(&m) {
            Grade::Best
        } else {
            Self::grade(&best, &played)
        };
        Some(Self::entry(line, grade, &best, &played))
    }

    /// Searches the move that seems better by itself, as deeply as the one that was played, and that
    /// one longer if only the better one is proved. What comes back first is the better of the two.
    fn confirm(
        &mut self,
        line: &Line<E::Game>,
        best: IterationOf<E>,
        m: MoveIn<E>,
        after: &IterationsOf<E>,
    ) -> Option<(IterationOf<E>, IterationOf<E>)> {
        let better = best.pv[0];
        let alone = self.search_lines(&extended(line, &[better]), 1)?;
        let depth = alone.depth().min(after.depth());
        let again = alone.at_depth(depth).after(better);
        let best = if best.is_proved() && !again.is_proved() { best } else { again };
        let mut played = after.at_depth(depth).after(m);
        if best.is_proved() && !played.is_proved() {
            let limits = Limits {
                nodes: self.limits.nodes.map(|nodes| CONFIRM_FACTOR * nodes),
                time: self.limits.time.map(|time| CONFIRM_FACTOR as u32 * time),
                ..self.limits.clone()
            };
            played = self.search(&extended(line, &[m]), &limits)?.last().after(m);
        }
        Some(if best.value <= played.value { (played.clone(), played) } else { (best, played) })
    }

    /// Extends the principal variation of a forced win to its end: a search may have cut it short.
    fn complete(&mut self, line: &Line<E::Game>, found: &mut IterationOf<E>) -> Option<()> {
        let Some(plies) = found.value.plies_to_end() else { return Some(()) };
        while found.pv.len() < usize::from(plies) {
            let rest = extended(line, &found.pv);
            if rest.outcome().is_some() {
                break;
            }
            let left = usize::from(plies) - found.pv.len();
            let limits = Limits { depth: Some(left as u16), ..self.limits.clone() };
            let rest = self.search(&rest, &limits)?;
            let end = rest.last();
            if end.value.plies_to_end().is_none_or(|plies| usize::from(plies) > left) {
                break;
            }
            found.pv.extend_from_slice(&end.pv);
        }
        Some(())
    }

    fn entry(
        line: &Line<E::Game>,
        grade: Grade,
        best: &IterationOf<E>,
        played: &IterationOf<E>,
    ) -> ReviewedEntry {
        let seat = line.position().turn();
        let (best_line, played_line) = (any_line_of::<E>(best), any_line_of::<E>(played));
        let evaluated =
            |found: &IterationOf<E>| EvaluatedLine::new(line, &found.pv, found.value, found.proof);
        let mistake = MistakeContext {
            before: *line.position(),
            played: evaluated(played),
            better: evaluated(best),
        };
        let mut reasons = reason::proved(&mistake, best_line.value, played_line.value);
        if grade.is_blame() {
            reasons.extend(E::explain(&mistake));
            reasons.truncate(MAX_REASONS);
        }
        ReviewedEntry {
            index: 0,
            seat,
            player: seat,
            before: swap_review::for_first(seat, best_line.chance),
            after: swap_review::for_first(seat, played_line.chance),
            loss: Self::loss(best, played),
            played: played_line,
            best: best_line,
            grade,
            reasons,
            depth: best.depth.min(played.depth),
        }
    }

    /// The expected score that the second move gives away. Where both are proved, scores are results,
    /// or how far away the same result is; else both are taken as estimates, since a small count that is
    /// proved would weigh too much.
    fn loss(best: &IterationOf<E>, played: &IterationOf<E>) -> f32 {
        let proof = best.proof.min(played.proof);
        let chance = |found: &IterationOf<E>| Self::SCALE.chance_of(found.value, proof);
        let delay = delay(Self::value(best), Self::value(played));
        (chance(best) - chance(played)).max(delay).max(0.0)
    }

    fn value(found: &IterationOf<E>) -> AnyValue {
        Self::SCALE.erase(found.value, found.proof)
    }

    fn grade(best: &IterationOf<E>, played: &IterationOf<E>) -> Grade {
        Grade::of(Self::loss(best, played), Self::value(best), Self::value(played))
    }
}

fn any_line_of<E: Explainer>(found: &IterationOf<E>) -> AnyLine {
    any_line(&E::Searcher::SCALE, &found.pv, found.value, found.proof)
}
