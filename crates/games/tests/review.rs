//! Known mistakes with what the program says of them: `data/mistakes.txt` in each game's folder.
//!
//! A case is a game that ends with the mistake, and what a review says of that move. Where a case
//! has a line `from`, it is one of the examples of `docs/review-examples.md`, which is written from
//! the same files. `UPDATE_EXPECT=1` rewrites answers and page; read what changed, on the board.

mod harness;
pub mod tic_tac_toe;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Entry, Grade, Limits, Resources, Review, ReviewedEntry, ThoughtLine, Verdict};
use games::CATALOGUE;
use harness::update;
use rules::{Record, ReplayError, SWAP, SplitMix64};
use tic_tac_toe::TicTacToeBrain;

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

/// The games of the catalogue, and one that has nothing but its own folder.
fn entries() -> impl Iterator<Item = Entry> {
    CATALOGUE.iter().copied().chain([Entry::of::<TicTacToeBrain>(&[])])
}

fn review(entry: &Entry, record: &Record, nodes: u64) -> Review {
    let (stop, limits) = (AtomicBool::new(false), Limits::nodes(nodes));
    let mut reviewer = entry.reviewer(Resources::default());
    reviewer.review(record, &limits, &stop, &mut |_| {}).expect("a game")
}

/// A random game, with the swap rule where there is one.
fn random_game(entry: &Entry, seed: u64, plies: usize) -> Record {
    let setup = rules::Setup { rules: None, board: None, seed };
    let start = entry.game.start(&setup).expect("a start");
    let swap = entry.game.info().swap;
    let mut live = entry.game.open(&Record { start, swap, moves: Vec::new() }).expect("a game");
    let mut random = SplitMix64::new(seed);
    while live.outcome().is_none() && live.record().moves.len() < plies {
        let choices = live.view().choices;
        let choice = &choices[random.below(choices.len() as u64) as usize];
        // Every second game is swapped, so that one choice in so many does not decide.
        let swap = choices.last().filter(|last| last.notation == SWAP && seed.is_multiple_of(2));
        live.play(&swap.unwrap_or(choice).notation).expect("a choice");
    }
    live.record().clone()
}

#[test]
fn reviews_of_random_games_hold_together() {
    for entry in entries() {
        for seed in 0..4 {
            let record = random_game(&entry, seed, 40);
            let review = review(&entry, &record, 2_000);
            let indices: Vec<_> = review.entries.iter().map(|said| said.index).collect();
            assert_eq!(indices, (0..record.moves.len()).collect::<Vec<_>>());
            for said in &review.entries {
                check_entry(&entry, &record, said);
            }
            for accuracy in [review.accuracy.first, review.accuracy.second].into_iter().flatten() {
                assert!((0.0..=100.0).contains(&accuracy), "{accuracy}");
            }
        }
    }
}

/// What must be true of an entry, whatever is said of it.
fn check_entry(entry: &Entry, record: &Record, said: &ReviewedEntry) {
    let context = format!("{}: {record:?}\n{said:?}", entry.game.info().id);
    let before = Record { moves: record.moves[..said.index].to_vec(), ..record.clone() };
    let live = entry.game.open(&before).expect("a part of a game");
    assert_eq!(said.seat, live.turn(), "{context}");
    assert_eq!(said.played.notation, record.moves[said.index], "{context}");
    let swapped = record.moves.get(1).is_some_and(|second| second == SWAP);
    assert_eq!(said.player == said.seat, !swapped || said.index > 1, "{context}");
    for number in [said.before, said.after, said.loss, said.best.chance, said.played.chance] {
        assert!((0.0..=1.0).contains(&number), "{context}");
    }
    for line in [&said.best, &said.played] {
        assert_eq!(line.line.first(), Some(&line.notation), "{context}");
        let mut live = entry.game.open(&before).expect("a part of a game");
        for m in &line.line {
            live.play(m).unwrap_or_else(|refusal| panic!("{m}: {}\n{context}", refusal.text));
        }
        check_end(live.as_ref(), line, said, &context);
    }
    let choices = live.view().choices.len();
    assert_eq!(said.grade == Grade::Forced, choices == 1, "{context}");
    if said.grade.is_blame() {
        assert_ne!(said.best.notation, said.played.notation, "{context}");
        assert!(said.best.worth() > said.played.worth(), "{context}");
        assert!(!matches!(said.best.verdict, Verdict::Loss { .. }), "{context}");
    }
    for reason in &said.reasons {
        for text in [&reason.text.en, &reason.text.fr] {
            assert!(text.ends_with(['.', '…']) && !text.contains("  "), "{context}");
        }
    }
}

