//! Drawing of a match.

use std::borrow::Cow;
use std::time::Duration;

use ratatui::Frame;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use rules::{Lang, SWAP, Seat, Text};

use super::{GameLayout, GameScreen};
use crate::board::BoardWidget;
use crate::look::Look;
use crate::message::Now;
use crate::widgets::{draw_too_small, ending_text, put, put_line};

/// Time below which clocks show tenths of a second.
const CLOCK_TENTHS_BELOW: Duration = Duration::from_secs(10);

/// Draws the screen of a match.
pub(super) fn draw(screen: &GameScreen, look: Look, lang: Lang, now: Now, frame: &mut Frame<'_>) {
    let size = frame.area().as_size();
    let Some(layout) = GameLayout::new(screen, size, look) else {
        return draw_too_small(frame, GameLayout::smallest(screen, look), look, lang);
    };
    let brush = Brush { screen, look, lang, now };
    put_line(frame, layout.title, &brush.title(layout.panel.is_none()));
    let moving = screen.animation.as_ref().and_then(|animation| animation.board(now));
    let board = moving.as_ref().unwrap_or(&screen.view().board);
    let (info, signs, geometry) = (screen.info(), &screen.signs(lang), layout.board);
    BoardWidget { info, board, signs, geometry, look }.render(frame.buffer_mut());
    if let Some(panel) = layout.panel {
        super::panel::draw(&brush, panel, frame);
    }
    put_line(frame, layout.status, &brush.status(layout.panel.is_none()));
    let keys = if screen.snapshot.table().is_some() { "tui-keys-table" } else { "tui-keys" };
    put(frame, layout.keys, brush.say(keys), look.dim(), look);
}

/// What drawing needs to know beside the place.
pub(super) struct Brush<'a> {
    pub(super) screen: &'a GameScreen,
    pub(super) look: Look,
    pub(super) lang: Lang,
    pub(super) now: Now,
}

