// What programs of self-play share: reading the weights of terms, and playing many games at a time on a graphics card
// or, compiled as C++, one after the other on the processor.

#pragma once

#include "terrain.cuh"

// A value of the search at which a game is won; one ply of distance is worth one.
constexpr int WIN = 30000;

// Reads the weights of a game's `weights.rs`: for the beginning and for the end of a game.
static void read_weights(const char *path, int (*weights)[2], int terms) {
    FILE *file = fopen(path, "r");
    char line[512];
    int number = 0;
    while (file && number < terms && fgets(line, sizeof line, file)) {
        const char *at = strstr(line, "Weight::new(");
        if (at && sscanf(at, "Weight::new(%d, %d)", &weights[number][0], &weights[number][1]) == 2) number++;
    }
    if (file) fclose(file);
    if (number != terms) {
        fprintf(stderr, "%s: %d weights instead of %d\n", path, number, terms);
        exit(1);
    }
}

// The values of moves as `damier train GAME play` writes them.
static void write_values(const int16_t *values, int number) {
    for (int ply = 0; ply < number; ply++) {
        int value = values[ply];
        if (abs(value) > WIN - 1000) value = value > 0 ? 999999 - (WIN - value) : -999999 + (WIN + value);
        printf("%s%d", ply ? " " : "", value);
    }
}

// `Player` has the types `Tables` (the same for all games), `Board` and `Game`, and the functions
// `prepare(tables, seed, number, board)` and `play(tables, board, seed, number, game)`. `GAMES_OF_BOARD` games in a row
// are played on a board; at least `BLOCKS` blocks of threads are at work on a multiprocessor.
#ifdef __CUDACC__
static void check(cudaError_t error) {
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        exit(1);
    }
}

template <class Player>
__global__ void prepare_boards(const typename Player::Tables *t, typename Player::Board *boards, u64 seed, unsigned number) {
    unsigned board = blockIdx.x * blockDim.x + threadIdx.x;
    if (board < number) Player::prepare(*t, seed, board, boards[board]);
}

// Threads take games in turn, so that those that play at the same time share few boards, which the caches hold.
template <class Player>
__global__ void __launch_bounds__(128, Player::BLOCKS)
    play_games(const typename Player::Tables *t, const typename Player::Board *boards, typename Player::Game *games, u64 seed,
               unsigned number, unsigned *next) {
    for (;;) {
        unsigned game = atomicAdd(next, 1);
        if (game >= number) return;
        Player::play(*t, boards[game / Player::GAMES_OF_BOARD], seed, game, games[game]);
    }
}

template <class Player>
static void play_all(const typename Player::Tables &t, u64 seed, unsigned number, std::vector<typename Player::Game> &games) {
    constexpr int THREADS = 128;
    unsigned different = (number + Player::GAMES_OF_BOARD - 1) / Player::GAMES_OF_BOARD;
    int multiprocessors, blocks;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, play_games<Player>, THREADS, 0));
    blocks *= multiprocessors;
    typename Player::Tables *tables;
    typename Player::Board *boards;
    typename Player::Game *found;
    unsigned *next;
    check(cudaMalloc(&tables, sizeof t));
    check(cudaMalloc(&boards, sizeof(typename Player::Board) * different));
    check(cudaMalloc(&found, sizeof(typename Player::Game) * number));
    check(cudaMalloc(&next, sizeof *next));
    check(cudaMemcpy(tables, &t, sizeof t, cudaMemcpyHostToDevice));
    check(cudaMemset(next, 0, sizeof *next));
    fprintf(stderr, "%d threads play %u games on %u boards\n", blocks * THREADS, number, different);
    prepare_boards<Player><<<(different + THREADS - 1) / THREADS, THREADS>>>(tables, boards, seed, different);
    play_games<Player><<<blocks, THREADS>>>(tables, boards, found, seed, number, next);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(games.data(), found, sizeof(typename Player::Game) * number, cudaMemcpyDeviceToHost));
}
#else
template <class Player>
static void play_all(const typename Player::Tables &t, u64 seed, unsigned number, std::vector<typename Player::Game> &games) {
    static typename Player::Board board;
    for (unsigned game = 0; game < number; game++) {
        if (game % Player::GAMES_OF_BOARD == 0) Player::prepare(t, seed, game / Player::GAMES_OF_BOARD, board);
        Player::play(t, board, seed, game, games[game]);
    }
}
#endif
