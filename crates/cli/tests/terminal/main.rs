//! The full-screen terminal as a person uses it: the real program in a window of tmux.
#![cfg(target_os = "linux")]

mod online;
mod tmux;

use std::path::PathBuf;
use std::process::Command;

use games::CATALOGUE;
use rules::{AnyGame, Record, Setup, SplitMix64};
use tmux::Window;

/// Seed of the boards.
const BOARD_SEED: u64 = 7;

/// Path of the program.
pub(crate) fn program_path() -> PathBuf {
    env!("CARGO_BIN_EXE_damier").into()
}

/// A whole game of random moves.
fn random_game(game: &dyn AnyGame, seed: u64) -> Vec<String> {
    let setup = Setup { seed: BOARD_SEED, ..Setup::default() };
    let start = game.start(&setup).expect("a start");
    let mut live = game.open(&Record::new(start)).expect("a game");
    let mut random = SplitMix64::new(seed);
    while live.outcome().is_none() {
        let choices = live.view().choices;
        let choice = &choices[random.below(choices.len() as u64) as usize];
        live.play(&choice.notation).expect("a legal move");
    }
    live.record().moves.clone()
}

/// Types a move as a line.
fn play(window: &Window, notation: &str) {
    window.type_text(&format!(":{notation}"));
    window.press("Enter");
}

#[test]
#[ignore = "needs tmux"]
fn two_people_play_a_whole_game_of_each_kind() {
    for entry in CATALOGUE {
        let info = entry.game.info();
        // A long game takes long: the shortest of a few.
        let moves = (0..8).map(|seed| random_game(entry.game, seed)).min_by_key(Vec::len);
        let moves = moves.expect("a game");
        let window = Window::open(&format!("two-{}", info.id));
        window.damier(&format!("play {} --second human --seed {BOARD_SEED} --lang en", info.id));
        window.wait_for_text("player 1 to move");
        for notation in &moves {
            play(&window, notation);
        }
        let last = moves.last().expect("a move");
        window.wait_for("the result and the last move", |screen| {
            (screen.contains(" wins: ") || screen.contains("Draw: ")) && screen.contains(&**last)
        });
        window.press("q");
        window.wait_for_text("Continue");
        window.press("q");
        window.assert_restored();
        let listed = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["games", "export", "--lang", "en", "--data"])
            .arg(window.folder())
            .output()
            .expect("the program");
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        assert!(listed.contains(info.id), "{listed}");
    }
}

#[test]
#[ignore = "needs tmux"]
fn computers_play_a_whole_game_of_each_kind() {
    for entry in CATALOGUE {
        let id = entry.game.info().id;
        let window = Window::open(&format!("computers-{id}"));
        window.damier(&format!(
            "play {id} --first easy --second random --seed {BOARD_SEED} --lang fr"
        ));
        window.wait_for("le résultat", |screen| {
            screen.contains("Victoire") || screen.contains("gagne") || screen.contains("nul")
        });
        window.press("C-c");
        window.assert_restored();
    }
}

#[test]
#[ignore = "needs tmux"]
fn a_game_is_set_up_in_the_menu_and_played_with_the_cursor() {
    let window = Window::open("menu");
    window.damier("play --lang en");
    window.wait_for_text("Settings");
    window.press("Enter");
    window.wait_for_text("Against the computer");
    for key in ["Right", "Down", "Right", "Enter"] {
        window.press(key);
    }
    window.wait_for_text("player 1 to move");
    window.type_text("f5");
    window.press("Enter");
    window.wait_for_text("player 2 to move");
    window.press("i");
    window.wait_for_text("hint: ");
    window.press("u");
    window.wait_for_text("player 1 to move");
    window.press("?");
    window.wait_for_text("Ctrl-Z");
}

#[test]
#[ignore = "needs tmux"]
fn a_killed_program_loses_no_move() {
    let window = Window::open("killed");
    window.damier("play othello --second human --lang en");
    window.wait_for_text("player 1 to move");
    for notation in ["f5", "d6", "c3"] {
        play(&window, notation);
    }
    window.wait_for_text("c3");
    window.wait_for_text("player 2 to move");
    window.signal("-9");
    // Nothing restores the terminal of a killed program.
    for command in ["", "stty sane", "clear"] {
        window.type_text(command);
        window.press("C-j");
    }
    window.wait_for("the shell", |screen| screen.trim() == "$");
    window.damier("play --resume --lang en");
    window.wait_for_text("Continue");
    window.wait_for_text("Othello");
    window.press("Enter");
    window.wait_for_text("c3");
    play(&window, "d3");
    window.wait_for_text("d3");
    window.wait_for_text("player 1 to move");
}

#[test]
#[ignore = "needs tmux"]
fn the_terminal_is_restored_however_the_program_ends() {
    let window = Window::open("restored");
    let endings =
        [("", "C-c", 130), ("-TERM", "", 143), ("-INT", "", 130), ("-HUP", "", 129), ("", "q", 0)];
    for (signal, key, status) in endings {
        window.damier("play --lang en");
        window.wait_for_text("Settings");
        if signal.is_empty() {
            window.press(key);
        } else {
            window.signal(signal);
        }
        window.wait_for("the shell", |screen| screen.trim_end().ends_with('$'));
        window.type_text("echo status=$?");
        window.press("Enter");
        window.wait_for_text(&format!("status={status}"));
        window.assert_restored();
        window.type_text("clear");
        window.press("Enter");
        window.wait_for("a clear screen", |screen| screen.trim() == "$");
    }
}

