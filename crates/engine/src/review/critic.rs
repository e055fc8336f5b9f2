//! The engine as a reviewer.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{Game, Line, Live as _, Position, Record, ReplayError, SWAP, Session};

use super::grade::{accuracy, delay};
use super::look::{Iteration, Look};
use super::{
    Branch, Grade, Mistake, REVIEW_NODES, Review, ReviewedEntry, Reviewer, exchange, reason,
};
use crate::player::{chance, verdict};
use crate::{Brain, Engine, Limits, Move, Resources, ThoughtLine, Verdict};

/// The engine as a reviewer. With one thread and no limit on time, the same record and limits give
/// the same review.
pub struct Critic<B: Brain> {
    engine: Engine<B>,
}

impl<B: Brain> Critic<B> {
    /// A critic that knows nothing yet.
    pub fn new(resources: Resources) -> Self {
        Self { engine: Engine::new(B::default(), resources) }
    }
}

impl<B: Brain> Reviewer for Critic<B>
where
    B::Position: Game,
{
    fn review(
        &mut self,
        record: &Record,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ReviewedEntry),
    ) -> Result<Review, ReplayError> {
        let session = Session::<B::Position>::replay(record)?;
        self.engine.forget();
        let unlimited = limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none();
        let nodes = if unlimited { Some(REVIEW_NODES) } else { limits.nodes };
        let limits = Limits { nodes, lines: 1, clock: None, ..limits.clone() };
        let (nodes, time) = (0, Duration::ZERO);
        let mut walk = Walk { engine: &mut self.engine, limits, stop, nodes, time };
        let mut entries = Vec::new();
        walk.back(session, &mut |entry| {
            watch(&entry);
            entries.push(entry);
        });
        let Walk { nodes, time, .. } = walk;
        entries.reverse();
        Ok(Review { accuracy: accuracy(&entries), entries, nodes, time })
    }
}

/// The way back through a game. Later positions are searched first, and what is found there helps
/// the earlier ones through the shared table.
struct Walk<'a, B: Brain> {
    engine: &'a mut Engine<B>,
    limits: Limits,
    stop: &'a AtomicBool,
    nodes: u64,
    time: Duration,
}

type Found<B> = Iteration<Move<B>>;

/// How much longer a move is searched that may be as good as one that is proved.
const LONGER: u64 = 4;

/// The most that is said of a move.
const REASONS: usize = 3;

/// The game with those moves added.
fn extended<P: Position>(line: &Line<P>, moves: &[P::Move]) -> Line<P> {
    let mut line = line.clone();
    for &m in moves {
        line.play(m);
    }
    line
}

