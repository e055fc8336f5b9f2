//! Drawing of a table.

use engine::Entry;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use rules::{Lang, Seat, Text};

use super::{TableScreen, invitable, is_complete};
use crate::board::{BoardGeometry, BoardWidget, Side};
use crate::game::{absence_text, connection_problem};
use crate::look::Look;
use crate::message::Now;
use crate::screen::{Screen, Shared};
use crate::screens::draw_frame;
use crate::snapshot::{SeatKind, TableSnapshot};
use crate::widgets::{put, width, wrap};

/// Width of the column of words.
const WORDS_WIDTH: u16 = 46;

pub(super) fn draw(screen: &TableScreen, shared: &Shared, frame: &mut Frame<'_>) {
    let &Shared { look, lang, now, ref catalogue, .. } = shared;
    let Some(table) = screen.table() else { return };
    let (title, keys) = (screen.title(), screen.keys_text());
    let area = draw_frame(title, keys, look, lang, frame);
    let words = Rect { width: area.width.min(WORDS_WIDTH), ..area };
    let beside = Rect { x: words.right(), width: area.width - words.width, ..area };
    let writer = Words { screen, table, look, lang, now };
    let lines = writer.lines(catalogue);
    let mut rows = Vec::new();
    for (text, style) in lines {
        let wrapped = wrap(&look.text(&text), usize::from(words.width.saturating_sub(3)).max(1));
        rows.extend(wrapped.into_iter().map(|line| (line, style)));
    }
    let height = rows.len() as u16;
    for ((line, style), y) in rows.into_iter().zip(words.y..words.bottom()) {
        put(frame, Rect { x: words.x + 1, y, height: 1, ..words }, line, style, look);
    }
    let below = Rect {
        y: (words.y + height + 1).min(area.bottom()),
        height: area.height.saturating_sub(height + 1),
        ..area
    };
    let is_waiting = table.you.is_some() && screen.has_free_seat();
    let is_drawn =
        is_waiting && (draw_qr(table, beside, look, frame) || draw_qr(table, below, look, frame));
    let board = &screen.snapshot.view.board;
    if is_drawn || board.cells.is_empty() {
        return;
    }
    let info = screen.snapshot.game.info();
    let fit = |area| BoardGeometry::fit(info, board, look, Side::Upright, area);
    if let Some(geometry) = fit(beside).or_else(|| fit(below)) {
        BoardWidget { info, board, signs: &[], geometry, look }.render(frame.buffer_mut());
    }
}

/// Draws the QR code of the link; whether there is room for it.
fn draw_qr(table: &TableSnapshot, area: Rect, look: Look, frame: &mut Frame<'_>) -> bool {
    let wide = table.qr.iter().map(|line| width(line)).max().unwrap_or_default() as u16;
    let fits = wide <= area.width && table.qr.len() as u16 <= area.height && !table.qr.is_empty();
    if !fits || look.is_ascii() {
        return false;
    }
    for (line, y) in table.qr.iter().zip(area.y..) {
        frame.buffer_mut().set_string(area.x, y, line, look.paper());
    }
    true
}

impl TableScreen {
    fn title(&self) -> &'static str {
        if self.is_closed() {
            "tui-table-closed"
        } else if self.you().is_some() && self.has_free_seat() {
            "tui-table-waiting"
        } else if self.has_free_seat() {
            "tui-table-sit"
        } else if self.gathering().is_some_and(|gathering| gathering.halves.is_some()) {
            "tui-table-laying"
        } else {
            "tui-table-starting"
        }
    }

    fn keys_text(&self) -> &'static str {
        if self.is_typing() {
            "tui-table-sit-keys"
        } else if self.laying.is_some() {
            "tui-table-laying-keys"
        } else if self.you().is_some() && self.has_free_seat() {
            "tui-table-waiting-keys"
        } else {
            "tui-table-watch-keys"
        }
    }
}

struct Words<'a> {
    screen: &'a TableScreen,
    table: &'a TableSnapshot,
    look: Look,
    lang: Lang,
    now: Now,
}

