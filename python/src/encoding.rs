//! Games and positions behind one interface, whatever their types.

use std::marker::PhantomData;

use engine::Entry;
use games::CATALOGUE;
use rules::{Encoding, Outcome, ParseError, Seat, Setup, SetupError, Text, perft};

use crate::batch::{AnyBatch, Batch, BatchStart};

/// A game of the catalogue with its arrays.
pub(crate) trait AnyEncoding: Send + Sync {
    /// The game with its players.
    fn entry(&self) -> &'static Entry;

    fn actions(&self) -> usize;

    /// Planes, rows and columns.
    fn shape(&self) -> [usize; 3];

    fn plane_names(&self) -> &'static [&'static str];

    fn symmetries(&self) -> usize;

    /// The number of the image of each move under the symmetry with that number.
    fn action_images(&self, symmetry: usize) -> Vec<i64>;

    /// The place in the planes of the image of each cell of each plane.
    fn cell_images(&self, symmetry: usize) -> Vec<i64>;

    fn start(&self, setup: &Setup) -> Result<Box<dyn AnyPosition>, SetupError>;

    fn read_position(&self, text: &str) -> Result<Box<dyn AnyPosition>, ParseError>;

    /// The number of a move, legal or not.
    fn read_move(&self, text: &str) -> Result<u16, ParseError>;

    /// The notation of the move with that number.
    fn notation(&self, action: u16) -> Option<String>;

    fn batch(&self, games: usize, start: BatchStart) -> Result<Box<dyn AnyBatch>, SetupError>;
}

/// A game, as long as the program runs.
pub(crate) type GameRef = &'static dyn AnyEncoding;

/// A position of any game.
pub(crate) trait AnyPosition: Send + Sync {
    fn game(&self) -> GameRef;
    fn text(&self) -> String;
    fn turn(&self) -> Seat;
    fn outcome(&self) -> Option<Outcome>;
    fn legal_actions(&self) -> Vec<u16>;

    /// The position after a move; the reason, if it is not legal.
    fn play(&self, action: u16) -> Result<Box<dyn AnyPosition>, Text>;

    /// Writes the planes, which are as long as the shape says.
    fn write_planes(&self, out: &mut [u8]);

    /// Writes for each action whether it is legal.
    fn write_mask(&self, out: &mut [bool]);

    fn transformed(&self, symmetry: usize) -> Box<dyn AnyPosition>;
    fn key(&self) -> u64;
    fn perft(&self, depth: u32) -> u64;
}

/// A game whose type is known to its encoding.
struct Typed<G: Encoding> {
    marker: PhantomData<fn() -> G>,
}

/// A game of this package.
pub(crate) trait PackageGame: Encoding {
    /// The game behind the interface.
    const GAME: GameRef;
}

impl<G: Encoding> PackageGame for G {
    const GAME: GameRef = &Typed::<G> { marker: PhantomData };
}

/// All games, in the order of the catalogue, which does not know their types.
pub(crate) static GAMES: &[GameRef] = &[
    games::connect_four::ConnectFour::GAME,
    games::othello::Othello::GAME,
    games::katarenga::Katarenga::GAME,
    games::congress::Congress::GAME,
    games::isolation::Isolation::GAME,
];

impl<G: Encoding> AnyEncoding for Typed<G> {
    fn entry(&self) -> &'static Entry {
        let found = CATALOGUE.iter().find(|entry| entry.game.info().id == G::INFO.id);
        found.unwrap_or(&CATALOGUE[0])
    }

    fn actions(&self) -> usize {
        G::ACTIONS.into()
    }

    fn shape(&self) -> [usize; 3] {
        let [rows, columns] = G::SHAPE;
        [G::PLANES.len(), rows, columns]
    }

    fn plane_names(&self) -> &'static [&'static str] {
        G::PLANES
    }

    fn symmetries(&self) -> usize {
        G::SYMMETRIES.len()
    }

    fn action_images(&self, symmetry: usize) -> Vec<i64> {
        let image = |m| -> u16 { G::image(m, G::SYMMETRIES[symmetry]).into() };
        let image = |action| G::from_action(action).map_or(action, image);
        (0..G::ACTIONS).map(|action| image(action).into()).collect()
    }

    fn cell_images(&self, symmetry: usize) -> Vec<i64> {
        let symmetry = G::SYMMETRIES[symmetry];
        let cells = G::SHAPE[0] * G::SHAPE[1];
        let image = |index: usize| {
            let plane = G::plane_image(index / cells, symmetry);
            (plane * cells + G::cell_image(index % cells, symmetry)) as i64
        };
        (0..G::PLANES.len() * cells).map(image).collect()
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn AnyPosition>, SetupError> {
        G::start(setup).map(boxed)
    }

    fn read_position(&self, text: &str) -> Result<Box<dyn AnyPosition>, ParseError> {
        text.parse::<G>().map(boxed)
    }

    fn read_move(&self, text: &str) -> Result<u16, ParseError> {
        text.trim().parse::<G::Move>().map(Into::into)
    }

    fn notation(&self, action: u16) -> Option<String> {
        G::from_action(action).map(|m| m.to_string())
    }

    fn batch(&self, games: usize, start: BatchStart) -> Result<Box<dyn AnyBatch>, SetupError> {
        Ok(Box::new(Batch::<G>::new(games, start)?))
    }
}

