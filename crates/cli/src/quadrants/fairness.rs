//! `damier quadrants fairness`: measures how fair a board is.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use clap::Args;
use engine::{Balance, Entry, Fairness, Trial};
use rules::{BySeat, Seat, Setup, Text};
use serde::Serialize;
use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::parallel::work_in_order;
use crate::tiles::DataArgs;

use crate::{args, messages, progress};

/// Measure how fair a board is
#[derive(Args, Debug)]
#[command(after_help = "\
The engine plays itself, half of the games on the board and half on its half turn; the verdict is \
about the board as it lies, with the first player at its top. Where a solver can \
tell who wins, as in Isolation by the mutual rules, that is the answer and nothing is played. The same \
command gives the same answer, on any number of threads.

--survey N measures the boards of the seeds 1 to N, and prints a line for each. Boards that are fair by \
chance are found out with --confirm, and random boards are drawn from those that stay fair. A line is: the board, First's \
score and its error in percent, the average length in plies, and First's score on the board and on \
its half turn; or the side that wins.

Examples:
  damier quadrants fairness seed:7
  damier quadrants fairness 'A Bf+90 C+180 D' --game congress --games 200
  damier quadrants fairness '1 2 5 7' --game isolation --rules mutual
  damier quadrants fairness --survey 48 --game katarenga")]
pub(super) struct QuadrantsFairnessCommand {
    /// The board, as for --board of other commands
    #[arg(required_unless_present = "survey", conflicts_with = "survey")]
    board: Option<String>,
    /// Measure the boards of the seeds 1 to N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    survey: Option<u32>,
    /// With --survey: begin with the board of this seed, to go on with a survey
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "survey")]
    from: u32,
    /// With --survey: measure the boards that are found fair again, with so many games
    #[arg(long, value_name = "N", requires = "survey")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    confirm: Option<u32>,
    /// The game: katarenga, congress or isolation
    #[arg(long, default_value = "katarenga")]
    game: String,
    /// The rule set; the usual one otherwise
    #[arg(long, value_name = "R")]
    rules: Option<String>,
    /// How many games to play on a board
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// How many positions to look at for a move
    #[arg(long, value_name = "N", default_value_t = 5000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many games to play at a time; one for each processor otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON: board, games, score, error, length and verdict
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArgs,
}

#[derive(Serialize)]
struct FairnessJson {
    game: &'static str,
    board: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<Seat>,
    games: u32,
    score: f64,
    error: f64,
    length: f64,
    scores: [f64; 2],
    verdict: Text,
}

impl QuadrantsFairnessCommand {
    pub(super) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let entry = args::find(&self.game, context.catalogue)?;
        if entry.game.info().tiles.is_empty() {
            return Err(Failure::wrong(text!(
                "fairness-no-boards",
                game = &entry.game.info().title
            )));
        }
        match (&self.board, self.survey) {
            (Some(text), _) => {
                let board = self.data.expand_tiles(text, entry.game, context)?;
                let result = self.measure(entry, board, self.games, context)?;
                self.print(entry, text, &result, context)
            }
            (None, boards) => {
                for seed in self.from..=boards.unwrap_or_default() {
                    let board = format!("seed:{seed}");
                    let mut result = self.measure(entry, board.clone(), self.games, context)?;
                    if let Some(games) = self.confirm.filter(|_| result.0.is_fair()) {
                        result = self.measure(entry, board.clone(), games, context)?;
                    }
                    writeln!(context.out, "{}", survey_line(&board, &result))?;
                    context.out.flush()?;
                }
                Ok(())
            }
        }
    }

    fn measure(
        &self,
        entry: Entry,
        board: String,
        games: u32,
        context: &Context<'_>,
    ) -> Result<(Fairness, Option<Seat>), Failure> {
        let setup = Setup { rules: self.rules.clone(), board: Some(board), seed: 0 };
        let trial = Trial::new(entry, &setup).map_err(|error| {
            let text = match error.setting {
                "board" => setup.board.as_deref(),
                _ => self.rules.as_deref(),
            };
            Failure::setup(text, error)
        })?;
        let mut measured = Fairness::default();
        if let Some(winner) = trial.proof(context.stop) {
            return Ok((measured, Some(winner)));
        }
        let bar = progress::bar(context, games.into(), progress::MESSAGE_TEMPLATE);
        let next = AtomicU32::new(0);
        let work = |halt: &AtomicBool| {
            let number = next.fetch_add(1, Relaxed);
            if number >= games {
                return Ok(None);
            }
            Ok(trial.play(number, self.nodes, halt).map(|game| (number, game)))
        };
        let threads = self.threads.map_or_else(args::processors, usize::from);
        work_in_order(threads, 0, context.stop, work, |_, game| {
            measured.add(game);
            bar.inc(1);
            bar.set_message(format!("{:.1} %", 100.0 * measured.score()));
            Ok(ControlFlow::Continue(()))
        })?;
        bar.finish_and_clear();
        if context.stop.load(Relaxed) { Err(Failure::interrupted()) } else { Ok((measured, None)) }
    }

    fn print(
        &self,
        entry: Entry,
        board: &str,
        &(measured, proved): &(Fairness, Option<Seat>),
        context: &mut Context<'_>,
    ) -> Result<(), Failure> {
        let info = entry.game.info();
        let verdict = proved.map_or_else(|| measured.balance(), Balance::Won).text(&info.seats);
        if self.json {
            context.print_json(&FairnessJson {
                game: info.id,
                board: board.to_owned(),
                proved,
                games: measured.all(),
                score: rounded(measured.score()),
                error: rounded(measured.error()),
                length: rounded(measured.length()),
                scores: measured.parts().map(rounded),
                verdict,
            })?;
            return Ok(());
        }
        if proved.is_none() {
            for line in [
                messages::quadrants::fair_games(measured.all(), measured.length()),
                messages::quadrants::fair_score(
                    &info.seats[0],
                    measured.score(),
                    measured.error(),
                    measured.parts(),
                ),
            ] {
                context.print(&line)?;
            }
        }
        context.print(&text!("fairness-verdict", verdict = &verdict))?;
        Ok(())
    }
}

/// Line of a survey.
fn survey_line(board: &str, &(measured, proved): &(Fairness, Option<Seat>)) -> String {
    if let Some(winner) = proved {
        let names = BySeat { first: "first", second: "second" };
        return format!("{board}\t{}", names[winner]);
    }
    let [laid, turned] = measured.parts().map(|score| 100.0 * score);
    let (score, error) = (100.0 * measured.score(), 100.0 * measured.error());
    format!("{board}\t{score:.1}\t{error:.1}\t{:.1}\t{laid:.1}\t{turned:.1}", measured.length())
}

/// Rounds to four decimals.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
