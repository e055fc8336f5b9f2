// Self-play of Othello on a graphics card: one thread plays one game at a time, by alpha-beta with the network of
// `src/othello/data/weights.bin` to a fixed depth, then perfectly. It writes the games that `damier train othello fit`
// reads; a game depends on the arguments and its number alone. `docs/training-othello.md` says how it is used.
//
//   nvcc -O3 -std=c++17 -arch=native -fmad=false --expt-relaxed-constexpr -o othello_self_play othello_self_play.cu
//   ./othello_self_play WEIGHTS FIRST COUNT SEED DEPTH PERFECT OUT [WTHOR FILE…]
//
// WEIGHTS is the weights file without its first eight bytes, inflated. Compiled as C++ (g++ -O2 -std=c++17 -x c++) it
// plays the same games on the processor, one after the other; `othello_self_play perft DEPTH` checks its rules.
//
// Threads of a warp execute in lockstep, so the search is not recursive but a loop. Each iteration makes one move in
// the current node of the thread's own tree, whether to order the moves of that node or to search them.

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "othello_search.cuh"

constexpr int MAX_MOVES = 60;
// Iterations after which a perfect search is given up: the game goes on with the midgame's search for two moves.
constexpr unsigned EXACT_STEP_LIMIT = 8000000;
constexpr int EXACT_LIMIT_MIN_EMPTIES = 13;

// ---- Games

// A game as `training_game.rs` writes it; the last four bytes are zero in a file.
struct Game {
    uint8_t plies, first_sample_ply;
    int8_t result;
    uint8_t unused;
    uint8_t squares[MAX_MOVES];
    int8_t scores[MAX_MOVES];
    // Number of empty squares from which on play is perfect; score of the position there; whether it is over.
    uint8_t perfect;
    int8_t guess;
    uint8_t over, unused_too;
};
static_assert(sizeof(Game) == 128, "");

struct Setup {
    u64 seed, first_number;
    int depth;
    unsigned openings;
    const uint8_t (*opening)[MAX_MOVES]; // squares of others' games, filled up with NO_MOVE
};

struct Position {
    u64 own, enemy;
    int black;
    INLINE void pass() {
        u64 other = own;
        own = enemy;
        enemy = other;
        black = !black;
    }
    // Legal moves, after a pass where there are none; 0 if the game is over.
    INLINE u64 moves() {
        u64 set = legal_moves(own, enemy);
        if (!set) {
            set = legal_moves(enemy, own);
            if (set) pass();
        }
        return set;
    }
    INLINE void play(const Tables &t, int square) {
        u64 flips = flipped(t, own, enemy, square);
        own ^= flips | 1ull << square;
        enemy ^= flips;
        pass();
    }
    INLINE int empties() const { return 64 - count(own | enemy); }
};

INLINE Position start_position() { return {0x0000000810000000ull, 0x0000001008000000ull, 1}; }

INLINE int nth_square(u64 set, int skip) {
    while (skip--) set &= set - 1;
    return first(set);
}

// Moves that are not searched: those of others' games, or random ones.
INLINE void open_game(const Setup &setup, const Tables &t, u64 number, Game &game) {
    Random random = {setup.seed ^ Random::mix(number + 1)};
    Position p = start_position();
    int given = 0, randoms;
    const uint8_t *opening = nullptr;
    if (setup.openings && random.below(3)) {
        opening = setup.opening[random.below((int)setup.openings)];
        int length = 0;
        while (length < MAX_MOVES && opening[length] != NO_MOVE) length++;
        given = 4 + random.below(34);
        if (given > length - 8) given = length < 8 ? 0 : length - 8;
        randoms = random.below(4);
    } else {
        randoms = 6 + random.below(number % 2 ? 22 : 36);
    }
    while (game.plies < given + randoms) {
        u64 moves = p.moves();
        if (!moves) break;
        int square = game.plies < given ? opening[game.plies] : nth_square(moves, random.below(count(moves)));
        game.squares[game.plies++] = (uint8_t)square;
        p.play(t, square);
    }
    game.first_sample_ply = game.plies;
}

