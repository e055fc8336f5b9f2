//! Cells without colours: lines and characters.

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use rules::{Cell, CellIndex};

use super::{BoardWidget, CellSigns, is_gap};

impl BoardWidget<'_> {
    pub(super) fn draw_cell(
        &self,
        index: CellIndex,
        cell: &Cell,
        signs: &CellSigns,
        buffer: &mut Buffer,
    ) {
        let rect = self.geometry.rect(index);
        let middle = match self.piece(cell) {
            Some(style) => self.look.sign(style),
            None if signs.forbidden => self.look.char('×', '*'),
            None if signs.target => self.look.char('•', '.'),
            None if rect.height == 1 => self.ground_sign(cell).unwrap_or(' '),
            None => ' ',
        };
        let bold = |is_bold: bool| {
            if is_bold { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() }
        };
        let style = bold(cell.piece.is_some());
        let (x, y) = (rect.x + rect.width / 2, rect.y + rect.height / 2);
        buffer.set_string(x, y, middle.to_string(), style);
        if rect.height > 1 {
            draw_around(cell, signs, (x, y), buffer);
        }
        if signs.cursor {
            let inside = ratatui::layout::Rect {
                x: rect.x + 1,
                y: rect.y + u16::from(rect.height > 1),
                width: rect.width - 1,
                height: (rect.height - 1).max(1),
            };
            buffer.set_style(inside, Style::new().add_modifier(Modifier::REVERSED));
        }
    }

    /// The lines around all cells.
    pub(super) fn draw_borders(&self, buffer: &mut Buffer) {
        for (index, cell) in self.board.cells.iter().enumerate() {
            if is_gap(cell) {
                continue;
            }
            let rect = self.geometry.rect(CellIndex(index as u8));
            let (right, bottom) = (rect.right(), rect.bottom());
            let wall = self.look.char('│', '|').to_string();
            if rect.height == 1 {
                for x in [rect.x, right] {
                    buffer.set_string(x, rect.y, &wall, Style::new());
                }
                continue;
            }
            for y in [rect.y, bottom] {
                for x in rect.x + 1..right {
                    buffer.set_string(x, y, self.look.char('─', '-').to_string(), Style::new());
                }
                for x in [rect.x, right] {
                    buffer.set_string(x, y, self.look.char('┼', '+').to_string(), Style::new());
                }
            }
            for y in rect.y + 1..bottom {
                for x in [rect.x, right] {
                    buffer.set_string(x, y, &wall, Style::new());
                }
            }
        }
        self.draw_ground_signs(buffer);
    }

    /// The signs of the grounds, on the lines above the cells.
    fn draw_ground_signs(&self, buffer: &mut Buffer) {
        for (index, cell) in self.board.cells.iter().enumerate() {
            let rect = self.geometry.rect(CellIndex(index as u8));
            if let Some(sign) = self.ground_sign(cell).filter(|_| rect.height > 1) {
                buffer.set_string(rect.x + 1, rect.y, sign.to_string(), Style::new());
            }
        }
    }
}

/// Brackets around a piece, or the value of a move.
fn draw_around(cell: &Cell, signs: &CellSigns, (x, y): (u16, u16), buffer: &mut Buffer) {
    let brackets = match signs {
        CellSigns { winning: true, .. } => Some(["*", "*"]),
        CellSigns { picked: true, .. } => Some(["[", "]"]),
        CellSigns { target: true, .. } if cell.piece.is_some() => Some(["<", ">"]),
        CellSigns { last: true, .. } => Some(["(", ")"]),
        _ => None,
    };
    if let Some([before, after]) = brackets {
        buffer.set_string(x - 1, y, before, Style::new());
        buffer.set_string(x + 1, y, after, Style::new());
    }
    if let Some(value) = &signs.value {
        let width = value.chars().count() as u16;
        buffer.set_string((x + 1).saturating_sub(width / 2 + 1), y, value, Style::new());
    }
}
