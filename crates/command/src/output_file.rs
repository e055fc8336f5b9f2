//! Output files: written beside their path and renamed into place when they are complete and on the disk, so that
//! a full disk or a crash leaves what was there before.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use rules::Text;
use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::{messages, platform, words};

/// Bytes of an existing file by which its format is recognised.
const SIGNATURE_BYTES: u64 = 512;
/// Names of the temporary file that are tried.
const TEMPORARY_NAMES_MAX: u32 = 100;

/// Whether a file that exists may be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overwrite {
    /// Never.
    Never,
    /// Only if its first bytes are those of the format that is written, or if it is empty.
    Same(OutputFormat),
    /// Always: `--force`.
    Always,
}

/// Format of an output file, by which an earlier one is recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// Record file: begins with the field `Game`.
    Record,
    /// Binary file that begins with these bytes.
    Magic(&'static [u8]),
    /// Text whose first line begins with these words.
    FirstLine(&'static str),
}

impl OutputFormat {
    /// Whether a file with this beginning has the format.
    fn matches(self, beginning: &[u8]) -> bool {
        let beginning = beginning.strip_prefix("\u{feff}".as_bytes()).unwrap_or(beginning);
        let starts_with = |words: &str| {
            let text = beginning.trim_ascii_start();
            text.get(..words.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(words.as_bytes()))
        };
        match self {
            _ if beginning.is_empty() => true,
            Self::Record => starts_with("Game:"),
            Self::Magic(magic) => beginning.starts_with(magic),
            Self::FirstLine(words) => starts_with(words),
        }
    }
}

/// File that is being written. It takes its name with [`finish`](Self::finish); dropped before, it leaves nothing.
pub struct OutputFile {
    /// Where it will be, with symbolic links resolved.
    path: PathBuf,
    overwrite: Overwrite,
    /// `None` for something that is not a regular file, such as a pipe, which is written directly.
    temporary: Option<PathBuf>,
    file: Option<BufWriter<File>>,
}

impl OutputFile {
    /// Begins a file, unless there is one that may not be replaced: [`ErrorKind::AlreadyExists`].
    pub fn create(path: &Path, overwrite: Overwrite) -> io::Result<Self> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let existing = match fs::metadata(&path) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            let file = File::options().write(true).open(&path)?;
            return Ok(Self { path, overwrite, temporary: None, file: Some(BufWriter::new(file)) });
        }
        check_replaceable(&path, overwrite)?;
        let (temporary, file) = create_beside(&path)?;
        let output =
            Self { path, overwrite, temporary: Some(temporary), file: Some(BufWriter::new(file)) };
        if let (Some(metadata), Some(temporary)) = (existing, &output.temporary) {
            fs::set_permissions(temporary, metadata.permissions())?;
        }
        Ok(output)
    }

    /// Gives the complete file its name, once its content is on the disk.
    pub fn finish(mut self) -> io::Result<()> {
        let Some(mut file) = self.file.take() else { return Ok(()) };
        file.flush()?;
        let Some(temporary) = &self.temporary else { return Ok(()) };
        file.get_ref().sync_all()?;
        // Windows renames no file that is open.
        drop(file);
        // Somebody may have made a file of that name in the meantime.
        check_replaceable(&self.path, self.overwrite)?;
        fs::rename(temporary, &self.path)?;
        self.temporary = None;
        platform::sync_folder_of(&self.path)
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            self.file = None;
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Writes a whole file.
pub fn write(path: &Path, content: &[u8], overwrite: Overwrite) -> io::Result<()> {
    let mut file = OutputFile::create(path, overwrite)?;
    file.write_all(content)?;
    file.finish()
}

/// [`write()`] for a command: its errors as messages.
pub fn save(path: &Path, content: &[u8], overwrite: Overwrite) -> Result<(), Failure> {
    write(path, content, overwrite).map_err(|error| unwritten(path, &error))
}

/// Failure of a command that cannot write a file.
pub fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::failed(describe(path, error))
}

/// Why a file cannot be written.
fn describe(path: &Path, error: &io::Error) -> Text {
    let name = path.display().to_string();
    match error.kind() {
        ErrorKind::AlreadyExists => text!("not-ours", path = &name),
        _ => messages::not_saved(&name, error),
    }
}

/// Asks a user at a terminal whether an earlier record file may be replaced; `Always` if there is nothing to ask.
pub fn ask_overwrite(
    path: &Path,
    force: bool,
    context: &mut Context<'_>,
) -> Result<Overwrite, Failure> {
    let same = Overwrite::Same(OutputFormat::Record);
    if force {
        return Ok(Overwrite::Always);
    }
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0);
    if !is_file || !context.terminal.input || !context.terminal.err {
        return Ok(same);
    }
    check_replaceable(path, same).map_err(|error| unwritten(path, &error))?;
    let name = path.display().to_string();
    context.remark(&text!("ask-overwrite", path = &name));
    let mut answer = String::new();
    context.input.read_line(&mut answer)?;
    match words::yes_or_no(&answer) {
        Some(true) => Ok(same),
        _ => Err(Failure::failed(text!("not-overwritten", path = &name))),
    }
}

/// File to which whole items are appended. An item that cannot be written leaves nothing behind, and a new file
/// without items is removed.
pub struct AppendFile {
    path: PathBuf,
    file: File,
    length: u64,
    is_new: bool,
}

