//! The screen of a match: its state, and what keys and the mouse do to it.

mod analysis;
mod animation;
mod draw;
mod keys;
mod layout;
mod online;
mod panel;

use engine::AnyReport;
use play::{Command, Offer};
use ratatui::Frame;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::{Rect, Size};
use rules::{CellIndex, Choice, Info, Lang, Record, SWAP, Seat, Spot, Text, View};

use crate::board::{BoardGeometry, CellSigns, Side, is_gap};
use crate::line_input::LineInput;
use crate::look::Look;
use crate::message::{Effect, Message, Now};
use crate::screen::{Screen, ScreenStep, Shared};
use crate::snapshot::{MatchSnapshot, SeatKind};
use analysis::AnalysisState;
use animation::Animation;

pub use draw::clock_text;
pub(crate) use layout::GameLayout;
pub use online::greeting_text;
pub(crate) use online::{absence_text, connection_problem};

/// Part of the screen that the arrow keys move in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Pane {
    #[default]
    Board,
    Moves,
}

/// Question that must be answered with yes or no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    pub(crate) text: Text,
    yes: Command,
    no: Option<Command>,
    /// Whether the match is left with yes.
    leaves: bool,
}

/// Screen of a match.
pub(crate) struct GameScreen {
    pub(crate) snapshot: MatchSnapshot,
    /// Whether this is no match, but a game that is analysed.
    is_analysis: bool,
    /// Another line than the match as it stands, if one is looked at, and the board at its end.
    past: Option<(Vec<String>, View)>,
    /// The last variation that was played.
    variation: Vec<String>,
    cursor: CellIndex,
    /// Spots pointed at so far.
    picked: Vec<Spot>,
    side: Side,
    pub(crate) pane: Pane,
    pub(crate) line: Option<LineInput>,
    pub(crate) question: Option<Question>,
    /// The offer that the user was asked about last, until it is gone.
    asked: Option<Offer>,
    /// Whether greetings are offered.
    greets: bool,
    pub(crate) notices: Vec<Text>,
    /// What the computer to move has found so far.
    thinking: Option<AnyReport>,
    analysis: AnalysisState,
    animation: Option<Animation>,
}

impl GameScreen {
    pub(crate) fn new(snapshot: MatchSnapshot) -> Self {
        let board = &snapshot.view.board;
        let middle = board.rows() / 2 * usize::from(board.columns)
            + board.cells.len() / board.rows().max(1) / 2;
        let here = Seat::ALL.map(|seat| snapshot.seats[seat].kind == SeatKind::Here);
        let side = match (snapshot.game.info().look.lower, here) {
            (Some(Seat::First), [false, true]) | (Some(Seat::Second), [true, false]) => {
                Side::Turned
            }
            _ => Side::Upright,
        };
        Self {
            cursor: CellIndex(middle as u8),
            past: None,
            variation: Vec::new(),
            picked: Vec::new(),
            side,
            pane: Pane::Board,
            line: None,
            question: None,
            asked: None,
            greets: false,
            notices: Vec::new(),
            thinking: None,
            analysis: AnalysisState::default(),
            animation: None,
            is_analysis: false,
            snapshot,
        }
    }

    /// The screen of a game that is analysed, and what is to be done for that.
    pub(crate) fn analysing(snapshot: MatchSnapshot) -> (Self, Vec<Effect>) {
        let mut screen = Self { is_analysis: true, ..Self::new(snapshot) };
        let effects = screen.toggle_analysis();
        (screen, effects)
    }

