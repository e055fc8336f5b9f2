//! The terminal in full-screen mode, and its restoration, however the program ends.

use std::io::{self, Stdout, Write, stderr, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::thread;

use ratatui::Terminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::ResetColor;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::backend::CompactBackend;

/// The screen of the process.
pub type FullScreen = Terminal<CompactBackend<Stdout>>;

/// Panics of other threads, which are printed when the terminal is restored.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Whether the terminal is in full-screen mode.
static IS_FULL_SCREEN: AtomicBool = AtomicBool::new(false);

/// Signal of the operating system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// The program is to end.
    Terminate {
        /// Exit status of the program: 128 + the number of the signal, as in shells.
        status: u8,
    },
    /// The program is to stop until it is continued.
    Suspend,
    /// The program was continued.
    Continue,
}

/// Full-screen mode; dropped, it restores the terminal.
pub struct TerminalGuard(());

impl TerminalGuard {
    /// Puts the terminal into full-screen mode. A panic of this thread restores it before its message is
    /// printed; those of other threads are printed when the screen is left.
    pub fn enter() -> io::Result<Self> {
        let ui_thread = thread::current().id();
        let default_hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == ui_thread {
                restore();
            }
            if IS_FULL_SCREEN.load(SeqCst) {
                PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(info.to_string());
            } else {
                default_hook(info);
            }
        }));
        let guard = Self(());
        guard.resume()?;
        Ok(guard)
    }

    /// Enters full-screen mode, again after a stop.
    pub fn resume(&self) -> io::Result<()> {
        enable_raw_mode()?;
        IS_FULL_SCREEN.store(true, SeqCst);
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
    }

    /// Leaves full-screen mode and stops the process until the shell continues it.
    pub fn suspend(&self) -> io::Result<()> {
        restore();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.resume()
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
        for panic in PANICS.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            // A closed standard error cannot be told of anything.
            let _ = writeln!(stderr(), "{panic}");
        }
        // The hook of `enter` has no screen to restore any more.
        if !thread::panicking() {
            let _ = panic::take_hook();
        }
    }
}

/// Leaves full-screen mode. A terminal that is gone needs no restoration.
fn restore() {
    if IS_FULL_SCREEN.swap(false, SeqCst) {
        let mut out = stdout();
        let _ = execute!(
            out,
            ResetColor,
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
        let _ = out.flush();
    }
}

/// Calls `receive` with each signal, on a thread of its own, as long as it returns true.
#[cfg(unix)]
pub(crate) fn watch_signals(receive: impl Fn(Signal) -> bool + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let signal = match signal {
                SIGTSTP => Signal::Suspend,
                SIGCONT => Signal::Continue,
                number => Signal::Terminate { status: 128 + number as u8 },
            };
            if !receive(signal) {
                return;
            }
        }
    });
    Ok(())
}

/// Calls `receive` with each signal: there are none here.
#[cfg(not(unix))]
pub(crate) fn watch_signals(_: impl Fn(Signal) -> bool + Send + 'static) -> io::Result<()> {
    Ok(())
}

impl TerminalGuard {
    /// Calls `receive` with each signal of the operating system, on a thread of its own, as long as it
    /// returns true.
    pub fn watch_signals(
        &self,
        receive: impl Fn(Signal) -> bool + Send + 'static,
    ) -> io::Result<()> {
        watch_signals(receive)
    }

    /// An empty screen to draw on. [`Terminal::clear`] would ask the terminal for its cursor, and take the
    /// answer from whoever reads keys.
    pub fn screen(&self) -> io::Result<FullScreen> {
        execute!(stdout(), ResetColor, Clear(ClearType::All))?;
        Terminal::new(CompactBackend::new(stdout()))
    }
}