impl<B: Brain> Walk<'_, B>
where
    B::Position: Game,
{
    /// Judges every entry, the last first, until stopped.
    fn back(
        &mut self,
        mut session: Session<B::Position>,
        tell: &mut dyn FnMut(ReviewedEntry),
    ) -> Option<()> {
        let (swapped, may_swap) = (session.swapped(), session.record().swap);
        let mut after = self.look(session.line(), 1)?;
        while let Some(last) = session.record().moves.last().cloned() {
            let index = session.record().moves.len() - 1;
            let played = session.line().last().map(|(_, m)| m).filter(|_| last != SWAP);
            session.truncate(index);
            let line = session.line();
            let entry = if let Some(m) = played {
                let first = may_swap && index == 0;
                let before = self.look(line, if first { usize::MAX } else { 1 })?;
                let mut entry = self.judge(line, m, &before, &after)?;
                if first {
                    let lines = before.lines.iter().map(|found| self.thought(found));
                    exchange::foresee(&mut entry, lines.collect());
                } else if may_swap && index == 1 {
                    exchange::offer(&mut entry, &self.thought(before.last()));
                }
                after = before;
                entry
            } else {
                let best = self.thought(after.last());
                exchange::made(line.position().turn(), &best, after.last().depth)
            };
            let player = if swapped && index < 2 { !entry.seat } else { entry.seat };
            tell(ReviewedEntry { index, player, ..entry });
        }
        Some(())
    }

    /// Searches the position at the end of `line`; `None` if that was stopped.
    fn look(&mut self, line: &Line<B::Position>, lines: usize) -> Option<Look<Move<B>>> {
        self.search(line, &Limits { lines, ..self.limits.clone() })
    }

    fn search(&mut self, line: &Line<B::Position>, limits: &Limits) -> Option<Look<Move<B>>> {
        let look = Look::at(self.engine, line, limits, self.stop)?;
        self.nodes += look.nodes;
        self.time += look.time;
        Some(look)
    }

    /// Judges a move from what was found before and after it; `None` if that was stopped.
    fn judge(
        &mut self,
        line: &Line<B::Position>,
        m: Move<B>,
        before: &Look<Move<B>>,
        after: &Look<Move<B>>,
    ) -> Option<ReviewedEntry> {
        // The two are compared at one depth: estimates change with it.
        let depth = before.depth().min(after.depth() + 1);
        let mut best = before.at_depth(depth).clone();
        let mut played = after.at_depth(depth.saturating_sub(1)).after(m);
        let forced = line.position().legal_moves().len() == 1;
        if forced || best.line.first() == Some(&m) || best.value <= played.value {
            played = after.last().after(m);
            best = played.clone();
        } else if self.grade(&best, &played).is_blame() {
            (best, played) = self.confirm(line, best, m, after)?;
            self.complete(line, &mut best)?;
            self.complete(line, &mut played)?;
        }
        let grade = if forced {
            Grade::Forced
        } else if best.line.first() == Some(&m) {
            Grade::Best
        } else {
            self.grade(&best, &played)
        };
        Some(self.entry(line, grade, &best, &played))
    }

    /// Searches the move that seems better by itself, as deeply as the one that was played, and that
    /// one longer if only the better one is proved. What comes back first is the better of the two.
    fn confirm(
        &mut self,
        line: &Line<B::Position>,
        best: Found<B>,
        m: Move<B>,
        after: &Look<Move<B>>,
    ) -> Option<(Found<B>, Found<B>)> {
        let better = best.line[0];
        let alone = self.look(&extended(line, &[better]), 1)?;
        let depth = alone.depth().min(after.depth());
        let again = alone.at_depth(depth).after(better);
        let best = if best.exact && !again.exact { best } else { again };
        let mut played = after.at_depth(depth).after(m);
        if best.exact && !played.exact {
            let limits = Limits {
                nodes: self.limits.nodes.map(|nodes| LONGER * nodes),
                time: self.limits.time.map(|time| LONGER as u32 * time),
                ..self.limits.clone()
            };
            played = self.search(&extended(line, &[m]), &limits)?.last().after(m);
        }
        Some(if best.value <= played.value { (played.clone(), played) } else { (best, played) })
    }

    /// Leads the line of a forced win to its end, which a search may break off.
    fn complete(&mut self, line: &Line<B::Position>, found: &mut Found<B>) -> Option<()> {
        let Some(plies) = found.value.plies_to_end() else { return Some(()) };
        while found.line.len() < usize::from(plies) {
            let rest = extended(line, &found.line);
            if rest.outcome().is_some() {
                break;
            }
            let left = usize::from(plies) - found.line.len();
            let limits = Limits { depth: Some(left as u16), ..self.limits.clone() };
            let look = self.search(&rest, &limits)?;
            let end = look.last();
            if end.value.plies_to_end().is_none_or(|plies| usize::from(plies) > left) {
                break;
            }
            found.line.extend_from_slice(&end.line);
        }
        Some(())
    }

    fn entry(
        &self,
        line: &Line<B::Position>,
        grade: Grade,
        best: &Found<B>,
        played: &Found<B>,
    ) -> ReviewedEntry {
        let seat = line.position().turn();
        let (best_line, played_line) = (self.thought(best), self.thought(played));
        let branch = |found: &Found<B>| Branch::new(line, &found.line, found.value, found.exact);
        let mistake =
            Mistake { before: *line.position(), played: branch(played), better: branch(best) };
        let mut reasons = reason::proved(&mistake, best_line.verdict, played_line.verdict);
        if grade.is_blame() {
            reasons.extend(self.engine.brain().explain(&mistake));
            reasons.truncate(REASONS);
        }
        ReviewedEntry {
            index: 0,
            seat,
            player: seat,
            before: exchange::for_first(seat, best_line.chance),
            after: exchange::for_first(seat, played_line.chance),
            loss: self.loss(best, played),
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
    fn loss(&self, best: &Found<B>, played: &Found<B>) -> f32 {
        let chance =
            |found: &Found<B>| chance(self.engine.brain(), found.value, best.exact && played.exact);
        let delay = delay(self.verdict(best), self.verdict(played));
        (chance(best) - chance(played)).max(delay).max(0.0)
    }

    fn verdict(&self, found: &Found<B>) -> Verdict {
        verdict(self.engine.brain(), found.value, found.exact)
    }

    fn grade(&self, best: &Found<B>, played: &Found<B>) -> Grade {
        Grade::of(self.loss(best, played), self.verdict(best), self.verdict(played))
    }

    fn thought(&self, found: &Found<B>) -> ThoughtLine {
        let brain = self.engine.brain();
        ThoughtLine {
            notation: found.line.first().map(ToString::to_string).unwrap_or_default(),
            chance: chance(brain, found.value, found.exact),
            verdict: verdict(brain, found.value, found.exact),
            line: found.line.iter().map(ToString::to_string).collect(),
        }
    }
}
