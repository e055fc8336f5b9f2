//! The copy of the workspace with all mutants in it, compiled once. Those that do not compile are found by the
//! compiler's errors, and left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::copy::WorkspaceCopy;
use super::mutant::{CRATES, Catalogue, Mutant, SourceFile};
use super::switches::{NumberedSite, SwitchedFile};
use crate::outcome::Failure;
use crate::process::{cargo, run_reading};

/// File of the switch in each crate.
const SWITCH_FILE: &str = "mutation_switch.rs";
const SWITCH: &str = include_str!("switch.txt");
/// Mutants that did not compile, to begin with the next time.
const UNBUILDABLE: &str = "target/mutants/unbuildable";
/// Time limit of compiling.
const BUILD_TIMEOUT: Duration = Duration::from_hours(2);
/// How often it is compiled again with fewer mutants.
const ROUNDS_MAX: usize = 60;

/// Compiled test program.
#[derive(Clone, Debug)]
pub(super) struct TestProgram {
    /// Its package.
    pub(super) package: String,
    pub(super) executable: String,
    /// Folder of its package.
    pub(super) folder: String,
}

/// The workspace with its mutants.
#[derive(Debug)]
pub(super) struct MutatedWorkspace<'a> {
    catalogue: &'a Catalogue,
    copy: WorkspaceCopy,
    pub(super) unbuildable: BTreeSet<u32>,
    switched: BTreeMap<&'a str, SwitchedFile>,
}

/// An error of the compiler: all places that it names, by their files.
#[derive(Debug)]
struct CompilerError {
    text: String,
    is_of_constant: bool,
    places: Vec<(String, Range<usize>)>,
}

impl<'a> MutatedWorkspace<'a> {
    /// Copies the workspace. Nothing is compiled yet.
    pub(super) fn new(catalogue: &'a Catalogue) -> Result<Self, Failure> {
        let is_changed = |name: &str| {
            let is_root = CRATES.iter().any(|of| name == format!("crates/{of}/src/lib.rs"));
            is_root || catalogue.files.iter().any(|file| file.name == name)
        };
        let copy = WorkspaceCopy::make(is_changed)?;
        let known = fs::read_to_string(UNBUILDABLE).unwrap_or_default();
        let known: BTreeSet<&str> = known.lines().collect();
        let is_known = |mutant: &&Mutant| known.contains(mutant.to_string().as_str());
        let unbuildable = catalogue.mutants.iter().filter(is_known).map(|mutant| mutant.number);
        let unbuildable = unbuildable.collect();
        Ok(Self { catalogue, copy, unbuildable, switched: BTreeMap::new() })
    }

    /// Writes the files with those mutants that may compile.
    fn write(&mut self) -> Result<(), Failure> {
        for of in CRATES {
            let name = format!("crates/{of}/src/{SWITCH_FILE}");
            self.copy.write(&name, SWITCH.as_bytes())?;
        }
        for file in &self.catalogue.files {
            let switched = SwitchedFile::new(&file.source, &self.numbered(file));
            let is_root = file.name.ends_with("/src/lib.rs");
            let content = if is_root {
                // Behind everything else, so that nothing changes its place.
                format!("{}\n#[allow(warnings)]\nmod mutation_switch;\n", switched.code)
            } else {
                switched.code.clone()
            };
            self.copy.write(&file.name, content.as_bytes())?;
            self.switched.insert(&file.name, switched);
        }
        Ok(())
    }

