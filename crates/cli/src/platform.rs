//! What is different from one operating system to the next.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// The folder where the program keeps its data unless it is told another.
pub(crate) fn data_folder(env: &dyn Fn(&str) -> Option<String>) -> Option<PathBuf> {
    let folder = |name: &str| env(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let parent = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        // A relative folder is to be ignored, says the specification.
        let data = folder("XDG_DATA_HOME").filter(|path| path.is_absolute());
        data.or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    Some(parent?.join("damier"))
}

/// The time that this thread has had the processor for; where the system does not say, the time since
/// the program asked first.
pub(crate) fn cpu_time() -> Duration {
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

/// What the machine is called, for people near by.
pub(crate) fn machine_name(env: &dyn Fn(&str) -> Option<String>) -> String {
    let told = || {
        let output = Command::new("hostname").stdin(Stdio::null()).output().ok()?;
        String::from_utf8(output.stdout).ok()
    };
    let named = ["COMPUTERNAME", "HOSTNAME"].into_iter().find_map(env).or_else(told);
    let name = named.unwrap_or_default();
    // The network's own part of the name says nothing to people.
    let name = name.trim().split('.').next().unwrap_or_default();
    let name: String = name.chars().filter(|letter| !letter.is_control()).take(40).collect();
    if name.is_empty() { "Damier".to_owned() } else { name }
}

/// Shows an address in the browser, without waiting for it.
pub(crate) fn open_browser(url: &str) -> io::Result<()> {
    let (program, arguments): (_, &[&str]) = if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut child = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    thread::spawn(move || child.wait());
    Ok(())
}

/// Waits until the system asks the program to end.
pub(crate) async fn termination() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut signal) = signal(SignalKind::terminate()) {
            signal.recv().await;
            return;
        }
    }
    std::future::pending::<()>().await;
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
