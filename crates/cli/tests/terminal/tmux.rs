//! A terminal to test in: a window of tmux, on a server of its own.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{fs, process, thread};

use testkit::Folder;
use testkit::time_limit::WAIT_TIMEOUT;

/// Interval at which the screen is looked at again.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A window with a shell, and a data folder.
pub(crate) struct Window {
    socket: String,
    folder: Folder,
}

impl Window {
    /// A window of 80 × 24 characters with a shell that shows no prompt but `$ `.
    pub(crate) fn open(test: &str) -> Self {
        let folder = Folder::new(test);
        let window = Self { socket: format!("damier-{test}-{}", process::id()), folder };
        let shell = "env -i HOME=/nonexistent PATH=/usr/bin:/bin PS1='$ ' LC_ALL=C.UTF-8 \
                     TERM=screen-256color sh";
        window.tmux(&["-f", "/dev/null", "-u", "new-session", "-d", "-x", "80", "-y", "24", shell]);
        window.wait_for("a prompt", |screen| screen.contains('$'));
        window
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.socket]).args(args).output();
        let output = output.expect("tmux");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "tmux {args:?}: {error}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Runs the program with its data in the folder of the window.
    pub(crate) fn damier(&self, args: &str) {
        let program = crate::program_path();
        let program = program.display();
        self.type_text(&format!("'{program}' {args} --data '{}'", self.folder().display()));
        self.press("Enter");
    }

    /// Types characters.
    pub(crate) fn type_text(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    /// Presses a key by its name: Enter, C-c.
    pub(crate) fn press(&self, key: &str) {
        self.tmux(&["send-keys", key]);
    }

    /// The characters on the screen.
    pub(crate) fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Changes the size of the window.
    pub(crate) fn resize(&self, width: u16, height: u16) {
        let (width, height) = (width.to_string(), height.to_string());
        self.tmux(&["resize-window", "-x", &width, "-y", &height]);
    }

    /// Waits until the screen is as it should be, and returns it.
    #[track_caller]
    pub(crate) fn wait_for(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let started = Instant::now();
        loop {
            let screen = self.screen();
            if is_there(&screen) {
                return screen;
            }
            assert!(started.elapsed() < WAIT_TIMEOUT, "waited for {what}:\n{screen}");
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Waits until a text is on the screen.
    #[track_caller]
    pub(crate) fn wait_for_text(&self, text: &str) -> String {
        self.wait_for(text, |screen| screen.contains(text))
    }

    /// Process id of the program that runs in the shell.
    pub(crate) fn program_pid(&self) -> String {
        let shell = self.tmux(&["display-message", "-p", "#{pane_pid}"]);
        let children = format!("/proc/{0}/task/{0}/children", shell.trim());
        let children = fs::read_to_string(children).expect("the children of the shell");
        children.split_whitespace().next_back().expect("a program").to_owned()
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, signal: &str) {
        let pid = self.program_pid();
        let status = Command::new("kill").args([signal, &pid]).status();
        assert!(status.is_ok_and(|status| status.success()), "kill {signal} {pid}");
    }

    /// Checks that the terminal is as a shell needs it: what is typed is shown, line by line.
    #[track_caller]
    pub(crate) fn assert_restored(&self) {
        self.wait_for("the shell", |screen| screen.trim_end().ends_with('$'));
        self.type_text("stty -a | grep -o -w -- '-\\?\\(icanon\\|echo\\|isig\\)' | tr '\\n' ' '");
        self.press("Enter");
        let screen = self.wait_for_text("icanon echo ");
        assert!(!screen.contains("-icanon"), "{screen}");
        let flags = ["#{alternate_on}", "#{mouse_any_flag}", "#{cursor_flag}"].join(" ");
        assert_eq!(self.tmux(&["display-message", "-p", &flags]).trim(), "0 0 1");
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        if thread::panicking() {
            let args = ["-L", &self.socket, "capture-pane", "-p"];
            if let Ok(output) = Command::new("tmux").args(args).output() {
                eprintln!("{}", String::from_utf8_lossy(&output.stdout));
            }
        }
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}
