//! Stable discs, which can never be flipped again: a quick lower bound.

const INNER: u64 = 0x007e_7e7e_7e7e_7e00;
const FILE_A: u64 = 0x0101_0101_0101_0101;
const NOT_A: u64 = !FILE_A;
const NOT_H: u64 = !(FILE_A << 7);

/// Number of `own` discs that are certainly stable.
#[inline(always)]
pub(super) fn count_stable(own: u64, enemy: u64) -> i32 {
    stable(own, enemy).count_ones() as i32
}

/// `own` discs that are certainly stable: on edges by a lookup table; elsewhere those that in each of the four
/// directions lie on a full line or beside a stable disc.
#[inline(always)]
pub(super) fn stable(own: u64, enemy: u64) -> u64 {
    let mut found = stable_edge_discs(own, enemy);
    let [rank, file, rising, falling] = full_lines(own | enemy);
    found |= own & rank & file & rising & falling & INNER;
    let candidates = own & INNER;
    loop {
        let along_rank = found << 1 | found >> 1 | rank;
        let along_file = found << 8 | found >> 8 | file;
        let along_rising = found << 7 | found >> 7 | rising;
        let along_falling = found << 9 | found >> 9 | falling;
        let more = found | candidates & along_rank & along_file & along_rising & along_falling;
        if more == found {
            return found;
        }
        found = more;
    }
}

/// Squares whose rank, file and diagonals are full.
#[inline(always)]
fn full_lines(taken: u64) -> [u64; 4] {
    let empty = !taken;
    let mut ranks = empty | empty >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    ranks |= ranks >> 2 & 0x3333_3333_3333_3333;
    ranks |= ranks >> 1;
    let mut files = taken & taken.rotate_left(8);
    files &= files.rotate_left(16);
    files &= files.rotate_left(32);
    [!((ranks & FILE_A) * 255), files, !rising(empty), !falling(empty)]
}

/// Squares on the rising diagonals of these squares.
#[inline(always)]
const fn rising(squares: u64) -> u64 {
    const TWO_A: u64 = NOT_A & NOT_A << 1;
    const FOUR_A: u64 = TWO_A & TWO_A << 2;
    const TWO_H: u64 = NOT_H & NOT_H >> 1;
    const FOUR_H: u64 = TWO_H & TWO_H >> 2;
    let mut down = squares | squares << 7 & NOT_H;
    down |= down << 14 & TWO_H;
    down |= down << 28 & FOUR_H;
    let mut up = squares | squares >> 7 & NOT_A;
    up |= up >> 14 & TWO_A;
    up |= up >> 28 & FOUR_A;
    up | down
}

/// Squares on the falling diagonals of these squares.
#[inline(always)]
const fn falling(squares: u64) -> u64 {
    const TWO_A: u64 = NOT_A & NOT_A << 1;
    const FOUR_A: u64 = TWO_A & TWO_A << 2;
    const TWO_H: u64 = NOT_H & NOT_H >> 1;
    const FOUR_H: u64 = TWO_H & TWO_H >> 2;
    let mut down = squares | squares << 9 & NOT_A;
    down |= down << 18 & TWO_A;
    down |= down << 36 & FOUR_A;
    let mut up = squares | squares >> 9 & NOT_H;
    up |= up >> 18 & TWO_H;
    up |= up >> 36 & FOUR_H;
    up | down
}

#[inline(always)]
fn stable_edge_discs(own: u64, enemy: u64) -> u64 {
    const PACK: u64 = 0x0102_0408_1020_4080;
    const UNPACK: u64 = 0x0002_0408_1020_4081;
    let edge = |own: u64, enemy: u64| {
        u64::from(
            STABLE_EDGE_DISCS
                [(BASE_3[own as usize & 255] + 2 * BASE_3[enemy as usize & 255]) as usize],
        )
    };
    let file = |board: u64| ((board & FILE_A).wrapping_mul(PACK)) >> 56;
    // The eighth bit is moved separately: in the product it would overlap the first.
    let upright = |edge: u64| (edge & 127).wrapping_mul(UNPACK) & FILE_A | edge >> 7 << 56;
    let west = upright(edge(file(own), file(enemy)));
    let east = upright(edge(file(own >> 7), file(enemy >> 7)));
    edge(own, enemy) | edge(own >> 56, enemy >> 56) << 56 | west | east << 7
}

/// Bit sets as base 3 numbers.
static BASE_3: [u16; 256] = {
    let mut all = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        all[bits] = 3 * all[bits / 2] + bits as u16 % 2;
        bits += 1;
    }
    all
};

/// Stable own discs of an edge configuration, by its base 3 number.
static STABLE_EDGE_DISCS: [u8; 6561] = {
    let mut all = [0; 6561];
    let mut order = [0; 6561];
    let mut ends = [0; 10];
    // Fuller edges first: the stable discs of an edge depend on those after each move on it.
    let mut empties = 0;
    let mut code = 0;
    while code < 6561 {
        let (own, enemy) = split(code);
        ends[9 - (own | enemy).count_ones() as usize] += 1;
        code += 1;
    }
    while empties < 9 {
        ends[empties + 1] += ends[empties];
        empties += 1;
    }
    code = 0;
    while code < 6561 {
        let (own, enemy) = split(code);
        let place = &mut ends[8 - (own | enemy).count_ones() as usize];
        order[*place] = code;
        *place += 1;
        code += 1;
    }
    let mut index = 0;
    while index < 6561 {
        let (own, enemy) = split(order[index]);
        let mut stable = own;
        let mut empty = !(own | enemy);
        while empty != 0 && stable != 0 {
            let square = empty.trailing_zeros();
            empty &= empty - 1;
            let flips = edge_flips(own, enemy, square);
            stable &= all[code_of(own | flips | 1 << square, enemy & !flips)];
            let flips = edge_flips(enemy, own, square);
            stable &= all[code_of(own & !flips, enemy | flips | 1 << square)];
        }
        all[order[index]] = stable;
        index += 1;
    }
    all
};

const fn code_of(own: u8, enemy: u8) -> usize {
    (BASE_3[own as usize] + 2 * BASE_3[enemy as usize]) as usize
}

const fn split(mut code: usize) -> (u8, u8) {
    let (mut own, mut enemy, mut bit) = (0, 0, 1u8);
    while code > 0 {
        match code % 3 {
            1 => own |= bit,
            2 => enemy |= bit,
            _ => {}
        }
        code /= 3;
        bit = bit.wrapping_shl(1);
    }
    (own, enemy)
}

const fn edge_flips(own: u8, enemy: u8, square: u32) -> u8 {
    let bit = 1u8 << square;
    let (mut up, mut down) = (0, 0);
    let mut at = bit << 1;
    while at & enemy != 0 {
        up |= at;
        at <<= 1;
    }
    if at & own == 0 {
        up = 0;
    }
    at = bit >> 1;
    while at & enemy != 0 {
        down |= at;
        at >>= 1;
    }
    if at & own == 0 {
        down = 0;
    }
    up | down
}
