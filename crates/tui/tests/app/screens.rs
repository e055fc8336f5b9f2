//! Snapshots of every screen, at three sizes and in both languages, and the colours of the boards.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::desk::{Desk, computer, find, human, start, think};
use engine::tree::{MoveOrder, TreeMethod, TreePlan};
use games::CATALOGUE;
use play::TimeControl;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Size;
use rules::{Lang, Record, Setup, Tile};
use tui::{Charset, ColourDepth, Look, Message, Motion};

/// Windows: a small one, the usual one, a large one.
const SIZES: [Size; 3] = [Size::new(40, 15), Size::new(80, 24), Size::new(120, 40)];

pub(crate) const PLAIN: Look = Look {
    depth: ColourDepth::None,
    charset: Charset::Unicode,
    theme: tui::Theme::Dark,
    motion: Motion::Off,
};

/// Compares a screen with its golden file.
pub(crate) fn check(name: &str, make: impl Fn(&mut Desk)) {
    let mut text = String::new();
    for lang in Lang::ALL {
        for size in SIZES {
            let mut desk = Desk::new(lang, PLAIN, size);
            make(&mut desk);
            let _ = writeln!(text, "=== {} {}x{}", lang.code(), size.width, size.height);
            text += &desk.text();
        }
    }
    testkit::golden::check(format!("tests/screens/{name}.txt"), &text);
}

/// A match against the computer after some moves of both.
pub(crate) fn in_a_match(desk: &mut Desk, id: &str, moves: &[&str]) {
    let time = TimeControl::Game { total: 300_000, increment: 0 };
    let board = (!find(id).info().tiles.is_empty()).then(|| "1 2 5 7".to_owned());
    let setup = Setup { board, ..Setup::default() };
    desk.open(start(find(id), &setup, [human(), human()], time));
    for notation in moves {
        desk.give(&play::Command::Move { notation: (*notation).to_owned() });
    }
    desk.wait();
}

#[test]
fn the_menu() {
    check("menu", |_| {});
}

#[test]
fn the_set_up_of_each_game() {
    for (index, entry) in CATALOGUE.iter().enumerate() {
        check(&format!("setup-{}", entry.game.info().id), |desk| {
            desk.key(KeyCode::Enter);
            for _ in 0..index {
                desk.key(KeyCode::Right);
            }
        });
    }
}

#[test]
fn the_set_up_of_a_board_by_quadrants() {
    check("setup-quadrants", |desk| {
        desk.key(KeyCode::Enter);
        desk.keys("lljjljlrf");
    });
}

#[test]
fn the_stored_matches() {
    check("stored", |desk| desk.keys("j\n"));
}

#[test]
fn the_rules() {
    check("rules", |desk| {
        desk.keys("jjjjj\n");
        desk.key(KeyCode::PageDown);
    });
}

#[test]
fn the_settings() {
    check("settings", |desk| desk.keys("jjjjjj\n"));
}

#[test]
fn the_choice_of_a_game_to_analyse() {
    check("analyse", |desk| desk.keys("jjj\nf5 d6 c3"));
    check("analyse-error", |desk| desk.keys("jjj\nzz top\n"));
    check("analyse-several", |desk| {
        desk.keys("jjj\n");
        let game = |id: &str, moves: &str| {
            let start = find(id).start(&Setup::default()).expect("a start");
            format!("Game: {id}\nStart: {start}\n\n{moves}\n\n")
        };
        let games = game("othello", "1. f5 d6") + &game("connect-four", "1. 4 4 2. 5");
        desk.tell(Message::Paste(games));
    });
    check("analyse-game", |desk| desk.keys("jjj\nf5 d6 c3\n"));
}

/// One of the player's own tiles.
pub(crate) fn castle() -> Tile {
    Tile::new("my castle", "YBGR/RGYY/GRBB/BYRG")
}

#[test]
fn the_gallery_of_quadrants() {
    check("gallery", |desk| {
        desk.tiles = vec![castle()];
        desk.keys("jjjj\n");
    });
    check("gallery-remove", |desk| {
        desk.tiles = vec![castle()];
        desk.keys("jjjj\nd");
    });
    check("gallery-import", |desk| desk.keys("jjjj\nimine.txt"));
}

#[test]
fn the_editor_of_quadrants() {
    check("editor", |desk| {
        desk.keys("jjjj\nn  l2 j3 h4 ");
    });
    check("editor-name", |desk| {
        desk.tiles = vec![castle()];
        desk.keys("jjjj\n\ntsA");
    });
    check("editor-help", |desk| desk.keys("jjjj\nn?"));
}

#[test]
fn the_set_up_of_a_board_with_an_own_quadrant() {
    check("setup-own", |desk| {
        desk.tiles = vec![castle()];
        desk.key(KeyCode::Enter);
        desk.keys("lljjljhr");
    });
}

/// Shows the search tree of a position.
pub(crate) fn in_a_tree(desk: &mut Desk, game: &str, moves: &[&str], method: TreeMethod) {
    let mut record = Record::new(find(game).start(&Setup::default()).expect("a start"));
    record.moves = moves.iter().map(|&notation| notation.to_owned()).collect();
    let plan = TreePlan { depth: 3, method, order: MoveOrder::Listed };
    desk.app.open_tree(think(game, &record, plan));
}

