//! Trains the network of Katarenga or Congress on files of `damier train GAME play`; `docs/training.md` says how.
//!
//! ```text
//! cargo run --release -p damier-games --example train_network -- GAME EPOCHS network.bin games.txt…
//! ```

use std::process::ExitCode;

use damier_games::congress::CongressEvaluator;
use damier_games::katarenga::KatarengaEvaluator;
use damier_games::network::TrainedNetwork as _;
use engine::{SelfPlayGame, TrainingConfig};

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let fit = match args.next().as_deref() {
        Some("katarenga") => KatarengaEvaluator::fit_network,
        Some("congress") => CongressEvaluator::fit_network,
        _ => return usage(),
    };
    let Some(Ok(epochs)) = args.next().map(|epochs| epochs.parse()) else { return usage() };
    let config = TrainingConfig { epochs, seed: 1, weight_decay: 0.1 };
    let (Some(out), files) = (args.next(), args.collect::<Vec<_>>()) else { return usage() };
    let games = match read(&files) {
        Ok(games) => games,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    let mut written = Ok(());
    fit(&games, &config, &mut |report| {
        let ([training, validation], [results, labels]) = (report.samples, report.losses);
        println!(
            "epoch {}: {training} positions; loss {results:.4} of results and {labels:.4} of labels for \
             {validation} positions of other games",
            report.epoch
        );
        written = std::fs::write(&out, &report.bytes);
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{out}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: train_network katarenga|congress EPOCHS OUT GAMES…");
    ExitCode::FAILURE
}

/// The games of the files.
fn read(files: &[String]) -> Result<Vec<SelfPlayGame>, String> {
    let mut games = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        for (number, line) in text.lines().enumerate() {
            let game = SelfPlayGame::from_line(line);
            games.push(game.ok_or_else(|| format!("{file}: line {} is no game", number + 1))?);
        }
    }
    Ok(games)
}
