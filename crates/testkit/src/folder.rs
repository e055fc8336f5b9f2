//! Temporary folders.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::{env, fs, process};

/// First part of the names of all temporary folders.
const PREFIX: &str = "damier-test-";

/// Temporary folder, gone with its value.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// An empty folder with a name of its own, of which `subject` is a part.
    pub fn new(subject: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        remove_left_behind();
        let number = COUNT.fetch_add(1, Relaxed);
        let name = format!("{PREFIX}{}-{subject}-{number}", process::id());
        let path = env::temp_dir().join(name);
        fs::create_dir_all(&path)
            .unwrap_or_else(|error| panic!("cannot create {}: {error}", path.display()));
        Self(path)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The path of something in it.
    pub fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Removes the folders of test processes that were killed. Where processes are not listed, they stay.
fn remove_left_behind() {
    let Ok(entries) = fs::read_dir(env::temp_dir()) else { return };
    if !Path::new("/proc/self").exists() {
        return;
    }
    for entry in entries.flatten() {
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next());
        let Some(id) = id.and_then(|id| id.parse::<u32>().ok()) else { continue };
        if !Path::new("/proc").join(id.to_string()).exists() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
