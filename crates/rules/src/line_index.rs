//! Lines and columns of places in a text, found without scanning the text again for each place.

/// Bytes between two checkpoints of a [`LineIndex`], and with it the most that one lookup scans.
const CHECKPOINT_SPACING: usize = 1 << 10;

/// Lines and columns in a text or a file of text.
///
/// Built in one pass over the text; a lookup scans a bounded number of bytes, however long the text and
/// its lines are. The memory is a small part of that of the text.
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    bytes: &'a [u8],
    /// In the order of the text, the first at its beginning.
    checkpoints: Vec<Checkpoint>,
}

/// The line and the column of a place between two characters, both from 1.
#[derive(Clone, Copy, Debug)]
struct Checkpoint {
    at: usize,
    line: usize,
    column: usize,
}

impl Checkpoint {
    /// Goes past the characters of `bytes`. As in [`String::from_utf8_lossy`], bytes that are no
    /// character are as many as they would be shown as.
    fn pass(&mut self, bytes: &[u8], mut visit: impl FnMut(Self)) {
        for chunk in bytes.utf8_chunks() {
            for char in chunk.valid().chars() {
                visit(*self);
                self.at += char.len_utf8();
                if char == '\n' {
                    self.line += 1;
                    self.column = 1;
                } else {
                    self.column += 1;
                }
            }
            if !chunk.invalid().is_empty() {
                visit(*self);
                self.at += chunk.invalid().len();
                self.column += 1;
            }
        }
    }
}

impl<'a> LineIndex<'a> {
    /// Scans a text, or the bytes of a file that should be one.
    pub fn new<T: AsRef<[u8]> + ?Sized>(text: &'a T) -> Self {
        let bytes = text.as_ref();
        let mut checkpoints = Vec::with_capacity(bytes.len() / CHECKPOINT_SPACING + 1);
        let mut at = Checkpoint { at: 0, line: 1, column: 1 };
        checkpoints.push(at);
        let mut next = CHECKPOINT_SPACING;
        at.pass(bytes, |place| {
            if place.at >= next {
                checkpoints.push(place);
                next = place.at + CHECKPOINT_SPACING;
            }
        });
        Self { bytes, checkpoints }
    }

    /// The line and the column of the byte `at`, or of the end if the text is shorter; both are counted
    /// from 1, columns in characters.
    pub fn place(&self, at: usize) -> (usize, usize) {
        let (mut place, scanned) = self.scan(at);
        place.pass(scanned, |_| {});
        (place.line, place.column)
    }

    /// The last checkpoint before a byte, and the bytes between them.
    fn scan(&self, at: usize) -> (Checkpoint, &'a [u8]) {
        let at = at.min(self.bytes.len());
        // The first checkpoint is at 0.
        let before = self.checkpoints.partition_point(|found| found.at <= at).saturating_sub(1);
        let checkpoint = self.checkpoints[before];
        (checkpoint, &self.bytes[checkpoint.at..at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    /// The definition, which scans everything before the place.
    fn counted(bytes: &[u8], at: usize) -> (usize, usize) {
        let before = &bytes[..at.min(bytes.len())];
        let lines = before.split(|byte| *byte == b'\n');
        let last = lines.clone().next_back().unwrap_or_default();
        (lines.count(), String::from_utf8_lossy(last).chars().count() + 1)
    }

    #[test]
    fn places_are_those_that_counting_from_the_beginning_finds() {
        let mut random = SplitMix64::new(7);
        let parts: [&[u8]; 6] =
            [b"x", b"\n", "é".as_bytes(), "\u{1f3b2}".as_bytes(), b"\xff", b"a b"];
        for length in [0, 1, 10, 2000, 5000] {
            for kinds in 1..=parts.len() as u64 {
                let part = |_| parts[random.below(kinds) as usize];
                let text: Vec<u8> = (0..length).flat_map(part).copied().collect();
                let index = LineIndex::new(&text);
                for at in (0..text.len() + 3).step_by(1 + text.len() / 97) {
                    assert_eq!(index.place(at), counted(&text, at), "byte {at}");
                }
            }
        }
    }

    #[test]
    fn a_lookup_scans_no_more_of_a_longer_text() {
        for text in ["x\n".repeat(128_000), "x".repeat(256_000), "é".repeat(128_000)] {
            let index = LineIndex::new(&text);
            let longest = (0..=text.len()).map(|at| index.scan(at).1.len()).max();
            assert!(longest <= Some(CHECKPOINT_SPACING + 4), "{longest:?}");
            assert!(index.checkpoints.len() <= text.len() / CHECKPOINT_SPACING + 1);
        }
    }
}
