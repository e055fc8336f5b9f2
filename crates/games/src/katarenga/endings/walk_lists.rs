//! The walks of pawns on a board: where each placement of a side's pawns can go, and what must not be in the way.

use rules::{Bitboard, Square};

use super::placements;
use crate::terrain::Terrain;

/// A walk of one of a placement's pawns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk {
    /// The number of the placement after it.
    pub(super) to: u16,
    /// The number of the set of squares in between.
    pub(super) way: u16,
}

/// The walks of each placement of one and of two pawns. Nothing of the other side is on the board.
pub(super) struct WalkLists {
    /// The sets of squares between the two ends of walks, each once.
    pub(super) ways: Vec<u64>,
    lists: [Vec<Vec<Walk>>; 2],
}

impl WalkLists {
    pub(super) fn new(terrain: &Terrain) -> Self {
        let mut ways = Vec::new();
        let one = Square::all().map(|from| walks_of_pawn(terrain, from, &mut ways)).collect();
        let mut walks = Self { ways, lists: [one, Vec::new()] };
        walks.lists[1] =
            placements::all(2).into_iter().map(|pair| walks.walks_of_pair(pair)).collect();
        walks
    }

    /// The walks of each placement of so many pawns, one or two.
    pub(super) fn of(&self, pawns: usize) -> &[Vec<Walk>] {
        &self.lists[pawns - 1]
    }

    fn walks_of_pair(&self, pair: u64) -> Vec<Walk> {
        let mut walks = Vec::new();
        for from in placements::squares(pair) {
            let other = pair ^ 1 << from;
            for &Walk { to, way } in &self.lists[0][from] {
                if (self.ways[usize::from(way)] | 1 << to) & other == 0 {
                    walks.push(Walk { to: placements::index(other | 1 << to) as u16, way });
                }
            }
        }
        walks
    }
}

fn walks_of_pawn(terrain: &Terrain, from: Square, ways: &mut Vec<u64>) -> Vec<Walk> {
    let reach = terrain.reach(from, Bitboard::EMPTY);
    let walk = |to: Square| {
        let blocks = |square: &Square| !terrain.reach(from, Bitboard::of(*square)).has(to);
        let between = reach.squares().filter(blocks).collect::<Bitboard>().0;
        let way = ways.iter().position(|&way| way == between).unwrap_or_else(|| {
            ways.push(between);
            ways.len() - 1
        });
        Walk { to: to.index().into(), way: way as u16 }
    };
    reach.squares().map(walk).collect()
}
