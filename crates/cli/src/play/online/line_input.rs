//! Lines of the input, read beside the news of a connection.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::messages;

/// Longest input line; the rest of a longer one is read as the next line.
const INPUT_LINE_MAX_BYTES: u64 = 4096;

/// What the loop of the line mode waits for.
pub(super) enum LineEvent {
    /// A line of the input; `None` at its end.
    Line(Option<String>),
    /// There is news of the match.
    News,
}

/// Reads one line whenever it is asked for, on a thread beside `work`. A line that is still waited for when `work` has
/// ended is read to its end.
pub(super) fn with_lines<T>(
    input: &mut (dyn BufRead + Send),
    work: impl FnOnce(Sender<()>, Sender<LineEvent>, Receiver<LineEvent>) -> T,
) -> T {
    let (asks, asked) = channel::<()>();
    let (events, received) = channel();
    thread::scope(|scope| {
        let lines = events.clone();
        scope.spawn(move || {
            for () in asked {
                let line = read_line(input).ok().flatten();
                let is_last = line.is_none();
                if lines.send(LineEvent::Line(line)).is_err() || is_last {
                    return;
                }
            }
        });
        work(asks, events, received)
    })
}

fn read_line(input: &mut (dyn BufRead + Send)) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = input.take(INPUT_LINE_MAX_BYTES).read_until(b'\n', &mut bytes)?;
    let line = || messages::printable(String::from_utf8_lossy(&bytes).trim());
    Ok((read > 0).then(line))
}
