//! `damier analyse`: what every move is worth.

mod review;

pub(crate) use review::remarks;

use std::time::Duration;

use engine::{AnyLine, AnyReport, Entry, Limits, Resources};
use rules::Live;
use texts::text;
use wire::report::AnalysisJson;

use crate::args::{self, GameArgs};
use crate::context::Context;
use crate::failure::Failure;
use crate::{messages, progress};

/// How long to think when nobody says.
const DEFAULT_ANALYSIS_TIME: Duration = Duration::from_secs(3);
/// More moves than any position has.
const ALL_MOVES: u16 = 1_000;

/// Say what every move is worth
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Values are for the player to move. Exact ones are proved: a win or a loss in so many moves of the \
winner, the last included, or the margin at the end of a game that counts. A bound is a proved win or \
loss in at most so many moves: it may come sooner. Estimates are in units \
of an advantage that wins about 73 games in 100, with the score to expect in percent. Selectivity is \
the confidence with which each ProbCut cut of the search leaves out a move, not that of the result; \
without that line no move was left out.

Limits hold together; without any, three seconds are the limit. Ctrl-C tells what is known so far.

With --review the limits are those of each move, and the usual one makes a game of 40 moves take \
about ten seconds. The score is what player 1 may expect after the move, with = if it is proved. ?! marks an inaccuracy, ? a \
mistake, ?? a blunder: 5, 12, 25 % of the points given away, or a proved result. With one thread and \
no limit on time, the review of a game is always the same.

Examples:
  damier analyse connect-four 4453
  damier analyse othello f5d6c3 --depth 12
  damier analyse isolation --rules mutual --board '1 2 5 7' --time 10
  damier analyse katarenga --record game.txt --at 20 --json
  damier analyse othello --record game.txt --review")]
pub(crate) struct AnalyseCommand {
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
    /// Look over the whole game: what each move was worth, the mistakes, and why
    #[arg(long, conflicts_with = "lines")]
    review: bool,
    /// Print JSON: position, turn, moves with their values, depth, nodes and time
    #[arg(long)]
    json: bool,
}

impl AnalyseCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let (entry, mut live) = self.game.open(context)?;
        if let Some(at) = self.at {
            let moves = live.record().moves.len();
            if at > moves {
                return Err(Failure::wrong(text!("analyse-no-such-move", at, moves)));
            }
            live.truncate(at);
        }
        if self.review {
            return self.look_over(&entry, live.as_ref(), context);
        }
        let mut report = self.search(&entry, live.as_ref(), context)?;
        report.lines.sort_by(|a, b| b.sort_key().total_cmp(&a.sort_key()));
        report.choice = report.lines.first().map(|best| best.notation.clone());
        report.lines.truncate(self.lines().into());
        if self.json {
            context.print_json(&AnalysisJson::new(entry.game.info().id, live.as_ref(), &report))?;
            Ok(())
        } else {
            print(live.as_ref(), &report, context)
        }
    }

    /// Thinks, and shows on a terminal how far that is.
    fn search(
        &self,
        entry: &Entry,
        live: &dyn Live,
        context: &Context<'_>,
    ) -> Result<AnyReport, Failure> {
        let status = progress::bar(context, 0, "{msg}");
        let mut watch = |report: &AnyReport| {
            status.set_message(messages::analyse::status(report).get(context.lang).to_owned());
        };
        let (record, limits) = (live.record(), self.limits());
        let resources = self.resources(entry)?;
        let report = entry.analyst(resources).search(record, &limits, context.stop, &mut watch);
        status.finish_and_clear();
        report.map_err(|error| Failure::replay(&record.start, error))
    }

    fn resources(&self, entry: &Entry) -> Result<Resources, Failure> {
        args::resources(entry, self.threads, self.table)
    }

    /// How many moves are judged.
    fn lines(&self) -> u16 {
        self.lines.unwrap_or(ALL_MOVES)
    }

    fn limits(&self) -> Limits {
        let Self { depth, nodes, time, .. } = *self;
        let unlimited = depth.is_none() && nodes.is_none() && time.is_none();
        Limits {
            depth,
            nodes,
            time: time.or(unlimited.then_some(DEFAULT_ANALYSIS_TIME)),
            lines: self.lines().into(),
            ..Limits::default()
        }
    }
}

/// Prints an analysis in words.
pub(crate) fn print(
    live: &dyn Live,
    report: &AnyReport,
    context: &mut Context<'_>,
) -> Result<(), Failure> {
    let view = live.view();
    if let Some(ending) = &view.outcome {
        writeln!(context.out, "{}", tui::ending_text(ending).get(context.lang))?;
        return Ok(());
    }
    let value = |line: &AnyLine| {
        messages::analyse::value(line.value, line.chance).get(context.lang).to_owned()
    };
    let moves = &report.lines;
    let move_width = widest(moves.iter().map(|line| line.notation.clone()));
    let value_width = widest(moves.iter().map(value));
    for line in moves {
        let (notation, value) = (&line.notation, value(line));
        let kind = messages::analyse::kind(line.value);
        let kind = kind.get(context.lang);
        writeln!(context.out, "  {notation:<move_width$}   {value:<value_width$}   {kind}")?;
    }
    writeln!(context.out)?;
    for line in messages::analyse::summary(view.turn, report) {
        writeln!(context.out, "{}", line.get(context.lang))?;
    }
    Ok(())
}

/// How many characters the longest text has.
fn widest(texts: impl Iterator<Item = String>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or_default()
}
