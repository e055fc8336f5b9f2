//! The tests that every game's folder goes through. Each kind of case is a line in a data file:
//!
//! * `perft.txt`: `POSITION | count at depth 1, 2, 3 …`
//! * `moves.txt`: `POSITION | every legal move, sorted`
//! * `valid.txt`: `TEXT | POSITION as it is written`
//! * `invalid.txt`: `TEXT | the error, in English`
//! * `playthroughs/*.txt`: a record, a blank line, and what is seen along it.
//!
//! `UPDATE_EXPECT=1` rewrites what a program can know: playthroughs, and the error texts.

#![allow(dead_code, reason = "each test crate uses its part")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use rules::{AnyGame, Live, Record};

/// A game and the folder that has its data.
pub(crate) struct Folder {
    pub(crate) game: &'static dyn AnyGame,
    /// Where its `data` is.
    pub(crate) path: PathBuf,
}

impl Folder {
    pub(crate) fn check_invariants(&self, seed: u64, games: u32) {
        if let Err(broken) = self.game.check_invariants(seed, games) {
            panic!("{}: {broken}", self.game.info().id);
        }
    }

    /// Checks the counts up to `limit`.
    pub(crate) fn check_perfts(&self, limit: u64) {
        for (position, counts) in self.cases("perft.txt") {
            let live = self.open(&position);
            for (depth, count) in (1..).zip(counts.split_whitespace()) {
                let count: u64 = count.parse().expect("a perft count is a number");
                if count <= limit {
                    assert_eq!(live.perft(depth), count, "depth {depth} of {position}");
                    let divided: u64 = live.divide(depth).into_iter().map(|(_, part)| part).sum();
                    assert_eq!(divided, count, "divided, depth {depth} of {position}");
                }
            }
        }
    }

    pub(crate) fn check_move_lists(&self) {
        for (position, expected) in self.cases("moves.txt") {
            assert_eq!(sorted_moves(self.open(&position).as_ref()), expected, "{position}");
        }
    }

    pub(crate) fn check_valid(&self) {
        for (text, position) in self.cases("valid.txt") {
            assert_eq!(self.open(&text).position(), position);
            assert_eq!(self.open(&position).position(), position);
        }
    }

    pub(crate) fn check_invalid(&self) {
        let mut lines = Vec::new();
        for (text, _) in self.cases("invalid.txt") {
            let error = match self.game.open(&Record::new(text.clone())) {
                Ok(live) => panic!("{text} is read as {}", live.position()),
                Err(rules::ReplayError::Start(error)) => error.to_string(),
                Err(other) => panic!("{text}: {other}"),
            };
            lines.push((text, error));
        }
        let path = self.data("invalid.txt");
        let old = testkit::golden::read(&path);
        let new: Vec<_> = old.lines().map(|line| rewritten(line, &lines)).collect();
        testkit::golden::check(path, &(new.join("\n") + "\n"));
    }

    pub(crate) fn check_playthroughs(&self) {
        let folder = self.data("playthroughs");
        let mut files: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|_| panic!("{} exists", folder.display()))
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "{} has a playthrough", folder.display());
        for file in files {
            self.check_playthrough(&file);
        }
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
                _ => assert!(line.starts_with('#'), "{}: {line}", file.display()),
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
        self.game
            .open(&Record::new(position.to_owned()))
            .unwrap_or_else(|error| panic!("{position}: {error}"))
    }

    /// The lines of a data file, split at the bar.
    fn cases(&self, file: &str) -> Vec<(String, String)> {
        let path = self.data(file);
        let text =
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let cases: Vec<_> = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| line.split_once('|').unwrap_or_else(|| panic!("no | in {line}")))
            .map(|(left, right)| (left.trim().to_owned(), right.trim().to_owned()))
            .collect();
        assert!(!cases.is_empty(), "{} has no case", path.display());
        cases
    }

    fn data(&self, file: &str) -> PathBuf {
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
