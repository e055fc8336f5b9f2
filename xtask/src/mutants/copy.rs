//! A copy of the workspace, in which the sources may be changed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::Failure;
use crate::process::{capture, git};

/// Folder of the copy.
const COPY: &str = "target/mutants/workspace";
/// Folder in which the copy is compiled.
const BUILD: &str = "target/mutants/build";

/// Copy of the workspace.
#[derive(Debug)]
pub(super) struct WorkspaceCopy {
    pub(super) folder: PathBuf,
    pub(super) target: PathBuf,
}

impl WorkspaceCopy {
    /// Copies all files that git knows or would add; those that are the same already are left alone, so that they are
    /// not compiled again. Files for which `is_changed` holds are left to the caller.
    pub(super) fn make(is_changed: impl Fn(&str) -> bool) -> Result<Self, Failure> {
        let root = std::env::current_dir().map_err(|error| broken(Path::new("."), &error))?;
        let (folder, target) = (root.join(COPY), root.join(BUILD));
        let listed = capture(&mut git("ls-files -z --cached --others --exclude-standard"))?;
        let names: BTreeSet<&str> = listed.split_terminator('\0').collect();
        let names: BTreeSet<&str> =
            names.into_iter().filter(|name| root.join(name).is_file()).collect();
        let copy = Self { folder, target };
        copy.remove_others(&names)?;
        for name in names {
            if !is_changed(name) {
                let content =
                    fs::read(root.join(name)).map_err(|error| broken(Path::new(name), &error))?;
                copy.write(name, &content)?;
                copy_mode(&root.join(name), &copy.folder.join(name));
            }
        }
        Ok(copy)
    }

    /// Writes a file of the copy, if it says something else.
    pub(super) fn write(&self, name: &str, content: &[u8]) -> Result<(), Failure> {
        let path = self.folder.join(name);
        if fs::read(&path).is_ok_and(|known| known == content) {
            return Ok(());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| broken(folder, &error))?;
        }
        fs::write(&path, content).map_err(|error| broken(&path, &error))
    }

    /// Removes files that are in the workspace no more.
    fn remove_others(&self, names: &BTreeSet<&str>) -> Result<(), Failure> {
        let mut folders = vec![self.folder.clone()];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            for path in entries.flatten().map(|entry| entry.path()) {
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let name = path.strip_prefix(&self.folder).ok().and_then(Path::to_str);
                if name.is_some_and(|name| !names.contains(name) && name != "Cargo.lock") {
                    fs::remove_file(&path).map_err(|error| broken(&path, &error))?;
                }
            }
        }
        Ok(())
    }
}

/// Programs stay executable.
fn copy_mode(from: &Path, to: &Path) {
    if let Ok(metadata) = fs::metadata(from) {
        // Where that is impossible, what needs it is found by the run without a mutant.
        let _ = fs::set_permissions(to, metadata.permissions());
    }
}

fn broken(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Task(format!("{}: {error}", path.display()))
}
