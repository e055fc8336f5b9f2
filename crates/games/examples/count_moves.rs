//! Counts the move sequences of a game: `cargo run --release --example count_moves othello 8`.

use damier_games::CATALOGUE;
use damier_games::rules::{Record, Setup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or("othello".into());
    let depth = words.next().map_or(Ok(6), |depth| depth.parse())?;
    let entry =
        CATALOGUE.iter().find(|entry| entry.game.info().id == game).ok_or("no such game")?;
    let start = entry.game.start(&Setup::default())?;
    println!("{}", entry.game.open(&Record::new(start))?.perft(depth));
    Ok(())
}
