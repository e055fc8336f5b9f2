//! What only the history of a game shows: the draws by it, and which end comes first. Long games
//! are played by a walker that keeps to the moves it may make.

use std::collections::HashSet;

use damier_games::CATALOGUE;
use rules::{AnyGame, Board, Choice, Live, MoveErrorCode, Record, SWAP, Seat, Setup, SplitMix64};

/// The board of the family's published numbers: classic quadrants 1 | 2 / 5 | 7.
const T1: &str = "YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB";

/// A board where every pawn moves like a king.
const KINGS: &str = "BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB";

const KATARENGA_START: &str = "xxxxxxxx/8/8/8/8/8/8/oooooooo";
const CONGRESS_START: &str = "1x1ox1o1/o6x/8/x6o/o6x/8/x6o/1o1xo1x1";

/// The winner and the reason's name.
type End = (Option<Seat>, String);

fn game(id: &str) -> &'static dyn AnyGame {
    let found = CATALOGUE.iter().map(|entry| entry.game).find(|game| game.info().id == id);
    found.unwrap_or_else(|| panic!("{id} is not in the catalogue"))
}

fn open(id: &str, start: String) -> Box<dyn Live> {
    game(id).open(&Record::new(start)).unwrap_or_else(|error| panic!("{error}"))
}

fn katarenga(rows: &str, side: char, terrain: &str, camps: &str) -> Box<dyn Live> {
    open("katarenga", format!("{rows} {side} {terrain} {camps} classic"))
}

fn congress(rows: &str, side: char, terrain: &str) -> Box<dyn Live> {
    open("congress", format!("{rows} {side} {terrain} classic"))
}

fn end(live: &dyn Live) -> Option<End> {
    live.view().outcome.map(|ending| (ending.winner, ending.reason.into_owned()))
}

fn draw(reason: &str) -> End {
    (None, reason.to_owned())
}

fn play(live: &mut dyn Live, moves: &str) {
    for m in moves.split_whitespace() {
        live.play(m).unwrap_or_else(|refusal| panic!("{m} in {}: {refusal}", live.position()));
    }
}

/// How the game stands after `notation`, which is taken back again.
fn end_after(live: &mut dyn Live, notation: &str) -> Option<End> {
    let entries = live.record().moves.len();
    play(live, notation);
    let end = end(live);
    live.truncate(entries);
    end
}

/// Whether a choice neither captures nor enters a camp.
fn is_quiet(board: &Board, choice: &Choice) -> bool {
    let count = |board: &Board| board.cells.iter().filter(|cell| cell.piece.is_some()).count();
    let mut after = board.clone();
    after.apply(&choice.changes);
    !choice.notation.contains('>') && count(&after) == count(board)
}

/// Plays at random, never into a position that it has seen or that ends the game.
struct Walker {
    random: SplitMix64,
    seen: HashSet<String>,
}

impl Walker {
    fn new() -> Self {
        Self { random: SplitMix64::new(2026), seen: HashSet::new() }
    }

    /// Plays one quiet move among those `wanted`.
    fn step(&mut self, live: &mut dyn Live, wanted: impl Fn(&str) -> bool) {
        self.seen.insert(live.position());
        let view = live.view();
        let mut choices = view.choices;
        choices.retain(|choice| is_quiet(&view.board, choice) && wanted(&choice.notation));
        while !choices.is_empty() {
            let index = self.random.below(choices.len() as u64) as usize;
            let entries = live.record().moves.len();
            play(live, &choices.swap_remove(index).notation);
            if end(live).is_none() && self.seen.insert(live.position()) {
                return;
            }
            live.truncate(entries);
        }
        panic!("no way on from {}", live.position());
    }

    /// Plays so many quiet moves.
    fn walk(&mut self, live: &mut dyn Live, plies: usize, wanted: impl Fn(&str) -> bool) {
        (0..plies).for_each(|_| self.step(live, &wanted));
    }
}

/// Two moves and their way back: four plies after which the same position stands on the board.
fn there_and_back(live: &mut dyn Live) -> String {
    let back = |m: &str| format!("{}{}", &m[2..], &m[..2]);
    let here = live.position();
    let entries = live.record().moves.len();
    for there in live.view().choices {
        play(live, &there.notation);
        let answers = live.view().choices;
        live.truncate(entries);
        for answer in answers {
            let (there, answer) = (&there.notation, &answer.notation);
            let cycle = [there.clone(), answer.clone(), back(there), back(answer)];
            let closed = cycle.iter().all(|m| live.play(m).is_ok()) && live.position() == here;
            live.truncate(entries);
            if closed {
                return cycle.join(" ");
            }
        }
    }
    panic!("no way there and back from {here}");
}

