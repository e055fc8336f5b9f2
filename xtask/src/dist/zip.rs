//! Archives in the format ZIP, for Windows.

use std::io::{self, Write};

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::file_tree::FileTree;

/// Version of the format that reads these archives: 2.0.
const VERSION: u16 = 20;
/// Names in UTF-8.
const FLAGS: u16 = 1 << 11;
const DEFLATE: u16 = 8;
/// Made on Unix: the upper half of the attributes is the file's mode.
const MADE_BY: u16 = 3 << 8 | VERSION;
/// 1 January 1980, as all times of this format count from then: the archive is the same on every machine.
const DATE: u16 = 1 << 5 | 1;

/// The files as `.zip`.
pub(super) fn zip(files: &FileTree) -> io::Result<Vec<u8>> {
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    let mut count = 0_u16;
    for (path, file) in files.iter() {
        let start = size(archive.len())?;
        let mut crc = Crc::new();
        crc.update(&file.bytes);
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&file.bytes)?;
        let packed = encoder.finish()?;
        let common = [
            &VERSION.to_le_bytes()[..],
            &FLAGS.to_le_bytes(),
            &DEFLATE.to_le_bytes(),
            &0_u16.to_le_bytes(),
            &DATE.to_le_bytes(),
            &crc.sum().to_le_bytes(),
            &size(packed.len())?.to_le_bytes(),
            &size(file.bytes.len())?.to_le_bytes(),
            &u16::try_from(path.len()).map_err(io::Error::other)?.to_le_bytes(),
            &0_u16.to_le_bytes(),
        ]
        .concat();
        archive.extend([b"PK\x03\x04", &common[..], path.as_bytes(), &packed].concat());
        let mode: u32 = if file.is_program { 0o100_755 } else { 0o100_644 };
        directory.extend([b"PK\x01\x02", &MADE_BY.to_le_bytes()[..], &common].concat());
        // No comment, the first disk, no internal attributes.
        directory.extend([0; 6]);
        directory.extend((mode << 16).to_le_bytes());
        directory.extend(start.to_le_bytes());
        directory.extend(path.as_bytes());
        count += 1;
    }
    let start = size(archive.len())?;
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    archive.extend(size(directory.len())?.to_le_bytes());
    archive.extend(start.to_le_bytes());
    archive.extend([0; 2]);
    Ok(archive)
}

/// A size of the format, which ends at 4 GiB.
fn size(bytes: usize) -> io::Result<u32> {
    u32::try_from(bytes).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::{env, fs, process};

    use super::*;

    /// Reads the archive with a reader of somebody else, where there is one.
    #[test]
    fn python_reads_what_was_packed() {
        let mut files = FileTree::default();
        files.add_program("a/damier.exe", b"program".repeat(1000));
        files.add("a/docs/é.md", *b"text");
        let path = env::temp_dir().join(format!("damier-{}.zip", process::id()));
        fs::write(&path, zip(&files).expect("an archive")).expect("a file");
        let script = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\n\
            assert z.testzip() is None\nprint(*[(i.filename, i.file_size, oct(i.external_attr >> 16)) for i in z.infolist()])";
        let output =
            Command::new("python3").args(["-c", script]).arg(&path).env("PYTHONUTF8", "1").output();
        fs::remove_file(&path).expect("a file");
        let Ok(output) = output else { return };
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(
            said.trim(),
            "('a/damier.exe', 7000, '0o100755') ('a/docs/é.md', 4, '0o100644')"
        );
    }
}