    pub(crate) fn info(&self) -> &'static Info {
        self.snapshot.game.info()
    }

    /// The board that is shown.
    pub(crate) fn view(&self) -> &View {
        self.past.as_ref().map_or(&self.snapshot.view, |(_, view)| view)
    }

    /// Entries that lead to what is shown.
    fn shown_moves(&self) -> &[String] {
        self.past.as_ref().map_or(&self.snapshot.record.moves, |(moves, _)| moves)
    }

    /// How many of them are entries of the match.
    pub(crate) fn shown_entries(&self) -> usize {
        let pairs = self.shown_moves().iter().zip(&self.snapshot.record.moves);
        pairs.take_while(|(shown, played)| shown == played).count()
    }

    /// What is shown and was not played in the match.
    fn shown_variation(&self) -> &[String] {
        &self.shown_moves()[self.shown_entries()..]
    }

    /// The record of what is shown.
    pub(crate) fn shown_record(&self) -> Record {
        Record { moves: self.shown_moves().to_vec(), ..self.snapshot.record.clone() }
    }

    /// Takes the next state of the match.
    fn change(&mut self, snapshot: MatchSnapshot, look: Look, now: Now) -> Vec<Effect> {
        self.animation = Animation::between(&self.snapshot, &snapshot, look.motion, now);
        let has_moved = self.snapshot.record != snapshot.record;
        self.snapshot = snapshot;
        self.thinking = None;
        if has_moved {
            (self.past, self.question) = (None, None);
            self.variation.clear();
            self.picked.clear();
            self.notices.clear();
        }
        self.ask_about_offer();
        if has_moved { self.analyse_again() } else { Vec::new() }
    }

    /// Shows the board after so many entries of the match.
    fn show_entries(&mut self, entries: usize) -> Vec<Effect> {
        let moves = &self.snapshot.record.moves;
        self.show_line(moves[..entries.min(moves.len())].to_vec())
    }

    /// Shows the board after these entries, which must be legal.
    fn show_line(&mut self, moves: Vec<String>) -> Vec<Effect> {
        let before = self.shown_moves().to_vec();
        (self.past, self.animation) = (None, None);
        self.picked.clear();
        if moves != self.snapshot.record.moves {
            let record = Record { moves, ..self.snapshot.record.clone() };
            let live = self.snapshot.game.open(&record).ok();
            self.past = live.map(|live| (record.moves, live.view()));
        }
        if self.shown_moves() == before { Vec::new() } else { self.analyse_again() }
    }

    /// Goes back or forward in the game, or in a variation.
    fn walk(&mut self, by: isize) -> Vec<Effect> {
        let shown = self.shown_moves();
        let count = shown.len().saturating_add_signed(by);
        let played = &self.snapshot.record.moves;
        let line = if played.starts_with(shown) { played } else { &self.variation };
        let longest = if line.starts_with(shown) && by > 0 { line } else { shown };
        let moves = longest[..count.min(longest.len())].to_vec();
        self.show_line(moves)
    }

    /// Plays a move in a variation of what is shown.
    fn vary(&mut self, notation: &str) -> Vec<Effect> {
        let mut moves = self.shown_moves().to_vec();
        moves.push(notation.to_owned());
        self.variation.clone_from(&moves);
        self.show_line(moves)
    }

    /// Plays the best move of the analysis in a variation.
    fn follow_best(&mut self) -> Vec<Effect> {
        match self.lines().first().map(|line| line.notation.clone()) {
            Some(notation) => self.vary(&notation),
            None => Vec::new(),
        }
    }

    /// Whether moves are variations, not moves of the match.
    fn is_varying(&self) -> bool {
        self.analysis.is_on && (self.past.is_some() || self.snapshot.view.outcome.is_some())
    }

    /// Points at a cell.
    pub(crate) fn point(&mut self, cell: CellIndex) -> Vec<Effect> {
        self.cursor = cell;
        match self.view().board.cells.get(usize::from(cell.0)).and_then(|cell| cell.spot) {
            Some(spot) => self.point_at(spot),
            None => Vec::new(),
        }
    }

    /// Points at a spot: when the spots so far are the steps of a choice, it is played.
    fn point_at(&mut self, spot: Spot) -> Vec<Effect> {
        let is_varying = self.is_varying();
        if self.past.is_some() && !is_varying {
            return self.show_entries(usize::MAX);
        }
        if !self.snapshot.is_ours() && !is_varying {
            self.picked.clear();
            return Vec::new();
        }
        if self.picked.last() == Some(&spot) {
            self.picked.clear();
            return Vec::new();
        }
        let choices = &self.view().choices;
        let continued: Vec<_> = self.picked.iter().copied().chain([spot]).collect();
        for steps in [continued.clone(), vec![spot]] {
            if let Some(choice) = choices.iter().find(|choice| choice.steps == steps) {
                let notation = choice.notation.clone();
                self.picked.clear();
                if is_varying {
                    return self.vary(&notation);
                }
                return vec![Effect::Command(Command::Move { notation })];
            }
            if choices.iter().any(|choice| choice.steps.starts_with(&steps)) {
                self.picked = steps;
                return Vec::new();
            }
        }
        self.picked.clear();
        if is_varying {
            return Vec::new();
        }
        // The match says why that is no move.
        let live = self.snapshot.game.open(&self.snapshot.record).ok();
        let notation = live.and_then(|live| live.notation_of(&continued));
        notation.map(|notation| Effect::Command(Command::Move { notation })).into_iter().collect()
    }

    /// The pass or the swap, where it is a choice.
    fn button(&self, is_swap: bool) -> Option<&Choice> {
        let choices = self.snapshot.view.choices.iter();
        let mut buttons = choices.filter(|choice| choice.steps.is_empty());
        buttons.find(|choice| (choice.notation == SWAP) == is_swap)
    }

    fn press(&mut self, is_swap: bool) -> Vec<Effect> {
        if let Some(choice) = self.button(is_swap).filter(|_| self.snapshot.is_ours()) {
            let notation = choice.notation.clone();
            return vec![Effect::Command(Command::Move { notation })];
        }
        let id = if is_swap { "tui-no-swap" } else { "tui-no-pass" };
        self.notices = vec![texts::text(id, &[])];
        Vec::new()
    }

    /// Turns the board half round.
    pub(crate) fn turn_board(&mut self) {
        if self.info().look.falling {
            self.notices = vec![texts::text("tui-no-turn", &[])];
            return;
        }
        self.side = match self.side {
            Side::Upright => Side::Turned,
            Side::Turned => Side::Upright,
        };
    }

    pub(crate) fn offer_draw(&mut self) {
        self.ask("tui-ask-draw", Command::Offer { offer: Offer::Draw });
    }

    fn ask(&mut self, id: &str, yes: Command) {
        if self.is_analysis {
            return;
        }
        if self.snapshot.view.outcome.is_some() {
            self.notices = vec![texts::text("play-already-over", &[])];
        } else {
            let text = texts::text(id, &[]);
            self.question = Some(Question { text, yes, no: None, leaves: false });
        }
    }

    /// Where the board is on a screen of that size.
    fn geometry(&self, size: Size, look: Look) -> Option<BoardGeometry> {
        Some(GameLayout::new(self, size, look)?.board)
    }

    /// Signs of all cells.
    fn signs(&self, lang: Lang) -> Vec<CellSigns> {
        let view = self.view();
        let mut signs = vec![CellSigns::default(); view.board.cells.len()];
        for change in view.last.iter().flat_map(|last| &last.changes) {
            for cell in [Some(change.cell), change.from].into_iter().flatten() {
                if let Some(sign) = signs.get_mut(usize::from(cell.0)) {
                    // Turned pieces are no part of the move itself.
                    sign.last = change.from.is_some() || self.is_placed(change);
                }
            }
        }
        let marks = [(&view.marks.winning, true), (&view.marks.forbidden, false)];
        for (cells, is_winning) in marks {
            for &CellIndex(index) in cells {
                let Some(sign) = signs.get_mut(usize::from(index)) else { continue };
                if is_winning { sign.winning = true } else { sign.forbidden = true }
            }
        }
        for cell in self.cells_of(self.picked.iter().copied()) {
            signs[cell].picked = true;
        }
        for cell in self.targets() {
            signs[cell].target = true;
        }
        if self.pane == Pane::Board
            && let Some(sign) = signs.get_mut(usize::from(self.cursor_cell().0))
        {
            sign.cursor = true;
        }
        self.add_values(&mut signs, lang);
        signs
    }

    /// Whether a change of the last move is the piece that was placed, not one that it turned.
    fn is_placed(&self, change: &rules::Change) -> bool {
        let view = self.view();
        let steps = view.last.as_ref().map_or(&[][..], |last| &last.steps);
        let cell = view.board.cells.get(usize::from(change.cell.0));
        cell.is_some_and(|cell| cell.spot.is_some_and(|spot| steps.contains(&spot)))
    }

    fn cells_of(&self, spots: impl Iterator<Item = Spot>) -> Vec<usize> {
        let cells = &self.view().board.cells;
        let of = |spot| {
            let matching =
                cells.iter().enumerate().filter(move |(_, cell)| cell.spot == Some(spot));
            matching.map(|(index, _)| index)
        };
        spots.flat_map(of).collect()
    }

    /// Cells by which a choice is completed.
    fn targets(&self) -> Vec<usize> {
        let is_live = self.past.is_none() && self.snapshot.is_ours();
        if !is_live && !self.is_varying() {
            return Vec::new();
        }
        let choices = self.view().choices.iter();
        let ready = choices.filter(|choice| {
            choice.steps.len() == self.picked.len() + 1 && choice.steps.starts_with(&self.picked)
        });
        ready.flat_map(|choice| self.target_of(choice)).collect()
    }

    /// Cells that the last step of a choice points at: those that change, where cells share a spot.
    fn target_of(&self, choice: &Choice) -> Vec<usize> {
        let cells = self.cells_of(choice.steps.last().copied().into_iter());
        let is_changed = |index: &usize| {
            choice.changes.iter().any(|change| usize::from(change.cell.0) == *index)
        };
        let changed: Vec<_> = cells.iter().copied().filter(is_changed).collect();
        if changed.is_empty() { cells } else { changed }
    }

    /// The cell on which the cursor is shown: where pieces fall, the one on which a piece would land.
    fn cursor_cell(&self) -> CellIndex {
        let spot =
            self.view().board.cells.get(usize::from(self.cursor.0)).and_then(|cell| cell.spot);
        if !self.info().look.falling {
            return self.cursor;
        }
        let choice = self.view().choices.iter().find(|choice| choice.steps.last() == spot.as_ref());
        choice.and_then(|choice| choice.changes.first()).map_or(self.cursor, |change| change.cell)
    }

    /// Moves the cursor, over gaps in the board.
    fn move_cursor(&mut self, geometry: &BoardGeometry, by: (i16, i16)) {
        let mut cell = self.cursor;
        loop {
            let next = geometry.neighbour(cell, by);
            if next == cell {
                return;
            }
            cell = next;
            if self.view().board.cells.get(usize::from(cell.0)).is_some_and(|cell| !is_gap(cell)) {
                self.cursor = cell;
                return;
            }
        }
    }
}