impl AppendFile {
    /// Opens or creates the file, of which the first `length` bytes are kept.
    pub fn open(path: &Path, length: u64) -> io::Result<Self> {
        let is_new = !path.exists();
        let file = File::options().append(true).create(true).open(path)?;
        if file.metadata()?.len() > length {
            file.set_len(length)?;
        }
        Ok(Self { path: path.to_owned(), file, length, is_new })
    }

    /// Appends an item.
    pub fn append(&mut self, item: &[u8]) -> io::Result<()> {
        if let Err(error) = self.file.write_all(item) {
            // The error is the one to report; readers cut an incomplete item off.
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.length += item.len() as u64;
        Ok(())
    }

    /// Bytes of all items.
    pub const fn length(&self) -> u64 {
        self.length
    }
}

impl Drop for AppendFile {
    fn drop(&mut self) {
        if self.is_new && self.length == 0 {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// An error of kind [`ErrorKind::AlreadyExists`] if there is a file that may not be replaced.
fn check_replaceable(path: &Path, overwrite: Overwrite) -> io::Result<()> {
    let format = match overwrite {
        Overwrite::Always => return Ok(()),
        Overwrite::Never => None,
        Overwrite::Same(format) => Some(format),
    };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mut beginning = Vec::new();
    file.take(SIGNATURE_BYTES).read_to_end(&mut beginning)?;
    if format.is_some_and(|format| format.matches(&beginning)) {
        return Ok(());
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// A new file in the folder of `path`, and its path.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(ErrorKind::InvalidFilename)?.to_string_lossy();
    let process = std::process::id();
    for attempt in 0..TEMPORARY_NAMES_MAX {
        let temporary = path.with_file_name(format!(".{name}.{process}-{attempt}.tmp"));
        match File::create_new(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::ResourceBusy.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: Overwrite = Overwrite::Same(OutputFormat::Record);

    /// Folder that is removed at the end of a test.
    struct TestFolder(PathBuf);

    impl TestFolder {
        fn new(name: &str) -> Self {
            let name = format!("damier-output-{}-{name}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        fn path(&self) -> &Path {
            &self.0
        }
    }

    impl Drop for TestFolder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_takes_its_name_only_when_it_is_complete() {
        let folder = TestFolder::new("complete");
        let path = folder.path().join("all.txt");
        fs::write(&path, "Game: othello\n").unwrap();
        let mut unfinished = OutputFile::create(&path, RECORD).unwrap();
        unfinished.write_all(b"Game: half").unwrap();
        unfinished.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "Game: othello\n");
        drop(unfinished);
        assert_eq!(fs::read_to_string(&path).unwrap(), "Game: othello\n");
        assert_eq!(names(folder.path()), ["all.txt"]);
        write(&path, b"Game: congress\n", RECORD).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "Game: congress\n");
        assert_eq!(names(folder.path()), ["all.txt"]);
    }

    #[test]
    fn what_is_of_another_format_stays() {
        let folder = TestFolder::new("format");
        let path = folder.path().join("letter.txt");
        for (before, overwrite, replaced) in [
            ("Dear Ana,\n", RECORD, false),
            ("\u{feff}\ngame: othello\n", RECORD, true),
            ("", RECORD, true),
            ("Game: othello\n", Overwrite::Never, false),
            ("Dear Ana,\n", Overwrite::Always, true),
            ("DMRB1", Overwrite::Same(OutputFormat::Magic(b"DMRB")), true),
            ("PNG", Overwrite::Same(OutputFormat::Magic(b"DMRB")), false),
            ("# Weights of katarenga", Overwrite::Same(OutputFormat::FirstLine("# Weights")), true),
        ] {
            fs::write(&path, before).unwrap();
            let written = write(&path, b"new", overwrite);
            assert_eq!(written.is_ok(), replaced, "{before:?}");
            let after = fs::read_to_string(&path).unwrap();
            assert_eq!(after, if replaced { "new" } else { before });
            assert_eq!(names(folder.path()), ["letter.txt"]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_what_is_no_file_is_written_through() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = TestFolder::new("links");
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "Game: othello\n").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&file, &link).unwrap();
        write(&link, b"Game: congress\n", RECORD).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "Game: congress\n");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        write(Path::new("/dev/null"), b"Game: congress\n", RECORD).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let error = write(folder.path(), b"", RECORD).unwrap_err();
        assert_ne!(error.kind(), ErrorKind::AlreadyExists);
    }

    #[test]
    fn a_new_file_without_items_is_removed() {
        let folder = TestFolder::new("items");
        let path = folder.path().join("duel.txt");
        drop(AppendFile::open(&path, 0).unwrap());
        assert!(names(folder.path()).is_empty());
        let mut file = AppendFile::open(&path, 0).unwrap();
        file.append(b"one").unwrap();
        drop(file);
        let mut file = AppendFile::open(&path, 2).unwrap();
        file.append(b"two").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "ontwo");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_item_that_does_not_fit_leaves_nothing() {
        let mut file = AppendFile {
            path: "/dev/full".into(),
            file: File::options().append(true).open("/dev/full").unwrap(),
            length: 0,
            is_new: false,
        };
        assert_eq!(file.append(b"one").unwrap_err().kind(), ErrorKind::StorageFull);
        assert_eq!(file.length(), 0);
        assert!(write(Path::new("/dev/full"), b"one", RECORD).is_err());
    }
}
