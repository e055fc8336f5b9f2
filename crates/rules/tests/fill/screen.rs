//! The game for screens.

use damier_rules::{
    Board, Cell, CellIndex, Game, Info, Marks, Position, Seat, Setup, SetupError, Spot,
};

use super::info::info;
use super::position::UNREAD;
use super::{Fault, Fill, Take};

impl<const F: u8> Game for Fill<F> {
    const INFO: &'static Info = &info(F);

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        Self::rule_set(setup)?;
        Self::only_board(setup)?;
        Ok(Self::empty(UNREAD))
    }

    fn board(&self) -> Board {
        let cell = |cell: u8| {
            let piece = self.owner(cell).map(Seat::index);
            Cell {
                spot: Some(Spot(cell)),
                ground: Some(match F {
                    Fault::GROUND => 9,
                    Fault::CHANGES => self.turn().index(),
                    _ => 0,
                }),
                piece: if F == Fault::PIECE { piece.map(|_| 9) } else { piece },
                label: if F == Fault::LABEL { "" } else { Take::<F>(cell).name() }.into(),
            }
        };
        let cells = if F == Fault::CELLS { 0..3 } else { 0..4 };
        Board { columns: 2, cells: cells.map(cell).collect(), tallies: Vec::new() }
    }

    fn steps(&self, take: Take<F>) -> Vec<Spot> {
        match (F, take.0) {
            (Fault::STEP, 0) => vec![Spot(77)],
            (Fault::SAME_STEPS, 0) => vec![Spot(1)],
            (_, cell) => vec![Spot(cell)],
        }
    }

    fn move_of(&self, steps: &[Spot]) -> Option<Take<F>> {
        match *steps {
            [Spot(0)] if F == Fault::POINTED => None,
            [Spot(1)] if F == Fault::POINTED_IN_STEP => Some(Take(0)),
            [Spot(cell)] => (cell < 4).then_some(Take(cell)),
            _ => None,
        }
    }

    fn marks(&self) -> Marks {
        let winning = if F == Fault::MARKS { vec![CellIndex(9)] } else { Vec::new() };
        Marks { winning, forbidden: Vec::new() }
    }
}
