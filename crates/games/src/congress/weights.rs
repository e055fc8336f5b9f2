//! The weights of the estimate's terms.

use engine::Weight;

use super::terms::TERMS;

/// The weights, term by term.
#[rustfmt::skip]
pub(super) const WEIGHTS: [Weight; TERMS] = [
    Weight::new(-28, -43), // away 0
    Weight::new(-40, -34), // away 1
    Weight::new(-49, -24), // away 2
    Weight::new(-48, -19), // away 3
    Weight::new(-46, -46), // away 4
    Weight::new(0, 0), // away 5
    Weight::new(-9, -13), // step
    Weight::new(0, 0), // groups 0
    Weight::new(37, -7), // groups 1
    Weight::new(-53, -58), // groups 2
    Weight::new(-94, -99), // groups 3
    Weight::new(-120, -137), // groups 4
    Weight::new(-153, -164), // groups 5
    Weight::new(-182, -167), // groups 6
    Weight::new(-178, -80), // groups 7
    Weight::new(0, 0), // groups 8
    Weight::new(-6, -3), // groups 9
    Weight::new(-58, -65), // groups 10
    Weight::new(-92, -114), // groups 11
    Weight::new(-122, -152), // groups 12
    Weight::new(-157, -180), // groups 13
    Weight::new(-188, -175), // groups 14
    Weight::new(-183, -46), // groups 15
    Weight::new(15, 70), // largest 0
    Weight::new(-14, 90), // largest 1
    Weight::new(-33, 46), // largest 2
    Weight::new(-56, 33), // largest 3
    Weight::new(-18, -9), // largest 4
    Weight::new(40, -44), // largest 5
    Weight::new(168, -78), // largest 6
    Weight::new(0, 0), // largest 7
    Weight::new(-10, 64), // outside 0
    Weight::new(-10, 6), // outside 1
    Weight::new(-8, 15), // outside 2
    Weight::new(-6, 50), // outside 3
    Weight::new(-9, 68), // outside 4
    Weight::new(-11, 13), // outside 5
    Weight::new(-9, 4), // outside 6
    Weight::new(-7, 6), // outside 7
    Weight::new(-10, -26), // link
    Weight::new(1, 21), // corner
    Weight::new(0, -10), // colour 0
    Weight::new(12, 13), // colour 1
    Weight::new(-8, 3), // colour 2
    Weight::new(-10, -11), // colour 3
    Weight::new(-15, 21), // edge 0
    Weight::new(-15, 7), // edge 1
    Weight::new(-5, -5), // edge 2
    Weight::new(34, -22), // edge 3
    Weight::new(-3, -4), // extent
    Weight::new(3, 3), // move
    Weight::new(-59, 13), // stuck
    Weight::new(-10, 6), // gap 0
    Weight::new(-2, 5), // gap 1
    Weight::new(5, -17), // gap 2
    Weight::new(5, -22), // gap 3
    Weight::new(1, 28), // gap 4
    Weight::new(0, 55), // gap 5
    Weight::new(-6, -10), // gap 6
    Weight::new(0, 0), // gap 7
    Weight::new(1, 8), // wide gap 0
    Weight::new(1, 4), // wide gap 1
    Weight::new(-12, -55), // wide gap 2
    Weight::new(0, 0), // wide gap 3
    Weight::new(0, 0), // wide gap 4
    Weight::new(0, 0), // wide gap 5
    Weight::new(0, 0), // wide gap 6
    Weight::new(0, 0), // wide gap 7
    Weight::new(-30, 50), // touching 0
    Weight::new(-24, 54), // touching 1
    Weight::new(-1, -2), // touching 2
    Weight::new(13, -50), // touching 3
    Weight::new(10, -76), // touching 4
    Weight::new(8, -71), // touching 5
    Weight::new(5, -67), // touching 6
    Weight::new(2, -79), // touching 7
    Weight::new(22, 59), // blocked
    Weight::new(17, 11), // room
    Weight::new(19, 20), // tempo
];
