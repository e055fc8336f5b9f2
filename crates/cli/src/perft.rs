//! `damier perft`: counting move sequences, the classic test of a move generator.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::args::GameArgs;
use crate::context::Context;
use crate::failure::Failure;

/// Deepest count: it would never end, but does not exhaust the stack.
const PERFT_MAX_DEPTH: i64 = 64;

/// Count the move sequences of a given length
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A finished game has no successors. Repetition, limits on moves and swap are not applied.

Examples:
  damier perft connect-four --depth 8
  damier perft othello f5d6 --depth 5 --divide
  damier perft congress --board '1 2 5 7' --depth 3")]
pub(crate) struct PerftCommand {
    #[command(flatten)]
    game: GameArgs,
    /// How many moves the sequences have
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=PERFT_MAX_DEPTH))]
    depth: u32,
    /// Count by first move, one a line, before the total
    #[arg(long)]
    divide: bool,
    /// Print JSON: game, position, depth, nodes and, if asked for, divide
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PerftJson<'a> {
    game: &'a str,
    position: String,
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

impl PerftCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let (entry, live) = self.game.open(context)?;
        let depth = self.depth;
        let divide: Option<BTreeMap<_, _>> =
            self.divide.then(|| live.divide(depth).into_iter().collect());
        let nodes = match &divide {
            Some(parts) if depth > 0 => parts.values().sum(),
            _ => live.perft(depth),
        };
        if self.json {
            let (game, position) = (entry.game.info().id, live.position());
            context.print_json(&PerftJson { game, position, depth, nodes, divide })?;
            return Ok(());
        }
        if let Some(parts) = &divide {
            for (notation, count) in parts {
                writeln!(context.out, "{notation}: {count}")?;
            }
            writeln!(context.out)?;
        }
        writeln!(context.out, "{nodes}")?;
        Ok(())
    }
}
