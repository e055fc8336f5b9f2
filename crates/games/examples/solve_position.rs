//! Solves a position of Connect Four: `cargo run --release --example solve_position 4453`.

use damier_games::connect_four::{Column, ConnectFour, ConnectFourSolver, OpeningBook};
use damier_games::rules::Position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let moves = std::env::args().nth(1).unwrap_or("4453".into());
    let mut position = ConnectFour::EMPTY;
    for column in moves.chars() {
        let column: Column = column.to_string().parse()?;
        if !position.is_legal(column) {
            return Err(format!("{column} cannot be played").into());
        }
        position = position.play(column);
    }
    let mut solver = ConnectFourSolver::new(1, 64, OpeningBook::get());
    let score = solver.score(&position, &|_| false).ok_or("stopped")?;
    println!("score {score:+} for the side to move");
    Ok(())
}
