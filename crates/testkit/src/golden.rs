//! Golden files: committed text files that hold what the program printed.
//!
//! A test compares with [`check`]; with `UPDATE_EXPECT=1` in the environment (`cargo xtask golden`)
//! the same call rewrites the file. The difference in git is then the review.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::{env, fs};

/// Environment variable that makes [`check`] rewrite files, if its value is `1`.
const UPDATE_VARIABLE: &str = "UPDATE_EXPECT";

/// Whether golden files are to be rewritten.
pub fn is_update() -> bool {
    env::var_os(UPDATE_VARIABLE).is_some_and(|value| value == "1")
}

/// The text of a file with `\n` at the end of its lines, whatever git made of them.
///
/// # Panics
///
/// If the file cannot be read.
#[track_caller]
pub fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    let text = fs::read_to_string(path);
    text.unwrap_or_else(|error| panic!("{}: {error}", path.display())).replace('\r', "")
}

/// Compares `actual` with the file, or rewrites the file.
///
/// # Panics
///
/// If they differ: the message has the first line that does. If the file cannot be read or written.
#[track_caller]
pub fn check(path: impl AsRef<Path>, actual: &str) {
    let path = path.as_ref();
    if is_update() {
        if let Err(error) = fs::write(path, actual) {
            panic!("{}: {error}", path.display());
        }
    } else if let Some(difference) = difference(&read(path), actual) {
        panic!("{}: {difference}\nif that is right: cargo xtask golden", path.display());
    }
}

/// Runs `check` on each item and returns what it returned. A failure does not end the run: all that fail are shown, or
/// rewritten, at once.
///
/// # Panics
///
/// After the last item, if any check has panicked: the message has the names of the items.
#[track_caller]
pub fn check_each<T, R>(
    items: impl IntoIterator<Item = T>,
    name: impl Fn(&T) -> String,
    check: impl Fn(T) -> R,
) -> Vec<R> {
    let (mut results, mut failed) = (Vec::new(), Vec::new());
    for item in items {
        let name = name(&item);
        match catch_unwind(AssertUnwindSafe(|| check(item))) {
            Ok(result) => results.push(result),
            Err(_) => failed.push(name),
        }
    }
    let checked = results.len() + failed.len();
    assert!(failed.is_empty(), "{} of {checked} failed: {}", failed.len(), failed.join(", "));
    results
}

/// The first line in which two texts differ, as both have it.
fn difference(expected: &str, actual: &str) -> Option<String> {
    if expected == actual {
        return None;
    }
    let (mut expected, mut actual) = (expected.split('\n'), actual.split('\n'));
    let mut number = 1;
    loop {
        let lines = (expected.next(), actual.next());
        if lines.0 != lines.1 || lines.0.is_none() {
            let [expected, actual] = [lines.0, lines.1]
                .map(|line| line.map_or("(end of file)".into(), |it| format!("{it:?}")));
            return Some(format!("line {number}\n  expected {expected}\n  actual   {actual}"));
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_does_not_end_the_run() {
        let even = |number: &u32| assert!(number.is_multiple_of(2), "{number} is odd");
        let name = |number: &&u32| number.to_string();
        assert_eq!(check_each(&[2, 4], name, even).len(), 2);
        let run = catch_unwind(|| check_each(&[1, 2, 3, 4], name, even));
        let said = run.expect_err("two are odd").downcast::<String>().expect("a message");
        assert_eq!(*said, "2 of 4 failed: 1, 3");
    }

    #[test]
    fn the_first_line_that_differs_is_shown() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        let shown = |expected, actual| difference(expected, actual).expect("a difference");
        assert!(shown("a\nb\n", "a\nc\n").contains("line 2\n  expected \"b\"\n  actual   \"c\""));
        assert!(shown("a\n", "a").contains("line 2\n  expected \"\"\n  actual   (end of file)"));
    }
}
