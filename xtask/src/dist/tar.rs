//! Archives in the format ustar of POSIX, the same bytes for the same files on every machine.

use std::io::{self, Write};

use flate2::{Compression, GzBuilder};

use super::file_tree::FileTree;

const BLOCK_BYTES: usize = 512;
/// Longest name of the head's first field; what is before goes into the field for the prefix.
const NAME_BYTES: usize = 100;
const PREFIX_BYTES: usize = 155;

/// What an entry of an archive is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EntryKind {
    File,
    Folder,
}

/// The files as `.tar.gz`, with their time of change in seconds since 1970.
pub(super) fn tar_gz(files: &FileTree, time: u64) -> io::Result<Vec<u8>> {
    gzip(&tar(files, time)?)
}

/// The bytes compressed, without a name or time of their own.
pub(super) fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

fn tar(files: &FileTree, time: u64) -> io::Result<Vec<u8>> {
    let mut archive = Vec::new();
    for folder in files.folders() {
        archive.extend(head(&format!("{folder}/"), 0, 0o755, time, EntryKind::Folder)?);
    }
    for (path, file) in files.iter() {
        let mode = if file.is_program { 0o755 } else { 0o644 };
        archive.extend(head(path, file.bytes.len(), mode, time, EntryKind::File)?);
        archive.extend(&file.bytes);
        archive.resize(archive.len().next_multiple_of(BLOCK_BYTES), 0);
    }
    archive.resize(archive.len() + 2 * BLOCK_BYTES, 0);
    Ok(archive)
}

fn head(
    path: &str,
    bytes: usize,
    mode: u32,
    time: u64,
    kind: EntryKind,
) -> io::Result<[u8; BLOCK_BYTES]> {
    let (prefix, name) = split(path)
        .ok_or_else(|| io::Error::other(format!("{path}: too long a path for an archive")))?;
    let mut head = [0; BLOCK_BYTES];
    let mut put =
        |at: usize, text: &str| head[at..at + text.len()].copy_from_slice(text.as_bytes());
    put(0, name);
    put(100, &format!("{mode:07o}"));
    put(108, "0000000"); // owner
    put(116, "0000000"); // group
    put(124, &format!("{bytes:011o}"));
    put(136, &format!("{time:011o}"));
    put(148, "        "); // blanks, while the checksum is computed
    put(156, if kind == EntryKind::Folder { "5" } else { "0" });
    put(257, "ustar\x0000");
    put(265, "root");
    put(297, "root");
    put(345, prefix);
    let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
    head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(head)
}

/// The path as prefix and name.
fn split(path: &str) -> Option<(&str, &str)> {
    if path.len() <= NAME_BYTES {
        return Some(("", path));
    }
    let places = path.match_indices('/').map(|(at, _)| (&path[..at], &path[at + 1..]));
    let mut fitting = places.filter(|(prefix, name)| {
        prefix.len() <= PREFIX_BYTES && (1..=NAME_BYTES).contains(&name.len())
    });
    fitting.next()
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn tar_lists_what_was_packed() {
        let long = format!("{}/{}", "folder".repeat(12), "name".repeat(20));
        let mut files = FileTree::default();
        files.add_program("a/damier", b"program".to_vec());
        files.add("a/docs/README.md", *b"text");
        files.add(long.clone(), *b"");
        let bytes = tar_gz(&files, 1_700_000_000).expect("an archive");
        assert_eq!(bytes, tar_gz(&files, 1_700_000_000).expect("an archive"));
        let command = Command::new("tar")
            .args(["-tvzf", "-"])
            .env("TZ", "UTC")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        // Windows before 10 has no tar.
        let Ok(mut child) = command else { return };
        child.stdin.take().expect("an input").write_all(&bytes).expect("tar reads");
        let output = child.wait_with_output().expect("tar ends");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}");
        for part in ["-rwxr-xr-x", "7 2023-11-14", "a/damier\n", "a/docs/README.md\n", &long] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }

    #[test]
    fn a_path_that_fits_nowhere_is_refused() {
        let mut files = FileTree::default();
        files.add("x".repeat(300), *b"");
        assert!(tar_gz(&files, 0).is_err());
    }
}
