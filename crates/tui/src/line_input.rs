//! A line that is typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Longest line, in characters.
const LINE_MAX_CHARS: usize = 200;

/// A line that is being typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct LineInput {
    text: String,
}

/// What a key did to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LineStep {
    /// It is typed on.
    Open,
    /// It was given up.
    Cancelled,
    /// It is complete.
    Entered(String),
}

impl LineInput {
    pub(crate) fn new(text: &str) -> Self {
        let mut line = Self::default();
        line.paste(text);
        line
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether a text fits.
    pub(crate) fn takes(&self, text: &str) -> bool {
        self.text.chars().count() + text.trim().chars().count() <= LINE_MAX_CHARS
    }

    /// Adds a text, without its control characters.
    pub(crate) fn paste(&mut self, text: &str) {
        let left = LINE_MAX_CHARS.saturating_sub(self.text.chars().count());
        self.text.extend(text.chars().filter(|c| !c.is_control()).take(left));
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> LineStep {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return LineStep::Entered(self.text.trim().to_owned()),
            KeyCode::Esc => return LineStep::Cancelled,
            KeyCode::Backspace if self.text.is_empty() => return LineStep::Cancelled,
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char('u') if control => self.text.clear(),
            KeyCode::Char('w') if control => {
                let end = self.text.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1);
                self.text.truncate(end);
            }
            KeyCode::Char(char) if !control => self.paste(char.encode_utf8(&mut [0; 4])),
            _ => {}
        }
        LineStep::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(line: &mut LineInput, codes: &[KeyCode]) -> LineStep {
        codes.iter().map(|&code| line.key(code.into())).last().expect("a key")
    }

    #[test]
    fn a_line_is_typed_corrected_and_entered() {
        let mut line = LineInput::new("f");
        let typed = [KeyCode::Char('é'), KeyCode::Backspace, KeyCode::Char('5'), KeyCode::Enter];
        assert_eq!(keys(&mut line, &typed), LineStep::Entered("f5".to_owned()));
        assert_eq!(keys(&mut line, &[KeyCode::Backspace; 2]), LineStep::Open);
        assert_eq!(keys(&mut line, &[KeyCode::Backspace]), LineStep::Cancelled);
        let long = "\u{1b}[31mab\n".repeat(100);
        line.paste(&long);
        assert_eq!(line.text().chars().count(), LINE_MAX_CHARS);
        assert!(!line.text().contains(char::is_control));
    }
}
