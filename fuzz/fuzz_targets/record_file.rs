//! Files of games: no text makes the reader panic, errors point into the text, and what is accepted
//! is written in one way and read back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::{LineIndex, RecordFile};

fuzz_target!(|text: &str| {
    match text.parse::<RecordFile>() {
        Ok(file) => {
            let written = file.to_string();
            let again: RecordFile = written.parse().expect("own notation is read");
            assert_eq!(again, file);
            assert_eq!(again.to_string(), written);
            assert!(written.lines().all(|line| line == line.trim_end()));
        }
        Err(error) => {
            error.place(&LineIndex::new(text));
            assert!(text.get(error.at).is_some());
        }
    }
});
