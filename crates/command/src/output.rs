//! Standard output and standard error, in the characters of the user's locale.

use std::fmt;
use std::io::{self, Write};
use std::str;

use tui::Charset;

/// Longest character in UTF-8.
const CHAR_MAX_BYTES: usize = 4;

/// A stream for people: what their locale does not have is written in ASCII.
pub struct Output<'a> {
    stream: &'a mut (dyn Write + Send),
    charset: Charset,
    /// Begin of a character whose end has not been written yet.
    begun: Vec<u8>,
}

impl<'a> Output<'a> {
    pub fn new(stream: &'a mut (dyn Write + Send), charset: Charset) -> Self {
        Self { stream, charset, begun: Vec::new() }
    }

    /// The stream for data, such as JSON and files of games, which are UTF-8 in every locale.
    pub fn data(&mut self) -> &mut (dyn Write + Send) {
        self.stream
    }

    /// Writes a formatted text, as [`Write::write_fmt`] does.
    pub fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        Write::write_fmt(self, text)
    }

    /// Flushes the stream, as [`Write::flush`] does.
    pub fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.charset == Charset::Unicode {
            return self.stream.write(bytes);
        }
        let text = [&*self.begun, bytes].concat();
        let mut out = Vec::with_capacity(text.len());
        let mut rest = &*text;
        self.begun.clear();
        while !rest.is_empty() {
            let valid = match str::from_utf8(rest) {
                Ok(_) => rest.len(),
                Err(error) => error.valid_up_to(),
            };
            let (chars, after) = rest.split_at(valid);
            out.extend(texts::ascii(str::from_utf8(chars).unwrap_or_default()).into_bytes());
            let Err(error) = str::from_utf8(after) else { break };
            if let Some(wrong) = error.error_len() {
                out.push(b'?');
                rest = &after[wrong..];
            } else {
                self.begun.extend(&after[..after.len().min(CHAR_MAX_BYTES)]);
                break;
            }
        }
        self.stream.write_all(&out)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written of pieces of a text.
    fn written(charset: Charset, pieces: &[&[u8]]) -> Vec<u8> {
        let mut stream = Vec::new();
        let mut output = Output::new(&mut stream, charset);
        for piece in pieces {
            output.write_all(piece).unwrap();
        }
        output.flush().unwrap();
        stream
    }

    #[test]
    fn letters_are_written_in_the_characters_of_the_locale() {
        let text = "évalué … ✂\n";
        assert_eq!(written(Charset::Unicode, &[text.as_bytes()]), text.as_bytes());
        assert_eq!(written(Charset::Ascii, &[text.as_bytes()]), b"evalue ... %\n");
        // However it comes in pieces.
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(written(Charset::Ascii, &bytes), b"evalue ... %\n");
        assert_eq!(written(Charset::Ascii, &[b"a\xffb"]), b"a?b");
    }

    #[test]
    fn data_are_left_as_they_are() {
        let mut stream = Vec::new();
        let mut output = Output::new(&mut stream, Charset::Ascii);
        write!(output.data(), "{{\"name\":\"Zoé\"}}").unwrap();
        assert_eq!(stream, "{\"name\":\"Zoé\"}".as_bytes());
    }
}