// A thread's player: of the midgame, or of perfect play.
template <bool MIDGAME> struct Player {
    Search<MIDGAME> search;
    Position position;
    int game; // -1: none
    int depth, beta, lower, upper, best;
    unsigned steps;

    INLINE void search_again(int bound) {
        beta = bound;
        search.begin(position.own, position.enemy, depth, beta);
    }

    INLINE void finish(Game &g) {
        int score = final_score(position.own, position.enemy);
        g.result = (int8_t)(position.black ? score : -score);
        g.over = 1;
        game = -1;
    }

    INLINE void record(const Tables &t, Game &g, int score) {
        if (best == NO_MOVE) best = first(legal_moves(position.own, position.enemy));
        g.squares[g.plies] = (uint8_t)best;
        g.scores[g.plies] = (int8_t)score;
        g.plies++;
        position.play(t, best);
    }

    // The next search; the player has no game after it where the game is over, or the other's to play.
    INLINE void next_search(const Setup &setup, Game &g, int known) {
        int black = position.black;
        if (!position.moves()) {
            finish(g);
            return;
        }
        if (position.black != black) known = -known;
        lower = -64;
        upper = 64;
        best = NO_MOVE;
        if (MIDGAME) {
            depth = setup.depth & 1 ? 1 : 2;
            search_again(0);
        } else {
            depth = position.empties();
            search_again(known & ~1);
        }
    }

    INLINE void begin_game(const Setup &setup, const Context &c, Game &g, int number) {
        game = number;
        search.c = c;
        search.stamp = (uint32_t)(setup.first_number + (u64)number) * 64 + g.perfect * 2 + MIDGAME;
        steps = 0;
        position = start_position();
        if (!g.plies) open_game(setup, *c.tables, setup.first_number + (u64)number, g);
        for (int ply = 0; ply < g.plies; ply++) {
            position.moves();
            position.play(*c.tables, g.squares[ply]);
        }
        next_search(setup, g, g.guess);
    }

    // After a search of the root: the next one, if this game has one.
    INLINE void advance(const Setup &setup, const Context &c, Game &g) {
        int value = search.value;
        if (value >= beta) {
            lower = value;
            best = search.node.best_move;
        } else {
            upper = value;
        }
        if (lower < upper) {
            search_again(value >= beta ? value + (MIDGAME ? 1 : 2) : value);
        } else if (MIDGAME && depth < setup.depth) {
            depth += 2;
            lower = -64;
            upper = 64;
            search_again(value);
        } else if (MIDGAME && position.empties() <= g.perfect) {
            g.guess = (int8_t)value;
            game = -1;
        } else {
            record(*c.tables, g, value);
            next_search(setup, g, -value);
            // The score is known from now on: a move has to reach it, no more.
            if (!MIDGAME && game >= 0) upper = beta;
        }
    }
};

// ---- Files

static void fail(const std::string &what) {
    fprintf(stderr, "%s\n", what.c_str());
    exit(1);
}

static std::vector<uint8_t> read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) fail(std::string(path) + ": cannot be read");
    std::vector<uint8_t> bytes;
    uint8_t buffer[1 << 16];
    for (size_t got; (got = fread(buffer, 1, sizeof buffer, file)) > 0;)
        bytes.insert(bytes.end(), buffer, buffer + got);
    fclose(file);
    return bytes;
}

// Configuration under the symmetry of its pattern.
static int mirror_image(int pattern, int configuration) {
    static const int MIRRORS[PATTERNS][10] = {
        {0, 3, 6, 1, 4, 7, 2, 5, 8}, {9, 8, 7, 6, 5, 4, 3, 2, 1, 0}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
        {0, 4, 7, 9, 1, 5, 8, 2, 6, 3}, {7, 6, 5, 4, 3, 2, 1, 0}, {7, 6, 5, 4, 3, 2, 1, 0},
        {7, 6, 5, 4, 3, 2, 1, 0}, {7, 6, 5, 4, 3, 2, 1, 0}, {6, 5, 4, 3, 2, 1, 0}, {5, 4, 3, 2, 1, 0}, {4, 3, 2, 1, 0}};
    int image = 0;
    for (int digit = 0; digit < LENGTHS[pattern]; digit++, configuration /= 3)
        image += configuration % 3 * power(MIRRORS[pattern][digit]);
    return image;
}

