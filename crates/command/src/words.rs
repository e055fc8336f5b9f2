//! Words that people type.

use texts::{ascii, normalized};

/// Parses an answer of yes or no.
pub fn yes_or_no(line: &str) -> Option<bool> {
    match &*normalize(line) {
        "yes" | "y" | "oui" | "o" | "again" | "rejouer" => Some(true),
        "no" | "n" | "non" => Some(false),
        _ => None,
    }
}

/// Normal form in which words are compared: without accents, capitals and punctuation.
pub fn normalize(word: &str) -> String {
    normalized(&ascii(word))
}
