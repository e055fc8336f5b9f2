//! The folder `target/web`: the page, and in its folder `core` the modules and their data, each with a name that changes with
//! its content.

use std::collections::{BTreeMap, BTreeSet};
use std::env::consts::EXE_EXTENSION;
use std::fmt::Display;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use super::{Build, BuiltModule, SHARED_PAGES, broken, bytes};
use crate::outcome::Failure;
use crate::process::{cargo, run as run_command};
use crate::tools::{NODE, target};

/// Folder of the games.
const GAMES: &str = "crates/games/src";
/// Data of a game that the core loads, by its name in the game's folder; the core puts the game's name before it.
const DATA: [&str; 3] = ["book.bin", "puzzles.txt", "weights.bin"];
/// The script that compresses its input as a server would, and prints the length.
const BROTLI: &str = "const zlib = require('zlib');
const bytes = require('fs').readFileSync(0);
console.log(zlib.brotliCompressSync(bytes).length);";

/// The folder of the core in the folder of the page.
pub(super) const CORE: &str = "core";

/// Which sizes are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sizes {
    /// None.
    Left,
    /// As they are and compressed with gzip.
    Gzip,
    /// With brotli, too, by node.
    WithBrotli,
}

/// The folder of an earlier build, if there is one.
pub(super) fn existing(build: Build) -> Option<PathBuf> {
    target().join(build.folder()).canonicalize().ok()
}

/// Writes the folder of the page with its core, prints the sizes of its files, and returns its path.
pub(super) fn write(
    modules: &[BuiltModule],
    build: Build,
    sizes: Sizes,
) -> Result<PathBuf, Failure> {
    let folder = target().join(build.folder());
    let _ = fs::remove_dir_all(&folder);
    let core = folder.join(CORE);
    fs::create_dir_all(&core).map_err(|error| broken(&core, &error))?;
    let folder = folder.canonicalize().map_err(|error| broken(&folder, &error))?;
    let add = |name: &str, path: &Path| -> Result<String, Failure> {
        let bytes = bytes(path)?;
        let name = hashed(name, &bytes);
        let file = core.join(&name);
        fs::write(&file, &bytes).map_err(|error| broken(&file, &error))?;
        Ok(name)
    };
    let mut manifest = serde_json::Map::new();
    for BuiltModule { kind, path } in modules {
        let name = add(kind.name, path)?;
        let (initial, maximum) = SHARED_PAGES;
        let pages = json!({ "initial": initial, "maximum": maximum });
        manifest.extend(kind.roles.iter().map(|role| {
            let is_threaded = *role == "threads";
            let module =
                if is_threaded { json!({ "module": name, "pages": pages }) } else { json!(name) };
            ((*role).to_owned(), module)
        }));
    }
    let mut data = BTreeMap::new();
    for (name, path) in data_files()? {
        let hashed = add(&name, &path)?;
        data.insert(name, hashed);
    }
    manifest.insert("data".to_owned(), json!(data));
    let path = core.join("manifest.json");
    let text = json!(manifest).to_string();
    fs::write(&path, text).map_err(|error| broken(&path, &error))?;
    // Of the workspace, as tests are compiled: for its package alone dependencies would be compiled again.
    run_command(&mut cargo("build --locked --workspace --example static_page"))?;
    let page = Path::new("debug/examples").join("static_page").with_extension(EXE_EXTENSION);
    run_command(Command::new(target().join(page)).arg(&folder))?;
    write_sizes(&folder, sizes)?;
    Ok(folder)
}

