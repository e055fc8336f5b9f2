//! The file of weights: a module of the program, which can be read back.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use engine::{Trainer, TrainingReport, Weight};
use texts::text;

use crate::failure::Failure;
use crate::messages;

/// The weights as the module `weights.rs` of the game's folder.
pub(super) fn write(game: &str, trainer: Trainer, report: &TrainingReport, games: usize) -> String {
    let [training, validation] = report.samples;
    let [_, loss] = report.losses;
    let mut text = format!(
        "//! The weights of the estimate's terms, learnt with `damier train {game}`: {games} games,\n\
         //! {training} positions; a loss of {loss:.4} for {validation} positions of other games.\n\n\
         use engine::Weight;\n\nuse super::terms::TERMS;\n\n\
         /// What one of each term is worth.\n\
         #[rustfmt::skip]\n\
         pub(super) const WEIGHTS: [Weight; TERMS] = [\n"
    );
    for (term, Weight { early, late }) in report.weights.iter().enumerate() {
        let name = (trainer.term_name)(term);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    Weight::new({early}, {late}), // {name}");
    }
    text + "];\n"
}

/// The weights of a file, or the engine's own.
pub(super) fn read_or(path: Option<&Path>, trainer: Trainer) -> Result<Vec<Weight>, Failure> {
    let Some(path) = path else { return Ok(trainer.weights.to_vec()) };
    let name = path.display().to_string();
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::failed(messages::not_read(&name, &error)))?;
    let weights: Vec<_> = text.lines().filter_map(weight).collect();
    let (found, wanted) = (weights.len(), trainer.weights.len());
    if found == wanted {
        Ok(weights)
    } else {
        Err(Failure::failed(messages::about(&name, &text!("train-other-weights", found, wanted))))
    }
}

fn weight(line: &str) -> Option<Weight> {
    let numbers = line.trim().strip_prefix("Weight::new(")?.split_once(')')?.0;
    let (early, late) = numbers.split_once(',')?;
    Some(Weight::new(early.trim().parse().ok()?, late.trim().parse().ok()?))
}
