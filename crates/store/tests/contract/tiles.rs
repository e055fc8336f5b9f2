//! Own tiles of a profile.

use rules::Tile;
use store::{Added, Error, MOST_TILES, Store};

pub(crate) fn tile(name: &str, rows: &str) -> Tile {
    Tile { name: name.to_owned().into(), rows: rows.to_owned().into() }
}

pub(crate) async fn tiles_are_kept_in_their_order(store: Store) {
    assert_eq!(store.tiles("ana").await, Ok(Vec::new()));
    let [mut a, b, c] = [tile("z", "1"), tile("my castle", "2"), tile("A é", "3")];
    for tile in [&a, &b, &c] {
        store.change_tile("ana", None, Some(tile.clone())).await.unwrap();
    }
    store.change_tile("bob", None, Some(tile("z", "9"))).await.unwrap();
    assert_eq!(store.tiles("ana").await, Ok(vec![a.clone(), b.clone(), c.clone()]));
    // Renamed and drawn anew, it keeps its place.
    let renamed = tile("Z 2", "4");
    store.change_tile("ana", Some(a), Some(renamed.clone())).await.unwrap();
    a = renamed;
    assert_eq!(store.tiles("ana").await, Ok(vec![a.clone(), b.clone(), c.clone()]));
    store.change_tile("ana", Some(b), None).await.unwrap();
    assert_eq!(store.tiles("ana").await, Ok(vec![a, c]));
    assert_eq!(store.tiles("bob").await, Ok(vec![tile("z", "9")]));
}

pub(crate) async fn a_tile_is_changed_only_as_it_was_known(store: Store) {
    let (known, newer, other) = (tile("a", "1"), tile("a", "2"), tile("b", "1"));
    store.change_tile("ana", None, Some(known.clone())).await.unwrap();
    store.change_tile("ana", None, Some(other.clone())).await.unwrap();
    // Capitals and blanks do not make another name.
    for name in ["a", "A", " a "] {
        let made = store.change_tile("ana", None, Some(tile(name, "7"))).await;
        assert_eq!(made, Err(Error::Taken), "{name}");
    }
    let renamed = store.change_tile("ana", Some(known.clone()), Some(tile("B", "1"))).await;
    assert_eq!(renamed, Err(Error::Taken));
    store.change_tile("ana", Some(known.clone()), Some(newer.clone())).await.unwrap();
    for after in [Some(tile("a", "3")), Some(tile("c", "3")), None] {
        let late = store.change_tile("ana", Some(known.clone()), after.clone()).await;
        assert_eq!(late, Err(Error::Changed), "{after:?}");
    }
    assert_eq!(store.tiles("ana").await, Ok(vec![newer, other.clone()]));
    // A name may change its capitals.
    store.change_tile("ana", Some(other), Some(tile("B", "1"))).await.unwrap();
    assert_eq!(store.tiles("ana").await.unwrap()[1], tile("B", "1"));
}

pub(crate) async fn a_tile_is_changed_once(store: Store) {
    let (a, b) = (tile("a", "1"), tile("b", "2"));
    let changes = [(None, Some(a.clone())), (Some(a), Some(b.clone())), (Some(b.clone()), None)];
    for (before, after) in changes {
        for _ in 0..2 {
            store.change_tile("ana", before.clone(), after.clone()).await.unwrap();
        }
        assert_eq!(store.tiles("ana").await, Ok(after.into_iter().collect()));
    }
    // What was removed can be put back.
    store.change_tile("ana", None, Some(b.clone())).await.unwrap();
    assert_eq!(store.tiles("ana").await, Ok(vec![b]));
}

pub(crate) async fn added_tiles_replace_none(store: Store) {
    let long = "x".repeat(32);
    let mine = tile("mine", "1");
    store.change_tile("ana", None, Some(mine.clone())).await.unwrap();
    let file =
        vec![mine.clone(), tile("Mine", "2"), tile("new", "3"), tile(&long, "4"), tile(&long, "5")];
    let numbered = format!("{} 2", &long[..30]);
    let first = store.add_tiles("ana", file.clone()).await.unwrap();
    let expected = [tile("Mine 2", "2"), tile("new", "3"), tile(&long, "4"), tile(&numbered, "5")];
    let names: Vec<_> = first.iter().filter_map(Added::kept).map(|tile| &*tile.name).collect();
    assert_eq!(names, ["mine", "Mine 2", "new", &long, &numbered]);
    let new = expected.iter().cloned().map(Added::New);
    assert_eq!(first, [Added::Same(mine.clone())].into_iter().chain(new).collect::<Vec<_>>());
    let kept: Vec<_> = [mine].into_iter().chain(expected).collect();
    assert_eq!(store.tiles("ana").await, Ok(kept.clone()));
    // The same file again changes nothing.
    let again = store.add_tiles("ana", file).await.unwrap();
    assert_eq!(again, kept.iter().cloned().map(Added::Same).collect::<Vec<_>>());
    assert_eq!(store.tiles("ana").await, Ok(kept));
}

pub(crate) async fn a_shelf_has_an_end(store: Store) {
    let many: Vec<_> = (0..=MOST_TILES).map(|n| tile(&format!("t{n}"), "1")).collect();
    let added = store.add_tiles("ana", many.clone()).await.unwrap();
    assert_eq!(added[MOST_TILES], Added::Full);
    assert_eq!(added[MOST_TILES].kept(), None);
    assert_eq!(store.tiles("ana").await, Ok(many[..MOST_TILES].to_vec()));
    let one_more = many[MOST_TILES].clone();
    let made = store.change_tile("ana", None, Some(one_more.clone())).await;
    assert_eq!(made, Err(Error::Full));
    // Others have room, and a tile can still be changed.
    store.change_tile("bob", None, Some(one_more.clone())).await.unwrap();
    store.change_tile("ana", Some(many[0].clone()), Some(one_more)).await.unwrap();
}
