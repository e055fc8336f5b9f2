//! The engine as a reviewer.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{Game, Line, Live as _, Position as _, Record, ReplayError, SWAP, Seat, Session};

use super::grade::accuracy;
use super::look::{Iteration, Look};
use super::{Branch, Grade, Mistake, REVIEW_NODES, Review, ReviewedEntry, Reviewer, reason};
use crate::player::verdict;
use crate::{Brain, Engine, Limits, Move, Resources, ThoughtLine};

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
        let limits = Limits { nodes, ..limits.clone() };
        let mut walk =
            Walk { engine: &mut self.engine, limits, stop, nodes: 0, time: Duration::ZERO };
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

type Step<B> = Iteration<Move<B>>;

impl<B: Brain> Walk<'_, B>
where
    B::Position: Game,
{
    /// Judges every entry, the last first, until stopped.
    fn back(&mut self, mut session: Session<B::Position>, tell: &mut dyn FnMut(ReviewedEntry)) {
        let swapped = session.swapped();
        let Some(mut after) = self.look(session.line()) else { return };
        while let Some(entry) = session.record().moves.last().cloned() {
            let index = session.record().moves.len() - 1;
            let played = session.line().last().map(|(_, m)| m);
            session.truncate(index);
            let Some(played) = played.filter(|_| entry != SWAP) else { continue };
            let Some(before) = self.look(session.line()) else { return };
            let Some(entry) = self.judge(session.line(), played, &before, &after) else { return };
            let player = if swapped && index == 0 { !entry.seat } else { entry.seat };
            tell(ReviewedEntry { index, player, ..entry });
            after = before;
        }
    }

    fn look(&mut self, line: &Line<B::Position>) -> Option<Look<Move<B>>> {
        let look = Look::at(self.engine, line, &self.limits, self.stop)?;
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
        // The two are compared at one depth: an estimate changes with it.
        let depth = before.depth().min(after.depth() + 1);
        let mut best = before.at_depth(depth).clone();
        let mut played = after.at_depth(depth.saturating_sub(1)).after(m);
        let choices = line.position().legal_moves().len();
        if best.line.first() == Some(&m) || choices == 1 || best.value <= played.value {
            played = after.last().after(m);
            best = played.clone();
        } else if self.grade(&best, &played).is_blame() {
            // A better move must prove itself by a search of its own.
            let better = best.line[0];
            let mut line = line.clone();
            line.play(better);
            let confirmed = self.look(&line)?;
            let depth = confirmed.depth().min(after.depth());
            best = confirmed.at_depth(depth).after(better);
            played = after.at_depth(depth).after(m);
            if best.value <= played.value {
                best = played.clone();
            }
        }
        let grade = if choices == 1 {
            Grade::Forced
        } else if best.line.first() == Some(&m) {
            Grade::Best
        } else {
            self.grade(&best, &played)
        };
        Some(self.entry(line, grade, &best, &played))
    }

    fn entry(
        &self,
        line: &Line<B::Position>,
        grade: Grade,
        best: &Step<B>,
        played: &Step<B>,
    ) -> ReviewedEntry {
        let seat = line.position().turn();
        let [best_chance, played_chance] = self.chances(best, played);
        let for_first = |chance: f32| if seat == Seat::First { chance } else { 1.0 - chance };
        let (best_line, played_line) =
            (self.thought(best, best_chance), self.thought(played, played_chance));
        let mut reasons = Vec::new();
        if grade.is_blame() {
            reasons = reason::proved(&best_line, &played_line);
            let branch = |found: &Step<B>| Branch::new(line, &found.line, found.value, found.exact);
            let mistake =
                Mistake { before: *line.position(), played: branch(played), better: branch(best) };
            reasons.extend(self.engine.brain().explain(&mistake));
        }
        ReviewedEntry {
            index: 0,
            seat,
            player: seat,
            before: for_first(best_chance),
            after: for_first(played_chance),
            loss: (best_chance - played_chance).max(0.0),
            played: played_line,
            best: best_line,
            grade,
            reasons,
            depth: best.depth.min(played.depth),
        }
    }

    /// The expected scores of two moves. Where both are proved, they are the results; else both are
    /// measured with the measure of estimates, since a proved count may be small.
    fn chances(&self, one: &Step<B>, other: &Step<B>) -> [f32; 2] {
        let brain = self.engine.brain();
        [one, other].map(|found| {
            if one.exact && other.exact {
                0.5 + 0.5 * found.value.points().signum() as f32
            } else {
                brain.chance(found.value)
            }
        })
    }

    /// What the one who plays the other move gives away of the expected score.
    fn loss(&self, best: &Step<B>, played: &Step<B>) -> f32 {
        let [best, played] = self.chances(best, played);
        (best - played).max(0.0)
    }

    fn grade(&self, best: &Step<B>, played: &Step<B>) -> Grade {
        let loss = self.loss(best, played);
        let verdict = |found: &Step<B>| verdict(self.engine.brain(), found.value, found.exact);
        Grade::of(loss, verdict(best), verdict(played))
    }

    fn thought(&self, found: &Step<B>, chance: f32) -> ThoughtLine {
        ThoughtLine {
            notation: found.line[0].to_string(),
            chance,
            verdict: verdict(self.engine.brain(), found.value, found.exact),
            line: found.line.iter().map(ToString::to_string).collect(),
        }
    }
}