/// A program on the whole screen that panics, for the next test: it runs in the window when that asks for it.
#[test]
#[ignore = "needs tmux"]
fn a_program_that_panics() {
    if std::env::var_os(PANICS_VARIABLE).is_none() {
        return;
    }
    let _guard = tui::TerminalGuard::enter().expect("a terminal");
    std::thread::spawn(|| panic!("on another thread")).join().expect_err("a panic");
    panic!("on the thread of the screen");
}

/// Lets [`a_program_that_panics`] panic.
const PANICS_VARIABLE: &str = "DAMIER_TEST_PANICS";

#[test]
#[ignore = "needs tmux"]
fn the_terminal_is_restored_after_a_panic() {
    let window = Window::open("panic");
    let program = std::env::current_exe().expect("this program");
    window.type_text(&format!(
        "{PANICS_VARIABLE}=1 '{}' --exact a_program_that_panics --ignored --nocapture",
        program.display()
    ));
    window.press("Enter");
    let screen = window.wait_for_text("test result: FAILED");
    assert!(screen.contains("on the thread of the screen"), "{screen}");
    assert!(screen.contains("on another thread"), "{screen}");
    window.assert_restored();
}

#[test]
#[ignore = "needs tmux"]
fn a_search_tree_is_walked() {
    let window = Window::open("think");
    window.damier("think connect-four 4453 --depth 2 --lang en");
    window.wait_for_text("step 121 of 121");
    for key in ["Home", "]", "]"] {
        window.press(key);
    }
    window.wait_for_text("After 1 it is Min's turn");
    window.press("a");
    window.wait_for_text("alpha-beta · depth 2");
    window.press("c");
    window.wait_for_text("✂");
    window.press("q");
    window.assert_restored();
    window.damier("think connect-four 4453 --plain --lang en");
    window.wait_for_text("best move: ");
}

#[test]
#[ignore = "needs tmux"]
fn games_are_analysed_and_quadrants_drawn() {
    let window = Window::open("library");
    window.damier("play --lang en");
    window.wait_for_text("Analyse");
    window.type_text("jjj");
    window.press("Enter");
    window.wait_for_text("Type or paste");
    window.type_text("f5d6c3");
    window.press("Enter");
    window.wait_for_text("Analyse: Othello");
    window.wait_for("values on the squares", |screen| screen.contains('%'));
    window.press("q");
    window.wait_for_text("Quadrants");
    window.press("j");
    window.press("Enter");
    window.wait_for_text("Classic");
    window.type_text("n*sgarden");
    window.press("Enter");
    window.wait_for_text("Yours");
    window.press("C-c");
    window.assert_restored();
    let listed = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["quadrants", "export", "--data"])
        .arg(window.folder())
        .output()
        .expect("the program");
    assert!(String::from_utf8_lossy(&listed.stdout).starts_with("garden: "), "{listed:?}");
}

#[test]
#[ignore = "needs tmux"]
fn settings_and_choices_are_remembered() {
    let window = Window::open("settings");
    window.damier("play");
    window.wait_for_text("Settings");
    window.type_text("jjjjjj");
    window.press("Enter");
    window.wait_for_text("Language");
    window.press("Right");
    window.wait_for_text("français");
    window.press("Escape");
    window.wait_for_text("Jouer");
    window.type_text("jj");
    window.press("Enter");
    window.wait_for_text("Contre l'ordinateur");
    // Othello, two people.
    for key in ["Right", "Down", "Right", "Enter"] {
        window.press(key);
    }
    window.wait_for_text("joueur 1");
    window.press("C-c");
    window.assert_restored();
    window.damier("play");
    window.wait_for_text("Jouer");
    window.press("Enter");
    window.wait_for_text("Othello");
    window.wait_for_text("Deux personnes");
}

#[test]
#[ignore = "needs tmux"]
fn the_program_is_stopped_and_goes_on() {
    let window = Window::open("stopped");
    window.damier("play connect-four --second human --lang en");
    let before = window.wait_for_text("player 1 to move");
    for signal in ["", "-TSTP"] {
        if signal.is_empty() {
            window.press("C-z");
        } else {
            window.signal(signal);
        }
        window.assert_restored();
        window.type_text("fg");
        window.press("Enter");
        let after = window.wait_for_text("player 1 to move");
        assert_eq!(before, after);
    }
    window.press("4");
    window.wait_for_text("player 2 to move");
}

#[test]
#[ignore = "needs tmux"]
fn the_screen_follows_the_size_of_the_window() {
    let window = Window::open("resized");
    window.damier("play katarenga --second human --seed 7 --lang en");
    window.wait_for_text("player 1 to move");
    let before = window.screen();
    let mut random = SplitMix64::new(9);
    for _ in 0..40 {
        window.resize(2 + random.below(150) as u16, 2 + random.below(50) as u16);
    }
    window.resize(19, 10);
    window.wait_for_text("small");
    window.resize(80, 24);
    window.wait_for("the same screen", |screen| screen == before);
}
