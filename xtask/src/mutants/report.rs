//! What the tests say of the mutants, in figures.

use std::fmt;

use super::mutant::{CRATES, Mutant};
use super::trial::Verdict;

/// Verdict on a mutant, and who has given it.
#[derive(Clone, Debug)]
pub(super) struct Judged<'a> {
    pub(super) mutant: &'a Mutant,
    /// Of the crate's own tests.
    pub(super) own: Verdict,
    /// Of those of other crates, if the crate's own found nothing and these were run.
    pub(super) others: Option<Verdict>,
}

/// Mutants of a crate by what became of them.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Figures {
    pub(super) tried: usize,
    /// Caught by a test of the crate that fails.
    pub(super) own: usize,
    /// Caught by a test of another crate that fails.
    pub(super) others: usize,
    /// Caught because the tests did not end, those of the crate or others.
    pub(super) own_hangs: usize,
    pub(super) other_hangs: usize,
}

impl Figures {
    pub(super) fn of(judged: &[Judged<'_>], is_counted: impl Fn(&Mutant) -> bool) -> Self {
        let mut figures = Self::default();
        for one in judged.iter().filter(|one| is_counted(one.mutant)) {
            figures.tried += 1;
            match (&one.own, &one.others) {
                (Verdict::Caught(_), _) => figures.own += 1,
                (Verdict::Hangs, _) => figures.own_hangs += 1,
                (Verdict::Survives(_), Some(Verdict::Caught(_))) => figures.others += 1,
                (Verdict::Survives(_), Some(Verdict::Hangs)) => figures.other_hangs += 1,
                (Verdict::Survives(_), Some(Verdict::Survives(_)) | None) => {}
            }
        }
        figures
    }

    fn caught_by_own(&self) -> usize {
        self.own + self.own_hangs
    }

    fn caught(&self) -> usize {
        self.caught_by_own() + self.others + self.other_hangs
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hangs = self.own_hangs + self.other_hangs;
        write!(
            f,
            "{:>5}  {:>5} ({:>3} %)  {:>5}  {hangs:>5}  {:>9}  {:>3} %",
            self.tried,
            self.caught_by_own(),
            percent(self.caught_by_own(), self.tried),
            self.caught() - self.caught_by_own(),
            self.tried - self.caught(),
            percent(self.caught(), self.tried),
        )
    }
}

/// Whole percents, rounded down: 100 are all.
fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(100)
}

/// Prints the survivors and a table.
pub(super) fn print(judged: &[Judged<'_>], of: &[usize]) {
    let survives = |one: &&Judged<'_>| {
        let others = one.others.as_ref();
        matches!(one.own, Verdict::Survives(_))
            && others.is_none_or(|others| matches!(others, Verdict::Survives(_)))
    };
    let mut survivors: Vec<_> = judged.iter().filter(survives).collect();
    survivors.sort_by_key(|one| one.mutant.number);
    if !survivors.is_empty() {
        println!("\nsurvivors, with how many tests came past them:");
    }
    for one in survivors {
        let count =
            |verdict: &Verdict| if let Verdict::Survives(tests) = verdict { *tests } else { 0 };
        let others = one.others.as_ref().map_or(0, count);
        println!("  {} [{} own, {others} others]", one.mutant, count(&one.own));
    }
    println!("\n{:<6} {:>5}  by own tests  others  hang  survivors  caught", "", "tried");
    for place in of {
        let figures = Figures::of(judged, |mutant| mutant.of == *place);
        println!("{:<6} {figures}", CRATES[*place]);
    }
    println!("{:<6} {}", "all", Figures::of(judged, |_| true));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mutant_is_counted_once() {
        let mutant = |of| Mutant {
            number: 1,
            of,
            file: "a.rs".into(),
            line: 1,
            function: "f".into(),
            words: "returns 0 at once".into(),
        };
        let (first, second) = (mutant(0), mutant(1));
        let (caught, survives) = (Verdict::Caught("a".into()), Verdict::Survives(3));
        let one = |mutant, own: &Verdict, others: Option<&Verdict>| Judged {
            mutant,
            own: own.clone(),
            others: others.cloned(),
        };
        let judged = [
            one(&first, &caught, None),
            one(&first, &Verdict::Hangs, None),
            one(&first, &survives, Some(&caught)),
            one(&first, &survives, Some(&survives)),
            one(&second, &survives, None),
        ];
        let figures = Figures::of(&judged, |mutant| mutant.of == 0);
        let expected = Figures { tried: 4, own: 1, others: 1, own_hangs: 1, other_hangs: 0 };
        assert_eq!(figures, expected);
        assert_eq!(figures.to_string(), "    4      2 ( 50 %)      1      1          1   75 %");
        assert_eq!(percent(0, 0), 100);
    }
}
