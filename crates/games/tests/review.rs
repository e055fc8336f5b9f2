//! Known mistakes with what the program says of them: `data/mistakes.txt` in each game's folder.
//!
//! A case is a game that ends with the mistake, and what a review says of that move. Where a case
//! has a line `from`, it is one of the examples of `docs/review-examples.md`, which is written from
//! the same files. `UPDATE_EXPECT=1` rewrites answers and page; read what changed, on the board.

mod harness;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Entry, Limits, Resources, ReviewedEntry};
use games::CATALOGUE;
use harness::update;
use rules::Record;

/// Positions that a search of these tests visits.
const NODES: u64 = 60_000;

/// A game and a mistake at its end.
struct Case {
    /// Lines of remarks and the line `from`, as they stand in the file.
    head: Vec<String>,
    record: Record,
}

fn path(entry: &Entry) -> PathBuf {
    let folder = entry.game.info().id.replace('-', "_");
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src").join(folder).join("data/mistakes.txt")
}

fn cases(text: &str) -> Vec<Case> {
    let blocks = text.split("\n\n").filter(|block| block.contains("moves: "));
    blocks
        .map(|block| {
            let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
            Case {
                head: block
                    .lines()
                    .filter(|line| line.starts_with('#') || line.starts_with("from: "))
                    .map(str::to_owned)
                    .collect(),
                record: Record {
                    start: field("start: ").expect("a start").to_owned(),
                    swap: field("swap: ") == Some("yes"),
                    moves: words(field("moves: ").expect("moves")),
                },
            }
        })
        .collect()
}

/// What a review says of the last move of a game.
fn last_move(entry: &Entry, record: &Record, nodes: u64) -> ReviewedEntry {
    let (stop, limits) = (AtomicBool::new(false), Limits::nodes(nodes));
    let mut reviewer = entry.reviewer(Resources::default());
    // The last move is judged first, and no other is wanted.
    let review = reviewer.review(record, &limits, &stop, &mut |_| stop.store(true, Relaxed));
    let review = review.unwrap_or_else(|error| panic!("{record:?}: {error}"));
    review.entries.into_iter().next().expect("the last move")
}

/// The case with what is said of it today.
fn told(entry: &Entry, Case { head, record }: &Case) -> String {
    let said = last_move(entry, record, NODES);
    let mut text = String::new();
    for line in head {
        writeln!(text, "{line}").unwrap();
    }
    writeln!(text, "start: {}", record.start).unwrap();
    if record.swap {
        writeln!(text, "swap: yes").unwrap();
    }
    writeln!(text, "moves: {}", record.moves.join(" ")).unwrap();
    writeln!(text, "grade: {}", said.grade.id()).unwrap();
    writeln!(text, "better: {}", said.best.line.join(" ")).unwrap();
    for reason in &said.reasons {
        writeln!(text, "{}: {} / {}", reason.id, reason.text.en, reason.text.fr).unwrap();
    }
    text
}

#[test]
fn mistakes_are_explained_as_recorded() {
    for entry in CATALOGUE {
        let path = path(entry);
        let old = fs::read_to_string(&path).unwrap_or_default().replace('\r', "");
        let cases = cases(&old);
        assert!(!cases.is_empty(), "{} has a case", path.display());
        let head = old.split("\n\n").next().filter(|head| !head.contains("moves: "));
        let mut blocks: Vec<_> = head.into_iter().map(|head| format!("{head}\n")).collect();
        blocks.extend(cases.iter().map(|case| told(entry, case)));
        let new = blocks.join("\n");
        if update() {
            fs::write(path, new).unwrap();
        } else {
            assert_eq!(old, new, "{}", path.display());
        }
    }
}

/// Mistakes of games between levels, for whoever chooses examples: `GAMES=n FIRST=1 GAME=othello`.
#[test]
#[ignore = "prints candidates for data/mistakes.txt, to be read"]
fn candidates() {
    let variable = |name: &str| std::env::var(name).ok();
    let number = |name: &str, usual: u64| {
        variable(name).map_or(usual, |text| text.parse().expect("a number"))
    };
    let (first, games) = (number("FIRST", 1), number("GAMES", 4));
    for entry in CATALOGUE {
        let id = entry.game.info().id;
        if variable("GAME").is_some_and(|game| game != id) {
            continue;
        }
        for seed in first..first + games {
            candidates_of(entry, seed);
        }
    }
}

const PAIRS: [[&str; 2]; 4] =
    [["normal", "easy"], ["easy", "normal"], ["difficult", "normal"], ["normal", "difficult"]];

fn candidates_of(entry: &Entry, seed: u64) {
    let names = PAIRS[seed as usize % PAIRS.len()];
    let record = played(entry, names, seed);
    let stop = AtomicBool::new(false);
    let review = entry
        .reviewer(Resources::default())
        .review(&record, &Limits::default(), &stop, &mut |_| {})
        .expect("a game");
    for said in review.entries.iter().filter(|said| said.grade.is_blame()) {
        let record = Record { moves: record.moves[..=said.index].to_vec(), ..record.clone() };
        let [one, other] = names;
        let case = Case { head: vec![format!("from: {one} against {other}, seed {seed}")], record };
        println!("# {} in the whole game: {}", said.grade.id(), ids(said));
        println!("{}", board(entry, &case.record));
        println!("{}", told(entry, &case));
    }
}

fn ids(said: &ReviewedEntry) -> String {
    said.reasons.iter().map(|reason| reason.id).collect::<Vec<_>>().join(" ")
}

/// A game between two levels.
fn played(entry: &Entry, names: [&str; 2], seed: u64) -> Record {
    let setup = rules::Setup { rules: None, board: None, seed };
    let mut live = entry.game.open(&Record::new(entry.game.start(&setup).unwrap())).unwrap();
    let mut players = names.map(|name| entry.opponent(name).unwrap().make(seed));
    while live.outcome().is_none() {
        let player = &mut players[usize::from(live.turn().index())];
        let stop = AtomicBool::new(false);
        let thought = player.think(live.record(), &Limits::default(), &stop, &mut |_| {}).unwrap();
        live.play(&thought.choice.expect("a move")).unwrap();
    }
    live.record().clone()
}

/// The board before the last move.
fn board(entry: &Entry, record: &Record) -> String {
    let moves = &record.moves[..record.moves.len() - 1];
    let live = entry.game.open(&Record { moves: moves.to_vec(), ..record.clone() }).unwrap();
    let info = entry.game.info();
    let view = live.view();
    let mut text = String::new();
    for row in view.board.cells.chunks(usize::from(view.board.columns)) {
        for cell in row {
            let ground = cell.ground.map_or(' ', |ground| info.grounds[usize::from(ground)].letter);
            let piece = cell.piece.map(|piece| info.pieces[usize::from(piece)].letter);
            let coloured = info.grounds.len() > 2;
            let ground = if coloured { ground.to_ascii_lowercase() } else { '.' };
            match piece {
                Some(piece) if coloured => write!(text, " {piece}{ground}").unwrap(),
                Some(piece) => write!(text, " {piece}").unwrap(),
                None if coloured => write!(text, " .{ground}").unwrap(),
                None => write!(text, " .").unwrap(),
            }
        }
        text.push('\n');
    }
    writeln!(text, "to move: {:?}", view.turn).unwrap();
    text
}
