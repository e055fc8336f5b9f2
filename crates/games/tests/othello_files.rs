//! Files of Othello games that other programs wrote: what is written is read the same, every game that is
//! read replays, and no file does harm.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rules::{
    AnyGame, ExtraField, FileError, GameFile, Note, ParsedGame, ReadLimits, Record, SavedGame,
    Score, Seat, open_file,
};

const START: &str = "8/8/8/3ox3/3xo3/8/8/8 x";

fn games() -> Vec<&'static dyn AnyGame> {
    damier_games::CATALOGUE.iter().map(|entry| entry.game).collect()
}

fn othello() -> &'static dyn AnyGame {
    *games().iter().find(|game| game.info().id == "othello").expect("the game")
}

/// What a file has, game by game.
fn read(
    name: &str,
    bytes: &[u8],
    beside: &[GameFile<'_>],
) -> Result<Vec<Result<SavedGame, FileError>>, FileError> {
    let file = GameFile { name, bytes };
    let open = open_file(file, beside, &games(), ReadLimits::NONE)?;
    let games = open.games.enumerate().map(|(index, game)| {
        let game = game.map_err(|error| open.places.error_of(index, error));
        game.map(|ParsedGame { saved, .. }| saved)
    });
    Ok(games.collect())
}

/// Plays random moves from a start, as many as there are picks at most.
fn played(start: &str, picks: &[Index]) -> SavedGame {
    let mut live = othello().open(&Record::new(start.to_owned())).expect("a start");
    for pick in picks {
        let choices = live.view().choices;
        if choices.is_empty() {
            break;
        }
        live.play(&pick.get(&choices).notation).expect("a choice");
    }
    let mut saved = SavedGame::new("othello", live.record().clone());
    if let Some(ending) = live.outcome() {
        saved.finish(&ending);
    }
    saved
}

/// A game as GGF has it; its passes are written or left out.
fn ggf(saved: &SavedGame, passes: bool) -> String {
    let live = othello().open(&Record::new(saved.record.start.clone())).expect("a start");
    let mut board = String::new();
    for (index, cell) in live.view().board.cells.iter().enumerate() {
        board.push_str(if index % 8 == 0 { " " } else { "" });
        board.push(match cell.piece {
            None => '-',
            Some(0) => '*',
            Some(_) => 'O',
        });
    }
    let sides = |seat: Seat| if seat == Seat::First { ("*", "B") } else { ("O", "W") };
    let mut turn = live.turn();
    let (side, _) = sides(turn);
    let name = |seat| saved.player(seat).unwrap_or_default().replace(['\\', ']'], "");
    let mut text = format!("12 (;GM[Othello]PB[{}]PW[{}]", name(Seat::First), name(Seat::Second));
    writeln!(text, "BO[8{board} {side}]").unwrap();
    for (index, entry) in saved.record.moves.iter().enumerate() {
        let (_, name) = sides(turn);
        turn = !turn;
        match entry.as_str() {
            "--" if passes => write!(text, "{name}[pa]"),
            "--" => Ok(()),
            square => write!(text, "{name}[{square}/{index}.50/0.{index}]"),
        }
        .unwrap();
    }
    text + ";)\n"
}

/// A file of WTHOR, of which every game starts as usual.
fn wthor(games: &[SavedGame]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 15];
    bytes.extend((games.len() as u32).to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(2026_u16.to_le_bytes());
    bytes.extend([8, 0, 24, 0]);
    for (number, saved) in games.iter().enumerate() {
        let number = number as u16;
        bytes.extend([number, 2 * number, 2 * number + 1].map(u16::to_le_bytes).concat());
        bytes.extend(match saved.score {
            Score::Win(Seat::First) => [40, 32],
            Score::Win(Seat::Second) => [24, 32],
            _ => [32, 32],
        });
        let squares = saved.record.moves.iter().filter(|entry| *entry != "--");
        let squares = squares.map(|entry| match entry.as_bytes() {
            [file, rank] => (rank - b'0') * 10 + file - b'a' + 1,
            other => panic!("{other:?} is no square"),
        });
        bytes.extend(squares);
        bytes.resize(16 + 68 * (usize::from(number) + 1), 0);
    }
    bytes
}

/// A file of names, of that length each.
fn names(length: usize, names: &[&str]) -> Vec<u8> {
    let mut bytes = vec![0; 16];
    for name in names {
        let end = bytes.len() + length;
        bytes.extend(name.chars().map(|char| u8::try_from(char).expect("latin")));
        bytes.resize(end, 0);
    }
    bytes
}

fn picks(most: usize) -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 0..most)
}

