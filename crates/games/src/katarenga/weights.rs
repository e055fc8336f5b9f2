//! The weights of the estimate's terms.

use engine::Weight;

use super::terms::TERMS;

/// The weights, term by term.
#[rustfmt::skip]
pub(super) const WEIGHTS: [Weight; TERMS] = [
    Weight::new(0, 0), // strength 0
    Weight::new(0, 0), // strength 1
    Weight::new(43, -214), // strength 2
    Weight::new(76, 243), // strength 3
    Weight::new(231, 491), // strength 4
    Weight::new(395, 622), // strength 5
    Weight::new(595, 601), // strength 6
    Weight::new(737, 520), // strength 7
    Weight::new(844, 384), // strength 8
    Weight::new(457, 627), // camp
    Weight::new(3, -41), // square 0
    Weight::new(12, -11), // square 1
    Weight::new(5, -26), // square 2
    Weight::new(0, -33), // square 3
    Weight::new(6, -12), // square 4
    Weight::new(-36, 44), // square 5
    Weight::new(-11, 71), // square 6
    Weight::new(30, 89), // square 7
    Weight::new(14, -45), // square 8
    Weight::new(21, 25), // square 9
    Weight::new(4, 12), // square 10
    Weight::new(3, 25), // square 11
    Weight::new(20, 49), // square 12
    Weight::new(2, 65), // square 13
    Weight::new(-4, 54), // square 14
    Weight::new(82, 48), // square 15
    Weight::new(13, -57), // square 16
    Weight::new(12, -10), // square 17
    Weight::new(8, -22), // square 18
    Weight::new(-13, -3), // square 19
    Weight::new(2, 62), // square 20
    Weight::new(34, -5), // square 21
    Weight::new(48, 57), // square 22
    Weight::new(39, 75), // square 23
    Weight::new(31, -2), // square 24
    Weight::new(-3, -59), // square 25
    Weight::new(-7, -69), // square 26
    Weight::new(-19, -61), // square 27
    Weight::new(-16, -41), // square 28
    Weight::new(-25, -32), // square 29
    Weight::new(11, -46), // square 30
    Weight::new(5, 10), // square 31
    Weight::new(240, 270), // distance 0
    Weight::new(106, 43), // distance 1
    Weight::new(59, 7), // distance 2
    Weight::new(31, -44), // distance 3
    Weight::new(-56, -53), // distance 4
    Weight::new(0, 0), // distance 5
    Weight::new(-1, -4), // exposure
    Weight::new(5, 13), // freedom
    Weight::new(0, 0), // need 0
    Weight::new(-41, 158), // need 1
    Weight::new(-10, -18), // need 2
    Weight::new(-15, -104), // need 3
    Weight::new(-9, -74), // need 4
    Weight::new(-4, -51), // need 5
    Weight::new(74, -88), // need 6
    Weight::new(17, -4), // need 7
    Weight::new(0, 0), // need 8
    Weight::new(0, 0), // need 9
    Weight::new(0, 0), // need 10
    Weight::new(0, 0), // need 11
    Weight::new(0, 0), // need 12
    Weight::new(-47, 112), // need 13
    Weight::new(-11, -47), // need 14
    Weight::new(-16, -111), // need 15
    Weight::new(-15, -78), // need 16
    Weight::new(-12, -35), // need 17
    Weight::new(55, -125), // need 18
    Weight::new(-16, -4), // need 19
    Weight::new(0, 0), // need 20
    Weight::new(0, 0), // need 21
    Weight::new(0, 0), // need 22
    Weight::new(0, 0), // need 23
    Weight::new(-24, -66), // hanging 0
    Weight::new(-69, -108), // hanging 1
    Weight::new(-121, -171), // hanging 2
    Weight::new(-18, -33), // hanging 3
    Weight::new(-34, -94), // hanging 4
    Weight::new(-78, -38), // hanging 5
    Weight::new(-6, -65), // guarded 0
    Weight::new(-20, -105), // guarded 1
    Weight::new(-32, -156), // guarded 2
    Weight::new(-4, -44), // guarded 3
    Weight::new(-16, -75), // guarded 4
    Weight::new(-25, -97), // guarded 5
    Weight::new(41, 68), // arrived 0
    Weight::new(0, 0), // arrived 1
    Weight::new(0, 0), // arrived 2
    Weight::new(3, 82), // arrived 3
    Weight::new(250, 288), // arrived 4
    Weight::new(2, 2), // arrived 5
    Weight::new(-103, -174), // caught 0
    Weight::new(-223, -172), // caught 1
    Weight::new(0, 0), // caught 2
    Weight::new(-44, -135), // caught 3
    Weight::new(-99, -69), // caught 4
    Weight::new(0, 0), // caught 5
    Weight::new(88, 126), // runner 0
    Weight::new(174, 167), // runner 1
    Weight::new(120, 31), // runner 2
    Weight::new(34, 119), // runner 3
    Weight::new(91, 148), // runner 4
    Weight::new(116, 7), // runner 5
    Weight::new(-1, -33), // awaited 0
    Weight::new(-22, 66), // awaited 1
    Weight::new(-18, 99), // awaited 2
    Weight::new(-7, 20), // awaited 3
    Weight::new(-19, 108), // awaited 4
    Weight::new(-28, 157), // awaited 5
    Weight::new(0, 0), // finish 0
    Weight::new(609, 688), // finish 1
    Weight::new(0, 0), // finish 2
    Weight::new(52, 144), // finish 3
    Weight::new(28, 177), // race 0
    Weight::new(36, 44), // race 1
    Weight::new(22, -36), // race 2
    Weight::new(12, -57), // race 3
    Weight::new(-5, 41), // race 4
    Weight::new(-17, 68), // race 5
    Weight::new(-17, -9), // race 6
    Weight::new(-21, -115), // race 7
    Weight::new(-35, -197), // race 8
    Weight::new(3, 14), // move
    Weight::new(-3, -13), // safe move
    Weight::new(7, -4), // watched
    Weight::new(24, 64), // tempo
];
