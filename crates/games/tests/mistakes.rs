//! Known mistakes with what the program says of them: `data/mistakes.txt` in each game's folder.
//!
//! A case is a game that ends with the mistake, and what a review says of that move. Where a case
//! has a line `from`, it is one of the examples of `tests/review_examples.md`, which is written from
//! the same files; what stands behind `note: ` there is by whoever checked it on the board.
//! `UPDATE_EXPECT=1` rewrites answers and page: read what has changed.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::harness::{Folder, each_folder, has_all_games};
use engine::{Entry, Limits, Resources, ReviewedEntry};
use rules::{Live, Record};

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

#[test]
fn mistakes_are_explained_as_recorded() {
    let mut page = String::from(PAGE);
    for (title, examples) in
        each_folder(|folder| (&folder.game.info().title.en, check_game(&folder)))
    {
        if examples.is_empty() {
            continue;
        }
        assert_eq!(examples.len(), EXAMPLES, "{title}");
        let number = |(index, example): (usize, String)| format!("### {}. {example}", index + 1);
        let examples: Vec<_> = examples.into_iter().enumerate().map(number).collect();
        write!(page, "\n## {title}\n\n{}", examples.join("\n")).unwrap();
    }
    if has_all_games() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/review_examples.md");
        testkit::golden::check(path, &page);
    }
}

/// Checks the mistakes in a game's folder, and returns those for the page.
fn check_game(folder: &Folder) -> Vec<String> {
    let (entry, path) = (folder.entry, folder.data("mistakes.txt"));
    let old = testkit::golden::read(&path);
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
    assert!(blocks.len() > 1, "{}: every game has a mistake", path.display());
    testkit::golden::check(&path, &blocks.join("\n"));
    examples
}

const PAGE: &str = "\
# Fifty mistakes

Ten mistakes of each game, all from games that the program's own players played, with what a review says of
them (`docs/review.md` says how it comes to that). The board stands as it did before the move; capital
letters are pieces, X of player 1 and O of player 2. In the Katarenga family the small letter is the colour of
the square (yellow, green, blue, red), and in Isolation a dash is a square where nobody may place any more.

More mistakes of such games are printed by

```
damier duel othello normal easy --games 12 --save games.txt
damier analyse othello --record games.txt --number 1 --review
```

The files `data/mistakes.txt` of the games make this page, by `cargo xtask golden`.
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
