// Rules of Othello and the evaluation of `src/othello/solver/network.rs`, for a graphics card and for the processor.

#pragma once

#include "bits.cuh"

#ifdef __CUDACC__
#define INLINE BOTH __forceinline__
#else
#define INLINE inline
#endif

constexpr int STAGES = 15, WIDTH = 16;

// Output head; the same numbers as in the file.
struct Head {
    float bias, skip[WIDTH], hidden[WIDTH][WIDTH], hidden_bias[WIDTH], output[WIDTH];
};

constexpr int PATTERNS = 11;
constexpr int LENGTHS[PATTERNS] = {9, 10, 10, 10, 8, 8, 8, 8, 7, 6, 5};
constexpr int power(int length) { return length ? 3 * power(length - 1) : 1; }
constexpr int start(int pattern) { return pattern ? start(pattern - 1) + power(LENGTHS[pattern - 1]) : 0; }
constexpr int CONFIGURATIONS = start(PATTERNS), ROWS = CONFIGURATIONS + 32 + 32 + 61, ACTIVE = 46 + 3;

struct alignas(16) Row {
    uint32_t bytes[4]; // sixteen numbers, each plus 128
};

// Tables of the evaluation and the rules: small enough for shared memory, but for the rows.
struct Tables {
    u64 rays[64][4]; // rays to higher squares
    uint16_t ternary[1024];
    Head heads[STAGES];
};

struct Context {
    const Tables *tables;
    const Row *rows;
};

// ---- Rules

template <int SHIFT> INLINE u64 shifted(u64 set) { return SHIFT > 0 ? set << SHIFT : set >> -SHIFT; }

template <int SHIFT> INLINE u64 reach(u64 own, u64 enemy) {
    u64 run = enemy & shifted<SHIFT>(own);
    run |= enemy & shifted<SHIFT>(run);
    u64 pairs = enemy & shifted<SHIFT>(enemy);
    run |= pairs & shifted<2 * SHIFT>(run);
    run |= pairs & shifted<2 * SHIFT>(run);
    return shifted<SHIFT>(run);
}

INLINE u64 legal_moves(u64 own, u64 enemy) {
    u64 inner = enemy & 0x7e7e7e7e7e7e7e7eull;
    u64 reached = reach<1>(own, inner) | reach<-1>(own, inner) | reach<7>(own, inner) | reach<-7>(own, inner) |
                  reach<9>(own, inner) | reach<-9>(own, inner) | reach<8>(own, enemy) | reach<-8>(own, enemy);
    return reached & ~(own | enemy);
}

// Flips on the rays to higher squares: a carry runs through the enemy's discs to the first square that is not his.
INLINE u64 upward_flips(const Tables &t, u64 own, u64 enemy, int square) {
    u64 flips = 0;
#pragma unroll
    for (int way = 0; way < 4; way++) {
        u64 ray = t.rays[square][way], end = ((enemy | ~ray) + 1) & ray & own;
        flips |= (end - (end != 0)) & ray;
    }
    return flips;
}

INLINE u64 flipped(const Tables &t, u64 own, u64 enemy, int square) {
    return upward_flips(t, own, enemy, square) |
           reversed(upward_flips(t, reversed(own), reversed(enemy), 63 - square));
}

INLINE int final_score(u64 own, u64 enemy) {
    int mine = count(own), yours = count(enemy), lead = mine - yours, empty = 64 - mine - yours;
    return lead > 0 ? lead + empty : lead < 0 ? lead - empty : 0;
}

// ---- Evaluation

INLINE u64 mirrored_files(u64 set) {
    set = (set >> 1 & 0x5555555555555555ull) | (set & 0x5555555555555555ull) << 1;
    set = (set >> 2 & 0x3333333333333333ull) | (set & 0x3333333333333333ull) << 2;
    return (set >> 4 & 0x0f0f0f0f0f0f0f0full) | (set & 0x0f0f0f0f0f0f0f0full) << 4;
}
INLINE u64 transposed(u64 set) {
    u64 swap = (set ^ set >> 7) & 0x00aa00aa00aa00aaull;
    set ^= swap ^ swap << 7;
    swap = (set ^ set >> 14) & 0x0000cccc0000ccccull;
    set ^= swap ^ swap << 14;
    swap = (set ^ set >> 28) & 0x00000000f0f0f0f0ull;
    return set ^ swap ^ swap << 28;
}

// The squares of a pattern in its first instance, in their order.
template <int PATTERN> INLINE uint32_t extracted(uint32_t low, uint32_t high) {
    auto diagonal = [&](uint32_t low_mask, uint32_t high_mask, int shift) {
        return ((low & low_mask) | (high & high_mask)) * 0x01010101u >> shift;
    };
    switch (PATTERN) {
    case 0: return (low & 7) | (low >> 5 & 0x38) | (low >> 10 & 0x1c0);
    case 1: return (low >> 9 & 1) | (low & 255) << 1 | (low >> 14 & 1) << 9;
    case 2: return (low & 31) | (low >> 8 & 31) << 5;
    case 3: return (low & 15) | (low >> 8 & 7) << 4 | (low >> 16 & 3) << 7 | (low >> 24 & 1) << 9;
    case 4: return low >> 8 & 255;
    case 5: return low >> 16 & 255;
    case 6: return low >> 24;
    case 7: return diagonal(0x08040201u, 0x80402010u, 24);
    case 8: return diagonal(0x10080402u, 0x00804020u, 25);
    case 9: return diagonal(0x20100804u, 0x00008040u, 26);
    default: return diagonal(0x40201008u, 0x00000080u, 27);
    }
}

