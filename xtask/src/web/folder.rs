//! The folder `target/web`: the module, its host's side and its data, each with a name that changes with its content.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use super::{broken, bytes};
use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::tools::{NODE, target};

/// The host's side of the module.
const CORE_JS: &str = "crates/wasm/js/core.js";
/// Data files by the names that the core knows, and where they are.
const DATA: [(&str, &str); 2] = [
    ("connect-four-book.bin", "crates/games/src/connect_four/data/book.bin"),
    ("othello-weights.bin", "crates/games/src/othello/data/weights.bin"),
];
/// The script that compresses its input as a server would, and prints the length.
const BROTLI: &str = "const zlib = require('zlib');
const bytes = require('fs').readFileSync(0);
console.log(zlib.brotliCompressSync(bytes).length);";

/// Writes the folder, prints the sizes of its files, and returns its path.
pub(super) fn write(module: &Path, missing: MissingTools) -> Result<PathBuf, Failure> {
    let folder = target().join("web");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| broken(&folder, &error))?;
    let has_brotli = NODE.ensure(missing)?.is_ok();
    println!("{:<44}{:>10}{:>10}{:>10}", "bytes", "raw", "gzip", "brotli");
    let add = |name: &str, path: &Path| -> Result<String, Failure> {
        let bytes = bytes(path)?;
        let name = hashed(name, &bytes);
        let file = folder.join(&name);
        fs::write(&file, &bytes).map_err(|error| broken(&file, &error))?;
        let brotli = has_brotli.then(|| brotli(&bytes)).flatten();
        let brotli = brotli.map_or("?".to_owned(), |length| length.to_string());
        println!("{name:<44}{:>10}{:>10}{brotli:>10}", bytes.len(), gzip(&bytes));
        Ok(name)
    };
    let module = add("core.wasm", module)?;
    let script = add("core.js", Path::new(CORE_JS))?;
    let mut data = BTreeMap::new();
    for (name, path) in DATA {
        data.insert(name, add(name, Path::new(path))?);
    }
    let manifest = folder.join("manifest.json");
    let text = json!({ "module": module, "script": script, "data": data }).to_string();
    fs::write(&manifest, text).map_err(|error| broken(&manifest, &error))?;
    folder.canonicalize().map_err(|error| broken(&folder, &error))
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
fn brotli(bytes: &[u8]) -> Option<usize> {
    let mut command = Command::new(NODE.program);
    command.args(["-e", BROTLI]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().ok()?;
    child.stdin.take()?.write_all(bytes).ok()?;
    let output = child.wait_with_output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
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
