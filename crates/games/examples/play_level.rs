//! Plays a game of two levels on a board drawn from a seed, and prints the moves.

use std::sync::atomic::AtomicBool;

use damier_games::CATALOGUE;
use damier_games::engine::Limits;
use damier_games::rules::{Record, Setup};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let entry =
        CATALOGUE.iter().find(|entry| entry.game.info().id == "katarenga").ok_or("no such game")?;
    let start = entry.game.start(&Setup { seed: 7, ..Setup::default() })?;
    let mut live = entry.game.open(&Record::new(start))?;
    let mut players = ["easy", "normal"].map(|id| entry.opponent(id).expect("a level").make(1));
    let stop = AtomicBool::new(false); // raised by another thread, it ends a search
    while live.outcome().is_none() {
        let player = &mut players[live.record().moves.len() % 2];
        let report = player.search(live.record(), &Limits::default(), &stop, &mut |_| ())?;
        live.play(&report.choice.ok_or("the game is not over")?)?;
    }
    println!("{}", live.record().moves.join(" "));
    Ok(())
}
