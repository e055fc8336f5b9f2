//! Known mistakes with what the program says of them: `data/mistakes.txt` in each game's folder.
//!
//! A case is a game that ends with the mistake, and what a review says of that move. Where a case
//! has a line `from`, it is one of the examples of `docs/review-examples.md`, which is written from
//! the same files; what stands behind `note: ` there is by whoever checked it on the board.
//! `UPDATE_EXPECT=1` rewrites answers and page: read what has changed.

mod harness;
pub mod tic_tac_toe;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Entry, Limits, Resources, ReviewedEntry};
use games::CATALOGUE;
use harness::update;
use rules::{Live, Record};
use tic_tac_toe::TicTacToeEngine;

/// Positions that a search of these tests visits.
const NODES: u64 = 100_000;
/// Examples of each game.
const EXAMPLES: usize = 10;

/// A game and a mistake at its end.
struct Case {
    /// Remarks, where it is from and what was noted of it, as they stand in the file.
    head: Vec<String>,
    record: Record,
}

impl Case {
    fn read(block: &str) -> Self {
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
        let kept = |line: &&str| ["#", "from: ", "note: "].iter().any(|it| line.starts_with(it));
        Self {
            head: block.lines().filter(kept).map(str::to_owned).collect(),
            record: Record {
                start: field("start: ").expect("a start").to_owned(),
                swap: field("swap: ") == Some("yes"),
                moves: field("moves: ").expect("moves").split(' ').map(str::to_owned).collect(),
            },
        }
    }

    fn field(&self, name: &str) -> Option<&str> {
        self.head.iter().find_map(|line| line.strip_prefix(name))
    }

    /// The game before the mistake.
    fn before(&self, entry: &Entry) -> Box<dyn Live> {
        let mut live = entry.game.open(&self.record).expect("a game");
        live.truncate(self.record.moves.len() - 1);
        live
    }

