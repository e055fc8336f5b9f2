//! The games of the tests, and what every game's folder goes through. Each kind of case is a line in a data file:
//!
//! * `perft.txt`: `POSITION | count at depth 1, 2, 3 …`
//! * `moves.txt`: `POSITION | every legal move, sorted`
//! * `valid.txt`: `TEXT | POSITION as it is written`
//! * `invalid.txt`: `TEXT | the error, in English`
//! * `playthroughs/*.txt`: a record, a blank line, and what is seen along it.
//!
//! `UPDATE_EXPECT=1` rewrites what a program can know: playthroughs, and the error texts. A failed demand says its rule
//! and the file that does not meet it.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use damier_games::CATALOGUE;
use engine::Entry;
use rules::{AnyGame, Live, Record};

use crate::tic_tac_toe::TicTacToeEngine;

/// A game that has nothing but what every game must have. No catalogue of a program has it.
static TEST_CATALOGUE: &[Entry] = &[Entry::of::<TicTacToeEngine>()];
/// Variable with the game for which alone the tests of all games run: `cargo xtask test --game`.
const ONE_GAME: &str = "DAMIER_TEST_GAME";

/// The games of the tests: those of the catalogue, and one that has none of the optional parts.
pub(crate) fn entries() -> Vec<&'static Entry> {
    let one = std::env::var(ONE_GAME).ok();
    let all = CATALOGUE.iter().chain(TEST_CATALOGUE);
    all.filter(|entry| one.as_ref().is_none_or(|id| id == id_of(entry))).collect()
}

/// The games that have an optional part, with it. How many lack it is printed.
pub(crate) fn entries_with<T>(
    part: &str,
    of: impl Fn(&'static Entry) -> Option<T>,
) -> Vec<(&'static Entry, T)> {
    let (mut found, mut lacking) = (Vec::new(), Vec::new());
    for entry in entries() {
        match of(entry) {
            Some(part) => found.push((entry, part)),
            None => lacking.push(id_of(entry)),
        }
    }
    println!("{part}: {} games, skipped {}: {}", found.len(), lacking.len(), lacking.join(", "));
    found
}

/// Whether the tests of all games run for all of them.
pub(crate) fn has_all_games() -> bool {
    std::env::var_os(ONE_GAME).is_none()
}

/// Runs `check` on the folder of each game, all of them whatever fails.
pub(crate) fn each_folder<R>(check: impl Fn(Folder) -> R) -> Vec<R> {
    let folders = entries().into_iter().map(Folder::of);
    testkit::golden::check_each(folders, |folder| id_of(folder.entry).to_owned(), check)
}

fn id_of(entry: &Entry) -> &'static str {
    entry.game.info().id
}

/// A game and the folder that has its data.
pub(crate) struct Folder {
    /// The game with its players.
    pub(crate) entry: &'static Entry,
    /// The game.
    pub(crate) game: &'static dyn AnyGame,
    /// Where its `data` is.
    pub(crate) path: PathBuf,
}

impl Folder {
    fn of(entry: &'static Entry) -> Self {
        let is_of_tests = TEST_CATALOGUE.iter().any(|other| id_of(other) == id_of(entry));
        let parent = if is_of_tests { "tests" } else { "src" };
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(parent);
        Self { entry, game: entry.game, path: path.join(id_of(entry).replace('-', "_")) }
    }

    /// What a failed demand says: the rule, and the data file that does not meet it.
    fn demand(&self, file: &str, rule: &str) -> String {
        format!("{}: {rule} (docs/adding-a-game.md)", self.data(file).display())
    }

    pub(crate) fn check_invariants(&self, seed: u64, games: u32) {
        if let Err(broken) = self.game.check_invariants(seed, games) {
            panic!("{}: every game keeps the invariants: {broken}", self.path.display());
        }
    }

