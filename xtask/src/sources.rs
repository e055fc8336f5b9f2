//! Stamps of sources: what was built of the same ones need not be built again.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use sha2::{Digest, Sha256};

use crate::arguments;
use crate::outcome::Failure;
use crate::process::{capture, cargo, git};

/// Hash of what something is built of, and the file that keeps it when that is done.
#[derive(Debug)]
pub(crate) struct Stamp {
    file: PathBuf,
    hash: String,
}

impl Stamp {
    /// The stamp of what is built of packages, as `cargo tree` takes them, with all that they depend on, and of more files
    /// and folders.
    pub(crate) fn of(file: PathBuf, packages: &str, more: &[&str]) -> Result<Self, Failure> {
        let tree = format!("tree --locked --edges normal,build --prefix none {packages}");
        let tree = capture(&mut cargo(&tree))?;
        let root = env::current_dir().unwrap_or_default();
        let mut folders: BTreeSet<PathBuf> = tree.lines().filter_map(local_folder).collect();
        folders.extend(["Cargo.toml", "Cargo.lock"].iter().chain(more).map(PathBuf::from));
        let mut hasher = Sha256::new();
        hasher.update(capture(Command::new("rustc").arg("-vV"))?);
        let mut list = git("ls-files -z --cached --others --exclude-standard --");
        let list =
            capture(list.args(folders.iter().map(|it| it.strip_prefix(&root).unwrap_or(it))))?;
        for path in list.split('\0').filter(|path| !path.is_empty() && !is_test(path)) {
            // A file that was deleted, too, is a change.
            let bytes = fs::read(path).unwrap_or_default();
            hasher.update(format!("{path}\0{}\0", bytes.len()));
            hasher.update(bytes);
        }
        let hash = format!("{:x}", hasher.finalize());
        Ok(Self { file, hash })
    }

    /// Whether the last build was of the same sources. In CI everything is built.
    pub(crate) fn is_current(&self) -> bool {
        !arguments::is_ci() && self.is_kept()
    }

    fn is_kept(&self) -> bool {
        fs::read_to_string(&self.file).is_ok_and(|kept| kept == self.hash)
    }

    /// Forgets the last build, before another one begins.
    pub(crate) fn remove(&self) {
        let _ = fs::remove_file(&self.file);
    }

    /// Keeps that the build is done.
    pub(crate) fn keep(&self) -> Result<(), Failure> {
        fs::write(&self.file, &self.hash).map_err(|error| {
            Failure::Task(format!("cannot write {}: {error}", self.file.display()))
        })
    }
}

/// The folder of a package of ours: `damier-rules v0.2.0 (/damier/crates/rules) (*)`.
fn local_folder(line: &str) -> Option<PathBuf> {
    let mut words = line.split(" (").skip(1).filter_map(|word| word.strip_suffix(')'));
    words.find(|word| Path::new(word).is_absolute()).map(PathBuf::from)
}

/// Whether a file is of the tests or benchmarks of a crate, of which nothing else is built.
fn is_test(path: &str) -> bool {
    path.starts_with("crates/")
        && ["tests", "benches"].iter().any(|it| path.split('/').nth(2) == Some(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_of_ours_are_found() {
        let folder = |line: &str| local_folder(line).map(|path| path.display().to_string());
        let ours = "damier-rules v0.2.0 (/damier/crates/rules)";
        assert_eq!(folder(ours).as_deref(), Some("/damier/crates/rules"));
        assert_eq!(folder(&format!("{ours} (*)")).as_deref(), Some("/damier/crates/rules"));
        for line in ["serde v1.0.228", "serde_derive v1.0.228 (proc-macro)", "serde v1 (*)", ""] {
            assert_eq!(folder(line), None, "{line}");
        }
    }

    #[test]
    fn a_stamp_is_of_one_state_of_the_sources() {
        let kept = env::temp_dir().join(format!("damier-stamp-{}", std::process::id()));
        let stamp = |hash: &str| Stamp { file: kept.clone(), hash: hash.to_owned() };
        assert!(!stamp("one").is_kept());
        stamp("one").keep().expect("a file");
        assert!(stamp("one").is_kept() && !stamp("other").is_kept());
        stamp("other").remove();
        assert!(!stamp("one").is_kept());
    }
}
