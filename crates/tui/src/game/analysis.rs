//! Analysis beside a match: values of moves, the best lines, a review of the game.

use engine::{AnyLine, AnyReport, AnyValue, Bound};
use rules::{Lang, SWAP, Seat};

use super::GameScreen;
use crate::board::CellSigns;
use crate::message::{Effect, ReviewNote};
use crate::snapshot::SeatKind;

/// What is known about the position that is shown, and about the game.
#[derive(Default)]
pub(super) struct AnalysisState {
    /// Whether positions are searched.
    pub(super) is_on: bool,
    pub(super) report: Option<AnyReport>,
    /// Review of the game as it stands.
    pub(super) review: Vec<ReviewNote>,
}

impl GameScreen {
    /// Whether nobody elsewhere plays this match: no engine helps against people.
    fn may_analyse(&self) -> bool {
        let people_elsewhere =
            Seat::ALL.iter().any(|seat| self.snapshot.seats[*seat].kind == SeatKind::Elsewhere);
        self.snapshot.view.outcome.is_some() || !people_elsewhere
    }

    /// Turns values on or off.
    pub(super) fn toggle_analysis(&mut self) -> Vec<Effect> {
        if !self.may_analyse() {
            self.notices = vec![texts::text("tui-no-analysis", &[])];
            return Vec::new();
        }
        self.analysis.is_on = !self.analysis.is_on;
        self.analysis.report = None;
        if self.analysis.is_on { self.analyse_again() } else { vec![Effect::StopAnalysis] }
    }

    /// Starts the analysis of what is shown now.
    pub(super) fn analyse_again(&mut self) -> Vec<Effect> {
        self.analysis.report = None;
        let reviewed = self.analysis.review.last().map_or(0, |last| last.index + 1);
        if reviewed != self.snapshot.record.moves.len() {
            self.analysis.review.clear();
        }
        if !self.analysis.is_on {
            return Vec::new();
        }
        if self.view().outcome.is_some() {
            return vec![Effect::StopAnalysis];
        }
        vec![Effect::Analyse(self.shown_record())]
    }

    /// Asks for a review of the game.
    pub(super) fn ask_review(&mut self) -> Vec<Effect> {
        if !self.may_analyse() {
            self.notices = vec![texts::text("tui-no-analysis", &[])];
            return Vec::new();
        }
        if self.snapshot.record.moves.is_empty() {
            self.notices = vec![texts::text("tui-nothing-to-review", &[])];
            return Vec::new();
        }
        self.analysis.is_on = false;
        self.notices = vec![texts::text("tui-reviewing", &[])];
        vec![Effect::Review(self.snapshot.record.clone())]
    }

    /// Lines of the position that is shown, best first.
    pub(super) fn lines(&self) -> &[AnyLine] {
        self.analysis.report.as_ref().map_or(&[], |report| &report.lines)
    }

    /// Expected score of the first seat in the position that is shown.
    pub(super) fn first_chance(&self) -> Option<f32> {
        if let Some(ending) = self.view().outcome.as_ref().filter(|_| self.analysis.is_on) {
            return Some(match ending.winner {
                Some(Seat::First) => 1.0,
                Some(Seat::Second) => 0.0,
                None => 0.5,
            });
        }
        let chance = self.lines().first()?.chance;
        Some(if self.view().turn == Seat::First { chance } else { 1.0 - chance })
    }

    /// The review of the entry that was played last in what is shown.
    pub(super) fn reviewed(&self) -> Option<&ReviewNote> {
        let index = self.shown_entries().checked_sub(1)?;
        self.analysis.review.iter().find(|note| note.index == index)
    }

    /// Puts values on the cells that complete a move.
    pub(super) fn add_values(&self, signs: &mut [CellSigns], lang: Lang) {
        let choices = &self.view().choices;
        // Best first, so that a cell that several moves lead to shows the best.
        for line in self.lines().iter().filter(|line| line.notation != SWAP) {
            let Some(choice) = choices.iter().find(|choice| choice.notation == line.notation)
            else {
                continue;
            };
            if !choice.steps.starts_with(&self.picked) {
                continue;
            }
            let is_last = choice.steps.len() == self.picked.len() + 1;
            let cells = if is_last {
                self.target_of(choice)
            } else {
                self.cells_of(choice.steps.get(self.picked.len()).copied().into_iter())
            };
            for cell in cells {
                signs[cell].value.get_or_insert_with(|| short_value(line, lang));
            }
        }
    }
}

/// A value in four characters: moves to a win, the final count, or the expected score in percent.
pub(super) fn short_value(line: &AnyLine, lang: Lang) -> String {
    let decided = |id: &str, moves: u16| texts::say(lang, id, &[("moves", moves.into())]);
    match line.value {
        AnyValue::Win { plies, bound: Bound::Exact } => decided("tui-short-win", plies.div_ceil(2)),
        AnyValue::Win { plies, .. } => decided("tui-short-win-most", plies.div_ceil(2)),
        AnyValue::Loss { plies, bound: Bound::Exact } => decided("tui-short-loss", plies / 2),
        AnyValue::Loss { plies, .. } => decided("tui-short-loss-most", plies / 2),
        AnyValue::Exact { margin } => format!("{margin:+}").replace("+0", "="),
        AnyValue::Estimate { .. } => format!("{:.0}%", 100.0 * line.chance),
    }
}