    /// Checks the counts up to `limit`.
    pub(crate) fn check_perfts(&self, limit: u64) {
        let rule = self.demand("perft.txt", "a position has so many lines of play");
        for (position, counts) in self.cases("perft.txt") {
            let live = self.open(&position);
            for (depth, count) in (1..).zip(counts.split_whitespace()) {
                let count: u64 = count.parse().unwrap_or_else(|_| panic!("{rule}: {count}"));
                if count <= limit {
                    assert_eq!(live.perft(depth), count, "{rule}: depth {depth} of {position}");
                    let divided: u64 = live.divide(depth).into_iter().map(|(_, part)| part).sum();
                    assert_eq!(divided, count, "{rule}: divided, depth {depth} of {position}");
                }
            }
        }
    }

    pub(crate) fn check_move_lists(&self) {
        let rule = self.demand("moves.txt", "a position has these legal moves");
        for (position, expected) in self.cases("moves.txt") {
            let moves = sorted_moves(self.open(&position).as_ref());
            assert_eq!(moves, expected, "{rule}: {position}");
        }
    }

    pub(crate) fn check_valid(&self) {
        let rule = self.demand("valid.txt", "a text is read as this position");
        for (text, position) in self.cases("valid.txt") {
            assert_eq!(self.open(&text).position(), position, "{rule}: {text}");
            assert_eq!(self.open(&position).position(), position, "{rule}: {position}");
        }
    }

    pub(crate) fn check_invalid(&self) {
        let rule = self.demand("invalid.txt", "no text of this file is a position");
        let mut lines = Vec::new();
        for (text, _) in self.cases("invalid.txt") {
            let error = match self.game.open(&Record::new(text.clone())) {
                Ok(live) => panic!("{rule}: {text} is read as {}", live.position()),
                Err(rules::ReplayError::Start(error)) => error.to_string(),
                Err(other) => panic!("{rule}: {text}: {other}"),
            };
            lines.push((text, error));
        }
        let path = self.data("invalid.txt");
        let old = testkit::golden::read(&path);
        let new: Vec<_> = old.lines().map(|line| rewritten(line, &lines)).collect();
        testkit::golden::check(path, &(new.join("\n") + "\n"));
    }

    pub(crate) fn check_playthroughs(&self) {
        let rule = self.demand("playthroughs", "every game has a playthrough");
        let files = fs::read_dir(self.data("playthroughs"));
        let files = files.unwrap_or_else(|error| panic!("{rule}: {error}"));
        let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        assert!(!files.is_empty(), "{rule}");
        let name = |file: &PathBuf| file.display().to_string();
        testkit::golden::check_each(files, name, |file| self.check_playthrough(&file));
    }

    fn check_playthrough(&self, file: &Path) {
        let old = testkit::golden::read(file);
        let head = old.split("\n\n").next().unwrap().trim_end();
        let mut record = Record::default();
        for line in head.lines() {
            match line.split_once(": ") {
                Some(("start", start)) => start.clone_into(&mut record.start),
                Some(("swap", "yes")) => record.swap = true,
                Some(("moves", moves)) => {
                    record.moves = moves.split_whitespace().map(str::to_owned).collect();
                }
                _ => assert!(
                    line.starts_with('#'),
                    "{}: a playthrough begins with remarks, start, swap and moves: {line}",
                    file.display()
                ),
            }
        }
        let seen = self.playthrough(&record);
        let new = format!("{head}\n\n{seen}");
        testkit::golden::check(file, &new);
    }

    /// What is seen along a record.
    fn playthrough(&self, record: &Record) -> String {
        let mut out = String::new();
        let mut live = self
            .game
            .open(&Record { moves: Vec::new(), ..record.clone() })
            .unwrap_or_else(|error| panic!("{error}"));
        describe(&mut out, live.as_ref());
        for entry in &record.moves {
            writeln!(out, "\n> {entry}").unwrap();
            if let Err(refusal) = live.play(entry) {
                writeln!(out, "refused: {} / {}", refusal.text.en, refusal.text.fr).unwrap();
            }
            describe(&mut out, live.as_ref());
        }
        out
    }