    fn numbered(&self, file: &'a SourceFile) -> Vec<NumberedSite<'a>> {
        let numbered = file.sites.iter().zip(&file.first).map(|(site, first)| {
            let numbers = (*first..).zip(0..site.changes.len());
            let numbers = numbers.filter(|(number, _)| !self.unbuildable.contains(number));
            NumberedSite { site, numbers: numbers.collect() }
        });
        numbered.collect()
    }

    /// Compiles the copy, again and again without the mutants that errors are about; returns the test programs.
    pub(super) fn compile(&mut self, packages: &[&str]) -> Result<Vec<TestProgram>, Failure> {
        let own = |package: &&&str| CRATES.iter().any(|of| **package == format!("damier-{of}"));
        let listed = |packages: Vec<&&str>| -> String {
            let options = packages.into_iter().map(|package| format!(" -p {package}"));
            options.collect::<Vec<_>>().concat()
        };
        // The crates themselves first: that is quick.
        self.compile_without_errors(&format!(
            "check --keep-going{}",
            listed(packages.iter().filter(own).collect())
        ))?;
        self.compile_without_errors(&format!("test --no-run{}", listed(packages.iter().collect())))
    }

    fn compile_without_errors(&mut self, arguments: &str) -> Result<Vec<TestProgram>, Failure> {
        for _ in 0..ROUNDS_MAX {
            self.write()?;
            let (mut programs, mut errors) = (Vec::new(), Vec::new());
            let mut command = cargo(arguments);
            command.args(["--message-format=json", "--quiet"]);
            let compiled = run_reading(self.within(&mut command), BUILD_TIMEOUT, |line| {
                let Ok(message) = serde_json::from_str::<Value>(line) else { return };
                programs.extend(TestProgram::read(&message));
                errors.extend(CompilerError::read(&message));
            });
            if compiled.is_ok() {
                self.remember()?;
                return Ok(programs);
            }
            let found = self.blamed(&errors);
            if found.is_subset(&self.unbuildable) {
                let first = errors.first().map(|error| error.text.as_str());
                let text = first.unwrap_or("it does not compile, and no error says why");
                return Err(Failure::Task(format!("an error is about no mutant:\n{text}")));
            }
            self.unbuildable.extend(found);
            println!("{} mutants do not compile so far", self.unbuildable.len());
        }
        Err(Failure::Task("there are new errors each time it is compiled".into()))
    }

    /// Sets where a command of cargo runs.
    fn within<'b>(&self, command: &'b mut Command) -> &'b mut Command {
        command.current_dir(&self.copy.folder).env("CARGO_TARGET_DIR", &self.copy.target)
    }

    fn blamed(&self, errors: &[CompilerError]) -> BTreeSet<u32> {
        let mut all = BTreeSet::new();
        for error in errors {
            let places = || {
                let known = error.places.iter();
                known.filter_map(|(name, range)| Some((self.switched.get(name.as_str())?, range)))
            };
            let mut about = BTreeSet::new();
            // A constant needs a function as it is: one with a switch is none that the compiler can call.
            if error.is_of_constant {
                about.extend(places().flat_map(|(file, range)| file.of_function(range)));
            } else if let Some(found) =
                places().map(|(file, range)| file.at(range)).find(|found| !found.is_empty())
            {
                about = found;
            }
            if about.is_empty() {
                about.extend(places().flat_map(|(file, range)| file.of_function(range)));
            }
            all.extend(about);
        }
        all
    }

    fn remember(&self) -> Result<(), Failure> {
        let titles = self.unbuildable.iter().map(|number| self.catalogue.mutant(*number));
        let titles = titles.map(|mutant| format!("{mutant}\n")).collect::<Vec<_>>().concat();
        fs::write(UNBUILDABLE, titles)
            .map_err(|error| Failure::Task(format!("{UNBUILDABLE}: {error}")))
    }

    /// Digest of all that tests of these programs may depend on.
    pub(super) fn digest(programs: &[TestProgram]) -> String {
        let mut hash = Sha256::new();
        for program in programs {
            hash.update(&program.executable);
            hash.update(fs::read(&program.executable).unwrap_or_default());
        }
        hash.finalize()
            .iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect::<Vec<_>>()
            .concat()
    }
}

impl TestProgram {
    fn read(message: &Value) -> Option<Self> {
        if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
            return None;
        }
        let manifest = message["manifest_path"].as_str()?;
        let folder = manifest.strip_suffix("/Cargo.toml")?.to_owned();
        let package = folder.rsplit('/').next()?.to_owned();
        let executable = message["executable"].as_str()?.to_owned();
        Some(Self { package, executable, folder })
    }
}

impl CompilerError {
    fn read(message: &Value) -> Option<Self> {
        let message = &message["message"];
        if message["level"] != "error" || message["spans"].as_array()?.is_empty() {
            return None;
        }
        let mut places = Vec::new();
        for part in
            std::iter::once(message).chain(message["children"].as_array().into_iter().flatten())
        {
            let spans = part["spans"].as_array().into_iter().flatten();
            let mut spans: Vec<_> = spans.collect();
            spans.sort_by_key(|span| span["is_primary"] != true);
            for span in spans {
                let bound = |name: &str| Some(span[name].as_u64()? as usize);
                let (Some(start), Some(end)) = (bound("byte_start"), bound("byte_end")) else {
                    continue;
                };
                let name = span["file_name"].as_str().unwrap_or_default().to_owned();
                places.push((name, start..end));
            }
        }
        let code = message["code"]["code"].as_str().unwrap_or_default();
        let text = message["rendered"].as_str().unwrap_or_default().to_owned();
        Some(Self { text, is_of_constant: code == "E0080", places })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_errors_are_read() {
        let message = r#"{"reason":"compiler-message","message":{"level":"error","code":{"code":"E0308"},
            "rendered":"error: no","spans":[
              {"file_name":"a.rs","byte_start":9,"byte_end":12,"is_primary":false},
              {"file_name":"a.rs","byte_start":3,"byte_end":5,"is_primary":true}],
            "children":[{"spans":[{"file_name":"b.rs","byte_start":1,"byte_end":2,"is_primary":true}]}]}}"#;
        let error = CompilerError::read(&serde_json::from_str(message).unwrap()).unwrap();
        let expected = [("a.rs", 3..5), ("a.rs", 9..12), ("b.rs", 1..2)];
        let expected: Vec<_> = expected.map(|(name, range)| (name.to_owned(), range)).into();
        assert_eq!(error.places, expected);
        assert!(!error.is_of_constant);
        let warning = message.replace("\"error\"", "\"warning\"");
        assert!(CompilerError::read(&serde_json::from_str(&warning).unwrap()).is_none());
    }
}