    /// The case with what is said of it.
    fn told(&self, said: &ReviewedEntry) -> String {
        let mut text = String::new();
        for line in &self.head {
            writeln!(text, "{line}").unwrap();
        }
        writeln!(text, "start: {}", self.record.start).unwrap();
        if self.record.swap {
            writeln!(text, "swap: yes").unwrap();
        }
        writeln!(text, "moves: {}", self.record.moves.join(" ")).unwrap();
        writeln!(text, "grade: {}", said.grade.id()).unwrap();
        writeln!(text, "played: {}", said.played.moves.join(" ")).unwrap();
        writeln!(text, "better: {}", said.best.moves.join(" ")).unwrap();
        for reason in &said.reasons {
            writeln!(text, "{}: {} / {}", reason.id, reason.text.en, reason.text.fr).unwrap();
        }
        text
    }
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

/// A file that must be as the program would write it.
fn check(path: &Path, new: &str) {
    if update() {
        fs::write(path, new).unwrap();
    } else {
        let old = fs::read_to_string(path).unwrap_or_default().replace('\r', "");
        assert_eq!(old, new, "{}", path.display());
    }
}

#[test]
fn mistakes_are_explained_as_recorded() {
    let crate_folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut page = String::from(PAGE);
    for entry in CATALOGUE {
        let folder = entry.game.info().id.replace('-', "_");
        let examples = check_game(entry, &crate_folder.join("src").join(folder));
        assert_eq!(examples.len(), EXAMPLES, "{}", entry.game.info().id);
        let number = |(index, example): (usize, String)| format!("### {}. {example}", index + 1);
        let examples: Vec<_> = examples.into_iter().enumerate().map(number).collect();
        write!(page, "\n## {}\n\n{}", entry.game.info().title.en, examples.join("\n")).unwrap();
    }
    let sixth = Entry::of::<TicTacToeEngine>(&[]);
    check_game(&sixth, &crate_folder.join("tests/tic_tac_toe"));
    check(&crate_folder.join("../../docs/review-examples.md"), &page);
}

/// Checks the mistakes in a game's folder, and returns those for the page.
fn check_game(entry: &Entry, folder: &Path) -> Vec<String> {
    let path = folder.join("data/mistakes.txt");
    let old = fs::read_to_string(&path).unwrap_or_default().replace('\r', "");
    let (mut blocks, mut examples) = (Vec::new(), Vec::new());
    for block in old.split("\n\n") {
        if !block.contains("moves: ") {
            blocks.push(format!("{}\n", block.trim_end()));
            continue;
        }
        let case = Case::read(block);
        let said = last_move(entry, &case.record, NODES);
        blocks.push(case.told(&said));
        if let Some(from) = case.field("from: ") {
            examples.push(example(entry, &case, from, &said));
        }
    }
    assert!(blocks.len() > 1, "{} has a remark and a case", path.display());
    check(&path, &blocks.join("\n"));
    examples
}

const PAGE: &str = "\
# Fifty mistakes

Ten mistakes of each game, all from games that the program's own players played, with what a review says of
them ([review.md](review.md) says how it comes to that). The board stands as it did before the move; capital
letters are pieces, X of player 1 and O of player 2. In the Katarenga family the small letter is the colour of
the square (yellow, green, blue, red), and in Isolation a dash is a square where nobody may place any more.

The games, and more mistakes than are shown here, come from

```
GAME=othello FIRST=1 GAMES=12 cargo test --release -p damier-games --test mistakes -- --ignored --nocapture
```

and this page from the files `data/mistakes.txt` of the games, by `cargo xtask golden`.
";

/// A case as a part of the page, behind its number.
fn example(entry: &Entry, case: &Case, from: &str, said: &ReviewedEntry) -> String {
    let info = entry.game.info();
    let seat = &info.seats[usize::from(said.seat.index())].en;
    let (played, sign, grade) = (&said.played.notation, said.grade.sign(), said.grade.id());
    let number = said.index + 1;
    let mut text = format!("{seat} plays {played}{sign} ({grade})\n\n");
    writeln!(text, "Move {number} of {from}.\n").unwrap();
    writeln!(text, "```text\n{}```\n", board(entry, case.before(entry).as_ref())).unwrap();
    writeln!(text, "Better: `{}`\n", said.best.moves.join(" ")).unwrap();
    for reason in &said.reasons {
        writeln!(text, "- {}", reason.text.en).unwrap();
        writeln!(text, "  *{}*", reason.text.fr).unwrap();
    }
    if let Some(note) = case.field("note: ") {
        writeln!(text, "\n{note}").unwrap();
    }
    text
}

/// The board in text, with the colours of the squares where they differ.
fn board(entry: &Entry, live: &dyn Live) -> String {
    let (info, view) = (entry.game.info(), live.view());
    let coloured = info.grounds.len() > 2;
    let mut text = String::new();
    let columns = usize::from(view.board.columns);
    for (row, cells) in view.board.cells.chunks(columns).enumerate() {
        let mut line = format!("{:>2} ", info.ranks.get(row).unwrap_or(&""));
        for (column, cell) in cells.iter().enumerate() {
            let index = rules::CellIndex((row * columns + column) as u8);
            let sign = match (cell.ground, cell.piece) {
                (None, _) => ' ',
                (_, Some(piece)) => info.pieces[usize::from(piece)].letter,
                _ if view.marks.forbidden.contains(&index) => '-',
                _ => '.',
            };
            let ground = cell.ground.map_or(' ', |ground| info.grounds[usize::from(ground)].letter);
            line.push(' ');
            line.push(sign);
            line.extend(coloured.then_some(ground.to_ascii_lowercase()));
        }
        writeln!(text, "{}", line.trim_end()).unwrap();
    }
    let width = 1 + usize::from(coloured);
    let files = info.files.iter().map(|file| format!(" {file:<width$}"));
    writeln!(text, "{}", format!("   {}", files.collect::<String>()).trim_end()).unwrap();
    text
}

/// Mistakes of games between levels, for whoever looks for examples.
#[test]
#[ignore = "prints what people are to read"]
fn candidates() {
    let variable = |name: &str| std::env::var(name).ok();
    let number = |name: &str, usual: u64| {
        variable(name).map_or(usual, |text| text.parse().expect("a number"))
    };
    let (first, games) = (number("FIRST", 1), number("GAMES", 4));
    let wanted = |entry: &&Entry| variable("GAME").is_none_or(|id| id == entry.game.info().id);
    for entry in CATALOGUE.iter().filter(wanted) {
        for seed in first..first + games {
            print_mistakes(entry, seed);
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

/// Plays a game and prints its mistakes, those that a short search explains much as a long one does.
fn print_mistakes(entry: &Entry, seed: u64) {
    let names = PAIRS[seed as usize % PAIRS.len()];
    let record = played(entry, names, seed);
    let stop = AtomicBool::new(false);
    let review = entry
        .reviewer(Resources::default())
        .review(&record, &Limits::default(), &stop, &mut |_| {})
        .expect("a game");
    let ids = |said: &ReviewedEntry| said.reasons.iter().map(|it| it.id).collect::<Vec<_>>();
    for said in review.entries.iter().filter(|said| said.grade.is_blame()) {
        let record = Record { moves: record.moves[..=said.index].to_vec(), ..record.clone() };
        let from = format!("from: {} against {}, seed {seed}", names[0], names[1]);
        let case = Case { head: vec![from], record };
        let shorter = last_move(entry, &case.record, NODES);
        if shorter.grade == said.grade && ids(&shorter).iter().any(|id| ids(said).contains(id)) {
            println!("{}", board(entry, case.before(entry).as_ref()));
            println!("{}", case.told(&shorter));
        }
    }
}

/// A game between two levels, on the board of the seed.
fn played(entry: &Entry, names: [&str; 2], seed: u64) -> Record {
    let setup = rules::Setup { rules: None, board: None, seed };
    let start = entry.game.start(&setup).expect("a start");
    let mut live = entry.game.open(&Record::new(start)).expect("a start");
    let mut players = names.map(|name| entry.opponent(name).expect("a level").make(seed));
    while live.outcome().is_none() {
        let player = &mut players[usize::from(live.turn().index())];
        let stop = AtomicBool::new(false);
        let report = player.search(live.record(), &Limits::default(), &stop, &mut |_| {});
        let choice = report.expect("a game").choice.expect("a move");
        live.play(&choice).expect("a legal move");
    }
    live.record().clone()
}
