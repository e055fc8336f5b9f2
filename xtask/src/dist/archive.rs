//! Archives of files in memory: the same bytes for the same files on every machine.

use std::io::{self, Cursor, Write};

use flate2::{Compression, GzBuilder};
use tar::{EntryType, Header};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::file_tree::FileTree;

/// Level at which `zip` compresses: the smallest.
const ZIP_LEVEL: i64 = 9;

/// The files as `.tar.gz` in the format ustar of POSIX, with their time of change in seconds since 1970.
pub(super) fn tar_gz(files: &FileTree, time: u64) -> io::Result<Vec<u8>> {
    let mut archive = tar::Builder::new(Vec::new());
    for folder in files.folders() {
        let header = header(&format!("{folder}/"), 0o755, time, EntryType::Directory, 0)?;
        archive.append(&header, io::empty())?;
    }
    for (path, file) in files.iter() {
        let size = file.bytes.len() as u64;
        let header = header(path, mode(file.is_program), time, EntryType::Regular, size)?;
        archive.append(&header, file.bytes.as_slice())?;
    }
    gzip(&archive.into_inner()?)
}

/// The bytes compressed, without a name or time of their own.
pub(super) fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// The files as `.zip`, all of 1 January 1980, as all times of this format count from then.
pub(super) fn zip(files: &FileTree) -> io::Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, file) in files.iter() {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(ZIP_LEVEL))
            .last_modified_time(DateTime::default())
            .unix_permissions(mode(file.is_program));
        archive.start_file(path, options)?;
        archive.write_all(&file.bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

fn mode(is_program: bool) -> u32 {
    if is_program { 0o755 } else { 0o644 }
}

fn header(path: &str, mode: u32, time: u64, kind: EntryType, size: u64) -> io::Result<Header> {
    let mut header = Header::new_ustar();
    let named = |error| io::Error::other(format!("{path}: {error}"));
    header.set_path(path).map_err(named)?;
    header.set_mode(mode);
    header.set_uid(0);
    header.set_gid(0);
    header.set_username("root")?;
    header.set_groupname("root")?;
    header.set_mtime(time);
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_cksum();
    Ok(header)
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::{env, fs, process};

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
        let error = tar_gz(&files, 0).expect_err("too long").to_string();
        assert!(error.starts_with("xxx"), "{error}");
    }

    /// Reads the archive with a reader of somebody else, where there is one.
    #[test]
    fn python_reads_what_was_packed() {
        let mut files = FileTree::default();
        files.add_program("a/damier.exe", b"program".repeat(1000));
        files.add("a/docs/é.md", *b"text");
        let path = env::temp_dir().join(format!("damier-{}.zip", process::id()));
        let bytes = zip(&files).expect("an archive");
        assert_eq!(bytes, zip(&files).expect("an archive"));
        fs::write(&path, bytes).expect("a file");
        let script = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n\
            print(*[(i.filename, i.file_size, oct(i.external_attr >> 16), i.date_time[0]) for i in z.infolist()])";
        let output =
            Command::new("python3").args(["-c", script]).arg(&path).env("PYTHONUTF8", "1").output();
        fs::remove_file(&path).expect("a file");
        let Ok(output) = output else { return };
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(
            said.trim(),
            "('a/damier.exe', 7000, '0o100755', 1980) ('a/docs/é.md', 4, '0o100644', 1980)"
        );
    }
}
