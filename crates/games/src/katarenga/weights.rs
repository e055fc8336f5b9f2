//! The weights of the estimate's terms, learnt with `damier train katarenga`: 9497 games,
//! 186962 positions; a loss of 0.3916 for 20366 positions of other games.
//!
//! `damier train katarenga play games.txt --games 9497 --nodes 4000 --seed 21`, then
//! `damier train katarenga fit games.txt --out weights.rs`; `docs/training.md` says from where.

use engine::Weight;

use super::terms::TERMS;

/// What one of each term is worth.
#[rustfmt::skip]
pub(super) const WEIGHTS: [Weight; TERMS] = [
    Weight::new(0, 0), // strength 0
    Weight::new(0, 0), // strength 1
    Weight::new(11, -297), // strength 2
    Weight::new(57, 217), // strength 3
    Weight::new(149, 502), // strength 4
    Weight::new(353, 607), // strength 5
    Weight::new(553, 601), // strength 6
    Weight::new(749, 556), // strength 7
    Weight::new(904, 290), // strength 8
    Weight::new(480, 636), // camp
    Weight::new(26, -41), // square 0
    Weight::new(15, 6), // square 1
    Weight::new(12, -2), // square 2
    Weight::new(-16, -3), // square 3
    Weight::new(11, -7), // square 4
    Weight::new(-43, 76), // square 5
    Weight::new(6, 23), // square 6
    Weight::new(102, 61), // square 7
    Weight::new(27, -32), // square 8
    Weight::new(26, 18), // square 9
    Weight::new(7, 9), // square 10
    Weight::new(4, 26), // square 11
    Weight::new(38, 19), // square 12
    Weight::new(48, 8), // square 13
    Weight::new(-8, 48), // square 14
    Weight::new(59, 44), // square 15
    Weight::new(25, -22), // square 16
    Weight::new(19, -2), // square 17
    Weight::new(19, 1), // square 18
    Weight::new(16, -5), // square 19
    Weight::new(-14, -19), // square 20
    Weight::new(39, 37), // square 21
    Weight::new(68, 41), // square 22
    Weight::new(-20, 58), // square 23
    Weight::new(39, 9), // square 24
    Weight::new(4, -53), // square 25
    Weight::new(7, -61), // square 26
    Weight::new(-27, -14), // square 27
    Weight::new(-22, -28), // square 28
    Weight::new(-13, 14), // square 29
    Weight::new(-23, 20), // square 30
    Weight::new(20, 7), // square 31
    Weight::new(245, 245), // distance 0
    Weight::new(123, 61), // distance 1
    Weight::new(81, 48), // distance 2
    Weight::new(57, -24), // distance 3
    Weight::new(53, 29), // distance 4
    Weight::new(0, 0), // distance 5
    Weight::new(-2, -1), // exposure
    Weight::new(6, 14), // freedom
    Weight::new(0, 0), // need 0
    Weight::new(-28, 121), // need 1
    Weight::new(-13, -28), // need 2
    Weight::new(-18, -103), // need 3
    Weight::new(-14, -44), // need 4
    Weight::new(4, -45), // need 5
    Weight::new(51, -119), // need 6
    Weight::new(-71, -26), // need 7
    Weight::new(0, 0), // need 8
    Weight::new(0, 0), // need 9
    Weight::new(0, 0), // need 10
    Weight::new(0, 0), // need 11
    Weight::new(0, 0), // need 12
    Weight::new(-29, 87), // need 13
    Weight::new(-16, -35), // need 14
    Weight::new(-18, -104), // need 15
    Weight::new(-20, -44), // need 16
    Weight::new(-4, -50), // need 17
    Weight::new(13, -149), // need 18
    Weight::new(-70, -15), // need 19
    Weight::new(0, 0), // need 20
    Weight::new(0, 0), // need 21
    Weight::new(0, 0), // need 22
    Weight::new(0, 0), // need 23
    Weight::new(-36, -78), // hanging 0
    Weight::new(-92, -172), // hanging 1
    Weight::new(-126, -153), // hanging 2
    Weight::new(-40, -30), // hanging 3
    Weight::new(-43, -113), // hanging 4
    Weight::new(-33, 18), // hanging 5
    Weight::new(-12, -71), // guarded 0
    Weight::new(-25, -140), // guarded 1
    Weight::new(-53, -133), // guarded 2
    Weight::new(-6, -41), // guarded 3
    Weight::new(-24, -88), // guarded 4
    Weight::new(-41, -78), // guarded 5
    Weight::new(69, 74), // arrived 0
    Weight::new(0, 0), // arrived 1
    Weight::new(0, 0), // arrived 2
    Weight::new(27, 122), // arrived 3
    Weight::new(185, 173), // arrived 4
    Weight::new(0, 0), // arrived 5
    Weight::new(-134, -239), // caught 0
    Weight::new(-209, -135), // caught 1
    Weight::new(0, 0), // caught 2
    Weight::new(-50, -135), // caught 3
    Weight::new(-56, -25), // caught 4
    Weight::new(0, 0), // caught 5
    Weight::new(103, 68), // runner 0
    Weight::new(152, 128), // runner 1
    Weight::new(77, 2), // runner 2
    Weight::new(27, 89), // runner 3
    Weight::new(89, 121), // runner 4
    Weight::new(58, -19), // runner 5
    Weight::new(1, 0), // awaited 0
    Weight::new(-18, 104), // awaited 1
    Weight::new(-3, 117), // awaited 2
    Weight::new(-8, 39), // awaited 3
    Weight::new(-20, 146), // awaited 4
    Weight::new(-8, 161), // awaited 5
    Weight::new(0, 0), // finish 0
    Weight::new(704, 856), // finish 1
    Weight::new(0, 0), // finish 2
    Weight::new(50, 191), // finish 3
    Weight::new(27, 193), // race 0
    Weight::new(2, 70), // race 1
    Weight::new(26, -54), // race 2
    Weight::new(14, -81), // race 3
    Weight::new(-5, 44), // race 4
    Weight::new(-15, 94), // race 5
    Weight::new(-20, 2), // race 6
    Weight::new(20, -153), // race 7
    Weight::new(-56, -233), // race 8
    Weight::new(5, 13), // move
    Weight::new(-4, -13), // safe move
    Weight::new(15, -3), // watched
    Weight::new(24, 58), // tempo
];