/// A forced win that is led to its end ends with a win, in as many moves as were promised.
fn check_end(live: &dyn rules::Live, line: &ThoughtLine, said: &ReviewedEntry, context: &str) {
    let Some(ending) = live.outcome() else { return };
    let exchanged = line.line.iter().filter(|entry| *entry == SWAP).count();
    let side = if exchanged == 0 { said.seat } else { !said.seat };
    let plies = (line.line.len() - exchanged) as u16;
    match line.verdict {
        Verdict::Win { plies: promised } => {
            assert_eq!((ending.winner, plies), (Some(side), promised), "{context}");
        }
        Verdict::Loss { plies: promised } => {
            assert_eq!((ending.winner, plies), (Some(!side), promised), "{context}");
        }
        Verdict::Exact { margin: 0 } => assert_eq!(ending.winner, None, "{context}"),
        Verdict::Exact { .. } | Verdict::Estimate { .. } => {}
    }
}

#[test]
fn the_same_review_twice() {
    for entry in entries() {
        let record = random_game(&entry, 5, 30);
        let [one, other] = [(); 2].map(|()| review(&entry, &record, 3_000));
        assert_eq!((one.entries, one.accuracy), (other.entries, other.accuracy));
    }
}

#[test]
fn a_review_that_is_stopped_gives_what_it_has() {
    for entry in entries() {
        let record = random_game(&entry, 6, 30);
        let total = record.moves.len();
        for wanted in [0, 1, 3] {
            let stop = AtomicBool::new(wanted == 0);
            let mut told = Vec::new();
            let review = entry
                .reviewer(Resources::default())
                .review(&record, &Limits::nodes(500), &stop, &mut |said| {
                    told.push(said.clone());
                    stop.store(told.len() == wanted, Relaxed);
                })
                .expect("a game");
            told.reverse();
            assert_eq!(review.entries, told);
            let indices: Vec<_> = told.iter().map(|said| said.index).collect();
            assert_eq!(indices, (total - wanted..total).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_record_that_cannot_be_is_refused() {
    for entry in entries() {
        let mut record = random_game(&entry, 7, 3);
        record.moves.push("nonsense".to_owned());
        let stop = AtomicBool::new(false);
        let mut reviewer = entry.reviewer(Resources::default());
        let answer = reviewer.review(&record, &Limits::nodes(10), &stop, &mut |_| {});
        assert!(matches!(answer, Err(ReplayError::Entry { index: 3, .. })), "{answer:?}");
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

const PAIRS: [[&str; 2]; 6] = [
    ["normal", "easy"],
    ["easy", "normal"],
    ["difficult", "normal"],
    ["normal", "difficult"],
    ["easy", "very-easy"],
    ["very-easy", "easy"],
];

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
        let last = last_move(entry, &case.record, NODES);
        if last.grade != said.grade || ids(&last) != ids(said) || last.reasons.is_empty() {
            continue;
        }
        println!("# {} in the whole game: {}", said.grade.id(), ids(said));
        println!("{}", board(entry, &case.record));
        println!("played: {:?} {}", said.played.verdict, said.played.line.join(" "));
        println!("better: {:?} {}", said.best.verdict, said.best.line.join(" "));
        for reason in &said.reasons {
            println!("{}: {} / {}", reason.id, reason.text.en, reason.text.fr);
        }
        println!("--\n{}", told(entry, &case));
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
