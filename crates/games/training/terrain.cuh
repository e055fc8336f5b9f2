// The coloured board that Katarenga, Congress and Isolation share (`src/terrain`), for programs that run on a graphics
// card and, compiled as C++, on the processor.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "bits.cuh"

constexpr u64 FILE_A = 0x0101010101010101ull, FILE_H = 0x8080808080808080ull;
BOTH constexpr u64 square_bit(int file, int rank) { return 1ull << (8 * rank + file); }

// Where pieces go on an empty board.
struct Rays {
    u64 king[64], knight[64];
    // Vertical, horizontal, and both diagonals, with the square itself.
    u64 lines[4][64];
};

static void make_rays(Rays &t) {
static const int KNIGHT[8][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    static const int LINES[4][2] = {{0, 1}, {1, 0}, {1, 1}, {-1, 1}};
    for (int from = 0; from < 64; from++) {
        int file = from % 8, rank = from / 8;
        auto on_board = [](int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8; };
        for (int dx = -1; dx <= 1; dx++)
            for (int dy = -1; dy <= 1; dy++)
                if ((dx || dy) && on_board(file + dx, rank + dy)) t.king[from] |= square_bit(file + dx, rank + dy);
        for (auto jump : KNIGHT)
            if (on_board(file + jump[0], rank + jump[1])) t.knight[from] |= square_bit(file + jump[0], rank + jump[1]);
        for (int line = 0; line < 4; line++)
            for (int n = -7; n < 8; n++) {
                int x = file + n * LINES[line][0], y = rank + n * LINES[line][1];
                if (on_board(x, y)) t.lines[line][from] |= square_bit(x, y);
            }
    }
}

// Squares of a line that a piece reaches before and on the first stop of each way (o ^ (o - 2r): a subtraction runs from
// the piece to the first stop above it, and on the reversed board to the first below).
BOTH static inline u64 slide(u64 line, int from, u64 stops) {
    u64 piece = 1ull << from, on_line = stops & line & ~piece;
    u64 up = on_line - 2 * piece, down = reversed(reversed(on_line) - 2 * reversed(piece));
    return (up ^ down) & line & ~piece;
}
BOTH static inline u64 rook(const Rays &t, int from, u64 stops) {
    return slide(t.lines[0][from], from, stops) | slide(t.lines[1][from], from, stops);
}
BOTH static inline u64 bishop(const Rays &t, int from, u64 stops) {
    return slide(t.lines[2][from], from, stops) | slide(t.lines[3][from], from, stops);
}
BOTH static inline u64 reach(const Rays &t, const u64 *colours, int from, u64 all) {
    u64 bit = 1ull << from;
    if (colours[2] & bit) return t.king[from];
    if (colours[1] & bit) return t.knight[from];
    if (colours[0] & bit) return bishop(t, from, colours[0] | all);
    return rook(t, from, colours[3] | all);
}
BOTH static inline u64 reaching(const Rays &t, const u64 *colours, int to, u64 all) {
    return (bishop(t, to, colours[0] | all) & colours[0]) | (t.knight[to] & colours[1]) | (t.king[to] & colours[2]) |
           (rook(t, to, colours[3] | all) & colours[3]);
}

// The tiles of the box.
#ifdef __CUDACC__
__device__
#endif
    static const char TILES[4][17] = {"RYBGGRGBYYBRBGRY", "RYGBGYRYBBGRYRBG", "RGBYYYGRBBRGGRYB",
                                             "RGBYYYBRBGRGGRYB"};

// A random board of the box: places, sides and turns of its four tiles.
BOTH static void lay(Random &random, u64 *colours) {
    int order[4] = {0, 1, 2, 3};
    for (int place = 3; place > 0; place--) {
        int with = random.below(place + 1), tile = order[place];
        order[place] = order[with];
        order[with] = tile;
    }
    for (int colour = 0; colour < 4; colour++) colours[colour] = 0;
    for (int place = 0; place < 4; place++) {
        int flipped = random.below(2), quarters = random.below(4);
        for (int row = 0; row < 4; row++)
            for (int column = 0; column < 4; column++) {
                int x = column, y = row;
                for (int n = 0; n < quarters; n++) {
                    int turned = y;
                    y = 3 - x;
                    x = turned;
                }
                char letter = TILES[order[place]][4 * y + (flipped ? 3 - x : x)];
                int square = 8 * (7 - (place / 2 * 4 + row)) + place % 2 * 4 + column;
                colours[letter == 'Y' ? 0 : letter == 'G' ? 1 : letter == 'B' ? 2 : 3] |= 1ull << square;
            }
    }
}

// Boards are kept apart for tests: those whose squares, seen from the side that gives the least number, have a hash
// that four divides.
BOTH static u64 image(u64 set, int symmetry) {
    u64 found = 0;
    for (; set; set &= set - 1) {
        int file = first(set) % 8, rank = first(set) / 8;
        if (symmetry & 1) file = 7 - file;
        if (symmetry & 2) rank = 7 - rank;
        found |= symmetry & 4 ? square_bit(rank, file) : square_bit(file, rank);
    }
    return found;
}
BOTH static bool is_kept_apart(const u64 *colours) {
    u64 least = ~0ull;
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        u64 key = 0;
        for (int colour = 0; colour < 3; colour++) key = Random::mix(key ^ image(colours[colour], symmetry));
        if (key < least) least = key;
    }
    return least % 4 == 0;
}

// A random board that is not kept apart.
BOTH static void lay_for_training(Random &random, u64 *colours) {
    do lay(random, colours);
    while (is_kept_apart(colours));
}

// The pawns and colours of a board as position texts have them, ranks from the eighth down.
static void write_board(const u64 *pawns, const u64 *colours) {
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            u64 bit = square_bit(file, rank);
            char letter = pawns[0] & bit ? 'x' : pawns[1] & bit ? 'o' : 0;
            if (!letter) {
                empty++;
                continue;
            }
            if (empty) putchar('0' + empty);
            empty = 0;
            putchar(letter);
        }
        if (empty) putchar('0' + empty);
        if (rank) putchar('/');
    }
    printf(" x ");
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0; file < 8; file++)
            for (int colour = 0; colour < 4; colour++)
                if (colours[colour] & square_bit(file, rank)) putchar("YGBR"[colour]);
        if (rank) putchar('/');
    }
}
