//! A sparring partner for Katarenga: a plain alpha-beta that shares no code with the engine, as a program that
//! speaks UGI.
//!
//! ```text
//! cargo build --release -p damier-games --example sparring
//! damier duel katarenga maximum ugi:target/release/examples/sparring --games 100 --time 0.1
//! ```

mod partner;

use std::io::{BufRead as _, Write as _};
use std::time::{Duration, Instant};

use partner::{Board, Move, Partner, Position};

/// The time of a move if the controller names none.
const DEFAULT_MOVE_TIME: Duration = Duration::from_millis(100);

fn now() -> Duration {
    use std::sync::LazyLock;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

fn main() -> std::io::Result<()> {
    let mut partner = Partner::new(now);
    let mut game: Option<(Board, Position, Vec<Move>)> = None;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"ugi") => writeln!(out, "id name sparring\nid author Damier\nugiok")?,
            Some(&"isready") => writeln!(out, "readyok")?,
            Some(&"uginewgame") => partner = Partner::new(now),
            Some(&"position") => game = read_position(&words),
            Some(&"go") => {
                let time = word_after(&words, "movetime").and_then(|text| text.parse().ok());
                let time = time.map_or(DEFAULT_MOVE_TIME, Duration::from_millis);
                let found = game
                    .as_ref()
                    .and_then(|(board, start, moves)| partner.choose(board, *start, moves, time));
                match found {
                    None => writeln!(out, "bestmove none")?,
                    Some((m, depth, nodes)) => {
                        writeln!(out, "info depth {depth} nodes {nodes}\nbestmove {}", m.text())?;
                    }
                }
            }
            Some(&"quit") => break,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

fn word_after<'a>(words: &[&'a str], name: &str) -> Option<&'a str> {
    words.iter().position(|word| *word == name).and_then(|at| words.get(at + 1)).copied()
}

/// Reads `position fen POSITION moves …`.
fn read_position(words: &[&str]) -> Option<(Board, Position, Vec<Move>)> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (board, start) = partner::read(&words.get(2..end)?.join(" "))?;
    let moves = words.get(end + 1..).unwrap_or_default();
    let moves = moves.iter().map(|text| Move::read(text)).collect::<Option<_>>()?;
    Some((board, start, moves))
}
