//! The program under a supervisor that wants to be notified, as systemd does.

use std::io::ErrorKind;
use std::os::unix::net::UnixDatagram;
use std::path::Path;

use crate::program::{Program, damier};
use crate::running::Folder;
use crate::time_limit::WAIT_TIMEOUT;

/// Starts a server with these variables.
fn supervised(folder: &Folder, socket: &str, variables: &[(&str, &str)]) -> Program {
    let mut command = damier(folder, &["serve", "--listen", "127.0.0.1:0"]);
    command.env("NOTIFY_SOCKET", socket).envs(variables.iter().copied());
    Program::spawn(command)
}

/// A supervisor that listens at `path`.
pub(crate) fn listen(path: &Path) -> UnixDatagram {
    let supervisor = UnixDatagram::bind(path).unwrap();
    supervisor.set_read_timeout(Some(WAIT_TIMEOUT)).unwrap();
    supervisor
}

/// What it is told next.
pub(crate) fn next(supervisor: &UnixDatagram) -> String {
    let mut bytes = [0; 64];
    loop {
        match supervisor.recv(&mut bytes) {
            Ok(length) => return String::from_utf8(bytes[..length].to_vec()).unwrap(),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => panic!("no notification: {error}"),
        }
    }
}

/// Expects a server to be ready, alive, and to end in good order.
fn expect_life(supervisor: &UnixDatagram, program: Program) {
    assert_eq!(next(supervisor), "READY=1");
    for _ in 0..3 {
        assert_eq!(next(supervisor), "WATCHDOG=1");
    }
    program.signal("-TERM");
    let mut said = next(supervisor);
    while said == "WATCHDOG=1" {
        said = next(supervisor);
    }
    assert_eq!(said, "STOPPING=1");
    assert_eq!(program.end().code(), Some(0));
}

/// The interval of the watchdog is 400 ms: a sign of life comes every 200 ms.
const WATCHDOG: (&str, &str) = ("WATCHDOG_USEC", "400000");

#[test]
fn a_supervisor_is_told_of_the_life_of_a_server() {
    let folder = Folder::new("supervised");
    let path = folder.path().join("notify");
    let supervisor = listen(&path);
    let program = supervised(&folder, path.to_str().unwrap(), &[WATCHDOG]);
    expect_life(&supervisor, program);
}

#[cfg(target_os = "linux")]
#[test]
fn a_supervisor_may_have_an_abstract_socket() {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::SocketAddr;

    let folder = Folder::new("supervised-abstract");
    let name = format!("damier-test-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name).unwrap();
    let supervisor = UnixDatagram::bind_addr(&address).unwrap();
    supervisor.set_read_timeout(Some(WAIT_TIMEOUT)).unwrap();
    let program = supervised(&folder, &format!("@{name}"), &[WATCHDOG]);
    expect_life(&supervisor, program);
}

#[test]
fn a_supervisor_that_is_gone_stops_nothing() {
    let folder = Folder::new("supervised-gone");
    let program = supervised(&folder, "/no/such/socket", &[WATCHDOG]);
    assert_eq!(crate::client::get(program.address, "/readyz").status, 200);
    program.signal("-TERM");
    assert_eq!(program.end().code(), Some(0));
}
