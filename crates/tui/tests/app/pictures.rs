//! Pictures of screens for the documentation, in `docs/terminal/`: SVG with the characters and the colours that a
//! terminal is sent.

use std::fmt::Write;

use crate::desk::Desk;
use crate::screens::{castle, in_a_match, in_a_tree};
use engine::tree::TreeMethod;
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Size;
use ratatui::style::{Color, Modifier};
use rules::Lang;
use tui::{ColourDepth, Look, Motion, Theme};

/// Size of a character, in pixels.
const CELL_WIDTH: usize = 9;
const CELL_HEIGHT: usize = 18;
/// Space around the screen.
const MARGIN: usize = 9;
/// Height of the line on which characters stand, above the lower edge of theirs.
const BASELINE: usize = 5;

/// Colours of a terminal's own.
struct Palette {
    ink: &'static str,
    paper: &'static str,
    dim: &'static str,
}

const DARK: Palette = Palette { ink: "#d8d8d8", paper: "#1c1c1c", dim: "#8a8a8a" };
const LIGHT: Palette = Palette { ink: "#1c1c1c", paper: "#fdfdfd", dim: "#6c6c6c" };

impl Palette {
    fn color(&self, color: Color, is_background: bool) -> String {
        match color {
            Color::Reset if is_background => self.paper.to_owned(),
            Color::Reset => self.ink.to_owned(),
            Color::DarkGray => self.dim.to_owned(),
            Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
            other => panic!("pictures have all colours, not {other:?}"),
        }
    }

    /// Ink and paper of a cell.
    fn colors(&self, cell: &Cell) -> [String; 2] {
        let colors = [self.color(cell.fg, false), self.color(cell.bg, true)];
        let [ink, paper] = colors;
        if cell.modifier.contains(Modifier::REVERSED) { [paper, ink] } else { [ink, paper] }
    }
}

/// The quarters of a cell that a block covers: upper left, upper right, lower left, lower right.
fn quarters(symbol: &str) -> Option<[bool; 4]> {
    Some(match symbol {
        " " => [false; 4],
        "█" => [true; 4],
        "▀" => [true, true, false, false],
        "▄" => [false, false, true, true],
        "▗" => [false, false, false, true],
        "▖" => [false, false, true, false],
        "▝" => [false, true, false, false],
        "▘" => [true, false, false, false],
        _ => return None,
    })
}

/// A screen as SVG.
fn svg(title: &str, buffer: &Buffer, palette: &Palette) -> String {
    let (columns, lines) = (usize::from(buffer.area.width), usize::from(buffer.area.height));
    let (width, height) = (columns * CELL_WIDTH + 2 * MARGIN, lines * CELL_HEIGHT + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{}\"/>\n",
        palette.paper
    );
    svg += "<g shape-rendering=\"crispEdges\">\n";
    for (y, line) in buffer.content.chunks(columns).enumerate() {
        paint_blocks(&mut svg, y, line, palette);
    }
    svg += "</g>\n";
    for (y, line) in buffer.content.chunks(columns).enumerate() {
        write_characters(&mut svg, y, line, palette);
    }
    svg + "</svg>\n"
}

/// The colours of a line, each half of it in runs of one colour.
fn paint_blocks(svg: &mut String, y: usize, line: &[Cell], palette: &Palette) {
    for half in 0..2 {
        let mut pixels = Vec::new();
        for cell in line {
            let [ink, paper] = palette.colors(cell);
            let quarters = quarters(cell.symbol()).unwrap_or_default();
            for side in 0..2 {
                let is_ink = quarters[2 * half + side];
                pixels.push(if is_ink { ink.clone() } else { paper.clone() });
            }
        }
        let mut start = 0;
        for run in pixels.chunk_by(|one, other| one == other) {
            if run[0] != palette.paper {
                // Half the width of a character is no whole number of pixels.
                let (x, width) = (MARGIN as f32 + start as f32 * 4.5, run.len() as f32 * 4.5);
                let (top, high) = (MARGIN + y * CELL_HEIGHT + half * 9, CELL_HEIGHT / 2);
                let _ = writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{high}\" fill=\"{}\"/>",
                    run[0]
                );
            }
            start += run.len();
        }
    }
}

/// The characters of a line, in words of one style.
fn write_characters(svg: &mut String, y: usize, line: &[Cell], palette: &Palette) {
    let style = |cell: &Cell| {
        let is_blank = quarters(cell.symbol()).is_some();
        (
            is_blank,
            palette.colors(cell)[0].clone(),
            cell.modifier & (Modifier::BOLD | Modifier::ITALIC),
        )
    };
    let mut x = 0;
    for run in line.chunk_by(|one, other| style(one) == style(other)) {
        let (is_blank, ink, modifier) = style(&run[0]);
        if !is_blank {
            let text: String = run.iter().map(Cell::symbol).collect();
            let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let bold = if modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
            let italic =
                if modifier.contains(Modifier::ITALIC) { " font-style=\"italic\"" } else { "" };
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{ink}\"{bold}{italic}>{text}</text>",
                MARGIN + x * CELL_WIDTH,
                MARGIN + (y + 1) * CELL_HEIGHT - BASELINE,
                run.len() * CELL_WIDTH,
            );
        }
        x += run.len();
    }
}

/// Compares a picture with its golden file.
fn check(name: &str, title: &str, theme: Theme, size: Size, make: impl Fn(&mut Desk)) {
    let look = Look { depth: ColourDepth::True, theme, motion: Motion::Off, ..Look::default() };
    let mut desk = Desk::new(Lang::En, look, size);
    make(&mut desk);
    let palette = if theme == Theme::Dark { DARK } else { LIGHT };
    let picture = svg(title, &desk.buffer(), &palette);
    testkit::golden::check(format!("../../docs/terminal/{name}.svg"), &picture);
}

const USUAL: Size = Size::new(80, 24);

#[test]
fn pictures_of_matches() {
    check("katarenga", "Katarenga in the terminal", Theme::Dark, Size::new(104, 34), |desk| {
        in_a_match(desk, "katarenga", &["d8d7"]);
        desk.keys("jjjl ");
    });
    check("connect-four", "Connect Four on a light background", Theme::Light, USUAL, |desk| {
        in_a_match(desk, "connect-four", &["4", "4", "5", "3", "6"]);
    });
}

#[test]
fn pictures_of_analysis() {
    check("analysis", "Values of moves in Othello", Theme::Dark, USUAL, |desk| {
        in_a_match(desk, "othello", &["f5", "d6", "c3", "d3", "c4"]);
        desk.keys("v");
    });
    check("review", "Review of a game", Theme::Dark, USUAL, |desk| {
        let moves = ["4", "4", "5", "3", "6", "7", "2", "5", "5", "1", "6", "6"];
        in_a_match(desk, "connect-four", &moves);
        desk.keys("w[[");
    });
    check("think", "A search tree that is walked", Theme::Dark, Size::new(92, 26), |desk| {
        in_a_tree(desk, "connect-four", &["4", "4", "5", "3"], TreeMethod::AlphaBeta);
        desk.key(KeyCode::Home);
        desk.keys("ccc");
    });
}

#[test]
fn pictures_of_set_up_and_quadrants() {
    check("setup", "Set-up of a board by quadrants", Theme::Dark, Size::new(100, 26), |desk| {
        desk.tiles = vec![castle()];
        desk.key(KeyCode::Enter);
        desk.keys("lljjljhr");
    });
    check("quadrants", "Drawing a quadrant", Theme::Dark, USUAL, |desk| {
        desk.tiles = vec![castle()];
        desk.keys("jjjj\n\nll3 ");
    });
}
