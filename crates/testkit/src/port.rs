//! Ports for servers of tests.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::{env, process};

/// Ports that are given away. Systems choose others for connections and for servers that take any port, so that a
/// server that is stopped and started again finds its own still free.
const PORTS: Range<u16> = 20_000..30_000;

/// A port of the loopback interface that nobody else is given as long as this process runs.
///
/// # Panics
///
/// If there is none.
pub fn free_port() -> u16 {
    /// Files that stand for the ports of this process, locked as long as it runs.
    static HELD: Mutex<Vec<File>> = Mutex::new(Vec::new());
    let folder = folder();
    let made = fs::create_dir_all(&folder);
    made.unwrap_or_else(|error| panic!("cannot create {}: {error}", folder.display()));
    let first = process::id() as usize;
    let ports = PORTS.skip(first % PORTS.len()).chain(PORTS);
    for port in ports {
        let Ok(file) = File::create(folder.join(port.to_string())) else { continue };
        if file.try_lock().is_ok() && TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            HELD.lock().unwrap_or_else(PoisonError::into_inner).push(file);
            return port;
        }
    }
    panic!("no port in {PORTS:?} is free")
}

/// Folder of the locks of a user. The files stay: another process may be about to lock one.
fn folder() -> PathBuf {
    let user = env::var("USER").unwrap_or_default();
    env::temp_dir().join(format!("damier-ports{user}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_given_to_one() {
        let [one, other] = [free_port(), free_port()];
        assert!(one != other && PORTS.contains(&one) && PORTS.contains(&other));
        // Nor does another process lock it, although nobody listens.
        let file = File::open(folder().join(one.to_string())).expect("the file of the port");
        assert!(file.try_lock().is_err());
    }
}
