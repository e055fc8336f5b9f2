//! Characters that names and titles do without.

/// Whether a character leaves no mark, or changes how others are read: control characters, line separators,
/// bidirectional formatting, and spaces without width. Joiners are not among them: several scripts need them.
pub fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// A text of one line without invisible characters and with at most `max_bytes` bytes: what is beyond is left out.
pub fn visible_text(text: &str, max_bytes: usize) -> String {
    let mut clean = String::new();
    for letter in text.trim().chars().filter(|letter| !is_invisible(*letter)) {
        if clean.len() + letter.len_utf8() > max_bytes {
            break;
        }
        clean.push(letter);
    }
    clean.trim().to_owned()
}