impl Words<'_> {
    fn say(&self, id: &str) -> String {
        texts::say(self.lang, id, &[])
    }

    fn words(&self, text: &Text) -> String {
        text.get(self.lang).to_owned()
    }

    /// All that is said at the table, with the style of each line.
    fn lines(&self, catalogue: &[Entry]) -> Vec<(String, Style)> {
        let (screen, plain) = (self.screen, Style::new());
        let mut lines: Vec<_> = Seat::ALL.map(|seat| (self.seat(seat), plain)).into();
        let Some(gathering) = screen.gathering() else { return lines };
        let facts: Vec<_> = gathering.facts.iter().map(|fact| self.words(fact)).collect();
        lines.push((facts.join(" · "), self.look.dim()));
        lines.push((String::new(), plain));
        if let Some(problem) = screen.snapshot.server.as_ref().and_then(connection_problem) {
            lines.push((self.words(&problem), self.look.accent()));
        }
        if screen.asks_leave {
            let id = if self.table.is_host { "tui-table-ask-close" } else { "tui-table-ask-leave" };
            lines
                .push((format!("{} {}", self.say(id), self.say("tui-yes-no")), self.look.accent()));
        }
        lines.extend(screen.notices.iter().map(|text| (self.words(text), self.look.accent())));
        if gathering.is_closed {
            lines.push((self.say("tui-table-closed-more"), plain));
        } else if screen.is_typing() {
            lines.push((self.say("tui-table-invited"), plain));
            let name = format!("{} {}_", self.say("tui-table-name"), screen.name.text());
            lines.push((name, self.look.accent()));
        } else if self.table.you.is_none() {
            lines.push((self.say("tui-table-watch"), plain));
        } else {
            if screen.has_free_seat() {
                lines.extend(self.invitation(catalogue));
            }
            lines.extend(self.laying());
        }
        lines
    }

    fn seat(&self, seat: Seat) -> String {
        let (info, player) = (self.screen.snapshot.game.info(), &self.screen.snapshot.seats[seat]);
        let sign = info.pieces.get(usize::from(seat.index())).map_or(' ', |it| self.look.sign(it));
        let colour = self.words(&info.seats[usize::from(seat.index())]);
        let is_taken = self.screen.gathering().is_some_and(|gathering| gathering.taken[seat]);
        let name = match player.kind {
            _ if !is_taken => self.say("tui-table-free"),
            SeatKind::Here => {
                let name = self.words(&player.name);
                texts::say(self.lang, "tui-table-me", &[("name", name.into())])
            }
            _ => self.words(&player.name),
        };
        let halves = self.screen.gathering().and_then(|gathering| gathering.halves.as_ref());
        let agrees = halves.is_some_and(|halves| halves[seat].is_confirmed);
        let args = [("seat", colour.into()), ("name", name.into())];
        let mut line = format!("{sign} {}", texts::say(self.lang, "tui-table-seat", &args));
        let absence = self.table.absent[seat].map(|until| absence_text(until, self.now));
        let remarks = agrees.then(|| self.say("tui-table-agrees"));
        for remark in remarks.into_iter().chain(absence.map(|text| self.words(&text))) {
            line.push_str(", ");
            line.push_str(&remark);
        }
        line
    }

    /// How others find the table.
    fn invitation(&self, catalogue: &[Entry]) -> Vec<(String, Style)> {
        let mut lines = vec![(self.say("tui-table-pass-on"), Style::new())];
        lines.extend(self.table.links.iter().map(|link| (link.clone(), self.look.accent())));
        if !self.table.code.is_empty() {
            let code = [("code", self.table.code.as_str().into())];
            lines.push((texts::say(self.lang, "tui-table-code", &code), Style::new()));
        }
        let opponent = self.screen.entry(catalogue);
        if let Some(opponent) = opponent.and_then(|it| invitable(it).nth(self.screen.opponent)) {
            let level = [("level", (&opponent.title).into())];
            let text = texts::say(self.lang, "tui-table-computer", &level);
            lines.push((text, self.look.dim()));
        }
        lines
    }

    /// The own half of the board, and how far the other is.
    fn laying(&self) -> Vec<(String, Style)> {
        let (Some(laying), Some(you)) = (&self.screen.laying, self.table.you) else {
            return Vec::new();
        };
        let Some(gathering) = self.screen.gathering() else { return Vec::new() };
        let Some(halves) = &gathering.halves else { return Vec::new() };
        let half = if you == Seat::First { "tui-lay-upper" } else { "tui-lay-lower" };
        let mut lines = vec![(self.say(half), Style::new())];
        for place in 0..2 {
            let number = usize::from(you.index()) * 2 + place + 1;
            let label = texts::say(self.lang, "tui-setup-quadrant", &[("number", number.into())]);
            let row = format!("{label}  ‹ {} ›", laying.word(place));
            let row = if self.look.is_ascii() {
                row.replace('‹', "<").replace('›', ">")
            } else {
                row
            };
            let style = if place == laying.chosen { Look::CHOSEN } else { Style::new() };
            lines.push((row, style));
        }
        let other = &halves[!you];
        let laid = other.tiles.split(' ').filter(|tile| *tile != "-").count();
        let status = if self.screen.has_free_seat() {
            self.say("tui-lay-other-missing")
        } else if other.is_confirmed {
            self.say("tui-lay-other-agrees")
        } else {
            texts::say(self.lang, "tui-lay-other-laid", &[("count", laid.into())])
        };
        lines.push((status, Style::new()));
        let id = match (halves[you].is_confirmed, is_complete(gathering) && laying.is_settled()) {
            (true, _) => "tui-lay-agreed",
            (false, true) => "tui-lay-agree",
            (false, false) => "tui-lay-agree-when",
        };
        lines.push((self.say(id), self.look.accent()));
        lines
    }
}