/// A position whose type is known.
struct TypedPosition<G>(G);

impl<G: Encoding> AnyPosition for TypedPosition<G> {
    fn game(&self) -> GameRef {
        G::GAME
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn turn(&self) -> Seat {
        self.0.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn legal_actions(&self) -> Vec<u16> {
        self.0.legal_moves().into_iter().map(Into::into).collect()
    }

    fn play(&self, action: u16) -> Result<Box<dyn AnyPosition>, Text> {
        match G::from_action(action) {
            Some(m) if self.0.is_legal(m) => Ok(boxed(self.0.play(m))),
            _ => Err(why_not(&self.0, action)),
        }
    }

    fn write_planes(&self, out: &mut [u8]) {
        write_planes(&self.0, out);
    }

    fn write_mask(&self, out: &mut [bool]) {
        write_mask(&self.0, out);
    }

    fn transformed(&self, symmetry: usize) -> Box<dyn AnyPosition> {
        boxed(self.0.transformed(G::SYMMETRIES[symmetry]))
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.0, depth)
    }
}

/// A position behind the interface.
pub(crate) fn boxed<G: Encoding>(position: G) -> Box<dyn AnyPosition> {
    Box::new(TypedPosition(position))
}

/// Why an action is not legal.
pub(crate) fn why_not<G: Encoding>(position: &G, action: u16) -> Text {
    match G::from_action(action) {
        _ if position.outcome().is_some() => Text::new("the game is over", "la partie est finie"),
        Some(m) => position.why_illegal(m),
        None => no_action(G::GAME, action.into()),
    }
}

/// A number that no move has.
pub(crate) fn no_action(game: GameRef, action: i64) -> Text {
    let last = game.actions() - 1;
    Text::composed(
        format!("there is no action {action} here, only 0 to {last}"),
        format!("pas d'action {action} ici, seulement de 0 à {last}"),
    )
}

/// Writes the planes of a position, one byte for each cell.
#[inline]
pub(crate) fn write_planes<G: Encoding>(position: &G, out: &mut [u8]) {
    let cells = G::SHAPE[0] * G::SHAPE[1];
    for (plane, out) in position.planes().into_iter().zip(out.chunks_exact_mut(cells)) {
        let mut bytes = out.chunks_exact_mut(8);
        let mut bits = plane;
        for eight in &mut bytes {
            eight.copy_from_slice(&spread(bits as u8).to_le_bytes());
            bits >>= 8;
        }
        for byte in bytes.into_remainder() {
            *byte = (bits & 1) as u8;
            bits >>= 1;
        }
    }
}

/// Eight bits as eight bytes, the lowest first.
#[inline]
const fn spread(bits: u8) -> u64 {
    // Seven bits are copied to bytes of their own by the product; the eighth would meet a carry.
    let low = (bits & 0x7f) as u64;
    let copies = low.wrapping_mul(0x0002_0408_1020_4081) & 0x0001_0101_0101_0101;
    copies | (bits as u64 >> 7) << 56
}

/// Writes for each action whether it is legal.
#[inline]
pub(crate) fn write_mask<G: Encoding>(position: &G, out: &mut [bool]) {
    out.fill(false);
    for m in position.legal_moves() {
        let action: u16 = m.into();
        out[usize::from(action)] = true;
    }
}
