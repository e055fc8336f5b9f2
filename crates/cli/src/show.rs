//! `damier show`: the board in text.

use rules::{Record, View};
use serde::Serialize;

use crate::args::GameArgs;
use crate::board_picture::{BoardPicture, RowHeight};
use crate::color_mode::ColorMode;
use crate::context::Context;
use crate::failure::Failure;

/// Show the board in text
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  damier show connect-four 4453
  damier show othello f5d6c3 --ascii
  damier show katarenga --board seed:7
  damier show connect-four --position '7/7/7/7/3o3/2xx3 o' --json")]
pub(crate) struct ShowCommand {
    #[command(flatten)]
    game: GameArgs,
    /// Use nothing but ASCII characters
    #[arg(long)]
    ascii: bool,
    /// Print JSON: game, position, record and view
    #[arg(long, conflicts_with = "ascii")]
    json: bool,
}

#[derive(Serialize)]
struct ShowJson<'a> {
    game: &'a str,
    position: String,
    record: &'a Record,
    view: View,
}

impl ShowCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let (entry, live) = self.game.open(context)?;
        let (info, view) = (entry.game.info(), live.view());
        if self.json {
            let (game, position, record) = (info.id, live.position(), live.record());
            context.print_json(&ShowJson { game, position, record, view })?;
        } else {
            let script = context.script(self.ascii);
            let (view, swapped, lang) = (&view, live.swapped(), context.lang);
            let paint = ColorMode::on_terminal(context, script);
            let picture =
                BoardPicture { info, view, swapped, script, rows: RowHeight::Box, paint, lang };
            write!(context.out, "{picture}")?;
        }
        Ok(())
    }
}
