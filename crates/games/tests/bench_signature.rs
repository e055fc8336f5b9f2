//! How many nodes the search visits in each game, compared with `bench_signature.txt`: a change that
//! is not meant to change the search must not. `UPDATE_EXPECT=1` rewrites the file; a change that is
//! meant to says how its strength was measured.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use engine::{BENCH_DEPTH, Limits, Resources, bench, bench_positions};
use games::CATALOGUE;

#[test]
fn the_search_visits_as_many_nodes_as_before() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/bench_signature.txt");
    golden::check(path, &signature());
}

fn signature() -> String {
    let mut text = format!("# damier bench --depth {BENCH_DEPTH}\n");
    let mut total = 0;
    for entry in CATALOGUE {
        let positions = bench_positions(entry.game);
        assert_eq!(positions.len(), 8, "{}", entry.game.info().id);
        let (limits, stop) = (Limits::depth(BENCH_DEPTH), AtomicBool::new(false));
        let cost = bench(entry, &positions, &limits, Resources::default(), &stop);
        writeln!(text, "{:<14}{:>9}", entry.game.info().id, cost.nodes).unwrap();
        total += cost.nodes;
    }
    writeln!(text, "{:<14}{total:>9}", "total").unwrap();
    text
}
