//! The files of an archive, in memory.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::outcome::Failure;

/// Files by their paths, with `/` between folders.
#[derive(Clone, Debug, Default)]
pub(super) struct FileTree(BTreeMap<String, PackedFile>);

/// One file of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PackedFile {
    pub(super) bytes: Vec<u8>,
    pub(super) is_program: bool,
}

impl FileTree {
    /// Adds a file.
    pub(super) fn add(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.0.insert(path.into(), PackedFile { bytes: bytes.into(), is_program: false });
    }

    /// Adds a program.
    pub(super) fn add_program(&mut self, path: impl Into<String>, bytes: Vec<u8>) {
        self.0.insert(path.into(), PackedFile { bytes, is_program: true });
    }

    /// Adds a copy of a file.
    pub(super) fn copy(&mut self, path: impl Into<String>, from: &Path) -> Result<(), Failure> {
        self.add(path, read(from)?);
        Ok(())
    }

    /// Adds all files of a folder, under a path.
    pub(super) fn copy_folder(&mut self, path: &str, from: &Path) -> Result<(), Failure> {
        let broken = |error| Failure::Task(format!("cannot read {}: {error}", from.display()));
        for entry in fs::read_dir(from).map_err(broken)? {
            let entry = entry.map_err(broken)?;
            let inside = format!("{path}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                self.copy_folder(&inside, &entry.path())?;
            } else {
                self.copy(inside, &entry.path())?;
            }
        }
        Ok(())
    }

    /// Adds all files of another tree, under a path.
    pub(super) fn extend(&mut self, path: &str, other: &Self) {
        let files = other.0.iter();
        self.0.extend(files.map(|(name, file)| (format!("{path}/{name}"), file.clone())));
    }

    /// The files, sorted by path.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &PackedFile)> {
        self.0.iter().map(|(path, file)| (path.as_str(), file))
    }

    /// One file.
    pub(super) fn get(&self, path: &str) -> Option<&PackedFile> {
        self.0.get(path)
    }

    /// All folders that the files are in, each after the one that it is in.
    pub(super) fn folders(&self) -> Vec<String> {
        let mut folders: Vec<String> = Vec::new();
        for path in self.0.keys() {
            for (at, _) in path.match_indices('/') {
                if !folders.iter().any(|folder| folder == &path[..at]) {
                    folders.push(path[..at].to_owned());
                }
            }
        }
        folders
    }
}

/// Reads a file.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path)
        .map_err(|error| Failure::Task(format!("cannot read {}: {error}", path.display())))
}

/// Writes a file.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes)
        .map_err(|error| Failure::Task(format!("cannot write {}: {error}", path.display())))
}