static void read_weights(const char *path, Tables &t, std::vector<Row> &rows) {
    std::vector<uint8_t> bytes = read_file(path);
    size_t at = sizeof t.heads;
    auto take = [&](int row) {
        if (at + WIDTH > bytes.size()) fail(std::string(path) + ": too short");
        for (int index = 0; index < WIDTH; index++) ((uint8_t *)&rows[(size_t)row])[index] = bytes[at++] ^ 128;
    };
    rows.resize(ROWS);
    for (int pattern = 0; pattern < PATTERNS; pattern++)
        for (int configuration = 0; configuration < power(LENGTHS[pattern]); configuration++) {
            int image = mirror_image(pattern, configuration);
            if (image < configuration) continue;
            take(start(pattern) + configuration);
            rows[(size_t)(start(pattern) + image)] = rows[(size_t)(start(pattern) + configuration)];
        }
    for (int row = CONFIGURATIONS; row < ROWS; row++) take(row);
    if (at != bytes.size()) fail(std::string(path) + ": too long");
    memcpy(t.heads, bytes.data(), sizeof t.heads);
}

static void make_tables(Tables &t) {
    static const int WAYS[4][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    memset(&t, 0, sizeof t);
    for (int square = 0; square < 64; square++)
        for (int way = 0; way < 4; way++)
            for (int n = 1; n < 8; n++) {
                int file = square % 8 + n * WAYS[way][0], rank = square / 8 + n * WAYS[way][1];
                if (file < 0 || file > 7 || rank > 7) break;
                t.rays[square][way] |= 1ull << (rank * 8 + file);
            }
    for (int bits = 0; bits < 1024; bits++)
        for (int digit = 0; digit < 10; digit++)
            if (bits >> digit & 1) t.ternary[bits] = (uint16_t)(t.ternary[bits] + power(digit));
}

struct Opening {
    uint8_t squares[MAX_MOVES];
};

struct TestGame : Opening {
    int result; // exact disc difference for Black at 24 empty squares
};

// Games of WTHOR files; every 68th is a test and no opening.
static void read_wthor(const char *path, unsigned &number, std::vector<Opening> &openings,
                       std::vector<TestGame> &tests) {
    std::vector<uint8_t> bytes = read_file(path);
    for (size_t at = 16; at + 68 <= bytes.size(); at += 68, number++) {
        TestGame game;
        game.result = 2 * bytes[at + 7] - 64;
        for (int ply = 0; ply < MAX_MOVES; ply++) {
            int code = bytes[at + 8 + (size_t)ply];
            game.squares[ply] = code ? (uint8_t)((code / 10 - 1) * 8 + code % 10 - 1) : NO_MOVE;
        }
        if (number % 68)
            openings.push_back(game);
        else
            tests.push_back(game);
    }
}

// ---- Machines

// Turns of the loop in one launch, and threads of a block.
constexpr unsigned LAUNCH_STEPS = 20000;
constexpr int THREADS = 128;

template <bool MIDGAME>
INLINE bool turn(const Setup &setup, const Context &c, Player<MIDGAME> &player, Game *games, const uint32_t *list,
               unsigned number, unsigned *next) {
    if (player.search.level < 0) {
        if (player.game >= 0) player.advance(setup, c, games[player.game]);
        if (player.game < 0) {
#ifdef __CUDA_ARCH__
            unsigned index = atomicAdd(next, 1);
#else
            unsigned index = (*next)++;
#endif
            if (index >= number) return false;
            player.begin_game(setup, c, games[list[index]], (int)list[index]);
        }
    }
    if (player.search.level >= 0) {
        player.search.step();
        player.steps++;
        if (!MIDGAME && player.steps > EXACT_STEP_LIMIT && games[player.game].perfect >= EXACT_LIMIT_MIN_EMPTIES) {
            games[player.game].perfect -= 2;
            player.game = -1;
            player.search.level = -1;
        }
    }
    return true;
}

#ifdef __CUDACC__
static void check(cudaError_t error) {
    if (error != cudaSuccess) fail(cudaGetErrorString(error));
}

template <class T> static T *on_device(const std::vector<T> &values) {
    T *copy;
    check(cudaMalloc(&copy, sizeof(T) * (values.size() + 1)));
    check(cudaMemcpy(copy, values.data(), sizeof(T) * values.size(), cudaMemcpyHostToDevice));
    return copy;
}

// `active` counts the threads that still have a game.
template <bool MIDGAME>
__global__ void __launch_bounds__(THREADS)
    run_players(Setup setup, const Tables *tables, const Row *rows, Player<MIDGAME> *players, Game *games,
                const uint32_t *list, unsigned number, unsigned *next, unsigned *active) {
    constexpr int WORDS = (MIDGAME ? sizeof(Tables) : offsetof(Tables, heads)) / 8;
    __shared__ u64 shared[WORDS];
    for (int word = (int)threadIdx.x; word < WORDS; word += THREADS) shared[word] = ((const u64 *)tables)[word];
    __syncthreads();
    unsigned thread = blockIdx.x * THREADS + threadIdx.x;
    Context c = {(const Tables *)shared, rows};
    Player<MIDGAME> player = players[thread];
    player.search.c = c;
    bool plays = true;
    for (unsigned step = 0; plays && step < LAUNCH_STEPS; step++)
        plays = turn(setup, c, player, games, list, number, next);
    players[thread] = player;
    if (plays) atomicAdd(active, 1);
}

struct Machine {
    Setup setup;
    const Tables *tables;
    const Row *rows;
    Stack *stacks = nullptr;
    Table *memory = nullptr;
    unsigned threads = 0, *counters;

    Machine(const Setup &host, const Tables &t, const std::vector<Row> &all_rows, const std::vector<Opening> &openings)
        : setup(host) {
        tables = on_device(std::vector<Tables>{t});
        rows = on_device(all_rows);
        setup.opening = (const uint8_t(*)[MAX_MOVES])on_device(openings);
        check(cudaMalloc(&counters, 2 * sizeof *counters));
    }

    template <bool MIDGAME> void play(std::vector<Game> &games, const std::vector<uint32_t> &list) {
        int multiprocessors, blocks;
        check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, run_players<MIDGAME>, THREADS, 0));
        blocks *= multiprocessors;
        if (threads < (unsigned)(blocks * THREADS)) {
            check(cudaFree(stacks));
            check(cudaFree(memory));
            threads = (unsigned)(blocks * THREADS);
            check(cudaMalloc(&stacks, sizeof(Stack) * threads));
            check(cudaMalloc(&memory, sizeof(Table) * threads));
            check(cudaMemset(memory, 0, sizeof(Table) * threads));
        }
        std::vector<Player<MIDGAME>> players((size_t)(blocks * THREADS));
        for (size_t thread = 0; thread < players.size(); thread++) {
            players[thread].game = players[thread].search.level = -1;
            players[thread].search.stack = stacks + thread;
            players[thread].search.table = memory + thread;
        }
        auto *device_players = on_device(players);
        auto *device_games = on_device(games);
        auto *device_list = on_device(list);
        check(cudaMemset(counters, 0, 2 * sizeof *counters));
        unsigned now[2];
        auto begin = std::chrono::steady_clock::now();
        for (unsigned launch = 0;; launch++) {
            check(cudaMemset(counters + 1, 0, sizeof *counters));
            run_players<MIDGAME><<<blocks, THREADS>>>(setup, tables, rows, device_players, device_games, device_list,
                                                      (unsigned)list.size(), counters, counters + 1);
            check(cudaGetLastError());
            check(cudaMemcpy(now, counters, sizeof now, cudaMemcpyDeviceToHost));
            double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            if (launch % 16 == 0 || !now[1])
                fprintf(stderr, "%s: %u of %zu games begun, %u threads, launch %u, %.1f s\n",
                        MIDGAME ? "midgame" : "perfect", now[0], list.size(), now[1], launch, seconds);
            if (!now[1]) break;
        }
        check(cudaMemcpy(games.data(), device_games, sizeof(Game) * games.size(), cudaMemcpyDeviceToHost));
        check(cudaFree(device_players));
        check(cudaFree(device_games));
        check(cudaFree(device_list));
    }
};
#else
struct Machine {
    Setup setup;
    Context c;
    Stack *stack = (Stack *)calloc(1, sizeof(Stack));
    Table *memory = (Table *)calloc(1, sizeof(Table));

