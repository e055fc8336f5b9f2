//! Results at puzzles.

use play::Time;
use store::{PuzzleResult, Store};

pub(crate) fn result(puzzle: &str, at: u64, is_won: bool) -> PuzzleResult {
    PuzzleResult {
        puzzle: puzzle.to_owned(),
        game: "a-game".to_owned(),
        at: Time(at),
        is_won,
        is_solved: is_won,
        rating: 1500,
        day: None,
    }
}

pub(crate) async fn the_first_attempt_at_a_puzzle_counts(store: Store) {
    assert_eq!(store.puzzle_results("ana").await, Ok(Vec::new()));
    let failed = result("p1", 10, false);
    store.put_puzzle_result("ana", failed.clone()).await.unwrap();
    assert_eq!(store.puzzle_results("ana").await, Ok(vec![failed.clone()]));
    // Solved later, on a day whose puzzle it was; that is kept, and nothing else.
    let later = PuzzleResult { day: Some(20_000), rating: 900, ..result("p1", 20, true) };
    store.put_puzzle_result("ana", later).await.unwrap();
    let kept = PuzzleResult { is_solved: true, day: Some(20_000), ..failed };
    assert_eq!(store.puzzle_results("ana").await, Ok(vec![kept.clone()]));
    // A failure afterwards takes nothing away.
    let worse = PuzzleResult { day: Some(20_001), ..result("p1", 30, false) };
    store.put_puzzle_result("ana", worse).await.unwrap();
    assert_eq!(store.puzzle_results("ana").await, Ok(vec![kept.clone()]));
    // In the order of time, and everybody their own.
    for (puzzle, at) in [("b", 5), ("a", 5), ("c", 40)] {
        store.put_puzzle_result("ana", result(puzzle, at, true)).await.unwrap();
    }
    store.put_puzzle_result("bob", result("p1", 1, true)).await.unwrap();
    let listed = store.puzzle_results("ana").await.unwrap();
    let order: Vec<_> = listed.iter().map(|result| result.puzzle.as_str()).collect();
    assert_eq!(order, ["a", "b", "p1", "c"]);
    assert_eq!(store.puzzle_results("bob").await, Ok(vec![result("p1", 1, true)]));
}

pub(crate) async fn puzzle_results_go_with_their_profile(store: Store) {
    for profile in ["ana", "bob", "local"] {
        store.put_profile(profile, "{}").await.unwrap();
        store.put_puzzle_result(profile, result("old", 10, true)).await.unwrap();
        store.put_puzzle_result(profile, result("new", 60, true)).await.unwrap();
    }
    store.delete_profile("bob").await.unwrap();
    assert_eq!(store.puzzle_results("bob").await, Ok(Vec::new()));
    // Old ones are forgotten; whoever has new ones is still there.
    store.delete_older_than(Time(50), Time(40)).await.unwrap();
    store.delete_older_than(Time(50), Time(55)).await.unwrap();
    assert_eq!(store.puzzle_results("ana").await, Ok(vec![result("new", 60, true)]));
    assert_eq!(store.profile("ana").await, Ok(Some("{}".to_owned())));
    store.delete_older_than(Time(99), Time(99)).await.unwrap();
    store.delete_older_than(Time(99), Time(99)).await.unwrap();
    assert_eq!(store.puzzle_results("ana").await, Ok(Vec::new()));
    assert_eq!(store.profile("ana").await, Ok(None));
}
