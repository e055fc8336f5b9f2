//! Drawing of the gallery and of the editor.

use ratatui::Frame;
use ratatui::layout::{Rect, Size};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use rules::{Lang, Text, Tile};

use super::editor::{EditorScreen, tile_board};
use super::{GalleryPrompt, GalleryScreen, GalleryTile};
use crate::board::{BoardGeometry, BoardWidget, CellSigns};
use crate::line_input::LineInput;
use crate::look::Look;
use crate::screens::{FIRST_LINE, FRAME_LINES, draw_frame, draw_list};
use crate::widgets::{put, put_line, wrap};

/// Widest list of tiles.
const LIST_WIDTH_MAX: u16 = 44;
/// Width of a tile's name in the list, in characters.
const NAME_WIDTH: usize = 16;
/// Lines for a question, a line that is typed, and notices.
pub(super) const FOOT_LINES: u16 = 2;
/// Widest area of the tile in the editor.
const TILE_WIDTH_MAX: u16 = 34;

pub(super) fn draw_gallery(
    screen: &GalleryScreen,
    own: &[Tile],
    look: Look,
    lang: Lang,
    frame: &mut Frame<'_>,
) {
    let area = draw_frame("tui-menu-quadrants", "tui-gallery-keys", look, lang, frame);
    let tiles = screen.tiles(own);
    let rows: Vec<_> = tiles.iter().map(|tile| gallery_row(tile, lang)).collect();
    let chosen = screen.chosen.min(tiles.len().saturating_sub(1));
    let body = Rect { height: area.height.saturating_sub(FOOT_LINES), ..area };
    let list = Rect { width: (body.width * 3 / 5).min(LIST_WIDTH_MAX), ..body };
    draw_list(&rows, chosen, list, look, frame);
    let beside = Rect { x: list.right(), width: body.width - list.width, ..body };
    if let Some(GalleryTile { tile, .. }) = tiles.get(chosen) {
        draw_tile(screen, tile, beside, look, frame);
    }
    let foot = Rect { y: body.bottom(), height: FOOT_LINES, ..area };
    match &screen.prompt {
        Some(GalleryPrompt::Remove(tile)) => {
            let args = [("name", tile.name.as_ref().into())];
            let question = texts::say(lang, "tui-tile-ask-remove", &args);
            let text = format!("{question} {}", texts::say(lang, "tui-yes-no", &[]));
            put(frame, Rect { height: 1, ..foot }, text, look.accent(), look);
        }
        Some(GalleryPrompt::Import(line)) => {
            draw_prompt("tui-tile-import", line, foot, look, lang, frame);
        }
        Some(GalleryPrompt::Export(line)) => {
            draw_prompt("tui-tile-export", line, foot, look, lang, frame);
        }
        None => draw_notices(&screen.notices, foot, look, lang, frame),
    }
}

fn gallery_row(GalleryTile { tile, set }: &GalleryTile, lang: Lang) -> String {
    let own = texts::text("quadrants-own", &[]);
    let set = set.unwrap_or(&own).get(lang);
    let blanks = NAME_WIDTH.saturating_sub(tile.name.chars().count());
    format!("{}{} {set}", tile.name, " ".repeat(blanks))
}

fn draw_tile(screen: &GalleryScreen, tile: &Tile, area: Rect, look: Look, frame: &mut Frame<'_>) {
    let squares: Vec<_> = tile.rows.chars().filter(|c| *c != '/').collect();
    let board = tile_board(screen.game, tile.rows.split('/').count(), &squares);
    let Some(geometry) = BoardGeometry::fit_tile(&board, look, area) else { return };
    let info = screen.game.info();
    BoardWidget { info, board: &board, signs: &[], geometry, look }.render(frame.buffer_mut());
}

/// A line that is asked for, behind its name.
fn draw_prompt(
    id: &str,
    line: &LineInput,
    area: Rect,
    look: Look,
    lang: Lang,
    frame: &mut Frame<'_>,
) {
    let label = texts::say(lang, id, &[]);
    let spans = vec![
        Span::styled(format!(" {} ", look.text(&label)), look.accent()),
        Span::raw(look.text(line.text()).into_owned()),
        Span::styled(" ", Look::CHOSEN),
    ];
    put_line(frame, Rect { height: 1, ..area }, &Line::from(spans));
}