    Machine(const Setup &host, const Tables &t, const std::vector<Row> &rows, const std::vector<Opening> &openings)
        : setup(host), c{&t, rows.data()} {
        setup.opening = (const uint8_t(*)[MAX_MOVES])openings.data();
    }

    template <bool MIDGAME> void play(std::vector<Game> &games, const std::vector<uint32_t> &list) {
        static Player<MIDGAME> player;
        unsigned next = 0;
        u64 steps = 0;
        player.game = player.search.level = -1;
        player.search.stack = stack;
        player.search.table = memory;
        while (turn(setup, c, player, games.data(), list.data(), (unsigned)list.size(), &next)) steps++;
        fprintf(stderr, "%s: %zu games, %.0f steps a game\n", MIDGAME ? "midgame" : "perfect", list.size(),
                (double)steps / (double)(list.size() + 1e-9));
    }
};
#endif

// Plays games and writes them to a file.
static void play_games(Machine &machine, unsigned number, int perfect, const char *path) {
    FILE *file = fopen(path, "wb");
    if (!file) fail(std::string(path) + ": cannot be written");
    Game fresh;
    memset(&fresh, 0, sizeof fresh);
    fresh.perfect = (uint8_t)perfect;
    std::vector<Game> games(number, fresh);
    auto unfinished = [&] {
        std::vector<uint32_t> list;
        for (uint32_t game = 0; game < number; game++)
            if (!games[game].over) list.push_back(game);
        return list;
    };
    for (auto list = unfinished(); !list.empty(); list = unfinished()) {
        machine.play<true>(games, list);
        machine.play<false>(games, unfinished());
    }
    for (Game &game : games) game.perfect = game.over = 0, game.guess = 0;
    if (fwrite(games.data(), sizeof(Game), games.size(), file) != games.size() || fclose(file))
        fail(std::string(path) + ": cannot be written");
}

