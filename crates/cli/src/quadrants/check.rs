//! `damier quadrants check`: validates tiles without storing them.

use std::ops::Range;

use clap::Args;
use games::terrain::check_tile;
use rules::{ParseError, Text, TileCheck};
use serde::Serialize;
use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::messages;

/// Check quadrants that somebody has drawn
#[derive(Args, Debug)]
#[command(after_help = "\
Says ok, what is unusual, or what must be mended; only the last ends with exit status 2.

Examples:
  damier quadrants check YBGR/RGYY/GRBB/BYRG
  damier quadrants check YBGR/RGYY/GRBB/BYRG 'mine: YYYY/GGGG/BBBB/RRRR'")]
pub(super) struct QuadrantsCheckCommand {
    /// Four rows from the top in the letters Y G B R, with a name before if you like
    #[arg(required = true, value_name = "ROWS")]
    tiles: Vec<String>,
    /// Print JSON: for each its name, rows, warnings and error
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct TileCheckJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    rows: &'a str,
    warnings: Vec<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<TileErrorJson>,
}

#[derive(Serialize)]
struct TileErrorJson {
    text: Text,
    at: Range<usize>,
}

impl<'a> TileCheckJson<'a> {
    /// Checks `name: rows`, or rows alone.
    fn new(text: &'a str) -> Self {
        let (name, rows) = match text.rsplit_once(':') {
            Some((name, rows)) => (Some(name.trim()), rows.trim()),
            None => (None, text.trim()),
        };
        let TileCheck { rows: checked, warnings } = check_tile(rows);
        let error = checked.err().map(|ParseError { at, text }| TileErrorJson { text, at });
        Self { name, rows, warnings, error }
    }
}

impl QuadrantsCheckCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let tiles: Vec<_> = self.tiles.iter().map(|text| TileCheckJson::new(text)).collect();
        if self.json {
            context.print_json(&tiles)?;
        } else {
            for tile in &tiles {
                tile.print(context)?;
            }
        }
        if tiles.iter().any(|tile| tile.error.is_some()) {
            Err(Failure::usage_reported())
        } else {
            Ok(())
        }
    }
}

impl TileCheckJson<'_> {
    fn print(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let name = self.name.unwrap_or(self.rows);
        if let Some(TileErrorJson { text, at }) = &self.error {
            let text = self.name.map_or_else(|| text.clone(), |name| messages::about(name, text));
            Failure::unreadable(self.rows, ParseError { at: at.clone(), text })
                .report(context.lang, context.err);
        } else if self.warnings.is_empty() {
            context.print(&messages::about(name, &text!("ok")))?;
        }
        for warning in &self.warnings {
            let warning = messages::about(name, &text!("warning", text = warning));
            context.print(&warning)?;
        }
        Ok(())
    }
}