#[test]
fn search_trees() {
    let tree = |desk: &mut Desk| {
        in_a_tree(desk, "connect-four", &["4", "4", "5", "3"], TreeMethod::AlphaBeta);
    };
    check("think", tree);
    check("think-cutoff", |desk| {
        tree(desk);
        desk.key(KeyCode::Home);
        desk.keys("cjj");
    });
    check("think-step", |desk| {
        tree(desk);
        desk.key(KeyCode::Home);
        desk.keys("]]]]");
    });
    check("think-help", |desk| {
        tree(desk);
        desk.keys("?");
    });
    check("think-minimax", |desk| {
        in_a_tree(desk, "othello", &["f5", "d6"], TreeMethod::AlphaBeta);
        desk.keys("a-b");
    });
}

#[test]
fn the_help() {
    check("help", |desk| {
        in_a_match(desk, "othello", &[]);
        desk.keys("?");
    });
}

#[test]
fn a_match_of_each_game() {
    let matches: [(&str, &[&str]); 5] = [
        ("connect-four", &["4", "4", "5", "3"]),
        ("othello", &["f5", "d6", "c3"]),
        ("katarenga", &["d8d7"]),
        ("congress", &[]),
        ("isolation", &["d5", "a1"]),
    ];
    for (id, moves) in matches {
        check(&format!("match-{id}"), |desk| in_a_match(desk, id, moves));
    }
}

#[test]
fn a_match_with_a_piece_picked_up() {
    check("match-picked", |desk| {
        in_a_match(desk, "katarenga", &[]);
        for _ in 0..6 {
            desk.key(KeyCode::Up);
        }
        desk.keys(" ");
    });
}

#[test]
fn a_match_that_is_over() {
    check("match-over", |desk| {
        in_a_match(desk, "connect-four", &["4", "1", "4", "1", "4", "1", "4"]);
    });
}

#[test]
fn a_match_in_which_the_computer_thinks() {
    check("match-thinking", |desk| {
        let setup = Setup::default();
        desk.open(start(find("othello"), &setup, [computer(), human()], TimeControl::None));
    });
}

#[test]
fn an_analysis() {
    check("analysis", |desk| {
        in_a_match(desk, "othello", &["f5", "d6", "c3"]);
        desk.keys("v");
    });
}

#[test]
fn a_review() {
    check("review", |desk| {
        in_a_match(desk, "connect-four", &["4", "4", "5", "3", "6"]);
        desk.keys("w[");
    });
}

#[test]
fn a_question_and_a_typed_line() {
    check("question", |desk| {
        in_a_match(desk, "othello", &[]);
        desk.keys("R");
    });
    check("line", |desk| {
        in_a_match(desk, "othello", &[]);
        desk.keys("f5");
    });
}

#[test]
fn boards_in_ascii() {
    let mut text = String::new();
    for entry in CATALOGUE {
        let look = Look { charset: Charset::Ascii, ..PLAIN };
        let mut desk = Desk::new(Lang::Fr, look, SIZES[1]);
        in_a_match(&mut desk, entry.game.info().id, &[]);
        let screen = desk.text();
        assert!(screen.is_ascii(), "{screen}");
        text += &screen;
    }
    testkit::golden::check("tests/screens/ascii.txt", &text);
}

/// Each game's board, with a letter for each pair of colours, at each depth of colours.
#[test]
fn boards_in_colours() {
    for depth in [ColourDepth::Ansi, ColourDepth::Palette, ColourDepth::True] {
        let mut text = String::new();
        for entry in CATALOGUE {
            let look = Look { depth, ..PLAIN };
            let mut desk = Desk::new(Lang::En, look, SIZES[1]);
            in_a_match(&mut desk, entry.game.info().id, &[]);
            text += &coloured(&desk);
        }
        testkit::golden::check(format!("tests/screens/colours-{depth:?}.txt"), &text);
    }
}

/// The characters, then the styles as letters with their meanings.
fn coloured(desk: &Desk) -> String {
    let buffer = desk.buffer();
    let mut legend = BTreeMap::new();
    let (mut symbols, mut styles) = (String::new(), String::new());
    for line in buffer.content.chunks(buffer.area.width.into()) {
        let mut letters = String::new();
        for cell in line {
            symbols += cell.symbol();
            let style = format!("{:?} on {:?} {:?}", cell.fg, cell.bg, cell.modifier);
            let next = char::from(b'a' + legend.len() as u8);
            let blank = style == "Reset on Reset NONE";
            letters.push(if blank { ' ' } else { *legend.entry(style).or_insert(next) });
        }
        symbols = symbols.trim_end().to_owned() + "\n";
        styles += letters.trim_end();
        styles.push('\n');
    }
    let mut meanings: Vec<_> = legend.into_iter().map(|(style, letter)| (letter, style)).collect();
    meanings.sort_unstable();
    let mut text = symbols + &styles;
    for (letter, style) in meanings {
        let _ = writeln!(text, "{letter} = {style}");
    }
    text + "\n"
}
