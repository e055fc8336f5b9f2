// The network that adds to the terms of an estimate (`src/network`): the same integers as the engine's.

#pragma once

#include "terrain.cuh"

constexpr int HIDDEN = 32, PLACES = 65, OFF_BOARD = 64;
constexpr int ACTIVATION_ONE = 128, OUTPUT_ONE = 64, ROW_MAX = 1800;

template <int FEATURES> struct NetworkWeights {
    int8_t features[FEATURES][HIDDEN];
    int16_t bias[HIDDEN], outputs[2][HIDDEN];
    int output_bias;

    // Reads the bytes of `data/network.bin`, which are in this order, without gaps, the lowest byte first.
    void read(const char *path) {
        FILE *file = fopen(path, "rb");
        bool complete = file && fread(features, sizeof features, 1, file) == 1 && fread(bias, sizeof bias, 1, file) == 1 &&
                        fread(outputs, sizeof outputs, 1, file) == 1 && fread(&output_bias, sizeof output_bias, 1, file) == 1;
        if (!complete || fgetc(file) != EOF) {
            fprintf(stderr, "%s: no network of %d features\n", path, FEATURES);
            exit(1);
        }
        fclose(file);
    }
};

// Two neighbouring sums in one word.
typedef uint32_t Pair;
constexpr int PAIRS = HIDDEN / 2;
BOTH static inline Pair add_pairs(Pair a, Pair b) {
    return ((a & 0x7fff7fffu) + (b & 0x7fff7fffu)) ^ ((a ^ b) & 0x80008000u);
}
BOTH static inline Pair subtract_pairs(Pair a, Pair b) {
    return ((a | 0x80008000u) - (b & 0x7fff7fffu)) ^ ((a ^ ~b) & 0x80008000u);
}

// The hidden layer in the view of each seat.
struct Accumulator {
    Pair of[2][PAIRS];
};

// The rows of pawns on one board: by view, by owner (that of the view, then the other), by place.
struct BoardRows {
    Pair rows[2][2][PLACES][PAIRS];

    BOTH void add(Accumulator &sums, int owner, int place) const {
        for (int view = 0; view < 2; view++)
            for (int pair = 0; pair < PAIRS; pair++)
                sums.of[view][pair] = add_pairs(sums.of[view][pair], rows[view][owner != view][place][pair]);
    }
    BOTH void remove(Accumulator &sums, int owner, int place) const {
        for (int view = 0; view < 2; view++)
            for (int pair = 0; pair < PAIRS; pair++)
                sums.of[view][pair] = subtract_pairs(sums.of[view][pair], rows[view][owner != view][place][pair]);
    }
};

BOTH static inline Pair pair_of(int low, int high) { return (Pair)(uint16_t)low | (Pair)(uint16_t)high << 16; }

// Sums the rows of all features that `features(view, owner, place, add)` tells of.
template <int FEATURES, class Features>
BOTH static void sum_rows(const NetworkWeights<FEATURES> &weights, const Features &features, BoardRows &board) {
    for (int view = 0; view < 2; view++)
        for (int owner = 0; owner < 2; owner++)
            for (int place = 0; place < PLACES; place++) {
                int sums[HIDDEN] = {};
                features(view, owner, place, [&](int feature) {
                    for (int unit = 0; unit < HIDDEN; unit++) sums[unit] += weights.features[feature][unit];
                });
                for (int &sum : sums) sum = sum < -ROW_MAX ? -ROW_MAX : sum > ROW_MAX ? ROW_MAX : sum;
                for (int pair = 0; pair < PAIRS; pair++)
                    board.rows[view][owner != view][place][pair] = pair_of(sums[2 * pair], sums[2 * pair + 1]);
            }
}

template <int FEATURES> BOTH static void clear(const NetworkWeights<FEATURES> &weights, Accumulator &sums) {
    for (int view = 0; view < 2; view++)
        for (int pair = 0; pair < PAIRS; pair++)
            sums.of[view][pair] = pair_of(weights.bias[2 * pair], weights.bias[2 * pair + 1]);
}

BOTH static inline int activation(int sum) { return sum < 0 ? 0 : sum > ACTIVATION_ONE ? ACTIVATION_ONE : sum; }

// The estimate for the side to move, in points.
template <int FEATURES>
BOTH static int network_points(const NetworkWeights<FEATURES> &weights, const Accumulator &sums, int turn) {
    int sum = weights.output_bias;
    for (int side = 0; side < 2; side++)
        for (int pair = 0; pair < PAIRS; pair++) {
            Pair both = sums.of[side ? !turn : turn][pair];
            sum += activation((int16_t)(both & 0xffff)) * weights.outputs[side][2 * pair] +
                   activation((int16_t)(both >> 16)) * weights.outputs[side][2 * pair + 1];
        }
    return sum / OUTPUT_ONE;
}