impl Screen for GameScreen {
    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> ScreenStep {
        let mut effects = self.key_effects(key, shared.size, shared.look);
        match effects.pop() {
            Some(Effect::Line(line)) => self.enter_line(line),
            last => {
                effects.extend(last);
                ScreenStep::Effects(effects)
            }
        }
    }

    fn receive(&mut self, message: Message, shared: &Shared) -> ScreenStep {
        match message {
            Message::Changed(snapshot) => {
                return ScreenStep::Effects(self.change(*snapshot, shared.look, shared.now));
            }
            Message::Notice(notices) => self.notices = notices,
            Message::Report(report) => {
                let (record, report) = *report;
                if self.analysis.is_on && record == self.shown_record() {
                    self.analysis.report = Some(report);
                } else if record == self.snapshot.record && self.snapshot.is_thinking() {
                    self.thinking = Some(report);
                }
            }
            Message::Review(record, review) if record == self.snapshot.record => {
                self.analysis.review = review;
                self.notices.clear();
            }
            _ => {}
        }
        ScreenStep::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent, shared: &Shared) -> Option<Vec<Effect>> {
        Some(self.mouse_effects(mouse, shared))
    }

    /// A pasted text is a line.
    fn paste(&mut self, text: &str) -> Vec<Effect> {
        self.line.get_or_insert_default().paste(text.trim());
        Vec::new()
    }

    fn is_typing(&self) -> bool {
        self.line.is_some()
    }

    fn wakes_in(&self, now: Now) -> Option<Now> {
        if self.animation.as_ref().is_some_and(|animation| animation.is_running(now)) {
            return Some(Animation::FRAME);
        }
        let running = self.snapshot.clocks.and_then(|clocks| Some((clocks, clocks.running?)));
        let clock = running.map(|(clocks, seat)| draw::clock_changes_in(clocks.left(seat, now)));
        clock.into_iter().chain(self.company_changes_in(now)).min()
    }

    fn snapshot(&self) -> Option<&MatchSnapshot> {
        Some(&self.snapshot)
    }

    fn cell_area(&self, cell: usize, shared: &Shared) -> Option<Rect> {
        self.view().board.cells.get(cell)?;
        Some(self.geometry(shared.size, shared.look)?.rect(CellIndex(cell as u8)))
    }

    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>) {
        draw::draw(self, shared.look, shared.lang, shared.now, frame);
    }
}
