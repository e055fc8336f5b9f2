//! Options of `cargo xtask mutants`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::mutant::CRATES;
use crate::outcome::Failure;

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Options {
    /// Crates of which mutants are drawn, by their places.
    pub(super) of: Vec<usize>,
    /// Whose tests are run.
    pub(super) tests: TestScope,
    /// How many are drawn.
    pub(super) sample: usize,
    /// Where the draw comes from.
    pub(super) seed: u64,
    /// Time in which tests with another mutant are begun, once everything is compiled.
    pub(super) time: Duration,
}

/// Whose tests are run with a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TestScope {
    /// Those of its crate, then those of others.
    All,
    /// Those of its crate alone: much less has to be compiled.
    Own,
}

impl Options {
    /// Reads `[CRATE…] [--own] [--sample N] [--seed N] [--minutes N]`.
    pub(super) fn read(words: &[String]) -> Result<Self, Failure> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (of, tests, time) = (Vec::new(), TestScope::All, Duration::from_hours(1));
        let mut options = Self { of, tests, sample: 300, seed: since.as_secs(), time };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut number = || {
                let number = words.next().and_then(|number| number.parse::<u64>().ok());
                number.ok_or_else(|| Failure::Usage(format!("{word} needs a whole number")))
            };
            match word.as_str() {
                "--own" => options.tests = TestScope::Own,
                "--sample" => options.sample = number()? as usize,
                "--seed" => options.seed = number()?,
                "--minutes" => options.time = Duration::from_mins(number()?),
                name => match CRATES.iter().position(|of| *of == name) {
                    Some(place) => options.of.push(place),
                    None => return Err(crate::arguments::unexpected(std::slice::from_ref(word))),
                },
            }
        }
        if options.of.is_empty() {
            options.of = (0..CRATES.len()).collect();
        }
        Ok(options)
    }
}

/// Draws so many of these numbers, the same ones from the same seed.
pub(super) fn draw(mut from: Vec<u32>, sample: usize, seed: u64) -> Vec<u32> {
    let mut state = seed;
    let mut random = move || {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let mut drawn = Vec::new();
    while drawn.len() < sample && !from.is_empty() {
        let place = random() % from.len() as u64;
        drawn.push(from.swap_remove(place as usize));
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let read = |words: &str| {
            let words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
            Options::read(&words)
        };
        let options = read("play store --own --sample 20 --seed 7 --minutes 3").expect("options");
        let (tests, time) = (TestScope::Own, Duration::from_mins(3));
        let expected = Options { of: vec![1, 2], tests, sample: 20, seed: 7, time };
        assert_eq!(options, expected);
        let usual = read("").expect("options");
        assert_eq!((usual.of.len(), usual.tests, usual.sample), (4, TestScope::All, 300));
        for words in ["--sample", "--seed x", "games", "--all"] {
            assert!(matches!(read(words), Err(Failure::Usage(_))), "{words}");
        }
    }

    #[test]
    fn a_seed_draws_the_same_each_time() {
        let from = || (1..=100).collect::<Vec<u32>>();
        let drawn = draw(from(), 10, 1);
        assert_eq!(drawn, draw(from(), 10, 1));
        assert_ne!(drawn, draw(from(), 10, 2));
        let mut all = draw(from(), 500, 3);
        all.sort_unstable();
        assert_eq!(all, from());
    }
}