    fn open(&self, position: &str) -> Box<dyn Live> {
        self.game.open(&Record::new(position.to_owned())).unwrap_or_else(|error| {
            panic!("{}: a position can be read: {position}: {error}", self.path.display())
        })
    }

    /// The lines of a data file, split at the bar.
    fn cases(&self, file: &str) -> Vec<(String, String)> {
        let rule = self.demand(file, "every game has this file, with a case");
        let text =
            fs::read_to_string(self.data(file)).unwrap_or_else(|error| panic!("{rule}: {error}"));
        let cases: Vec<_> = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| line.split_once('|').unwrap_or_else(|| panic!("{rule}: no | in {line}")))
            .map(|(left, right)| (left.trim().to_owned(), right.trim().to_owned()))
            .collect();
        assert!(!cases.is_empty(), "{rule}");
        cases
    }

    /// A file of the game's data.
    pub(crate) fn data(&self, file: &str) -> PathBuf {
        self.path.join("data").join(file)
    }
}

fn describe(out: &mut String, live: &dyn Live) {
    let view = live.view();
    writeln!(out, "position: {}", live.position()).unwrap();
    if let Some(last) = &view.last {
        let changes: Vec<_> = last
            .changes
            .iter()
            .map(|change| {
                let name = |cell: rules::CellIndex| &view.board.cells[usize::from(cell.0)].label;
                let piece = change.piece.map_or("gone".to_owned(), |piece| piece.to_string());
                let from = change.from.map_or(String::new(), |from| format!("{}->", name(from)));
                format!("{from}{}={piece}", name(change.cell))
            })
            .collect();
        let changes = if changes.is_empty() { "none".to_owned() } else { changes.join(" ") };
        writeln!(out, "changes: {changes}").unwrap();
    }
    for tally in &view.board.tallies {
        writeln!(out, "{}: {} {}", tally.label, tally.count.first, tally.count.second).unwrap();
    }
    for (mark, cells) in [("winning", &view.marks.winning), ("forbidden", &view.marks.forbidden)] {
        if !cells.is_empty() {
            let mut names: Vec<_> =
                cells.iter().map(|cell| &*view.board.cells[usize::from(cell.0)].label).collect();
            names.sort_unstable();
            writeln!(out, "{mark}: {}", names.join(" ")).unwrap();
        }
    }
    if live.swapped() {
        writeln!(out, "seats: exchanged").unwrap();
    }
    match &view.outcome {
        None => writeln!(out, "moves: {}", sorted_moves(live)).unwrap(),
        Some(ending) => {
            let winner = ending.winner.map_or("nobody".to_owned(), |seat| format!("{seat:?}"));
            let margin = ending.margin.map_or(String::new(), |margin| format!(" by {margin}"));
            writeln!(out, "winner: {winner}{margin}: {} / {}", ending.text.en, ending.text.fr)
                .unwrap();
        }
    }
}

fn sorted_moves(live: &dyn Live) -> String {
    let mut moves: Vec<_> = live.view().choices.into_iter().map(|choice| choice.notation).collect();
    moves.sort_unstable();
    moves.join(" ")
}

fn rewritten(line: &str, errors: &[(String, String)]) -> String {
    let text = line.split('|').next().unwrap().trim();
    match errors.iter().find(|(input, _)| input == text) {
        Some((input, error)) if !line.starts_with('#') => format!("{input} | {error}"),
        _ => line.to_owned(),
    }
}

#[test]
fn what_a_game_lacks_is_skipped() {
    let none = |entry: &'static Entry| (id_of(entry) != "tic-tac-toe").then_some(());
    if has_all_games() {
        assert_eq!(entries_with("a test", none).len(), entries().len() - 1);
    }
    for entry in TEST_CATALOGUE {
        assert!(entry.classics.is_empty() && entry.tree_demo.is_none() && entry.data.is_none());
        assert!(entry.puzzles.is_none() && entry.miner.is_none() && entry.prover.is_none());
        assert!(entry.trainer.is_none() && entry.level_ratings().is_none());
    }
}