impl Brush<'_> {
    /// A text of the program.
    pub(super) fn say(&self, id: &str) -> String {
        self.look.text(&texts::say(self.lang, id, &[])).into_owned()
    }

    pub(super) fn words(&self, text: &Text) -> String {
        self.look.text(text.get(self.lang)).into_owned()
    }

    fn title(&self, is_narrow: bool) -> Line<'static> {
        let screen = self.screen;
        let rules = screen.info().rule_set_of(&screen.snapshot.record.start);
        let mut title = self.words(&screen.info().title);
        if screen.is_analysis {
            title = format!("{}: {title}", self.say("tui-menu-analyse"));
        }
        let mut spans = vec![Span::styled(format!(" {title}"), self.look.accent())];
        if let Some(rules) = rules.filter(|_| screen.info().rule_sets.len() > 1) {
            spans.push(Span::raw(
                format!(" · {}", self.words(&rules.title)).replace('·', self.dot()),
            ));
        }
        if is_narrow {
            for seat in Seat::ALL {
                let (mark, is_turn) = self.seat_mark(seat);
                let style = if is_turn { self.look.accent() } else { Style::new() };
                spans.push(Span::styled(format!(" {mark}"), style));
                spans.extend(self.clock(seat));
            }
            for tally in &screen.view().board.tallies {
                let (first, second) = (tally.count.first, tally.count.second);
                spans.push(Span::raw(format!("  {first}-{second}")));
            }
        }
        Line::from(spans)
    }

    const fn dot(&self) -> &'static str {
        if self.look.is_ascii() { "-" } else { "·" }
    }

    /// The sign of a seat, its name and its clock.
    pub(super) fn seat(&self, seat: Seat) -> Vec<Span<'static>> {
        let screen = self.screen;
        let (mark, is_turn) = self.seat_mark(seat);
        let style = if is_turn { self.look.accent() } else { Style::new() };
        let colour = self.words(&screen.info().seats[usize::from(seat.index())]);
        let name = self.words(&screen.snapshot.seats[seat].name);
        let mut spans =
            vec![Span::styled(format!("{mark} {colour}"), style), Span::raw(format!(" {name}"))];
        spans.extend(self.clock(seat));
        spans
    }

    /// The sign of a seat's pieces, behind an arrow if it is its turn, and whether that is so.
    fn seat_mark(&self, seat: Seat) -> (String, bool) {
        let view = self.screen.view();
        let is_turn = view.outcome.is_none() && view.turn == seat;
        let piece = self.screen.info().pieces.get(usize::from(seat.index()));
        let sign = piece.map_or(' ', |piece| self.look.sign(piece));
        let arrow = if is_turn { self.look.char('▶', '>') } else { ' ' };
        (format!("{arrow}{sign}"), is_turn)
    }

    fn clock(&self, seat: Seat) -> Option<Span<'static>> {
        let left = self.screen.snapshot.clocks?.left(seat, self.now);
        let style = Style::new().add_modifier(Modifier::BOLD);
        Some(Span::styled(format!(" {}", clock_text(left)), style))
    }

    /// What is asked, typed, said, or the turn.
    fn status(&self, is_narrow: bool) -> Line<'static> {
        let screen = self.screen;
        if let Some(question) = &screen.question {
            let answers = self.say("tui-yes-no");
            let text = format!(" {} {answers}", self.words(&question.text));
            return Line::styled(text, self.look.accent());
        }
        if let Some(line) = &screen.line {
            return Line::from(vec![
                Span::styled(" : ", self.look.accent()),
                Span::raw(self.look.text(line.text()).into_owned()),
                Span::styled(" ", Look::CHOSEN),
            ]);
        }
        if let Some(greetings) = self.greetings() {
            return Line::raw(format!(" {greetings}"));
        }
        if let Some(problem) = self.connection_problem() {
            return Line::styled(format!(" {problem}"), self.look.accent());
        }
        if let Some(notice) = screen.notices.first().filter(|_| is_narrow) {
            return Line::raw(format!(" {}", self.words(notice)));
        }
        let style = Style::new().add_modifier(Modifier::BOLD);
        Line::styled(format!(" {}", self.turn_text()), style)
    }

    /// Whose turn it is, or who has won.
    fn turn_text(&self) -> Cow<'static, str> {
        let screen = self.screen;
        let view = &screen.snapshot.view;
        if !screen.shown_variation().is_empty() {
            let line = screen.shown_variation().join(" ");
            let args = [("line", line.into()), ("entries", screen.shown_entries().into())];
            return self.words(&texts::text("tui-variation", &args)).into();
        }
        if screen.past.is_some() {
            let (shown, all) = (screen.shown_entries(), screen.snapshot.record.moves.len());
            let args = [("shown", shown.into()), ("all", all.into())];
            return self.words(&texts::text("tui-past", &args)).into();
        }
        let text = match &view.outcome {
            Some(ending) => {
                let keys = match screen.snapshot.table() {
                    Some(_) => "tui-after-end-table",
                    None => "tui-after-end",
                };
                return format!("{}  {}", self.words(&ending_text(ending)), self.say(keys)).into();
            }
            None if screen.snapshot.is_thinking() => {
                let depth = screen.thinking.as_ref().map_or(0, |report| report.depth);
                let number = ("number", view.turn.number().into());
                texts::text("tui-thinking", &[number, ("depth", depth.into())])
            }
            None => match &*view.choices {
                [only] if only.steps.is_empty() => texts::text("tui-only-pass", &[]),
                choices if choices.iter().any(|choice| choice.notation == SWAP) => {
                    texts::text("tui-may-swap", &[])
                }
                _ => texts::text("to-move", &[("number", view.turn.number().into())]),
            },
        };
        self.words(&text).into()
    }
}

/// A clock: minutes and seconds, at last also tenths.
pub fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    if left < CLOCK_TENTHS_BELOW {
        format!("{seconds}.{}", left.subsec_millis() / 100)
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// Time until a running clock shows something else.
pub(super) fn clock_changes_in(left: Duration) -> Duration {
    let step = if left < CLOCK_TENTHS_BELOW { 100 } else { 1000 };
    Duration::from_millis(left.as_millis() as u64 % step + 1)
}
