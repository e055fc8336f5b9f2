//! Memory of transposition tables: zeroed cache lines, backed by huge pages where the system has
//! them.

#![expect(unsafe_code, reason = "words become atomic, and the system is advised of huge pages")]
#![expect(
    clippy::inline_always,
    reason = "functions with target features do not inline others by themselves"
)]

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::ptr::slice_from_raw_parts_mut;
use std::sync::atomic::AtomicU64;

/// 64-bit words in a cache line.
pub const CACHE_LINE_WORDS: usize = 8;
/// Lines of a table below which none is made smaller.
const MIN_LINES: usize = 1 << 10;

/// Array of aligned cache lines that threads may share. The system commits pages as they are first touched.
pub struct CacheLines {
    words: Box<[AtomicU64]>,
    /// Words before the first aligned line.
    offset: usize,
}

impl CacheLines {
    /// `count` zeroed lines. Where the system refuses the memory it is half as many, or half of those: a table must do
    /// with any size, and who asks somebody for a size checks it before ([`check_table`](crate::check_table)).
    pub fn new(mut count: usize) -> Self {
        let words = loop {
            match zeroed_words(count.saturating_add(1).saturating_mul(CACHE_LINE_WORDS)) {
                Ok(words) => break words,
                Err(_) if count > MIN_LINES => count /= 2,
                Err(layout) => handle_alloc_error(layout),
            }
        };
        let offset = words.as_ptr().align_offset(CACHE_LINE_WORDS * size_of::<u64>());
        Self { offset: offset.min(CACHE_LINE_WORDS), words }
    }

    /// Number of lines.
    #[expect(clippy::len_without_is_empty, reason = "a table has lines")]
    #[inline]
    pub fn len(&self) -> usize {
        self.words.len() / CACHE_LINE_WORDS - 1
    }

    /// The line at an index.
    ///
    /// # Panics
    ///
    /// Where the index is not below the number of lines.
    #[inline(always)]
    pub fn line(&self, index: usize) -> &[AtomicU64; CACHE_LINE_WORDS] {
        let start = self.offset + index * CACHE_LINE_WORDS;
        let line: &[AtomicU64] = &self.words[start..start + CACHE_LINE_WORDS];
        line.first_chunk().expect("a line")
    }

    /// Brings the line at an index into the processor's cache, where there is an instruction for it.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch of any address is harmless, and all processors of this architecture have it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.line(index).as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }

    /// Zeroes the line at an index.
    pub fn clear_line(&mut self, index: usize) {
        let start = self.offset + index * CACHE_LINE_WORDS;
        for word in &mut self.words[start..start + CACHE_LINE_WORDS] {
            *word.get_mut() = 0;
        }
    }

    /// Zeroes all lines.
    pub fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
    }
}

/// `count` zeroed words, at least one; the layout that was refused otherwise. The allocator takes large zeroed blocks
/// from the system without touching them.
#[expect(clippy::cast_ptr_alignment, reason = "the layout is that of words")]
fn zeroed_words(count: usize) -> Result<Box<[AtomicU64]>, Layout> {
    let layout = Layout::array::<AtomicU64>(count).map_err(|_| Layout::new::<AtomicU64>())?;
    // SAFETY: the layout has a size, because there is at least one word.
    let start = unsafe { alloc_zeroed(layout) }.cast::<AtomicU64>();
    if start.is_null() {
        return Err(layout);
    }
    // SAFETY: the global allocator has just given this block, with the layout of this many words, and zero is a valid word.
    let words = unsafe { Box::from_raw(slice_from_raw_parts_mut(start, count)) };
    advise_huge_pages(&words);
    Ok(words)
}

/// Advises the system to back a table with huge pages, before its first use. Table accesses are random, so with
/// small pages nearly each of them misses the translation lookaside buffer.
#[cfg(target_os = "linux")]
fn advise_huge_pages(table: &[AtomicU64]) {
    use rustix::mm::{Advice, madvise};

    const SMALL_PAGE_BYTES: usize = 4096;
    let start = table.as_ptr().cast_mut().cast::<u8>();
    let before = start.addr() % SMALL_PAGE_BYTES;
    // SAFETY: all pages from the one with the first byte to the one with the last byte are mapped, and their
    // contents do not change. Systems without huge pages return an error, which is harmless.
    let _ = unsafe {
        madvise(
            start.wrapping_sub(before).cast(),
            size_of_val(table) + before,
            Advice::LinuxHugepage,
        )
    };
}

/// No advice outside Linux.
#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_: &[AtomicU64]) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn what_the_system_refuses_is_made_smaller() {
        // More than there are addresses; nothing of what is given is touched.
        for count in [usize::MAX, usize::MAX / 64, 1 << 52] {
            let lines = CacheLines::new(count);
            assert!((MIN_LINES..count).contains(&lines.len()));
            assert_eq!(lines.line(lines.len() - 1)[7].load(Relaxed), 0);
            assert!(!count.is_power_of_two() || lines.len().is_power_of_two());
        }
    }

    #[test]
    fn lines_are_aligned_and_zero() {
        for count in [1, 3, 1 << 16] {
            let lines = CacheLines::new(count);
            assert_eq!(lines.len(), count);
            for number in [0, count - 1] {
                let line = lines.line(number);
                assert_eq!(line.as_ptr().addr() % 64, 0);
                assert!(line.iter().all(|word| word.load(Relaxed) == 0));
            }
        }
    }
}
