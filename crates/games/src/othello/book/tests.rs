use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{GameEngine as _, Limits, Report, Resources, Searcher as _};
use rules::Line;

use super::*;
use crate::othello::{OthelloEngine, OthelloSearcher};

const SMALL: &str = "start d3-1\nd3 c5-1 c3-3 e3-8\nd3c5 f6+4 e6-1\n";

fn book(text: &str) -> OpeningBook {
    text.parse().expect("a book")
}

fn line(text: &str) -> Line<Othello> {
    let mut line = Line::new(Othello::START);
    text.split_whitespace().for_each(|m| line.play(m.parse().expect("a move")));
    line
}

#[test]
fn the_file_of_the_book_is_what_it_writes() {
    let text = include_str!("../data/book.txt");
    assert_eq!(book(text).to_string(), text);
    assert!(OpeningBook::get().len() > 100);
}

#[test]
fn symmetric_positions_have_symmetric_legal_moves() {
    let book = OpeningBook::get();
    for known in &book.positions {
        for symmetry in Symmetry::ALL {
            let moves = known.line.iter().map(|&m| Othello::image(m, symmetry));
            let start = Othello::START;
            if moves.clone().next().is_some_and(|m| legal(&start, m).is_err()) {
                continue; // White has the other squares of the centre.
            }
            let position = moves.fold(start, |position, m| position.play(m));
            let found = book.moves(&position);
            assert_eq!(found.len(), known.moves.len());
            for m in found {
                assert_eq!(legal(&position, m.played), Ok(m.played));
            }
        }
    }
}

#[test]
fn wrong_lines_are_named() {
    let error = |text: &str| text.parse::<OpeningBook>().expect_err("an error").to_string();
    assert_eq!(
        error("start d3-1\nd3 z9+0"),
        "line 2: 'z9+0' is no move with its score, such as c3+0"
    );
    assert_eq!(error("start d3"), "line 1: 'd3' is no move with its score, such as c3+0");
    assert_eq!(error("start d3 5"), "line 1: 'd3' is no move with its score, such as c3+0");
    assert_eq!(error("start d3+x"), "line 1: 'd3+x' is no move with its score, such as c3+0");
    assert_eq!(error("start a1+0"), "line 1: 'a1' is no legal move there");
    assert_eq!(error("d3c c5+0"), "line 1: 'c' is no legal move there");
    assert_eq!(error("d3d3 c5+0"), "line 1: 'd3' is no legal move there");
    assert_eq!(error("é3 c5+0"), "line 1: 'é' is no legal move there");
    assert_eq!(error("start"), "line 1: the position has no moves in the book");
    assert_eq!(error("d3 c5+0\nf5 f6+0"), "line 2: the position is in the book already");
}

#[test]
fn a_move_is_worth_what_follows() {
    let book = book(SMALL);
    let moves = |text: &str| {
        let moves = book.moves(line(text).position());
        moves.iter().map(|m| format!("{}{:+}", m.played, m.score)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(moves(""), "d3+3");
    assert_eq!(moves("d3"), "c3-3 c5-4 e3-8");
    assert_eq!(moves("f5"), "f6-3 d6-4 f4-8");
    assert_eq!(moves("d3 c3"), "");
    assert_eq!(book.best_line(Othello::START).len(), 2);
}

#[test]
fn the_book_grows_where_one_side_plays_by_it() {
    let mut book = OpeningBook::default();
    assert_eq!(book.next_line(), Some(Vec::new()));
    for text in SMALL.lines() {
        let (line, moves) = read_line(text).expect("a line");
        assert_eq!(book.next_line(), Some(line.clone()));
        book.add(&line, &moves).expect("a new position");
    }
    // c5 has turned out worse than c3.
    let moves = |text: &str| read_line(text).expect("a line").0;
    assert_eq!(book.next_line(), Some(moves("d3c3")));
}

fn search(searcher: &mut OthelloSearcher, moves: &str, limits: &Limits) -> Report<Move> {
    searcher.search(&line(moves), limits, &AtomicBool::new(false), &mut |_| ())
}

#[test]
fn the_engine_plays_by_the_book() {
    let searcher = || OthelloEngine::searcher(Resources { threads: 1, table: 1 });
    let limits = Limits::nodes(80_000);
    let report = search(&mut searcher(), "f5", &limits);
    assert!(report.is_from_book && report.nodes == 0);
    let best = OpeningBook::get().moves(line("f5").position())[0];
    assert_eq!(report.best_move(), Some(best.played));
    let three = search(&mut searcher(), "f5", &Limits { lines: 3, ..limits.clone() });
    assert_eq!((three.nodes, three.lines.len()), (0, 3));
    let d6 = Limits { root_moves: Some(vec![43]), ..limits.clone() };
    assert!(search(&mut searcher(), "f5", &d6).nodes > 0);
    let weak = search(&mut searcher(), "f5", &Limits::nodes(1_000));
    assert!(!weak.is_from_book && weak.nodes > 0);
    assert!(search(&mut searcher(), "f5", &Limits::depth(6)).nodes > 0);
    assert!(search(&mut searcher().without_book(), "f5", &limits).nodes > 0);
    // A long search is not answered by the book; this one is stopped at once.
    let (long, stop) = (Limits::time(Duration::from_mins(1)), AtomicBool::new(true));
    assert!(searcher().search(&line("f5"), &long, &stop, &mut |_| ()).nodes > 0);
}