#[test]
fn the_third_occurrence_draws() {
    for mut live in
        [katarenga(KATARENGA_START, 'x', T1, "--/--"), congress(CONGRESS_START, 'x', T1)]
    {
        let live = live.as_mut();
        let cycle = there_and_back(live);
        play(live, &cycle);
        assert_eq!(end(live), None, "the start was the first occurrence, this is the second");
        play(live, &cycle[..cycle.len() - 5]);
        assert_eq!(end(live), None);
        play(live, &cycle[cycle.len() - 4..]);
        assert_eq!(end(live), Some(draw("repetition")));
        assert_eq!(live.view().choices, []);
        assert_eq!(live.play(&cycle[..4]).unwrap_err().code, MoveErrorCode::Over);
        live.truncate(7);
        assert_eq!(end(live), None, "a draw can be taken back");
    }
}

#[test]
fn a_loaded_position_is_a_first_occurrence() {
    for (id, mut live) in [
        ("katarenga", katarenga(KATARENGA_START, 'x', T1, "--/--")),
        ("congress", congress(CONGRESS_START, 'x', T1)),
    ] {
        let live = live.as_mut();
        Walker::new().walk(live, 10, |_| true);
        let cycle = there_and_back(live);
        play(live, &cycle);
        let mut loaded = open(id, live.position());
        play(loaded.as_mut(), &cycle);
        assert_eq!(end(loaded.as_ref()), None, "the text carries no history");
        play(loaded.as_mut(), &cycle);
        assert_eq!(end(loaded.as_ref()), Some(draw("repetition")));
        play(live, &cycle);
        assert_eq!(end(live), Some(draw("repetition")), "the record does");
    }
}

/// First goes round a triangle while Second steps back and forth, then the other way about: the
/// pawns stand as at the start every five plies, but with the same side to move only every ten.
#[test]
fn an_occurrence_includes_the_side_to_move() {
    let mut live = katarenga(KATARENGA_START, 'x', KINGS, "--/--");
    let round = "a8a7 a1a2 a7b7 a2a1 b7a8  a1a2 a8a7 a2b2 a7a8 b2a1";
    play(live.as_mut(), round);
    assert_eq!(end(live.as_ref()), None, "three times the same pawns, but not the same side");
    play(live.as_mut(), round);
    assert_eq!(end(live.as_ref()), Some(draw("repetition")));
    assert_eq!(live.record().moves.len(), 20);
}

/// After 99 quiet plies every quiet move draws and no other does.
fn assert_last_quiet_ply(live: &mut dyn Live) {
    let view = live.view();
    for choice in &view.choices {
        let end = end_after(live, &choice.notation);
        if is_quiet(&view.board, choice) {
            assert_eq!(end, Some(draw("quiet")), "{}", choice.notation);
        } else {
            assert!(end.is_none_or(|(winner, _)| winner.is_some()), "{}", choice.notation);
        }
    }
}

#[test]
fn katarenga_is_drawn_after_100_quiet_plies() {
    let mut live = katarenga(KATARENGA_START, 'x', T1, "--/--");
    Walker::new().walk(live.as_mut(), 99, |_| true);
    assert_last_quiet_ply(live.as_mut());
}

#[test]
fn a_capture_restarts_the_quiet_plies() {
    let mut live = katarenga(KATARENGA_START, 'x', T1, "--/--");
    let live = live.as_mut();
    let mut walker = Walker::new();
    walker.walk(live, 30, |_| true);
    let capture = loop {
        let view = live.view();
        match view.choices.iter().find(|choice| !is_quiet(&view.board, choice)) {
            Some(capture) => break capture.notation.clone(),
            None => walker.step(live, |_| true),
        }
    };
    play(live, &capture);
    walker.walk(live, 99, |_| true);
    assert_last_quiet_ply(live);
}

#[test]
fn a_camp_entry_restarts_the_quiet_plies() {
    let mut live = katarenga("1xxxxxxx/8/8/8/8/8/8/x1oooooo", 'x', T1, "--/--");
    let mut walker = Walker::new();
    walker.walk(live.as_mut(), 30, |m| !m.starts_with("a1"));
    play(live.as_mut(), "a1>l");
    walker.walk(live.as_mut(), 99, |_| true);
    assert_last_quiet_ply(live.as_mut());
}

#[test]
fn a_win_on_the_hundredth_ply_is_a_win() {
    let mut live = katarenga("2xxxxxx/8/8/8/8/8/8/x1oooooo", 'o', T1, "x-/--");
    Walker::new().walk(live.as_mut(), 99, |m| !m.starts_with("a1"));
    assert_last_quiet_ply(live.as_mut());
    let (winner, _) = end_after(live.as_mut(), "a1>r").expect("both camps are full");
    assert_eq!(winner, Some(Seat::First));
}

