//! `damier analyse`: what every move is worth.

use std::time::Duration;

use engine::{Limits, Resources, Thought, ThoughtLine, Verdict};
use rules::{Ending, Live, SWAP, Seat};
use serde::Serialize;

use crate::args::{self, GameArgs};
use crate::context::Context;
use crate::failure::Failure;
use crate::{progress, words};

/// How long to think when nobody says.
const USUAL_TIME: Duration = Duration::from_secs(3);
/// More moves than any position has.
const ALL_MOVES: u16 = 1_000;

/// Say what every move is worth
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Values are for the player to move. Exact ones are proved: a win or a loss in so many moves of the
winner, the last included, or the margin at the end of a game that counts. Estimates are in units of
an advantage that wins about 73 games in 100, with the score to expect. Limits hold together; three
seconds are the limit if none is given. Ctrl-C tells what is known so far.

Examples:
  damier analyse connect-four 4453
  damier analyse othello f5d6c3 --depth 12
  damier analyse isolation --rules mutual --board '1 2 5 7' --time 10
  damier analyse katarenga --record game.txt --at 20 --json")]
pub(crate) struct Analyse {
    #[command(flatten)]
    game: GameArgs,
    /// Look at the position after the first N moves, not the last
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Look no deeper than so many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    depth: Option<u16>,
    /// Look at no more positions than this
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Think no longer than this
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    time: Option<Duration>,
    /// How many threads think; one for each processor otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The size of the transposition table, in MiB
    #[arg(long, value_name = "MB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table: u32,
    /// Judge only the best moves, so many, and these more deeply
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    lines: Option<u16>,
    /// Print JSON: position, turn, moves with their values, depth, nodes and time
    #[arg(long)]
    json: bool,
}

impl Analyse {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let (entry, mut live) = self.game.open(context)?;
        if let Some(at) = self.at {
            live.truncate(at);
        }
        let resources = Resources {
            threads: self.threads.map_or_else(args::processors, usize::from),
            table: self.table as usize,
        };
        let status = progress::line(context, 0, "{msg}");
        let mut thought = entry
            .analyst(resources)
            .think(live.record(), &self.limits(), context.stop, &mut |thought| {
                status.set_message(words::analyse::status(thought).get(context.lang).to_owned());
            })
            .map_err(|error| Failure::replay(&live.record().start, error))?;
        status.finish_and_clear();
        add_swap(&mut thought, live.as_ref());
        if self.json {
            let game = entry.game.info().id;
            context.print_json(&Json::new(game, live.as_ref(), &thought))?;
            return Ok(());
        }
        print(live.as_ref(), &thought, context)
    }

    fn limits(&self) -> Limits {
        let Self { depth, nodes, time, .. } = *self;
        let unlimited = depth.is_none() && nodes.is_none() && time.is_none();
        Limits {
            depth,
            nodes,
            time: time.or(unlimited.then_some(USUAL_TIME)),
            clock: None,
            lines: self.lines.unwrap_or(ALL_MOVES).into(),
        }
    }
}

/// Where swap may be said, it is worth the opposite of the best move.
fn add_swap(thought: &mut Thought, live: &dyn Live) {
    let may_swap = live.view().choices.iter().any(|choice| choice.notation == SWAP);
    let Some(best) = thought.moves.first().filter(|_| may_swap) else { return };
    let swap = ThoughtLine {
        notation: SWAP.to_owned(),
        chance: 1.0 - best.chance,
        verdict: opposite(best.verdict),
        line: [SWAP.to_owned()].into_iter().chain(best.line.iter().cloned()).collect(),
    };
    let place = thought.moves.partition_point(|line| line.chance > swap.chance);
    thought.moves.insert(place, swap);
}

/// What is a win for one is a loss for the other.
const fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win { plies } => Verdict::Loss { plies },
        Verdict::Loss { plies } => Verdict::Win { plies },
        Verdict::Exact { margin } => Verdict::Exact { margin: -margin },
        Verdict::Estimate { points } => Verdict::Estimate { points: -points },
    }
}

fn print(live: &dyn Live, thought: &Thought, context: &mut Context<'_>) -> Result<(), Failure> {
    let view = live.view();
    if let Some(ending) = &view.outcome {
        writeln!(context.out, "{}", words::over(ending).get(context.lang))?;
        return Ok(());
    }
    let rows: Vec<_> = thought
        .moves
        .iter()
        .map(|line| {
            let value = words::analyse::value(line.verdict, line.chance);
            (&line.notation, value.get(context.lang).to_owned(), line.verdict.is_exact())
        })
        .collect();
    let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or_default();
    let move_width = width(&mut rows.iter().map(|(notation, ..)| notation.chars().count()));
    let value_width = width(&mut rows.iter().map(|(_, value, _)| value.chars().count()));
    for (notation, value, exact) in &rows {
        let kind = words::analyse::kind(*exact);
        let kind = kind.get(context.lang);
        writeln!(context.out, "  {notation:<move_width$}   {value:<value_width$}   {kind}")?;
    }
    writeln!(context.out)?;
    for line in words::analyse::summary(view.turn, thought) {
        writeln!(context.out, "{}", line.get(context.lang))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Json<'a> {
    game: &'a str,
    position: String,
    turn: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Ending>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<&'a str>,
    moves: Vec<MoveJson<'a>>,
    depth: u16,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

#[derive(Serialize)]
struct MoveJson<'a> {
    #[serde(rename = "move")]
    notation: &'a str,
    exact: bool,
    #[serde(flatten)]
    value: ValueJson,
    /// The score to expect.
    chance: f64,
    line: &'a [String],
}

/// What a move is worth, for the one who makes it.
#[derive(Serialize)]
#[serde(tag = "value", rename_all = "lowercase")]
enum ValueJson {
    /// In moves of the winner, and in plies.
    Win { moves: u16, plies: u16 },
    Loss { moves: u16, plies: u16 },
    /// The count at the end; 0 is a draw in any game.
    Margin { margin: i32 },
    /// In hundredths of a unit.
    Estimate { points: i32 },
}

impl<'a> Json<'a> {
    fn new(game: &'a str, live: &dyn Live, thought: &'a Thought) -> Self {
        let view = live.view();
        let seconds = thought.time.as_secs_f64();
        let move_json = |line: &'a ThoughtLine| MoveJson {
            notation: &line.notation,
            exact: line.verdict.is_exact(),
            value: line.verdict.into(),
            chance: (f64::from(line.chance) * 1e4).round() / 1e4,
            line: &line.line,
        };
        Self {
            game,
            position: live.position(),
            turn: view.turn,
            outcome: view.outcome,
            best: thought.choice.as_deref(),
            moves: thought.moves.iter().map(move_json).collect(),
            depth: thought.depth,
            nodes: thought.nodes,
            seconds: (seconds * 1e3).round() / 1e3,
            nodes_per_second: (thought.nodes as f64 / seconds.max(1e-9)) as u64,
        }
    }
}

impl From<Verdict> for ValueJson {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win { plies } => Self::Win { moves: plies.div_ceil(2), plies },
            Verdict::Loss { plies } => Self::Loss { moves: plies.div_ceil(2), plies },
            Verdict::Exact { margin } => Self::Margin { margin },
            Verdict::Estimate { points } => Self::Estimate { points },
        }
    }
}
