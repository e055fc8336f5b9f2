//! What a move costs on a terminal: bytes sent, and time from a key to the last byte.
//!
//! `cargo run --release -p damier-tui --example terminal_cost`

#[path = "../tests/app/desk.rs"]
#[expect(dead_code, reason = "the tests need more of it")]
mod desk;

use std::cell::Cell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

use desk::{Desk, human, start};
use games::CATALOGUE;
use play::{Command, TimeControl};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};
use rules::{AnyGame, Lang, Setup, SplitMix64};
use tui::{CompactBackend, Look, Message, Motion};

const SIZES: [Size; 2] = [Size::new(80, 24), Size::new(120, 40)];
/// Games of each kind.
const GAMES: u64 = 5;

/// Counts bytes.
#[derive(Clone, Default)]
struct Sent(Rc<Cell<usize>>);

impl Write for Sent {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes of each move, and the time of each key and each move until it is drawn.
#[derive(Default)]
struct Costs {
    bytes: Vec<usize>,
    times: Vec<Duration>,
}

fn main() {
    println!(
        "{:<14} {:>7} {:>7} {:>6} {:>6} {:>9} {:>9}",
        "game", "window", "motion", "mean", "most", "p50", "p99"
    );
    for entry in CATALOGUE {
        for size in SIZES {
            for motion in [Motion::Off, Motion::On] {
                let mut costs = Costs::default();
                for seed in 0..GAMES {
                    measure(entry.game, size, motion, seed, &mut costs);
                }
                print(entry.game.info().id, size, motion, costs);
            }
        }
    }
}

fn print(id: &str, size: Size, motion: Motion, Costs { bytes, mut times }: Costs) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    let mean = bytes.iter().sum::<usize>() / bytes.len();
    let most = bytes.iter().max().copied().unwrap_or_default();
    let (window, motion) = (format!("{}x{}", size.width, size.height), format!("{motion:?}"));
    println!(
        "{id:<14} {window:>7} {motion:>7} {mean:>6} {most:>6} {:>9.2?} {:>9.2?}",
        at(50),
        at(99)
    );
}

/// Plays a game of random moves, with keys of the cursor between them.
fn measure(game: &'static dyn AnyGame, size: Size, motion: Motion, seed: u64, costs: &mut Costs) {
    let sent = Sent::default();
    let viewport = Viewport::Fixed(Rect::new(0, 0, size.width, size.height));
    let backend = CompactBackend::new(sent.clone());
    let mut terminal =
        Terminal::with_options(backend, TerminalOptions { viewport }).expect("a terminal");
    let mut desk = Desk::new(Lang::En, Look { motion, ..Look::default() }, size);
    let setup = Setup { seed, ..Setup::default() };
    desk.open(start(game, &setup, [human(), human()], TimeControl::None));
    let mut draw = |desk: &Desk| {
        terminal.draw(|frame| desk.app.draw(frame)).expect("a screen");
        sent.0.take()
    };
    draw(&desk);
    let mut random = SplitMix64::new(seed);
    loop {
        let arrows = [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right];
        for _ in 0..2 {
            let begun = Instant::now();
            desk.key(arrows[random.below(4) as usize]);
            draw(&desk);
            costs.times.push(begun.elapsed());
        }
        let view = &desk.app.snapshot().expect("a match").view;
        if view.outcome.is_some() {
            return;
        }
        let choice = random.below(view.choices.len() as u64) as usize;
        let notation = view.choices[choice].notation.clone();
        let begun = Instant::now();
        desk.give(&Command::Move { notation });
        let mut bytes = draw(&desk);
        costs.times.push(begun.elapsed());
        while let Some(wait) = desk.app.wakes_in(desk.now) {
            desk.now += wait;
            desk.tell(Message::Tick);
            bytes += draw(&desk);
        }
        costs.bytes.push(bytes);
    }
}