/// Writes a list of all files with their sizes into the folder, and prints those that matter: of what the page loads
/// before it is usable together, and of the files of the core.
fn write_sizes(folder: &Path, sizes: Sizes) -> Result<(), Failure> {
    let mut list = BTreeMap::new();
    let first = first_load(folder)?;
    let mut first_sum = FileSize::default();
    println!("{:<44}{:>10}{:>10}{:>10}", "bytes", "raw", "gzip", "brotli");
    for path in files(folder)? {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
        let bytes = bytes(&path)?;
        let is_core = name.starts_with(CORE);
        let has_brotli = sizes == Sizes::WithBrotli && (is_core || first.contains(&name));
        let size = FileSize {
            raw: bytes.len(),
            gzip: if sizes == Sizes::Left { 0 } else { gzip(&bytes) },
            brotli: if has_brotli { brotli(&bytes)? } else { 0 },
        };
        if is_core && sizes != Sizes::Left {
            size.print(&name);
        }
        if first.contains(&name) {
            first_sum.add(&size);
        }
        list.insert(name, json!({ "bytes": size.raw, "gzip": size.gzip }));
    }
    if sizes != Sizes::Left {
        first_sum.print(&format!("first load of home, {} files", first.len()));
    }
    let path = folder.join("files.json");
    fs::write(&path, json!(list).to_string()).map_err(|error| broken(&path, &error))
}

/// Size of a file, or of several.
#[derive(Default)]
struct FileSize {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

impl FileSize {
    fn add(&mut self, other: &Self) {
        self.raw += other.raw;
        self.gzip += other.gzip;
        self.brotli += other.brotli;
    }

    fn print(&self, name: &str) {
        let Self { raw, gzip, brotli } = self;
        println!("{name:<44}{raw:>10}{gzip:>10}{brotli:>10}");
    }
}

/// The files that the page loads before home is usable: itself, all that it names, and what it starts with in English.
fn first_load(folder: &Path) -> Result<BTreeSet<String>, Failure> {
    let page = String::from_utf8_lossy(&bytes(&folder.join("index.html"))?).into_owned();
    let named = page.split("href=\"").skip(1).chain(page.split(" src=\"").skip(1));
    let mut first: BTreeSet<_> = named
        .filter_map(|rest| rest.split('"').next())
        .filter(|path| {
            !path.starts_with('#') && Path::new(path).extension() != Some("png".as_ref())
        })
        .map(str::to_owned)
        .collect();
    let start = files(folder)?.into_iter().find(|path| path.ends_with("start.en.json"));
    let start = start.and_then(|path| Some(path.strip_prefix(folder).ok()?.to_path_buf()));
    first.extend(start.map(|path| path.to_string_lossy().into_owned()));
    first.insert("index.html".to_owned());
    Ok(first)
}

/// All files below a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| broken(&folder, &error))? {
            let path = entry.map_err(|error| broken(&folder, &error))?.path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    Ok(found)
}

/// Data files of the games by the names that the core knows, and where they are.
fn data_files() -> Result<BTreeMap<String, PathBuf>, Failure> {
    let mut found = BTreeMap::new();
    let games = fs::read_dir(GAMES).map_err(|error| broken(Path::new(GAMES), &error))?;
    for game in games {
        let game = game.map_err(|error| broken(Path::new(GAMES), &error))?;
        let id = game.file_name().to_string_lossy().replace('_', "-");
        let files = DATA.map(|file| (format!("{id}-{file}"), game.path().join("data").join(file)));
        found.extend(files.into_iter().filter(|(_, path)| path.exists()));
    }
    Ok(found)
}

/// The name with a hash of the content before its extension.
fn hashed(name: &str, bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, "bin"));
    format!("{stem}.{:016x}.{extension}", hasher.finish())
}

fn gzip(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing into a vector cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default().len()
}

/// Length of the bytes compressed with brotli, by node.
pub(super) fn brotli(bytes: &[u8]) -> Result<usize, Failure> {
    let broken = |why: &dyn Display| Failure::Task(format!("cannot compress with node: {why}"));
    let mut command = Command::new(NODE.program);
    command.args(["-e", BROTLI]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| broken(&error))?;
    let written = child.stdin.take().map(|mut input| input.write_all(bytes)).transpose();
    let output = child.wait_with_output().and_then(|output| written.map(|_| output));
    let printed =
        String::from_utf8_lossy(&output.map_err(|error| broken(&error))?.stdout).into_owned();
    printed.trim().parse().map_err(|_| broken(&format!("it printed {printed:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_changes_with_the_content() {
        let (one, other) = (hashed("core.wasm", b"1"), hashed("core.wasm", b"2"));
        let parts: Vec<_> = one.split('.').collect();
        assert_eq!((parts[0], parts[1].len(), parts[2]), ("core", 16, "wasm"));
        assert_ne!(one, other);
    }
}
