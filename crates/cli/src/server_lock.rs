//! Lock of a data folder: one server at a time. Commands and the terminal share the folder with it.
//!
//! Two servers on one database would each have a room for the same match, and each refuse what the other
//! has stored. The lock is the operating system's, so that it ends with the process, however that ends;
//! the file stays, and says who has it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process;

use texts::text;

use crate::failure::Failure;
use crate::messages;

/// Lock file in the data folder.
const LOCK_FILE: &str = "damier.lock";
/// Longest text of the file that is read: a process id and an address.
const LOCK_TEXT_MAX_BYTES: u64 = 128;

/// Lock of a data folder, held until it is dropped or the process ends.
#[derive(Debug)]
pub(crate) struct ServerLock(#[expect(dead_code, reason = "the open file holds the lock")] File);

impl ServerLock {
    /// Takes the lock of `folder` for a server at `address`, or for a command. Fails if another has it.
    pub(crate) fn acquire(folder: &Path, address: Option<SocketAddr>) -> Result<Self, Failure> {
        let path = folder.join(LOCK_FILE);
        let unusable = |error: io::Error| {
            Failure::failed(text!(
                "serve-no-data",
                path = path.display().to_string(),
                error = messages::reason(&error)
            ))
        };
        let mut file = OpenOptions::new();
        let file = file.read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = file.map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let text = messages::serve::folder_served(folder, holder(&mut file));
                return Err(Failure::failed(text));
            }
            // A file system without locks.
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                tracing::warn!(%error, "the data folder cannot be locked against a second server");
            }
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        let address = address.map_or_else(|| "-".to_owned(), |address| address.to_string());
        let text = format!("{} {address}\n", process::id());
        file.set_len(0).and_then(|()| file.write_all(text.as_bytes())).map_err(unusable)?;
        Ok(Self(file))
    }
}

/// Address of the server that has the lock of `folder`; `None` if none has, or it cannot be known.
pub(crate) fn serving_address(folder: &Path) -> Option<SocketAddr> {
    let mut file = File::open(folder.join(LOCK_FILE)).ok()?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => holder(&mut file).map(|(_, address)| address),
        // Nobody has it, whatever the file says.
        Ok(()) | Err(TryLockError::Error(_)) => None,
    }
}

/// Process id and address of the server that has the lock, if the file can be read: on Windows a locked
/// one cannot.
fn holder(file: &mut File) -> Option<(u32, SocketAddr)> {
    let mut text = String::new();
    file.take(LOCK_TEXT_MAX_BYTES).read_to_string(&mut text).ok()?;
    let (process, address) = text.trim_end().split_once(' ')?;
    Some((process.parse().ok()?, address.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use std::{env, fs};

    use rules::Lang;

    use super::*;

    fn said(failure: &Failure) -> String {
        let mut text = Vec::new();
        failure.report(Lang::En, &mut text);
        String::from_utf8(text).expect("a message")
    }

    #[test]
    fn one_server_has_the_folder_until_it_ends() {
        let folder = env::temp_dir().join(format!("damier-lock-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let address = |port| Some(SocketAddr::from(([127, 0, 0, 1], port)));
        let first = ServerLock::acquire(&folder, address(4747)).ok().expect("the lock");
        let second = ServerLock::acquire(&folder, address(4748)).expect_err("no lock");
        if cfg!(unix) {
            let said = said(&second);
            assert!(said.contains("http://127.0.0.1:4747/"), "{said}");
            assert!(said.contains(&process::id().to_string()), "{said}");
        }
        if cfg!(unix) {
            assert_eq!(serving_address(&folder), address(4747));
        }
        drop(first);
        assert_eq!(serving_address(&folder), None, "the file alone says nothing");
        let third = ServerLock::acquire(&folder, address(1)).ok().expect("the lock");
        let text = fs::read_to_string(folder.join(LOCK_FILE));
        drop(third);
        if cfg!(unix) {
            assert_eq!(text.expect("a text"), format!("{} 127.0.0.1:1\n", process::id()));
        }
        fs::remove_dir_all(&folder).expect("a folder");
    }

    #[test]
    fn a_lock_that_says_nothing_is_a_lock() {
        let folder = env::temp_dir().join(format!("damier-lock-empty-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(LOCK_FILE), "\u{1b}[2J nonsense").expect("a file");
        let file = File::open(folder.join(LOCK_FILE)).expect("a file");
        file.lock().expect("a lock");
        let address = Some(SocketAddr::from(([127, 0, 0, 1], 4747)));
        let refused = ServerLock::acquire(&folder, address).expect_err("no lock");
        let said = said(&refused);
        assert!(said.contains(folder.to_str().expect("a path")), "{said}");
        assert!(!said.contains("nonsense"), "{said}");
        fs::remove_dir_all(&folder).expect("a folder");
    }
}
