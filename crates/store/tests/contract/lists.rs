//! Lists: what they say, and their pages.

use play::{Kind, Player, Time, Version, Who};
use rules::BySeat;
use store::{
    AnalysisSummary, AppendOutcome, Conduct, Cursor, MatchSummary, NewMatch, PageRequest,
    PutAnalysis, Store,
};

use super::{analysis, append, moved, new, started};

fn summary(version: u64) -> MatchSummary {
    let human = |name: &str| Who::Human { name: name.to_owned() };
    let opponent = "easy".to_owned();
    MatchSummary {
        version: Version(version),
        game: "othello".to_owned(),
        rules: Some("classic".to_owned()),
        kind: Kind::Online,
        players: BySeat {
            first: Some(human("« Zoé »")),
            second: Some(Who::Computer { opponent, seed: 7 }),
        },
        entries: 12,
        finished: true,
        winner: Some(Player::Two),
        reason: Some("resigned".to_owned()),
        created: Time(1),
        ended: Some(Time(9)),
        conduct: Some(Conduct {
            swapped: true,
            from_start: true,
            usual_rules: true,
            taken_back: true,
            played_ms: 8,
            start: Some("xx/oo x".to_owned()),
            opening: Some("f5 d6".to_owned()),
        }),
    }
}

pub(crate) async fn summaries_are_listed_while_they_are_true(store: Store) {
    let listed = async || {
        let listed = store.list_matches("ana", PageRequest::first(9)).await.unwrap();
        listed.into_iter().map(|listed| listed.summary).collect::<Vec<_>>()
    };
    let first = MatchSummary {
        rules: None,
        players: BySeat::default(),
        winner: None,
        reason: None,
        ended: None,
        finished: false,
        conduct: None,
        ..summary(1)
    };
    let new = NewMatch { summary: Some(first.clone()), ..new("a", vec![started(1)]) };
    store.create_match("ana", new).await.unwrap();
    assert_eq!(listed().await, [Some(first.clone())]);
    // Stored together with the events that it tells of.
    let mut more = append("a", 1, Some("one"), vec![moved("4", 2)]);
    more.summary = Some(summary(2));
    store.append(more.clone()).await.unwrap();
    assert_eq!(listed().await, [Some(summary(2))]);
    // Not with events that are not stored.
    more.summary = Some(first.clone());
    assert_eq!(store.append(more).await, Ok(AppendOutcome::AlreadyApplied(Version(2))));
    assert_eq!(listed().await, [Some(summary(2))]);
    // Out of date after events without one.
    store.append(append("a", 2, None, vec![moved("5", 3)])).await.unwrap();
    assert_eq!(listed().await, [None]);
    // Found out later, if nothing has happened since.
    store.put_match_summary("a", summary(2)).await.unwrap();
    assert_eq!(listed().await, [None]);
    store.put_match_summary("a", summary(3)).await.unwrap();
    assert_eq!(listed().await, [Some(summary(3))]);
}

pub(crate) async fn lists_have_pages(store: Store) {
    // Three of them changed at the same time.
    for (id, at) in [("a", 10), ("b", 20), ("c", 20), ("d", 20), ("e", 30)] {
        store.create_match("ana", new(id, vec![started(at)])).await.unwrap();
        let put = PutAnalysis { changed: Time(at), ..analysis("ana", id, 0, id) };
        store.put_analysis(put).await.unwrap();
    }
    for (before, ids) in [
        (None, vec!["e", "d"]),
        (Some(("d", 20)), vec!["c", "b"]),
        (Some(("b", 20)), vec!["a"]),
        (Some(("a", 10)), vec![]),
        (Some(("x", 25)), vec!["d", "c"]),
    ] {
        let before = before.map(|(id, at)| Cursor { changed: Time(at), id: id.to_owned() });
        let page = PageRequest { before, limit: 2 };
        let matches = store.list_matches("ana", page.clone()).await.unwrap();
        let found: Vec<_> = matches.iter().map(|listed| listed.id.as_str()).collect();
        assert_eq!(found, ids);
        let analyses = store.list_analyses("ana", page).await.unwrap();
        assert_eq!(analyses.iter().map(|listed| listed.id.as_str()).collect::<Vec<_>>(), ids);
    }
}

pub(crate) async fn summaries_of_analyses_are_listed_while_they_are_true(store: Store) {
    let listed = async || {
        let listed = store.list_analyses("ana", PageRequest::first(9)).await.unwrap();
        listed.into_iter().map(|listed| (listed.version.0, listed.summary)).collect::<Vec<_>>()
    };
    let summary = |entries| AnalysisSummary {
        game: "othello".to_owned(),
        players: BySeat { first: Some("Ana".to_owned()), second: None },
        entries,
        variations: 2,
        of_match: true,
    };
    let first = PutAnalysis { summary: Some(summary(1)), ..analysis("ana", "a", 0, "one") };
    store.put_analysis(first).await.unwrap();
    assert_eq!(listed().await, [(1, Some(summary(1)))]);
    store.put_analysis(analysis("ana", "a", 1, "two")).await.unwrap();
    assert_eq!(listed().await, [(2, None)]);
    store.put_analysis_summary("ana", "a", Version(1), summary(1)).await.unwrap();
    assert_eq!(listed().await, [(2, None)]);
    store.put_analysis_summary("ana", "a", Version(2), summary(2)).await.unwrap();
    assert_eq!(listed().await, [(2, Some(summary(2)))]);
    store.delete_analysis("ana", "a").await.unwrap();
    assert_eq!(listed().await, []);
    // A new one of that name has nothing of the old one.
    store.put_analysis(analysis("ana", "a", 0, "again")).await.unwrap();
    assert_eq!(listed().await, [(1, None)]);
}
