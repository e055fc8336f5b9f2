//! Mutants of the sources, and those that are known to change nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

use super::finder::{Site, sites};
use crate::outcome::Failure;
use crate::process::{capture, git};

/// Crates of which there are mutants, the lowest first.
pub(super) const CRATES: [&str; 4] = ["rules", "play", "store", "room"];
/// What no test reaches without services.
const LEFT_OUT: [&str; 1] = ["crates/store/src/postgres"];
/// Mutants that change nothing, each with the reason.
const EQUIVALENTS: &str = "xtask/src/mutants/equivalents.txt";

/// One change of a source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mutant {
    /// Counted from 1.
    pub(super) number: u32,
    /// Its crate, by its place among [`CRATES`].
    pub(super) of: usize,
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) function: String,
    /// What is changed, in words.
    pub(super) words: String,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} {}: {}", self.file, self.line, self.function, self.words)
    }
}

impl Mutant {
    /// What it is called in the list of equivalents, where lines have no numbers: they change.
    fn title(&self) -> String {
        format!("{} {}: {}", self.file, self.function, self.words)
    }
}

/// Source file with its sites.
#[derive(Debug)]
pub(super) struct SourceFile {
    pub(super) name: String,
    pub(super) source: String,
    pub(super) sites: Vec<Site>,
    /// Number of the first mutant of each site.
    pub(super) first: Vec<u32>,
}

/// All mutants with the files that they are of.
#[derive(Debug, Default)]
pub(super) struct Catalogue {
    pub(super) files: Vec<SourceFile>,
    pub(super) mutants: Vec<Mutant>,
}

impl Catalogue {
    /// Finds the mutants of the workspace.
    pub(super) fn find() -> Result<Self, Failure> {
        let mut catalogue = Self::default();
        for (of, name) in CRATES.into_iter().enumerate() {
            let folder = format!("crates/{name}/src");
            let listed = "ls-files -z --cached --others --exclude-standard";
            let listed = capture(git(listed).arg(&folder))?;
            let files: BTreeSet<&str> = listed.split_terminator('\0').collect();
            for file in files.into_iter().filter(|file| is_mutated(file)) {
                let source = fs::read_to_string(file)
                    .map_err(|error| Failure::Task(format!("{file}: {error}")))?;
                catalogue.add(of, file, source)?;
            }
        }
        Ok(catalogue)
    }

    fn add(&mut self, of: usize, name: &str, source: String) -> Result<(), Failure> {
        let found = sites(&source).map_err(|error| Failure::Task(format!("{name}: {error}")))?;
        let mut first = Vec::new();
        for site in &found {
            first.push(self.mutants.len() as u32 + 1);
            for change in &site.changes {
                self.mutants.push(Mutant {
                    number: self.mutants.len() as u32 + 1,
                    of,
                    file: name.to_owned(),
                    line: site.line,
                    function: site.function.clone(),
                    words: change.words.clone(),
                });
            }
        }
        self.files.push(SourceFile { name: name.to_owned(), source, sites: found, first });
        Ok(())
    }

    /// The mutant of that number.
    pub(super) fn mutant(&self, number: u32) -> &Mutant {
        &self.mutants[number as usize - 1]
    }
}

/// Tests in a file of their own are none of the code that they try.
fn is_mutated(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|ending| ending == "rs")
        && !file.ends_with("/tests.rs")
        && !LEFT_OUT.iter().any(|left_out| file.starts_with(left_out))
}

/// Numbers of the mutants that change nothing. A line of the list that is about none is a mistake.
pub(super) fn equivalents(mutants: &[Mutant]) -> Result<BTreeSet<u32>, Failure> {
    let list = fs::read_to_string(EQUIVALENTS)
        .map_err(|error| Failure::Task(format!("{EQUIVALENTS}: {error}")))?;
    read_equivalents(&list, mutants)
        .map_err(|error| Failure::Task(format!("{EQUIVALENTS}: {error}")))
}

fn read_equivalents(list: &str, mutants: &[Mutant]) -> Result<BTreeSet<u32>, String> {
    let mut by_title: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for mutant in mutants {
        by_title.entry(mutant.title()).or_default().push(mutant.number);
    }
    let mut found = BTreeSet::new();
    for line in list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (title, reason) = line.split_once(" -- ").unwrap_or((line, ""));
        if reason.is_empty() {
            return Err(format!("'{title}' has no reason"));
        }
        let numbers = by_title.get(title).ok_or_else(|| format!("'{title}' is no mutant"))?;
        found.extend(numbers);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_and_what_needs_services_are_left_alone() {
        let mutated = |file| is_mutated(&format!("crates/{file}"));
        assert!(mutated("room/src/decision.rs") && mutated("store/src/sql/tests_of_rows.rs"));
        for file in ["room/src/decision/tests.rs", "store/src/postgres/url.rs", "rules/src/a.md"] {
            assert!(!mutated(file), "{file}");
        }
    }

    #[test]
    fn equivalents_are_named_with_reasons() {
        let mut catalogue = Catalogue::default();
        let source = "fn f(a: u8) -> u8 { a * 1 }".to_owned();
        catalogue.add(0, "a.rs", source).expect("a file");
        let titles: Vec<_> = catalogue.mutants.iter().map(Mutant::title).collect();
        assert_eq!(
            titles,
            [
                "a.rs f: returns 0 at once",
                "a.rs f: returns 1 at once",
                "a.rs f: a * 1: * becomes +",
                "a.rs f: a * 1: * becomes /",
            ]
        );
        let read = |list: &str| read_equivalents(list, &catalogue.mutants);
        let list = "# Nothing.\n\na.rs f: a * 1: * becomes / -- by one\n";
        assert_eq!(read(list), Ok([4].into()));
        assert!(read("a.rs f: a * 1: * becomes /\n").is_err());
        assert!(read("a.rs f: a * 2: * becomes / -- by two\n").is_err());
    }

    #[test]
    fn every_equivalent_is_a_mutant_of_the_workspace() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let mut mutants = Vec::new();
        let list = fs::read_to_string(format!("{root}/{EQUIVALENTS}")).expect("the list");
        let files = list.lines().filter_map(|line| line.split_once(".rs "));
        let files: BTreeSet<_> =
            files.filter(|(file, _)| !file.starts_with('#')).map(|it| it.0).collect();
        for file in files {
            let name = format!("{file}.rs");
            let source = fs::read_to_string(format!("{root}/{name}")).expect("a source file");
            let mut catalogue = Catalogue::default();
            catalogue.add(0, &name, source).expect("Rust");
            mutants.extend(catalogue.mutants);
        }
        assert_eq!(read_equivalents(&list, &mutants).err(), None);
    }
}