fn draw_notices(notices: &[Text], area: Rect, look: Look, lang: Lang, frame: &mut Frame<'_>) {
    let width = usize::from(area.width.saturating_sub(2)).max(1);
    let lines = notices.iter().flat_map(|notice| wrap(notice.get(lang), width));
    for (line, y) in lines.zip(area.y..area.bottom()) {
        put(frame, Rect { y, height: 1, ..area }, line, look.accent(), look);
    }
}

/// Where the tile is drawn in a window of that size.
pub(super) fn tile_area(size: Size) -> Rect {
    let height = size.height.saturating_sub(FRAME_LINES + FOOT_LINES);
    Rect::new(0, FIRST_LINE, (size.width / 2).min(TILE_WIDTH_MAX), height)
}

pub(super) fn draw_editor(screen: &EditorScreen, look: Look, lang: Lang, frame: &mut Frame<'_>) {
    let area = draw_frame("tui-editor-title", "tui-editor-keys", look, lang, frame);
    let place = tile_area(frame.area().as_size());
    let (info, board) = (screen.game.info(), screen.board());
    if let Some(geometry) = BoardGeometry::fit_tile(&board, look, place) {
        let mut signs = vec![CellSigns::default(); board.cells.len()];
        if let Some(sign) = signs.get_mut(screen.cursor) {
            sign.cursor = true;
        }
        let widget = BoardWidget { info, board: &board, signs: &signs, geometry, look };
        widget.render(frame.buffer_mut());
    }
    let beside = Rect {
        x: place.right() + 1,
        width: area.width.saturating_sub(place.width + 1),
        height: area.height.saturating_sub(FOOT_LINES),
        ..area
    };
    draw_palette(screen, beside, look, lang, frame);
    let foot = Rect { y: beside.bottom(), height: FOOT_LINES, ..area };
    if screen.is_leaving {
        let question = texts::say(lang, "tui-tile-ask-discard", &[]);
        let text = format!("{question} {}", texts::say(lang, "tui-yes-no", &[]));
        put(frame, Rect { height: 1, ..foot }, text, look.accent(), look);
    } else if let Some(line) = &screen.naming {
        draw_prompt("tui-tile-name", line, foot, look, lang, frame);
        let below = Rect { y: foot.y + 1, height: foot.height.saturating_sub(1), ..foot };
        draw_notices(&screen.notices, below, look, lang, frame);
    } else {
        let check = screen.check();
        let warnings = if screen.notices.is_empty() { &check.warnings } else { &screen.notices };
        draw_notices(warnings, foot, look, lang, frame);
    }
}

/// The name, the colours with their counts, and the keys.
fn draw_palette(screen: &EditorScreen, area: Rect, look: Look, lang: Lang, frame: &mut Frame<'_>) {
    let nameless = texts::say(lang, "tui-tile-nameless", &[]);
    let name = if screen.name.is_empty() { &nameless } else { &screen.name };
    put(frame, Rect { height: 1, ..area }, name, look.accent(), look);
    let grounds = screen.game.info().grounds;
    let mut rows = Vec::new();
    for (number, letter) in (1..).zip(&screen.letters) {
        let Some(ground) = grounds.iter().find(|ground| ground.letter == *letter) else { continue };
        let count = screen.drawing.squares().iter().filter(|it| *it == letter).count();
        let (sign, label) = (look.sign(ground), ground.label.get(lang));
        rows.push(format!("{number} {sign} {label:<15} {count}"));
    }
    let list = Rect {
        y: area.y + 2,
        height: (rows.len() as u16).min(area.height.saturating_sub(2)),
        ..area
    };
    draw_list(&rows, screen.brush, list, look, frame);
    let below = Rect {
        y: list.bottom() + 1,
        height: area.bottom().saturating_sub(list.bottom() + 1),
        ..area
    };
    let help = texts::say(lang, "tui-editor-help", &[]);
    for (line, y) in help.lines().zip(below.y..below.bottom()) {
        put(frame, Rect { y, height: 1, ..below }, line, Style::new(), look);
    }
}
