//! The file of a certificate.

use std::io::{self, BufRead, Read, Write};

use super::{CertificateError, ProvedClaim, ResultClaim};
use crate::crc32::Crc32;

/// The first line.
const FIRST_LINE: &str = "damier certificate 1";
/// Bytes of the longest line of a file.
const LINE_MAX_BYTES: u64 = 4096;
/// Bytes after which a line of moves ends.
const LINE_FULL_BYTES: usize = 96;

/// Writes the file, with its checksum at the end.
pub(super) struct CertificateWriter<'a> {
    output: &'a mut dyn Write,
    checksum: Crc32,
}

impl<'a> CertificateWriter<'a> {
    pub(super) fn new(output: &'a mut dyn Write) -> Self {
        Self { output, checksum: Crc32::new() }
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        for bytes in [line.as_bytes(), b"\n"] {
            self.checksum.update(bytes);
            self.output.write_all(bytes)?;
        }
        Ok(())
    }

    pub(super) fn header(&mut self, game: &str, position: &str) -> io::Result<()> {
        self.line(FIRST_LINE)?;
        self.line(&format!("game {game}"))?;
        self.line(&format!("position {position}"))
    }

    pub(super) fn strategy(&mut self, proved: &ProvedClaim, moves: &str) -> io::Result<()> {
        self.line(&format!("claim {}", proved.claim))?;
        self.line(&format!("plies {}", proved.plies))?;
        self.line(&format!("moves {}", proved.moves))?;
        let mut rest = moves.trim_ascii_end();
        while !rest.is_empty() {
            let full = rest.get(LINE_FULL_BYTES..).and_then(|rest| rest.find(' '));
            let (line, after) = match full {
                Some(end) => (&rest[..LINE_FULL_BYTES + end], &rest[LINE_FULL_BYTES + end + 1..]),
                None => (rest, ""),
            };
            self.line(line)?;
            rest = after;
        }
        Ok(())
    }

    pub(super) fn finish(self) -> io::Result<()> {
        writeln!(self.output, "crc32 {:08x}", self.checksum.finalize())?;
        self.output.flush()
    }
}

/// Reads the file, a line at a time.
pub(super) struct CertificateReader<'a> {
    input: &'a mut dyn BufRead,
    checksum: Crc32,
    number: u64,
    line: String,
    /// A line that has been looked at, but not used.
    is_ahead: bool,
    /// Bytes of the line of moves that have been used.
    used: usize,
    /// Moves of the strategy that have not been read.
    remaining: u64,
}

impl<'a> CertificateReader<'a> {
    pub(super) fn new(input: &'a mut dyn BufRead) -> Self {
        let line = String::new();
        let checksum = Crc32::new();
        Self { input, checksum, number: 0, line, is_ahead: false, used: 0, remaining: 0 }
    }

    /// Number of the line that was read last.
    pub(super) const fn line(&self) -> u64 {
        self.number
    }

    fn error(&self, en: &str, fr: &str) -> CertificateError {
        CertificateError::syntax(self.number, en, fr)
    }

    /// Reads the next line, without its end. It joins the checksum when it is used.
    fn advance(&mut self) -> Result<(), CertificateError> {
        if self.is_ahead {
            return Ok(());
        }
        self.number += 1;
        self.line.clear();
        let mut bytes = Vec::new();
        let read = Read::take(&mut *self.input, LINE_MAX_BYTES).read_until(b'\n', &mut bytes);
        if let Err(error) = read {
            return Err(self.error(&error.to_string(), &error.to_string()));
        }
        if bytes.pop() != Some(b'\n') {
            return Err(match bytes.len() {
                0 => self.error("the file ends here", "le fichier s'arrête ici"),
                _ => self.error(
                    "the line has no end, or is too long",
                    "la ligne n'a pas de fin, ou est trop longue",
                ),
            });
        }
        self.line = match String::from_utf8(bytes) {
            Ok(line) => line,
            Err(_) => return Err(self.error("this is no text", "ce n'est pas du texte")),
        };
        self.is_ahead = true;
        Ok(())
    }

    /// Uses the line that was looked at.
    fn consume(&mut self) {
        self.checksum.update(self.line.as_bytes());
        self.checksum.update(b"\n");
        self.is_ahead = false;
    }

    /// The value of a line that must have this name.
    fn value(&mut self, name: &str) -> Result<String, CertificateError> {
        self.advance()?;
        match self.line.split_once(' ') {
            Some((found, value)) if found == name => {
                let value = value.to_owned();
                self.consume();
                Ok(value)
            }
            _ => Err(self.error(
                &format!("here should be '{name} …'"),
                &format!("il faut « {name} … » ici"),
            )),
        }
    }

    fn number_of<N: std::str::FromStr + ToString>(
        &mut self,
        name: &str,
    ) -> Result<N, CertificateError> {
        let value = self.value(name)?;
        match value.parse::<N>() {
            Ok(number) if number.to_string() == value => Ok(number),
            _ => Err(self.error("this is no number", "ce n'est pas un nombre")),
        }
    }

    /// The game and the position.
    pub(super) fn header(&mut self) -> Result<(String, String), CertificateError> {
        self.advance()?;
        if self.line != FIRST_LINE {
            return Err(self.error(
                "this is no certificate of version 1",
                "ce n'est pas un certificat de version 1",
            ));
        }
        self.consume();
        Ok((self.value("game")?, self.value("position")?))
    }

    /// The next claim; `None` if the checksum follows.
    pub(super) fn claim(&mut self) -> Result<Option<ProvedClaim>, CertificateError> {
        self.advance()?;
        if self.line.starts_with("crc32 ") {
            return Ok(None);
        }
        let claim = self.value("claim")?;
        let claim: ResultClaim = claim.parse().map_err(|()| {
            self.error(
                "a claim is 'x wins', 'x draws' or 'x +6'",
                "une affirmation est « x wins », « x draws » ou « x +6 »",
            )
        })?;
        let (plies, moves) = (self.number_of("plies")?, self.number_of("moves")?);
        (self.used, self.remaining) = (0, moves);
        Ok(Some(ProvedClaim { claim, plies, moves }))
    }

    /// The next move of the strategy.
    pub(super) fn next_move(&mut self) -> Result<String, CertificateError> {
        if self.remaining == 0 {
            return Err(self.error("a move is missing", "il manque un coup"));
        }
        self.remaining -= 1;
        self.advance()?;
        let rest = &self.line[self.used..];
        let word = rest.split(' ').next().unwrap_or_default().to_owned();
        self.used += word.len() + 1;
        if self.used > self.line.len() {
            self.used = 0;
            self.consume();
        }
        Ok(word)
    }

    /// Makes sure that the strategy has no more moves.
    pub(super) fn end_strategy(&self) -> Result<(), CertificateError> {
        if self.remaining > 0 || self.used > 0 {
            return Err(self.error(
                "no game needs the moves from here on",
                "aucune partie n'a besoin des coups qui suivent",
            ));
        }
        Ok(())
    }

    /// Compares the checksum, which ends the file.
    pub(super) fn finish(&mut self) -> Result<(), CertificateError> {
        let expected = format!("crc32 {:08x}", self.checksum.finalize());
        self.advance()?;
        if self.line != expected {
            return Err(self.error("the checksum is wrong", "la somme de contrôle est fausse"));
        }
        match self.input.fill_buf() {
            Ok([]) => Ok(()),
            _ => Err(self.error("something follows the end", "quelque chose suit la fin")),
        }
    }
}