/// Makes sure that a file is read without harm, and that all in it can be played.
fn check_any(name: &str, bytes: &[u8]) {
    match read(name, bytes, &[]) {
        Ok(found) => {
            for game in found {
                match game {
                    Ok(saved) => {
                        let live = games().into_iter().find(|game| game.info().id == saved.game);
                        let live = live.expect("a game").open(&saved.record).expect("it replays");
                        assert_eq!(live.record(), &saved.record);
                        let written = saved.to_string().parse::<rules::RecordFile>();
                        assert_eq!(written.expect("it is written").games, [saved]);
                    }
                    Err(FileError { error, .. }) => assert!(error.at.end <= bytes.len()),
                }
            }
        }
        Err(FileError { error, .. }) => assert!(error.at.start <= bytes.len()),
    }
}

proptest! {
    #[test]
    fn what_is_written_as_ggf_is_read_the_same(
        before in picks(20), first in picks(80), second in picks(80), passes: bool,
    ) {
        let early = played(START, &before);
        let live = othello().open(&early.record).unwrap();
        let mut games = [played(START, &first), played(&live.position(), &second)];
        games[0].players.first = Some("Zoé [la] \"grande\"".to_owned());
        let text = games.iter().map(|game| ggf(game, passes)).collect::<String>();
        let found = read("a.ggf", text.as_bytes(), &[]).unwrap();
        prop_assert_eq!(found.len(), 2);
        for (found, game) in found.into_iter().zip(games) {
            let found = found.unwrap();
            let last = game.record.moves.iter().rposition(|entry| passes || entry != "--");
            let kept = last.map_or(0, |last| last + 1);
            prop_assert_eq!(&found.record.start, &game.record.start);
            prop_assert_eq!(&found.record.moves[..], &game.record.moves[..kept]);
            prop_assert_eq!((found.score, &found.reason), (game.score, &game.reason));
            for (index, entry) in found.record.moves.iter().enumerate().filter(|(_, entry)| *entry != "--") {
                let note = |name, value| Note::Other(ExtraField::new(name, value).unwrap());
                let notes = [note("discs", format!("{index}.50")), note("spent", format!("0.{index}"))];
                prop_assert_eq!(found.notes(index), notes, "{}", entry);
            }
        }
    }

    #[test]
    fn what_is_written_as_wthor_is_read_the_same(all in vec(picks(80), 0..4)) {
        let games: Vec<_> = all.iter().map(|picks| played(START, picks)).collect();
        let found = read("a.WTB", &wthor(&games), &[]).unwrap();
        prop_assert_eq!(found.len(), games.len());
        for (found, game) in found.into_iter().zip(games) {
            let found = found.unwrap();
            let last = game.record.moves.iter().rposition(|entry| entry != "--");
            prop_assert_eq!(&found.record.moves[..], &game.record.moves[..last.map_or(0, |last| last + 1)]);
            prop_assert_eq!(found.date.as_deref(), Some("2026"));
            if game.score != Score::Open {
                prop_assert_eq!((found.score, found.reason), (game.score, game.reason));
            }
        }
    }

    #[test]
    fn no_bytes_do_harm(bytes in vec(any::<u8>(), 0..200), which in 0..4_usize) {
        check_any(["a.ggf", "a.wtb", "a.obf", ""][which], &bytes);
    }

    #[test]
    fn no_change_of_a_file_does_harm(
        all in vec(picks(80), 1..3), changes in vec((any::<Index>(), any::<u8>()), 1..5), cut in any::<Index>(),
    ) {
        let games: Vec<_> = all.iter().map(|picks| played(START, picks)).collect();
        let text = games.iter().map(|game| ggf(game, true)).collect::<String>();
        for (name, file) in [("a.wtb", wthor(&games)), ("a.ggf", text.into_bytes())] {
            let mut bytes = file.clone();
            for (at, byte) in &changes {
                bytes[at.index(file.len())] = *byte;
            }
            check_any(name, &bytes);
            check_any(name, &file[..cut.index(file.len())]);
        }
    }
}

