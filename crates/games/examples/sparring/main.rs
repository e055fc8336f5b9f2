//! A sparring partner for Katarenga and Congress: a plain alpha-beta that shares no code with the engine, as a program
//! that speaks UGI; and matches by the processor time of one thread, with it or of the engine with different clocks.
//!
//! ```text
//! cargo build --release -p damier-games --example sparring
//! damier duel katarenga maximum ugi:target/release/examples/sparring --games 100 --time 0.1
//! target/release/examples/sparring match congress engine partner 200 0.02
//! target/release/examples/sparring match othello engine:3 engine:even 200 0.05
//! ```

mod board;
mod congress;
mod contest;
mod katarenga;
mod partner;

use std::io::{BufRead as _, Write as _};
use std::time::{Duration, Instant};

use board::{Fields, Move};
use congress::Congress;
use katarenga::Katarenga;
use partner::{Chosen, Partner};

/// The time of a move if the controller names none.
const DEFAULT_MOVE_TIME: Duration = Duration::from_millis(100);

fn now() -> Duration {
    use std::sync::LazyLock;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|word| word == "match") {
        return contest::run(&args[1..]);
    }
    Ok(speak_ugi()?)
}

fn speak_ugi() -> std::io::Result<()> {
    let mut partner = Partner::new(now);
    let mut game = String::new();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"ugi") => writeln!(out, "id name sparring\nid author Damier\nugiok")?,
            Some(&"isready") => writeln!(out, "readyok")?,
            Some(&"uginewgame") => partner = Partner::new(now),
            Some(&"position") => game = words[1..].join(" "),
            Some(&"go") => {
                let time = word_after(&words, "movetime").and_then(|text| text.parse().ok());
                let time = time.map_or(DEFAULT_MOVE_TIME, Duration::from_millis);
                match answer(&mut partner, &game, time) {
                    None => writeln!(out, "bestmove none")?,
                    Some(Chosen { best, depth, nodes }) => {
                        writeln!(
                            out,
                            "info depth {depth} nodes {nodes}\nbestmove {}",
                            best.text()
                        )?;
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

/// The partner's move after `fen POSITION moves …`. A position with camps is one of Katarenga.
fn answer(partner: &mut Partner, game: &str, time: Duration) -> Option<Chosen> {
    let (position, moves) = game.split_once(" moves").unwrap_or((game, ""));
    let fields = Fields::read(position.strip_prefix("fen ")?)?;
    let moves = moves.split_whitespace().map(Move::read).collect::<Option<Vec<_>>>()?;
    if fields.rest.first().is_some_and(|camps| camps.contains('/')) {
        partner.choose(&fields.board, Katarenga::new(&fields), &moves, time)
    } else {
        partner.choose(&fields.board, Congress::new(&fields), &moves, time)
    }
}