#[test]
fn congress_is_drawn_after_200_plies() {
    let mut live = congress(CONGRESS_START, 'x', T1);
    Walker::new().walk(live.as_mut(), 199, |_| true);
    for choice in live.view().choices {
        let end = end_after(live.as_mut(), &choice.notation);
        assert!(end == Some(draw("length")) || end.is_some_and(|(winner, _)| winner.is_some()));
    }
}

/// Second's last pawn steps up and down beside the other seven while First strolls far away; the
/// gathering comes with the last ply of all.
#[test]
fn a_win_on_the_200th_ply_is_a_win() {
    let mut live = congress("x1x1x1x1/1x1x1x1x/8/8/8/7o/8/ooooooo1", 'x', KINGS);
    let mut walker = Walker::new();
    for ply in 1..=199 {
        match ply % 4 {
            1 | 3 => walker.step(live.as_mut(), |m| m[3..] > *"4"),
            2 => play(live.as_mut(), "h3h2"),
            _ => play(live.as_mut(), "h2h3"),
        }
    }
    assert_eq!(end_after(live.as_mut(), "h2h3"), Some(draw("length")));
    let (winner, _) = end_after(live.as_mut(), "h2h1").expect("all pawns are gathered");
    assert_eq!(winner, Some(Seat::Second));
}

/// All step diagonally. Second's pawns are shut in, but for the one that steps out of its corner
/// and back while First strolls over the squares of the other colour; the last ply of all shuts it.
#[test]
fn a_player_without_a_move_loses_even_on_the_200th_ply() {
    let diagonal = KINGS.replace('B', "Y");
    let mut live = congress("x4o1o/6o1/3x1x1o/6x1/1x6/o1x5/1o1x4/o1o4x", 'o', &diagonal);
    let is_light = |m: &str| !(m.as_bytes()[0] + m.as_bytes()[1]).is_multiple_of(2);
    let mut walker = Walker::new();
    for ply in 1..=199 {
        match ply % 4 {
            1 => play(live.as_mut(), "f8e7"),
            3 => play(live.as_mut(), "e7f8"),
            _ => walker.step(live.as_mut(), is_light),
        }
    }
    assert_eq!(end_after(live.as_mut(), "d6c7"), Some(draw("length")));
    let stuck = Some((Some(Seat::First), "stuck".to_owned()));
    assert_eq!(end_after(live.as_mut(), "d6e7"), stuck);
}

#[test]
fn a_repetition_comes_before_the_limit_of_plies() {
    let mut live = congress(CONGRESS_START, 'x', T1);
    Walker::new().walk(live.as_mut(), 192, |_| true);
    let cycle = there_and_back(live.as_mut());
    play(live.as_mut(), &format!("{cycle} {cycle}"));
    assert_eq!(live.record().moves.len(), 200);
    assert_eq!(end(live.as_ref()), Some(draw("repetition")));
}

#[test]
fn a_swap_is_not_a_ply() {
    let start = format!("{CONGRESS_START} x {T1} classic");
    let mut live = game("congress").open(&Record { swap: true, ..Record::new(start) }).unwrap();
    let mut walker = Walker::new();
    walker.step(live.as_mut(), |m| m != SWAP);
    play(live.as_mut(), SWAP);
    walker.walk(live.as_mut(), 198, |_| true);
    assert_eq!(live.record().moves.len(), 200);
    assert_eq!(end(live.as_ref()), None);
    for choice in live.view().choices {
        assert!(end_after(live.as_mut(), &choice.notation).is_some());
    }
}

#[test]
fn isolation_is_lost_by_the_player_who_cannot_place() {
    let game = game("isolation");
    let mut random = SplitMix64::new(2026);
    for rules in game.info().rule_sets {
        for seed in 0..50 {
            let setup = Setup { rules: Some(rules.id.to_owned()), board: None, seed };
            let mut live = open("isolation", game.start(&setup).unwrap());
            let mut mover = Seat::Second;
            while end(live.as_ref()).is_none() {
                let view = live.view();
                mover = view.turn;
                let index = random.below(view.choices.len() as u64) as usize;
                play(live.as_mut(), &view.choices[index].notation);
            }
            assert_eq!(end(live.as_ref()), Some((Some(mover), "stuck".to_owned())));
            assert_eq!(live.play("a1").unwrap_err().code, MoveErrorCode::Over);
        }
    }
}
