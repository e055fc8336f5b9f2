//! Katarenga for screens: ten by ten cells, the camps at the corners around the squares.

use std::borrow::Cow;

use rules::{
    Bitboard, Board, BoardLook, BySeat, Cell, CellIndex, Game, Info, Marks, ParseError, RuleSet,
    Seat, Setup, SetupError, Spot, Square, Style, Tally, Text, TileCheck,
};

use super::introduction;
use super::position::{Camps, Katarenga, Move, Rules, Side, home_row};
use crate::board_8x8::{self, square_of};
use crate::terrain::{self, BLUE, BLUE_PAWN, GREEN, RED, RED_PAWN, SETS, Step, YELLOW, pawn_tally};

/// Cells of a row: the eight squares, and a camp or a gap on either side.
const COLUMNS: u8 = 10;
/// The ground of First's camps, after the four colours; that of Second's follows.
const CAMP: u8 = 4;

static INFO: Info = Info {
    id: "katarenga",
    title: Text::new("Katarenga", "Katarenga"),
    goal: Text::new(
        "Cross the board and bring two pawns into the camps behind it.",
        "Traversez le plateau et menez deux pions dans les camps d'en face.",
    ),
    first_turn: Text::new(
        "Choose one of your pawns: the colour under it says how it moves. Keep some at home, for the other side wants to cross too.",
        "Choisissez un de vos pions : la couleur sous lui dit comment il se déplace. Gardez-en chez vous, car l'autre veut traverser aussi.",
    ),
    seats: [Text::new("Red", "Rouge"), Text::new("Blue", "Bleu")],
    grounds: &[
        YELLOW,
        GREEN,
        BLUE,
        RED,
        Style {
            label: Text::new("red camp", "camp rouge"),
            glyph: '⌂',
            letter: 'C',
            rgb: 0x00c4_5a4c,
        },
        Style {
            label: Text::new("blue camp", "camp bleu"),
            glyph: '⌂',
            letter: 'C',
            rgb: 0x0050_76b8,
        },
    ],
    pieces: &[RED_PAWN, BLUE_PAWN],
    look: BoardLook { lower: Some(Seat::Second), ..BoardLook::TILES },
    files: &["", "a", "b", "c", "d", "e", "f", "g", "h", ""],
    ranks: &["", "8", "7", "6", "5", "4", "3", "2", "1", ""],
    move_width: 4,
    rule_sets: &[
        RuleSet {
            id: "classic",
            title: Text::new("Classic", "Classique"),
            about: Text::new(
                "Pawns capture from the first move.",
                "Les pions prennent dès le premier coup.",
            ),
        },
        RuleSet {
            id: "official",
            title: Text::new("Official", "Officielle"),
            about: Text::new(
                "No capture on the first move; box boards only.",
                "Pas de prise au premier coup ; plateaux de la boîte seulement.",
            ),
        },
    ],
    tiles: SETS,
    swap: true,
    rules: rules_pages!("rules.en.md", "rules.fr.md"),
    introduction: introduction::STEPS,
};

