//! Operating system: folders, files, processes, processor time, host name, browser, signals, supervisor. The only file of
//! the program that asks which system it runs on.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

/// Default data folder.
pub fn data_folder(env: &dyn Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let folder = |name: &str| env(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let parent = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        // The XDG base directory specification says that a relative path is to be ignored.
        let data = folder("XDG_DATA_HOME").filter(|path| path.is_absolute());
        data.or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    Some(parent?.join("damier"))
}

/// Processor time of this thread; where the system does not tell, the time since the first call.
pub fn cpu_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
}

/// Host name without its domain, shown to people on the local network.
pub fn machine_name(env: &dyn Fn(&str) -> Option<String>) -> String {
    let from_command = || {
        let output = Command::new("hostname").stdin(Stdio::null()).output().ok()?;
        String::from_utf8(output.stdout).ok()
    };
    let named = ["COMPUTERNAME", "HOSTNAME"].into_iter().find_map(env).or_else(from_command);
    let name = named.unwrap_or_default();
    let name = name.trim().split('.').next().unwrap_or_default();
    let name: String = name.chars().filter(|letter| !letter.is_control()).take(40).collect();
    if name.is_empty() { "Damier".to_owned() } else { name }
}

/// Opens a URL in the default browser, without waiting for it: the server does not answer yet.
pub fn open_browser(url: &str) -> io::Result<()> {
    open::that_detached(url)
}

/// Whether a terminal without the variable TERM shows a full screen: the console of Windows does.
pub const CONSOLE_NEEDS_NO_TERM: bool = cfg!(windows);

/// Whether a backslash is part of a path, and so takes nothing as it is.
pub const BACKSLASH_IN_PATHS: bool = cfg!(windows);

/// Makes a renamed file durable: on Unix, the entry of a folder reaches the disk with the folder.
pub fn sync_folder_of(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}

/// Lets nobody else read a file that is made; elsewhere than on Unix that is the folder's affair.
pub fn keep_private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Starts a process in a group of its own: Ctrl-C is for its parent, and what it starts is ended with it.
pub fn in_own_group(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command
}

/// Ends a process, and on Unix everything in its group.
pub fn kill_group(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // It may be gone.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
}

/// What SIGHUP tells a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hangup {
    /// To end: its terminal has gone.
    Ends,
    /// To read its configuration again.
    Reloads,
}

/// Waits for SIGTERM, or SIGHUP if that ends the program; forever on systems without them. Returns the exit status of a
/// program that does nothing else about it, as in shells.
pub async fn termination(hangup: Hangup) -> u8 {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let arrival = async |kind: SignalKind| {
            match signal(kind) {
                Ok(mut signal) => signal.recv().await,
                Err(_) => std::future::pending().await,
            };
            128 + kind.as_raw_value() as u8
        };
        if hangup == Hangup::Reloads {
            return arrival(SignalKind::terminate()).await;
        }
        tokio::select! {
            status = arrival(SignalKind::terminate()) => status,
            status = arrival(SignalKind::hangup()) => status,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = hangup;
        std::future::pending().await
    }
}

/// Raised once a signal ends the program: the thread that has received it ends it with the status of the signal.
static IS_TERMINATING: AtomicBool = AtomicBool::new(false);

/// Calls `finish` when SIGTERM or SIGHUP tells the program to end, and then ends it.
pub fn before_termination(finish: impl FnOnce() + Send + 'static) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    // Without a runtime the signals end the program at once, as usual.
    let Ok(runtime) = runtime else { return };
    thread::spawn(move || {
        let status = runtime.block_on(termination(Hangup::Ends));
        IS_TERMINATING.store(true, SeqCst);
        finish();
        process::exit(status.into());
    });
}

/// Leaves the end of the program to the signal that ends it, if there is one: a command whose engines
/// [`before_termination`] has ended may be through before it, and its status would be that of a success.
pub fn yield_to_termination() {
    while IS_TERMINATING.load(SeqCst) {
        thread::park();
    }
}

/// Signal to read the configuration again: SIGHUP, which ends the program no longer. Elsewhere than on Unix there is none.
pub struct ReloadSignal {
    #[cfg(unix)]
    signal: Option<tokio::signal::unix::Signal>,
}

impl ReloadSignal {
    pub fn listen() -> Self {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            Self { signal: signal(SignalKind::hangup()).ok() }
        }
        #[cfg(not(unix))]
        Self {}
    }

    /// Waits for the signal.
    pub async fn wait(&mut self) {
        #[cfg(unix)]
        if let Some(signal) = &mut self.signal {
            signal.recv().await;
            return;
        }
        std::future::pending::<()>().await;
    }
}

/// Time for a supervisor to take a notification.
#[cfg(unix)]
const NOTIFICATION_TIMEOUT: Duration = Duration::from_secs(1);

/// Sends a notification to the datagram socket of a supervisor: a path, or an abstract name after an `@`.
#[cfg(unix)]
pub fn send_notification(socket: &str, state: &str) -> io::Result<()> {
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let address = match socket.strip_prefix('@') {
        #[cfg(target_os = "linux")]
        Some(name) => <SocketAddr as std::os::linux::net::SocketAddrExt>::from_abstract_name(name)?,
        #[cfg(not(target_os = "linux"))]
        Some(_) => return Err(io::ErrorKind::Unsupported.into()),
        None => SocketAddr::from_pathname(socket)?,
    };
    let datagram = UnixDatagram::unbound()?;
    datagram.set_write_timeout(Some(NOTIFICATION_TIMEOUT))?;
    datagram.send_to_addr(state.as_bytes(), &address).map(|_| ())
}

/// There is no such supervisor on systems without Unix sockets.
#[cfg(not(unix))]
pub fn send_notification(_: &str, _: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, not(windows), not(target_os = "macos")))]
mod tests {
    use super::*;

    fn found(variables: &[(&str, &str)]) -> Option<PathBuf> {
        data_folder(&|name| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn data_is_kept_where_the_desktop_keeps_it() {
        let home = ("HOME", "/home/ana");
        assert_eq!(found(&[home]), Some("/home/ana/.local/share/damier".into()));
        assert_eq!(found(&[home, ("XDG_DATA_HOME", "/data")]), Some("/data/damier".into()));
        for ignored in ["", "data"] {
            let variables = [home, ("XDG_DATA_HOME", ignored)];
            assert_eq!(found(&variables), Some("/home/ana/.local/share/damier".into()));
        }
        assert_eq!(found(&[]), None);
    }
}
