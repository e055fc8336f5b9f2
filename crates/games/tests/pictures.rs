//! Pictures of every game.

use crate::harness::{each_folder, entries};
use crate::tic_tac_toe::TicTacToe;
use picture::{Palette, PictureOptions, Shape, Theme, emoji, piece_emoji, png, svg};
use rules::{AnyGame, Live, Record, Setup, SplitMix64};

fn games() -> impl Iterator<Item = &'static dyn AnyGame> {
    entries().into_iter().map(|entry| entry.game)
}

/// The game after `plies` random moves, or at its end.
fn played(game: &dyn AnyGame, plies: usize) -> Box<dyn Live> {
    let setup = Setup { seed: 7, ..Setup::default() };
    let mut record = Record::new(game.start(&setup).expect("a start"));
    let mut random = SplitMix64::new(2026);
    loop {
        let live = game.open(&record).expect("a legal game");
        let choices = live.view().choices;
        if record.moves.len() >= plies || choices.is_empty() {
            return live;
        }
        let index = (random.draw() % choices.len() as u64) as usize;
        record.moves.push(choices[index].notation.clone());
    }
}

fn all_options() -> Vec<PictureOptions> {
    let mut all = Vec::new();
    for theme in Theme::ALL {
        for palette in Palette::ALL {
            for shape in Shape::ALL {
                for (coordinates, flipped) in [(true, false), (false, true)] {
                    all.push(PictureOptions { theme, palette, shape, coordinates, flipped });
                }
            }
        }
    }
    all
}

/// A number in the attribute of the document's element.
fn side(svg: &str, name: &str) -> f64 {
    let head = svg.split_once('>').expect("an element").0;
    let value = head.split_once(&format!(" {name}=\"")).expect("the attribute").1;
    value.split('"').next().and_then(|value| value.parse().ok()).expect("a number")
}

#[test]
fn the_end_of_a_game_is_drawn_as_recorded() {
    each_folder(|folder| {
        let info = folder.game.info();
        let view = played(folder.game, usize::MAX).view();
        assert!(view.outcome.is_some() && view.last.is_some(), "{}", info.id);
        let drawn = svg(info, &view, &info.title.en, PictureOptions::default());
        let lines = emoji(info, &view, PictureOptions::default());
        let files = [("picture.svg", drawn), ("picture.txt", lines)];
        testkit::golden::check_each(
            files,
            |file| file.0.to_owned(),
            |(file, text)| {
                testkit::golden::check(folder.data(file), &text);
            },
        );
    });
}

#[test]
fn every_game_is_drawn_with_all_options() {
    for game in games() {
        let info = game.info();
        for plies in [0, 1, 5, usize::MAX] {
            let view = played(game, plies).view();
            for options in all_options() {
                let drawn = svg(info, &view, "", options);
                assert!(!drawn.contains("<text"), "a label of {} needs a font", info.id);
                assert!(!drawn.contains("NaN") && !drawn.contains("inf"), "{}", info.id);
                let pieces = view.board.cells.iter().filter(|cell| cell.piece.is_some()).count();
                let used =
                    info.pieces.iter().enumerate().map(|(index, _)| {
                        drawn.matches(&format!("-p{index}\" transform=")).count()
                    });
                assert_eq!(used.sum::<usize>(), pieces, "{}", info.id);
                let lines = emoji(info, &view, options);
                assert_eq!(lines.lines().count(), view.board.rows());
                let columns = usize::from(view.board.columns);
                assert!(lines.lines().all(|line| line.chars().count() == columns));
                let discs = piece_emoji(info, options.palette);
                assert_eq!(lines.chars().filter(|sign| discs.contains(sign)).count(), pieces);
            }
        }
    }
}

#[test]
fn a_flipped_board_is_seen_from_the_other_side() {
    for game in games() {
        let (info, view) = (game.info(), played(game, 6).view());
        let usual = emoji(info, &view, PictureOptions::default());
        let flipped =
            emoji(info, &view, PictureOptions { flipped: true, ..PictureOptions::default() });
        let mut turned: Vec<String> =
            usual.lines().map(|line| line.chars().rev().collect()).collect();
        if !info.look.falling {
            turned.reverse();
        }
        assert_eq!(flipped.lines().collect::<Vec<_>>(), turned, "{}", info.id);
    }
}

#[test]
fn pngs_have_the_size_that_was_asked_for() {
    for game in games() {
        let (info, view) = (game.info(), played(game, usize::MAX).view());
        for (shape, pixels) in [(Shape::Board, 200), (Shape::Card, 300)] {
            let options = PictureOptions { shape, ..PictureOptions::default() };
            let drawn = svg(info, &view, "", options);
            let file = png(&drawn, pixels).expect("a picture");
            let decoded = resvg::tiny_skia::Pixmap::decode_png(&file).expect("a PNG file");
            let (width, height) = (decoded.width(), decoded.height());
            assert_eq!(width.max(height), pixels, "{}", info.id);
            let ratio = side(&drawn, "width") / side(&drawn, "height");
            let apart = (f64::from(width) / f64::from(height) - ratio).abs();
            assert!(apart < 0.02, "{}: {width} by {height}", info.id);
            let middle = decoded.pixel(width / 2, height / 2).expect("a pixel");
            assert_eq!(middle.alpha(), 255, "{}: nothing is in the middle", info.id);
            let mut colours: Vec<_> = decoded
                .pixels()
                .iter()
                .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
                .collect();
            colours.sort_unstable();
            colours.dedup();
            assert!(colours.len() > 50, "{}: {} colours", info.id, colours.len());
        }
    }
    let drawn = svg(
        rules::erase::<TicTacToe>().info(),
        &played(rules::erase::<TicTacToe>(), 3).view(),
        "",
        PictureOptions::default(),
    );
    for (pixels, allowed) in [(0, picture::PNG_MIN_PIXELS), (33, 33)] {
        let file = png(&drawn, pixels).expect("a picture");
        let decoded = resvg::tiny_skia::Pixmap::decode_png(&file).expect("a PNG file");
        assert_eq!(decoded.width(), allowed);
    }
    assert!(png("<svg", 100).is_err());
}

/// Titles have the names of players in them, and these may be any text.
#[test]
fn hostile_titles_stay_titles() {
    let game = rules::erase::<TicTacToe>();
    let (info, view) = (game.info(), played(game, 3).view());
    let plain = svg(info, &view, "", PictureOptions::default());
    let mut random = SplitMix64::new(1);
    let pieces = [
        "</title>",
        "<script>alert(1)</script>",
        "\"",
        "'",
        "&",
        "&amp;",
        "]]>",
        "<!--",
        "<![CDATA[",
        "\u{0}",
        "\u{8}",
        "\u{ffff}",
        "\u{202e}",
        "\n",
        "é",
        "🔴",
        "<?xml?>",
        "<svg onload=x>",
        "&#0;",
    ];
    for _ in 0..100 {
        let count = random.draw() % 6;
        let title: String =
            (0..count).map(|_| pieces[(random.draw() % pieces.len() as u64) as usize]).collect();
        let drawn = svg(info, &view, &title, PictureOptions::default());
        assert_eq!(drawn.matches('<').count(), plain.matches('<').count() + usize::from(count > 0));
        png(&drawn, 32).expect("well-formed XML");
    }
}
