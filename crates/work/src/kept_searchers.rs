//! Searchers that are kept for the next request.

use engine::{AnySearcher, Entry, Resources, Reviewer};

/// The engine of the last search and that of the last review, with what their transposition tables know: what one
/// slice of an analysis has found serves the next. An engine is made anew for another game, and for other resources.
#[derive(Default)]
pub struct KeptSearchers {
    analyst: Option<(EngineKey, Box<dyn AnySearcher>)>,
    reviewer: Option<(EngineKey, Box<dyn Reviewer>)>,
}

/// Id of a game, and what an engine of it may use.
type EngineKey = (&'static str, Resources);

impl KeptSearchers {
    pub(crate) fn analyst(&mut self, entry: Entry, resources: Resources) -> &mut dyn AnySearcher {
        kept(&mut self.analyst, entry, resources, Entry::analyst)
    }

    pub(crate) fn reviewer(&mut self, entry: Entry, resources: Resources) -> &mut dyn Reviewer {
        kept(&mut self.reviewer, entry, resources, Entry::reviewer)
    }
}

fn kept<S: ?Sized>(
    last: &mut Option<(EngineKey, Box<S>)>,
    entry: Entry,
    resources: Resources,
    make: fn(&Entry, Resources) -> Box<S>,
) -> &mut S {
    let key = (entry.game.info().id, resources);
    // The old tables are freed before new ones are made.
    last.take_if(|(other, _)| *other != key);
    &mut last.get_or_insert_with(|| (key, make(&entry, resources))).1
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use engine::{AnyReport, Limits};
    use rules::{Record, Setup};

    use super::*;
    use crate::{WorkRequest, WorkResult, WorkTask, run};

    const RESOURCES: Resources = Resources { threads: 1, table: 1 };

    /// What three slices of the same search find, one after another.
    fn slices(mut search: impl FnMut(&Record, &Limits) -> AnyReport, entry: &Entry) -> Vec<u64> {
        let start = entry.game.start(&Setup { seed: 3, ..Setup::default() }).expect("a start");
        let (record, limits) = (Record::new(start), Limits { lines: 3, ..Limits::depth(5) });
        let limits = Limits { nodes: Some(30_000), ..limits };
        (0..3).map(|_| search(&record, &limits).nodes).collect()
    }

    #[test]
    fn the_slices_of_an_analysis_visit_the_nodes_of_one_searcher() {
        let stop = AtomicBool::new(false);
        let mut has_remembered = false;
        for entry in games::CATALOGUE {
            let ask = |kept: &mut KeptSearchers, record: &Record, limits: &Limits| {
                let (record, limits) = (record.clone(), limits.clone());
                let task = WorkTask::Search { record, limits, table: 1 };
                let request = WorkRequest::new(entry, task);
                match run(kept, games::CATALOGUE, &request, RESOURCES, &stop, &mut |_| ()) {
                    Ok(WorkResult::Report(report)) => report,
                    other => panic!("{other:?}"),
                }
            };
            let mut kept = KeptSearchers::default();
            let sliced = slices(|record, limits| ask(&mut kept, record, limits), entry);
            let mut searcher = entry.analyst(RESOURCES);
            let search = |record: &Record, limits: &Limits| {
                searcher.search(record, limits, &stop, &mut |_| ()).expect("a report")
            };
            assert_eq!(sliced, slices(search, entry), "{}", entry.game.info().id);
            let forgets = |record: &Record, limits: &Limits| {
                ask(&mut KeptSearchers::default(), record, limits)
            };
            has_remembered |= sliced != slices(forgets, entry);
        }
        assert!(has_remembered, "the table lives on");
    }
}