#[test]
fn ggf_tells_all_that_a_record_has_room_for() {
    let text = r"
        1 (;GM[Othello]PC[GGS/os]DT[2003.12.15.13:27:47.MST]PB[ana]PW[bo]RB[1720.5]RE[-4.00:r]
        TI[05:00//02:00]TY[8]C[a quick one]B[F5//0.01]W[D6/-4.00/1.2]C[the tiger \[or so\]]ZZ[?]B[c3];)";
    let found = read("", text.as_bytes(), &[]).unwrap().remove(0).unwrap();
    let written = "\
Game: othello
Start: 8/8/8/3ox3/3xo3/8/8/8 x
First: ana
Second: bo
Date: 2003-12-15
Time: 05:00//02:00
Result: 0-1 resigned
Place: GGS/os
First-Rating: 1720.5
Comment: a quick one
Discs: 30-34

1. f5 {spent 0.01} d6 {discs -4.00, spent 1.2, \"the tiger [or so]\"} 2. c3
";
    assert_eq!(found.to_string(), written);
}

#[test]
fn ggf_says_how_a_game_ended() {
    for (result, score, reason) in [
        ("+12.00:t", Score::Win(Seat::First), Some("time")),
        ("-12:s", Score::Win(Seat::Second), Some("agreed")),
        ("0.00", Score::Draw, None),
        ("?", Score::Open, None),
        ("", Score::Open, None),
    ] {
        let text = format!("(;GM[Othello]RE[{result}]B[f5];)");
        let found = read("", text.as_bytes(), &[]).unwrap().remove(0).unwrap();
        assert_eq!((found.score, found.reason.as_deref()), (score, reason), "{result}");
    }
}

#[test]
fn the_files_beside_tell_names() {
    let moves = |text: &str| {
        let record = Record {
            moves: text.split(' ').map(ToOwned::to_owned).collect(),
            ..Record::new(START.to_owned())
        };
        SavedGame::new("othello", record)
    };
    let mut won = moves("f5 d6 c3");
    won.score = Score::Win(Seat::First);
    let file = wthor(&[moves("f5 f6"), won]);
    let players = names(20, &["???", "Élan Zoé", "Bo"]);
    let tournaments = names(26, &["???", "Open of Nowhere"]);
    let beside = [
        GameFile { name: "WTHOR.TRN", bytes: &tournaments },
        GameFile { name: "WTHOR.JOU", bytes: &players },
    ];
    let found = read("", &file, &beside).unwrap();
    let written = "\
Game: othello
Start: 8/8/8/3ox3/3xo3/8/8/8 x
First: Bo
Second: #3
Date: 2026
Result: 1-0
Event: Open of Nowhere
Perfect: 32-32 from 24 empty
Discs: 40-24

1. f5 d6 2. c3
";
    assert_eq!(found[1].as_ref().unwrap().to_string(), written);
    let first = found[0].as_ref().unwrap();
    assert_eq!(first.players.second.as_deref(), Some("Élan Zoé"));
    let alone = read("", &file, &[]).unwrap().remove(1).unwrap();
    assert_eq!(alone.players.first.as_deref(), Some("#2"));
    let wrong = [GameFile { name: "WTHOR.JOU", bytes: &players[..30] }];
    assert!(read("", &file, &wrong).unwrap_err().text().en.contains("WTHOR.JOU"));
}

#[test]
fn a_bad_game_is_told_with_its_place_and_spoils_no_other() {
    let three: Vec<_> = (0..3).map(|_| played(START, &[])).collect();
    let mut bytes = wthor(&three);
    for game in 0..3 {
        bytes[16 + 68 * game + 8] = 56; // f5
    }
    bytes[16 + 68 + 9] = 11;
    let found = read("a.wtb", &bytes, &[]).unwrap();
    let error = found[1].as_ref().unwrap_err();
    assert_eq!(error.text().en, "game 2, byte 93: move 2 'a1': a disc on a1 turns nothing over");
    assert_eq!(
        error.text().fr,
        "partie 2, octet 93 : coup 2 « a1 » : un pion en a1 ne retourne rien"
    );
    assert!(found[0].is_ok() && found[2].is_ok());
    bytes[16 + 68 + 9] = 99;
    let found = read("a.wtb", &bytes, &[]).unwrap();
    assert!(
        found[1].as_ref().unwrap_err().text().en.starts_with("game 2, byte 93: 99 is no square")
    );

    let text = "(;GM[Othello]B[f5];)\n(;GM[Othello]B[f5]W[a1];)\nwords (;PB (;GM[Othello]B[d3];)";
    let found = read("", text.as_bytes(), &[]).unwrap();
    let said: Vec<_> =
        found.iter().map(|game| game.as_ref().map_err(|error| error.text().en)).collect();
    assert_eq!(said.len(), 4);
    assert!(said[0].is_ok() && said[2].is_err() && said[3].is_ok());
    assert_eq!(
        said[1].as_ref().unwrap_err(),
        "game 2, line 2, column 21: move 2 'a1': a disc on a1 turns nothing over"
    );
}

#[test]
fn a_file_that_is_none_is_refused_as_a_whole() {
    let good = wthor(&[played(START, &[])]);
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        bytes
    };
    for (name, bytes, said) in [
        (
            "a.wtb",
            good[..10].to_vec(),
            "byte 0: a WTHOR file begins with 16 bytes, and this one has 10",
        ),
        (
            "a.wtb",
            good[..80].to_vec(),
            "byte 4: the file of 1 games should have 84 bytes, but has 80",
        ),
        ("a.wtb", with(12, 10), "byte 12: the board has 8 rows here, not 10"),
        ("a.ggf", b"hello".to_vec(), "line 1, column 1: no game begins here with (;"),
        (
            "a.bin",
            vec![b'a', 0xff],
            "byte 1: this is neither text nor a file of games of a kind that is known here",
        ),
        (
            "a.txt",
            b"f5d6\nc3a1".to_vec(),
            "line 2, column 3: Othello: move 4 'a1': a disc on a1 turns nothing over",
        ),
    ] {
        assert_eq!(read(name, &bytes, &[]).unwrap_err().text().en, said);
    }
}
