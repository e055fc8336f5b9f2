//! QR codes.

use std::fmt::Write;

use qrcode::types::Color;
use qrcode::{EcLevel, QrCode};

/// Width of the quiet zone around a code.
const QUIET_ZONE_MODULES: usize = 4;

/// QR code with its quiet zone.
pub struct Qr {
    code: QrCode,
}

impl Qr {
    /// The code of a text; `None` if the text is too long.
    pub fn new(text: &str) -> Option<Self> {
        let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
        Some(Self { code })
    }

    /// The number of modules on a side.
    pub fn width(&self) -> usize {
        self.code.width() + 2 * QUIET_ZONE_MODULES
    }

    /// Whether the module in a column and a row is dark.
    pub fn is_dark(&self, column: usize, row: usize) -> bool {
        let inner = QUIET_ZONE_MODULES..QUIET_ZONE_MODULES + self.code.width();
        inner.contains(&column)
            && inner.contains(&row)
            && self.code[(column - QUIET_ZONE_MODULES, row - QUIET_ZONE_MODULES)] == Color::Dark
    }

    /// The code as an SVG image.
    pub fn svg(&self) -> String {
        let width = self.width();
        let mut path = String::new();
        for row in 0..width {
            let mut column = 0;
            while column < width {
                let length = (column..width).take_while(|at| self.is_dark(*at, row)).count();
                if length > 0 {
                    let _ = write!(path, "M{column} {row}h{length}v1h-{length}z");
                }
                column += length + 1;
            }
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {width}\" \
             shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{width}v{width}H0z\"/>\
             <path d=\"{path}\"/></svg>"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_and_a_margin() {
        let code = Qr::new("http://192.168.1.5:4747/m/5w5fvrpbd6pq").expect("a code");
        let last = code.width() - QUIET_ZONE_MODULES - 1;
        for (column, row) in [
            (QUIET_ZONE_MODULES, QUIET_ZONE_MODULES),
            (last, QUIET_ZONE_MODULES),
            (QUIET_ZONE_MODULES, last),
        ] {
            assert!(code.is_dark(column, row));
        }
        for at in 0..code.width() {
            assert!(!code.is_dark(at, 0) && !code.is_dark(0, at) && !code.is_dark(at, last + 1));
        }
        assert!(Qr::new(&"x".repeat(5000)).is_none());
    }

    #[test]
    fn the_picture_has_as_many_dark_modules() {
        let code = Qr::new("damier").expect("a code");
        let all = (0..code.width()).flat_map(|row| (0..code.width()).map(move |at| (at, row)));
        let dark = all.filter(|(column, row)| code.is_dark(*column, *row)).count();
        let svg = code.svg();
        let runs = svg.split('M').filter_map(|run| run.split_once('h')?.1.split_once("v1"));
        assert_eq!(
            runs.map(|(length, _)| length.parse::<usize>().unwrap_or(0)).sum::<usize>(),
            dark
        );
    }
}
