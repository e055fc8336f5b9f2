//! `damier levels`: the levels of a game, with their ratings.

use std::io;

use engine::{Entry, Level, LevelRatings};
use serde::Serialize;

use crate::args::find;
use crate::context::Context;
use crate::failure::Failure;

/// List the levels of a game, with their ratings
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Ratings come from games of the levels against each other, by the usual rules, with twice their standard error: 400 points are odds of ten to one, and normal is 1500 in every game. docs/levels.md tells how they were measured.

Examples:
  damier levels othello
  damier levels --json")]
pub struct LevelsCommand {
    /// The game, by a name that `damier --help` lists; all of them otherwise
    game: Option<String>,
    /// Print JSON: for each game its levels, with id, rating and error
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct GameJson {
    game: &'static str,
    levels: Vec<LevelJson>,
}

#[derive(Serialize)]
struct LevelJson {
    id: &'static str,
    #[serde(flatten)]
    rating: Option<RatingJson>,
}

#[derive(Clone, Copy, Serialize)]
struct RatingJson {
    rating: i32,
    error: i32,
}

impl LevelsCommand {
    pub fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let entries = match &self.game {
            Some(game) => vec![find(game, context.catalogue)?],
            None => context.catalogue.to_vec(),
        };
        let games: Vec<_> = entries.iter().map(levels).collect();
        if self.json {
            return Ok(context.print_json(&games)?);
        }
        for (index, game) in games.iter().enumerate() {
            if index > 0 {
                writeln!(context.out)?;
            }
            print(game, context)?;
        }
        Ok(())
    }
}

fn levels(entry: &Entry) -> GameJson {
    let ratings = entry.level_ratings();
    let level = |level: Level| LevelJson {
        id: level.id(),
        rating: ratings.as_ref().and_then(|ratings| rating(ratings, level)),
    };
    GameJson { game: entry.game.info().id, levels: Level::ALL.map(level).into() }
}

fn rating(ratings: &LevelRatings, level: Level) -> Option<RatingJson> {
    let (rating, error) = ratings.of(level)?.points();
    Some(RatingJson { rating, error })
}

fn print(game: &GameJson, context: &mut Context<'_>) -> io::Result<()> {
    writeln!(context.out, "{}", game.game)?;
    for LevelJson { id, rating } in &game.levels {
        match rating {
            // The level to which the others are compared.
            Some(RatingJson { rating, error: 0 }) => {
                writeln!(context.out, "  {id:<10}{rating:>6}")?;
            }
            Some(RatingJson { rating, error }) => {
                writeln!(context.out, "  {id:<10}{rating:>6} ± {error}")?;
            }
            None => writeln!(context.out, "  {id:<10}     –")?,
        }
    }
    Ok(())
}
