//! A source file in which every change is there beside what it changes, chosen while the program runs.

use std::collections::BTreeSet;
use std::ops::Range;

use super::finder::{Site, SiteKind};

/// Path of the switch in a crate: a function that knows the number of the mutant that is chosen.
const SWITCH: &str = "crate::mutation_switch::on";

/// A site with the numbers of those of its changes that are built.
#[derive(Debug)]
pub(super) struct NumberedSite<'a> {
    pub(super) site: &'a Site,
    /// Numbers of mutants, each with the place of its change in [`Site::changes`].
    pub(super) numbers: Vec<(u32, usize)>,
}

/// A source file with switches, and where each of them is in it.
#[derive(Debug, Default)]
pub(super) struct SwitchedFile {
    pub(super) code: String,
    /// The condition and the code of each mutant.
    mutants: Vec<(Range<usize>, u32)>,
    sites: Vec<PlacedSite>,
}

/// A site in a file with switches.
#[derive(Debug)]
struct PlacedSite {
    range: Range<usize>,
    numbers: Vec<u32>,
    function: String,
}

impl SwitchedFile {
    /// The file with switches at these sites, which are in their order.
    pub(super) fn new(source: &str, sites: &[NumberedSite<'_>]) -> Self {
        let mut file = Self::default();
        file.copy(source, 0..source.len(), sites, 0);
        file
    }

    /// Copies a part of the source, with switches at the sites from `next` on that are in it; returns the next one.
    fn copy(
        &mut self,
        source: &str,
        range: Range<usize>,
        sites: &[NumberedSite<'_>],
        mut next: usize,
    ) -> usize {
        let mut at = range.start;
        while let Some(site) = sites.get(next).filter(|site| site.site.range.start < range.end) {
            let within = site.site.range.clone();
            self.code += source.get(at..within.start).unwrap_or_default();
            next = self.place(source, sites, next);
            at = within.end;
        }
        self.code += source.get(at..range.end).unwrap_or_default();
        next
    }

    fn place(&mut self, source: &str, sites: &[NumberedSite<'_>], place: usize) -> usize {
        let NumberedSite { site, numbers } = &sites[place];
        let start = self.code.len();
        let is_expression = site.kind == SiteKind::Expression && !numbers.is_empty();
        if is_expression {
            self.code += "(";
        }
        for (number, change) in numbers {
            let (begun, code) = (self.code.len(), &site.changes[*change].code);
            let switch = match site.kind {
                SiteKind::Expression => format!("if {SWITCH}({number}) {{ ({code}) }} else "),
                SiteKind::Body => format!("if {SWITCH}({number}) {{ return {code}; }} "),
            };
            self.code += &switch;
            self.mutants.push((begun..self.code.len(), *number));
        }
        if is_expression {
            self.code += "{ (";
        }
        let next = self.copy(source, site.range.clone(), sites, place + 1);
        if is_expression {
            self.code += ") })";
        }
        let numbers = numbers.iter().map(|(number, _)| *number).collect();
        let (range, function) = (start..self.code.len(), site.function.clone());
        self.sites.push(PlacedSite { range, numbers, function });
        next
    }

    /// The mutants that an error in this part of the file is about: the one whose code it is in, or else those of the
    /// innermost site.
    pub(super) fn at(&self, range: &Range<usize>) -> BTreeSet<u32> {
        let contains = |whole: &Range<usize>| whole.start <= range.start && range.end <= whole.end;
        let mutant = self.mutants.iter().filter(|(whole, _)| contains(whole));
        if let Some((_, number)) = mutant.min_by_key(|(whole, _)| whole.len()) {
            return [*number].into();
        }
        let sites = self.sites.iter().filter(|site| contains(&site.range));
        let sites = sites.filter(|site| !site.numbers.is_empty());
        let site = sites.min_by_key(|site| site.range.len());
        site.map_or_else(BTreeSet::new, |site| site.numbers.iter().copied().collect())
    }

    /// All mutants of the function around this part of the file.
    pub(super) fn of_function(&self, range: &Range<usize>) -> BTreeSet<u32> {
        let before = self.sites.iter().filter(|site| site.range.start <= range.end);
        let Some(nearest) = before.max_by_key(|site| site.range.start) else {
            return BTreeSet::new();
        };
        let same = self.sites.iter().filter(|site| site.function == nearest.function);
        same.flat_map(|site| site.numbers.iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::finder::sites;
    use super::*;

    const SOURCE: &str = "fn f(a: u8, b: u8) -> bool { a + 1 == b }\n";

    fn switched(left_out: &[u32]) -> SwitchedFile {
        let sites = sites(SOURCE).expect("a file");
        let mut number = 0;
        let numbered: Vec<_> = sites
            .iter()
            .map(|site| {
                let numbers = (0..site.changes.len()).map(|change| {
                    number += 1;
                    (number, change)
                });
                let numbers = numbers.filter(|(number, _)| !left_out.contains(number)).collect();
                NumberedSite { site, numbers }
            })
            .collect();
        SwitchedFile::new(SOURCE, &numbered)
    }

    #[test]
    fn every_change_has_a_switch() {
        let code = switched(&[]).code.replace("crate::mutation_switch::", "");
        assert_eq!(
            code,
            "fn f(a: u8, b: u8) -> bool { if on(1) { return true; } if on(2) { return false; } \
             (if on(3) { ((a + 1) != b) } else { ((if on(4) { (a - 1) } else if on(5) { (a * 1) } \
             else { (a + 1) }) == b) }) }\n"
        );
        let less = switched(&[1, 2, 3]).code.replace("crate::mutation_switch::", "");
        let inner = "(if on(4) { (a - 1) } else if on(5) { (a * 1) } else { (a + 1) })";
        assert_eq!(less, format!("fn f(a: u8, b: u8) -> bool {{ {inner} == b }}\n"));
        assert_eq!(switched(&[1, 2, 3, 4, 5]).code, SOURCE);
    }

    #[test]
    fn an_error_is_about_the_mutants_around_it() {
        let file = switched(&[]);
        let at = |code: &str| {
            let start = file.code.find(code).expect("code");
            start..start + code.len()
        };
        let about = |code: &str| file.at(&at(code)).into_iter().collect::<Vec<_>>();
        assert_eq!(about("return true"), [1]);
        assert_eq!(about("a - 1"), [4]);
        assert_eq!(about("{ (a + 1) }"), [4, 5]);
        assert_eq!(about("== b"), [3]);
        assert!(about("-> bool").is_empty());
        assert_eq!(file.of_function(&at("a - 1")).len(), 5);
    }
}
