//! `damier moves`: the legal moves of a position.

use rules::Seat;
use serde::Serialize;

use crate::args::GameArgs;
use crate::context::Context;
use crate::failure::Failure;

/// List the legal moves, one a line
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  damier moves connect-four 4453
  damier moves othello f5 d6 c3
  damier moves katarenga --board 'A Bf+90 C+180 D' --rules official
  damier moves isolation --board seed:7 --swap c4")]
pub(crate) struct MovesCommand {
    #[command(flatten)]
    game: GameArgs,
    /// Print JSON: game, position, turn and moves
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MovesJson<'a> {
    game: &'a str,
    position: String,
    turn: Seat,
    moves: Vec<String>,
}

impl MovesCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let (entry, live) = self.game.open(context)?;
        let view = live.view();
        let mut moves: Vec<_> = view.choices.into_iter().map(|choice| choice.notation).collect();
        moves.sort_unstable();
        if self.json {
            let (game, position, turn) = (entry.game.info().id, live.position(), view.turn);
            context.print_json(&MovesJson { game, position, turn, moves })?;
            return Ok(());
        }
        for notation in moves {
            writeln!(context.out, "{notation}")?;
        }
        if let Some(ending) = &view.outcome {
            context.remark(&tui::ending_text(ending));
        }
        Ok(())
    }
}
