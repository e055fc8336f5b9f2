//! The weights of the estimate's terms, learnt with `damier train congress`: 4501 games,
//! 207732 positions; a loss of 0.6410 for 21905 positions of other games.
//!
//! `damier train congress play games.txt --games 4501 --nodes 4000 --seed 22`, then
//! `damier train congress fit games.txt --out weights.rs`; `docs/training.md` says from where.

use engine::Weight;

use super::terms::TERMS;

/// What one of each term is worth.
#[rustfmt::skip]
pub(super) const WEIGHTS: [Weight; TERMS] = [
    Weight::new(-24, -44), // away 0
    Weight::new(-40, -37), // away 1
    Weight::new(-47, -21), // away 2
    Weight::new(-56, -17), // away 3
    Weight::new(-126, 15), // away 4
    Weight::new(0, 0), // away 5
    Weight::new(-8, -10), // step
    Weight::new(0, 0), // groups 0
    Weight::new(13, -13), // groups 1
    Weight::new(-28, -66), // groups 2
    Weight::new(-86, -99), // groups 3
    Weight::new(-134, -126), // groups 4
    Weight::new(-164, -142), // groups 5
    Weight::new(-164, -176), // groups 6
    Weight::new(-181, -114), // groups 7
    Weight::new(0, 0), // groups 8
    Weight::new(-14, -11), // groups 9
    Weight::new(-25, -71), // groups 10
    Weight::new(-80, -105), // groups 11
    Weight::new(-135, -129), // groups 12
    Weight::new(-166, -148), // groups 13
    Weight::new(-169, -186), // groups 14
    Weight::new(-188, -107), // groups 15
    Weight::new(3, -12), // largest 0
    Weight::new(-34, 75), // largest 1
    Weight::new(-16, 43), // largest 2
    Weight::new(-23, 32), // largest 3
    Weight::new(-15, -5), // largest 4
    Weight::new(54, -46), // largest 5
    Weight::new(116, -43), // largest 6
    Weight::new(0, 0), // largest 7
    Weight::new(-8, 49), // outside 0
    Weight::new(-12, -1), // outside 1
    Weight::new(-15, 45), // outside 2
    Weight::new(3, -20), // outside 3
    Weight::new(-7, 50), // outside 4
    Weight::new(-13, 4), // outside 5
    Weight::new(-17, 36), // outside 6
    Weight::new(-3, -41), // outside 7
    Weight::new(-2, -31), // link
    Weight::new(6, 22), // corner
    Weight::new(0, -12), // colour 0
    Weight::new(7, 21), // colour 1
    Weight::new(-3, -3), // colour 2
    Weight::new(-9, -10), // colour 3
    Weight::new(7, 13), // edge 0
    Weight::new(-7, 16), // edge 1
    Weight::new(-8, -9), // edge 2
    Weight::new(13, -23), // edge 3
    Weight::new(-5, -13), // extent
    Weight::new(3, 3), // move
    Weight::new(-89, 2), // stuck
    Weight::new(15, 7), // gap 0
    Weight::new(6, 16), // gap 1
    Weight::new(1, -16), // gap 2
    Weight::new(-10, -17), // gap 3
    Weight::new(-3, -86), // gap 4
    Weight::new(-45, -1), // gap 5
    Weight::new(-51, 9), // gap 6
    Weight::new(0, 0), // gap 7
    Weight::new(-4, 23), // wide gap 0
    Weight::new(2, -16), // wide gap 1
    Weight::new(32, 23), // wide gap 2
    Weight::new(0, 0), // wide gap 3
    Weight::new(0, 0), // wide gap 4
    Weight::new(0, 0), // wide gap 5
    Weight::new(0, 0), // wide gap 6
    Weight::new(0, 0), // wide gap 7
    Weight::new(-40, 48), // touching 0
    Weight::new(-18, 43), // touching 1
    Weight::new(-3, -1), // touching 2
    Weight::new(3, -35), // touching 3
    Weight::new(16, -62), // touching 4
    Weight::new(13, -73), // touching 5
    Weight::new(15, -91), // touching 6
    Weight::new(-4, 19), // touching 7
    Weight::new(6, 74), // blocked
    Weight::new(4, 22), // room
    Weight::new(16, 16), // tempo
];