impl Game for Katarenga {
    const INFO: &'static Info = &INFO;

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        let rules = Rules::named(Self::rule_set(setup)?.id);
        let terrain = terrain::start(setup)?;
        if rules == Rules::Official && !terrain.is_box() {
            let text = setup.board.as_deref().unwrap_or_default();
            let error = ParseError::whole(
                text,
                Text::new(
                    "the official rules want a board of the box: its tiles A to D, each once",
                    "la règle officielle veut un plateau de la boîte : les tuiles A à D, une fois chacune",
                ),
            );
            return Err(SetupError { setting: "board", error });
        }
        Ok(Self::new(terrain, rules))
    }

    fn preview(setup: &Setup) -> Result<Board, SetupError> {
        Self::rule_set(setup)?;
        let ground = terrain::preview(setup)?;
        Ok(picture(&BySeat::from_fn(home_row), BySeat::default(), ground))
    }

    fn half_turn(setup: &Setup) -> Result<Option<Setup>, SetupError> {
        terrain::half_turn(setup).map(Some)
    }

    fn check_tile(rows: &str) -> TileCheck {
        terrain::check_tile(rows)
    }

    fn board(&self) -> Board {
        let ground = |square| Some(self.terrain.colour(square).index());
        picture(&self.pawns, self.camps, ground)
    }

    fn steps(&self, m: Move) -> Vec<Spot> {
        match m {
            Move::Walk(Step { from, to }) => vec![Spot(from.index()), Spot(to.index())],
            Move::Enter(from, side) => vec![Spot(from.index()), camp_spot(self.turn, side)],
        }
    }

    fn move_of(&self, steps: &[Spot]) -> Option<Move> {
        match *steps {
            [from, camp] if camp.0 >= 64 => {
                let side =
                    Side::ALL.into_iter().find(|&side| camp_spot(self.turn, side) == camp)?;
                Some(Move::Enter(square_of(from)?, side))
            }
            _ => terrain::step_of(steps).map(Move::Walk),
        }
    }

    fn marks(&self) -> Marks {
        let full = Seat::ALL.into_iter().filter(|seat| self.camps[*seat].count() == 2);
        let winning = full.flat_map(|seat| Side::ALL.map(|side| camp_cell(seat, side))).collect();
        Marks { winning, forbidden: Vec::new() }
    }

    fn why_illegal(&self, m: Move) -> Text {
        match m {
            Move::Walk(Step { from, .. }) | Move::Enter(from, _)
                if !self.pawns[self.turn].has(from) =>
            {
                Text::composed(
                    format!("none of your pawns stands on {from}"),
                    format!("aucun de vos pions n'est en {from}"),
                )
            }
            Move::Walk(Step { to, .. }) if self.pawns[self.turn].has(to) => Text::composed(
                format!("a pawn of your own stands on {to}"),
                format!("un de vos pions est déjà en {to}"),
            ),
            Move::Walk(step) => {
                let pawns = self.pawns.first | self.pawns.second;
                if self.terrain.reach(step.from, pawns).has(step.to) {
                    Text::new(
                        "nothing can be captured on the first move",
                        "on ne prend pas au premier coup",
                    )
                } else {
                    self.terrain.why_out_of_reach(step, pawns)
                }
            }
            Move::Enter(from, _) if !home_row(!self.turn).has(from) => Text::new(
                "a pawn enters a camp from the enemy's home row",
                "un pion entre dans un camp depuis la rangée de départ adverse",
            ),
            Move::Enter(..) => Text::new("that camp is taken", "ce camp est déjà occupé"),
        }
    }
}

/// Camps are the spots after the squares'.
const fn camp_spot(seat: Seat, side: Side) -> Spot {
    Spot(64 + 2 * seat.index() + side as u8)
}

/// The camp's corner: First's goals are at the bottom, Second's at the top.
const fn camp_cell(seat: Seat, side: Side) -> CellIndex {
    let row = match seat {
        Seat::First => 9,
        Seat::Second => 0,
    };
    CellIndex(row * COLUMNS + 9 * side as u8)
}

fn picture(
    pawns: &BySeat<Bitboard>,
    camps: BySeat<Camps>,
    ground: impl Fn(Square) -> Option<u8>,
) -> Board {
    let mut cells = vec![Cell::default(); usize::from(COLUMNS) * 10];
    for (index, cell) in board_8x8::cells(pawns, ground).into_iter().enumerate() {
        cells[(index / 8 + 1) * usize::from(COLUMNS) + index % 8 + 1] = cell;
    }
    for seat in Seat::ALL {
        for side in Side::ALL {
            cells[usize::from(camp_cell(seat, side).0)] = Cell {
                spot: Some(camp_spot(seat, side)),
                ground: Some(CAMP + seat.index()),
                piece: camps[seat].is_filled(side).then_some(seat.index()),
                label: Cow::Owned(format!("{seat}>{}", side.letter())),
            };
        }
    }
    let filled = camps.map(|camps| camps.count() as u8);
    let tallies =
        vec![pawn_tally(pawns), Tally { label: Text::new("camps", "camps"), count: filled }];
    Board { columns: COLUMNS, cells, tallies }
}
