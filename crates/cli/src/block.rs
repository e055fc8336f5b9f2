//! `damier block`: who is kept out of a server.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use server::{BlockEntry, BlockList, Blocks};
use texts::text;
use tokio::time::sleep;

use crate::context::Context;
use crate::failure::Failure;
use crate::output_file::{self, Overwrite};
use crate::{data, messages, platform};

/// The list in a data folder.
const BLOCK_FILE: &str = "blocked.txt";
/// How often a server looks whether its list has changed.
const BLOCK_FILE_POLL_INTERVAL: Duration = Duration::from_secs(2);
/// The longest list that is read.
const BLOCK_FILE_MAX_BYTES: u64 = 4 << 20;

/// Keep visitors out of a server
#[derive(clap::Args, Debug)]
#[command(after_help = "\
WHO is an address, a network such as 192.0.2.0/24 or 2001:db8::/48, a profile (v-…) or the key of a network \
(n-…) as damier serve --reports prints them. Without WHO the list is printed. It is the file blocked.txt in \
the data folder, a line for each, with remarks after a #. A server that runs reads it again by itself.

Examples:
  damier block
  damier block --data games 192.0.2.0/24 2001:db8:1::/48
  damier block --file blocked.txt --remove 192.0.2.0/24")]
pub(crate) struct BlockCommand {
    /// Who is kept out
    #[arg(value_name = "WHO")]
    who: Vec<String>,
    /// Let them in again
    #[arg(long, requires = "who")]
    remove: bool,
    /// The data folder of the server
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The list, where it is not in the data folder
    #[arg(long, value_name = "FILE", conflicts_with = "data")]
    file: Option<PathBuf>,
}

impl BlockCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let path = match &self.file {
            Some(file) => file.clone(),
            None => data::folder(self.data.as_deref(), context)?.join(BLOCK_FILE),
        };
        let read = |who: &String| {
            let entry = BlockEntry::read(who);
            entry.ok_or_else(|| Failure::wrong(text!("block-nobody", who)))
        };
        let wanted = self.who.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let text = read_file(&path)?.unwrap_or_default();
        let mut list = read_list(&path, &text)?;
        let name = path.display().to_string();
        if wanted.is_empty() {
            write!(context.out, "{text}")?;
            context.remark(&text!("block-listed", file = &name, count = list.len()));
            return Ok(());
        }
        let new = if self.remove {
            without(&text, &wanted)
        } else {
            let mut text = text;
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            for entry in wanted {
                if list.add(entry.clone()) {
                    text.push_str(&entry.to_string());
                    text.push('\n');
                }
            }
            text
        };
        let count = read_list(&path, &new)?.len();
        output_file::save(&path, new.as_bytes(), Overwrite::Always)?;
        context.print(&text!("block-saved", file = &name, count))?;
        Ok(())
    }
}

/// The list without these entries; remarks and everything else stay.
fn without(text: &str, gone: &[BlockEntry]) -> String {
    let stays = |line: &&str| {
        let entry = BlockEntry::read(line.split('#').next().unwrap_or_default().trim());
        entry.is_none_or(|entry| !gone.contains(&entry))
    };
    text.lines().filter(stays).flat_map(|line| [line, "\n"]).collect()
}

/// The list of a running server, with its file.
pub(crate) struct BlockFile {
    /// `None` if there is no list.
    path: Option<PathBuf>,
    /// What was read last.
    text: String,
    blocks: Blocks,
}

impl BlockFile {
    /// The list of a server: that of `file`, or else the one in the data folder. Fails if it cannot be read, or if `file`
    /// does not exist.
    pub(crate) fn open(file: Option<&Path>, folder: Option<&Path>) -> Result<Self, Failure> {
        let path = file.map(Path::to_owned).or_else(|| Some(folder?.join(BLOCK_FILE)));
        let mut list = Self { path, text: String::new(), blocks: Blocks::default() };
        if let Some(path) = &list.path {
            let text = read_file(path)?;
            if text.is_none() && file.is_some() {
                return Err(missing(path));
            }
            list.text = text.unwrap_or_default();
            list.blocks.replace(read_list(path, &list.text)?);
        }
        Ok(list)
    }

    /// The list for the server.
    pub(crate) fn blocks(&self) -> Blocks {
        self.blocks.clone()
    }

    /// Reads the list again whenever its file has changed, and at once when the program is told to (SIGHUP). A file that
    /// is gone or cannot be read changes nothing.
    pub(crate) async fn follow(mut self) {
        let mut reload = platform::ReloadSignal::listen();
        // A problem is said once.
        let mut problem = None;
        loop {
            let is_told = tokio::select! {
                () = reload.wait() => true,
                () = sleep(BLOCK_FILE_POLL_INTERVAL) => false,
            };
            match self.read_again() {
                Ok(Some(count)) => {
                    problem = None;
                    tracing::info!(count, "the list of who is kept out was read again");
                }
                Ok(None) if is_told => tracing::info!("the list of who is kept out is as it was"),
                Ok(None) => problem = None,
                Err(error) => {
                    if is_told || problem.as_ref() != Some(&error) {
                        tracing::error!(error, "the list of who is kept out stays as it was");
                    }
                    problem = Some(error);
                }
            }
        }
    }

    /// Reads the file again; the number of entries if it has changed.
    fn read_again(&mut self) -> Result<Option<usize>, String> {
        let Some(path) = &self.path else { return Ok(None) };
        let said =
            |failure: Failure| failure.text().map_or_else(String::new, |text| text.en.into_owned());
        let text = match read_file(path).map_err(said)? {
            Some(text) => text,
            None if self.text.is_empty() => String::new(),
            None => return Err(said(missing(path))),
        };
        if text == self.text {
            return Ok(None);
        }
        let list = read_list(path, &text).map_err(said)?;
        let count = list.len();
        self.blocks.replace(list);
        self.text = text;
        Ok(Some(count))
    }
}

fn missing(path: &Path) -> Failure {
    let name = path.display().to_string();
    Failure::failed(messages::not_read(&name, &ErrorKind::NotFound.into()))
}

/// The text of a list; `None` if there is no file.
fn read_file(path: &Path) -> Result<Option<String>, Failure> {
    let name = path.display().to_string();
    let unread = |error: &std::io::Error| Failure::failed(messages::not_read(&name, error));
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unread(&error)),
        Ok(metadata) if metadata.len() > BLOCK_FILE_MAX_BYTES => {
            return Err(unread(&ErrorKind::FileTooLarge.into()));
        }
        Ok(_) => {}
    }
    fs::read_to_string(path).map(Some).map_err(|error| unread(&error))
}

fn read_list(path: &Path, text: &str) -> Result<BlockList, Failure> {
    let name = path.display().to_string();
    BlockList::read(text).map_err(|error| {
        Failure::wrong(text!(
            "block-bad-line",
            file = &name,
            line = error.line.to_string(),
            text = &error.text
        ))
    })
}