// ---- Checks on the processor

static u64 perft(const Tables &t, u64 own, u64 enemy, int depth) {
    if (!depth) return 1;
    u64 moves = legal_moves(own, enemy), sum = 0;
    if (!moves) return legal_moves(enemy, own) ? perft(t, enemy, own, depth - 1) : 0;
    for (; moves; moves &= moves - 1) {
        u64 flips = flipped(t, own, enemy, first(moves));
        sum += perft(t, enemy ^ flips, own ^ flips ^ 1ull << first(moves), depth - 1);
    }
    return sum;
}

// Mean absolute error at 24 empty squares on tests, in discs: `damier train othello test` must print the same.
static void print_error(const Context &c, const std::vector<TestGame> &tests) {
    double error = 0;
    int scored = 0;
    for (const TestGame &test : tests) {
        Position p = start_position();
        for (int ply = 0; ply < MAX_MOVES && test.squares[ply] != NO_MOVE; ply++) {
            p.moves();
            if (p.empties() == 24) {
                int own_moves = count(legal_moves(p.own, p.enemy)), enemy_moves = count(legal_moves(p.enemy, p.own));
                int result = p.black ? test.result : -test.result;
                error += fabs(evaluate(c, p.own, p.enemy, own_moves, enemy_moves) / 32.0 - result);
                scored++;
            }
            p.play(*c.tables, test.squares[ply]);
        }
    }
    if (scored) fprintf(stderr, "wthor empties=24 n=%d mae=%.3f\n", scored, error / scored);
}

int main(int argc, char **argv) {
    static Tables t;
    std::vector<Row> rows;
    make_tables(t);
    if (argc == 3 && !strcmp(argv[1], "perft")) {
        Position p = start_position();
        printf("%llu\n", (unsigned long long)perft(t, p.own, p.enemy, atoi(argv[2])));
        return 0;
    }
    if (argc < 8) fail("usage: othello_self_play WEIGHTS FIRST COUNT SEED DEPTH PERFECT OUT [WTHOR FILE…]");
    read_weights(argv[1], t, rows);
    std::vector<Opening> openings;
    std::vector<TestGame> tests;
    unsigned number = 0;
    for (int index = 8; index < argc; index++) read_wthor(argv[index], number, openings, tests);
    print_error({&t, rows.data()}, tests);
    Setup setup = {strtoull(argv[4], nullptr, 10), strtoull(argv[2], nullptr, 10), atoi(argv[5]),
                   (unsigned)openings.size(), nullptr};
    Machine machine(setup, t, rows, openings);
    play_games(machine, (unsigned)strtoul(argv[3], nullptr, 10), atoi(argv[6]), argv[7]);
}