struct Accumulator {
    uint32_t even[4], odd[4];
    INLINE void add(const Row &row) {
#pragma unroll
        for (int word = 0; word < 4; word++) {
            even[word] += row.bytes[word] & 0x00ff00ffu;
            odd[word] += row.bytes[word] >> 8 & 0x00ff00ffu;
        }
    }
    INLINE float number(int index) const {
        uint32_t pair = index & 1 ? odd[index / 4] : even[index / 4];
        return (float)((int)(index & 2 ? pair >> 16 : pair & 0xffff) - 128 * ACTIVE) * (1 / 256.0f);
    }
};

template <int PATTERN>
INLINE void add_pattern(const Context &c, Accumulator &sum, uint32_t own[2], uint32_t enemy[2]) {
    int number = (int)c.tables->ternary[extracted<PATTERN>(own[0], own[1])] -
                 (int)c.tables->ternary[extracted<PATTERN>(enemy[0], enemy[1])];
    constexpr int ZERO = start(PATTERN) + power(LENGTHS[PATTERN]) / 2;
    sum.add(c.rows[ZERO + number]);
}

// Evaluation in units of 1/32 disc. `own_moves` and `enemy_moves` are the numbers of legal moves.
INLINE int evaluate(const Context &c, u64 own, u64 enemy, int own_moves, int enemy_moves) {
    Accumulator sum = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    int empties = 64 - count(own | enemy);
    empties = empties < 60 ? empties : 60;
    u64 boards[2] = {own, enemy};
#pragma unroll 1
    for (int transpose = 0; transpose < 2; transpose++) {
#pragma unroll 1
        for (int flip = 0; flip < 4; flip++) {
            uint32_t mine[2] = {(uint32_t)boards[0], (uint32_t)(boards[0] >> 32)};
            uint32_t yours[2] = {(uint32_t)boards[1], (uint32_t)(boards[1] >> 32)};
            add_pattern<2>(c, sum, mine, yours);
            if (!(flip & 1)) {
                add_pattern<1>(c, sum, mine, yours);
                add_pattern<4>(c, sum, mine, yours);
                add_pattern<5>(c, sum, mine, yours);
                add_pattern<6>(c, sum, mine, yours);
            }
            if (!transpose) {
                add_pattern<0>(c, sum, mine, yours);
                add_pattern<3>(c, sum, mine, yours);
                add_pattern<8>(c, sum, mine, yours);
                add_pattern<9>(c, sum, mine, yours);
                add_pattern<10>(c, sum, mine, yours);
                if (flip < 2) add_pattern<7>(c, sum, mine, yours);
            }
            // Files mirrored, then ranks, then both, then as before.
            for (int side = 0; side < 2; side++)
                boards[side] = flip & 1 ? reversed(boards[side]) : mirrored_files(boards[side]);
        }
        if (!transpose)
            for (int side = 0; side < 2; side++) boards[side] = transposed(boards[side]);
    }
    sum.add(c.rows[CONFIGURATIONS + (own_moves & 31)]);
    sum.add(c.rows[CONFIGURATIONS + 32 + (enemy_moves & 31)]);
    sum.add(c.rows[CONFIGURATIONS + 64 + empties]);
    int stage = (60 - empties) / 4;
    const Head &head = c.tables->heads[stage < STAGES ? stage : STAGES - 1];
    float units[WIDTH], parts[WIDTH];
#pragma unroll
    for (int unit = 0; unit < WIDTH; unit++) units[unit] = head.hidden_bias[unit];
#pragma unroll
    for (int index = 0; index < WIDTH; index++) {
        float number = sum.number(index);
        parts[index] = number * head.skip[index];
        number = number < -0.5f ? -0.5f : number > 0.5f ? 0.5f : number;
#pragma unroll
        for (int unit = 0; unit < WIDTH; unit++) units[unit] += number * head.hidden[index][unit];
    }
#pragma unroll
    for (int unit = 0; unit < WIDTH; unit++) parts[unit] += (units[unit] > 0 ? units[unit] : 0) * head.output[unit];
#pragma unroll
    for (int half = 8; half >= 4; half /= 2)
        for (int index = 0; index < half; index++) parts[index] += parts[index + half];
    int value = (int)((head.bias + ((parts[0] + parts[2]) + (parts[1] + parts[3]))) * 32);
    return value < -62 * 32 ? -62 * 32 : value > 62 * 32 ? 62 * 32 : value;
}
