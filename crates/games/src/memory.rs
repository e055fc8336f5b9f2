//! Memory for the tables of solvers: cache lines of zeros, in large pages where the system has them.

#![expect(unsafe_code, reason = "words become atomic, and the system is asked for large pages")]

use std::sync::atomic::AtomicU64;

/// Words in a cache line.
pub(crate) const LINE: usize = 8;

/// Cache lines that threads may share. The system hands them out as they are first used.
pub(crate) struct Lines {
    words: Box<[AtomicU64]>,
    /// The words before the first line.
    before: usize,
}

impl Lines {
    /// So many lines of zeros.
    pub(crate) fn new(count: usize) -> Self {
        let words = zeroed((count + 1) * LINE);
        let before = words.as_ptr().align_offset(LINE * size_of::<u64>());
        Self { before: before.min(LINE), words }
    }

    /// How many there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.words.len() / LINE - 1
    }

    /// The line with this number.
    #[inline]
    pub(crate) fn line(&self, number: usize) -> &[AtomicU64; LINE] {
        let start = self.before + number * LINE;
        let line: &[AtomicU64] = &self.words[start..start + LINE];
        line.first_chunk().expect("a line")
    }

    /// Makes all of them zero again.
    pub(crate) fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
    }
}

/// So many zeros, which the system has ready.
pub(crate) fn zeroed(words: usize) -> Box<[AtomicU64]> {
    let mut zeros = vec![0u64; words].into_boxed_slice();
    prefer_large_pages(&mut zeros);
    // SAFETY: `AtomicU64` has the same size and representation as `u64`, and on the platforms where
    // their alignments differ the assertion below does not compile.
    unsafe { Box::from_raw(Box::into_raw(zeros) as *mut [AtomicU64]) }
}

const _: () = assert!(align_of::<AtomicU64>() == align_of::<u64>());

/// Asks for large pages for a table before its first use. Tables are read all over, and every small page that
/// is not at hand costs another look.
#[cfg(target_os = "linux")]
fn prefer_large_pages(table: &mut [u64]) {
    use rustix::mm::{Advice, madvise};

    const SMALL_PAGE: usize = 4096;
    let start = table.as_mut_ptr().cast::<u8>();
    let before = start.addr() % SMALL_PAGE;
    // SAFETY: the pages from that of the first byte to that of the last are mapped, and their contents stay
    // as they are. A system that has no large pages says so, and nothing is lost.
    let _ = unsafe {
        madvise(
            start.wrapping_sub(before).cast(),
            size_of_val(table) + before,
            Advice::LinuxHugepage,
        )
    };
}

/// Other systems are not asked.
#[cfg(not(target_os = "linux"))]
fn prefer_large_pages(_: &mut [u64]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_aligned_and_zero() {
        for count in [1, 3, 1 << 16] {
            let lines = Lines::new(count);
            assert_eq!(lines.len(), count);
            for number in [0, count - 1] {
                let line = lines.line(number);
                assert_eq!(line.as_ptr().addr() % 64, 0);
                assert!(
                    line.iter().all(|word| word.load(std::sync::atomic::Ordering::Relaxed) == 0)
                );
            }
        }
    }
}
