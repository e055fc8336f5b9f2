// Self-play of Congress on a graphics card: one thread plays one game at a time, by alpha-beta with a fixed depth and
// the terms of `src/congress/terms.rs`. It writes the lines that `damier train congress play` writes; a game depends on
// the seed and its number alone. `docs/training.md` says how it is used.
//
//   nvcc -O3 -std=c++17 -arch=native -o congress_self_play congress_self_play.cu
//   ./congress_self_play WEIGHTS.RS GAMES SEED > games.txt
//
// Compiled as C++ (g++ -O2 -std=c++17 -x c++) it plays the same games on the processor, one after the other.

#include "self_play.cuh"

// Search depth, in plies; a threat to win at a leaf extends it by one.
constexpr int DEPTH = 3;
constexpr int PAWNS = 8;
constexpr int MAX_MOVES = 160;
// Plies after which a game is a draw.
constexpr int MAX_PLIES = 200;

// The terms, as `terms.rs` numbers them.
constexpr int AWAY = 0, AWAYS = 6, STEP = AWAY + AWAYS, GROUPS = STEP + 1, LARGEST = GROUPS + 2 * PAWNS,
              OUTSIDE = LARGEST + PAWNS, OUTSIDES = 4, LINK = OUTSIDE + 2 * OUTSIDES, CORNER = LINK + 1,
              COLOUR = CORNER + 1, EDGE = COLOUR + 4, EXTENT = EDGE + 4, MOVE = EXTENT + 1, STUCK = MOVE + 1,
              GAP = STUCK + 1, WIDE_GAP = GAP + PAWNS, TOUCHING = WIDE_GAP + PAWNS, BLOCKED = TOUCHING + PAWNS,
              ROOM = BLOCKED + 1, TEMPO = ROOM + 1, TERMS = TEMPO + 1;

// Tables that are the same on every board.
struct Tables : Rays {
    int weights[TERMS][2];
};

// A board: its colours, the costs of meeting places, and where a pawn may be after two and three moves.
struct Board {
    u64 colours[4]; // yellow, green, blue, red
    Random random;  // after the board is laid
    uint16_t costs[64][64];
    u64 within[64][2];
};

struct Pawns {
    u64 of[2];
};

// What is known of the pawns of a side by themselves.
struct Gathering {
    u64 groups[PAWNS];
    uint8_t number, largest, largest_len, near[3], place;
};

struct Game {
    Pawns start;
    u64 colours[4];
    int random, plies, score; // the score of First: 0, 1 or 2 halves
    int turn;
    uint16_t moves[MAX_PLIES];
    int16_t values[MAX_PLIES];
};

BOTH static inline u64 sideways(u64 set) { return (set << 1 & ~FILE_A) | (set >> 1 & ~FILE_H); }
BOTH static inline u64 beside(u64 set) { return set << 8 | set >> 8 | sideways(set); }
BOTH static inline u64 around(u64 set) {
    u64 row = set | sideways(set);
    return (row | row << 8 | row >> 8) & ~set;
}
BOTH static inline u64 group(u64 pawns) {
    u64 reached = pawns & (0 - pawns);
    for (;;) {
        u64 wider = reached | (pawns & beside(reached));
        if (wider == reached) return reached;
        reached = wider;
    }
}
BOTH static inline int parts(u64 set) {
    int number = 0;
    while (set) {
        set &= ~group(set);
        number++;
    }
    return number;
}
BOTH static inline int touching_parts(u64 set) {
    int number = 0;
    while (set) {
        u64 reached = set & (0 - set);
        for (;;) {
            u64 wider = reached | (set & around(reached));
            if (wider == reached) break;
            reached = wider;
        }
        set &= ~reached;
        number++;
    }
    return number;
}

BOTH static inline int steps(int from, int place) {
    int away = abs(from % 8 - place % 8) + abs(from / 8 - place / 8);
    return away > 0 ? away - 1 : 0;
}

BOTH static void prepare(const Tables &t, Board &board) {
    for (int place = 0; place < 64; place++) {
        u64 reached = 0, ring = beside(1ull << place);
        for (int from = 0; from < 64; from++) board.costs[from][place] = 6;
        for (int moves = 0; ring && moves < 6; moves++) {
            u64 before = 0;
            reached |= ring;
            for (u64 rest = ring; rest; rest &= rest - 1) {
                board.costs[first(rest)][place] = (uint16_t)moves;
                before |= reaching(t, board.colours, first(rest), 0);
            }
            ring = before & ~reached;
        }
        board.costs[place][place] = 0;
        for (int from = 0; from < 64; from++)
            board.costs[from][place] = (uint16_t)(64 * (3 * board.costs[from][place] + steps(from, place)));
    }
    for (int from = 0; from < 64; from++) {
        u64 set = reach(t, board.colours, from, 0);
        for (int n = 0; n < 2; n++) {
            u64 further = set;
            for (u64 rest = set; rest; rest &= rest - 1) further |= reach(t, board.colours, first(rest), 0);
            board.within[from][n] = set = further;
        }
    }
}

BOTH static int meeting_place(const Board &board, u64 pawns) {
    const uint32_t *rows[PAWNS];
    int number = 0;
    for (u64 rest = pawns; rest; rest &= rest - 1) rows[number++] = (const uint32_t *)board.costs[first(rest)];
    uint32_t best = 0xffff;
    for (int pair = 0; pair < 32; pair++) {
        uint32_t sum = (uint32_t)(2 * pair + 1) << 16 | (uint32_t)(2 * pair);
        for (int pawn = 0; pawn < PAWNS; pawn++) sum += rows[pawn][pair];
        uint32_t low = sum & 0xffff, high = sum >> 16;
        best = low < best ? low : best;
        best = high < best ? high : best;
    }
    return best & 63;
}

BOTH static void gather(const Board &board, u64 pawns, Gathering &found) {
    found.place = (uint8_t)meeting_place(board, pawns);
    found.number = found.largest = found.largest_len = 0;
    for (u64 rest = pawns; rest;) {
        u64 next = group(rest);
        rest &= ~next;
        int len = count(next);
        found.groups[found.number] = next;
        if (len > found.largest_len) {
            found.largest = found.number;
            found.largest_len = (uint8_t)len;
        }
        found.number++;
    }
    u64 wide = pawns | beside(pawns), wider = wide | beside(wide);
    found.near[0] = (uint8_t)parts(wide);
    found.near[1] = (uint8_t)parts(wider);
    found.near[2] = (uint8_t)touching_parts(pawns);
}

// A move after which all pawns of a side are one group: 64 times its square, and where it goes; or -1.
BOTH static int joining_move(const Tables &t, const Board &board, u64 all, const Gathering &side) {
    for (int index = 0; index < side.number; index++) {
        u64 meeting = ~0ull;
        for (int other = 0; other < side.number; other++)
            if (other != index) meeting &= beside(side.groups[other]);
        if (!meeting) continue;
        for (u64 rest = side.groups[index]; rest; rest &= rest - 1) {
            int from = first(rest);
            u64 places = meeting;
            for (u64 left = side.groups[index] & ~(1ull << from); left && places;) {
                u64 part = group(left);
                left &= ~part;
                places &= beside(part);
            }
            if (!places) continue;
            places &= reach(t, board.colours, from, all) & ~all;
            if (places) return 64 * from + first(places);
        }
    }
    return -1;
}

struct Sum {
    int early, late;
    BOTH void add(const Tables &t, int term, int times) {
        early += t.weights[term][0] * times;
        late += t.weights[term][1] * times;
    }
};

BOTH static void side_terms(const Tables &t, const Board &board, const Pawns &p, int seat, int index, int sign,
                            const Gathering &side, Sum &sum) {
    u64 pawns = p.of[seat], all = p.of[0] | p.of[1];
    u64 largest = side.groups[side.largest], edge = beside(largest);
    int moves = 0, stuck = 0;
    for (u64 rest = pawns; rest; rest &= rest - 1) {
        int from = first(rest), away = steps(from, side.place);
        int distance = (board.costs[from][side.place] / 64 - away) / 3;
        sum.add(t, AWAY + (distance < AWAYS ? distance : AWAYS - 1), sign);
        sum.add(t, STEP, sign * away);
        int colour = board.colours[0] >> from & 1 ? 0 : board.colours[1] >> from & 1 ? 1 : board.colours[2] >> from & 1 ? 2 : 3;
        sum.add(t, COLOUR + colour, sign);
        int file = from % 8, rank = from / 8;
        file = file < 7 - file ? file : 7 - file;
        rank = rank < 7 - rank ? rank : 7 - rank;
        sum.add(t, EDGE + (file < rank ? file : rank), sign);
        u64 walks = reach(t, board.colours, from, all) & ~all;
        moves += count(walks);
        stuck += !walks;
        if (!(largest >> from & 1)) {
            int outside = walks & edge ? 0 : board.within[from][0] & edge ? 1 : board.within[from][1] & edge ? 2 : 3;
            sum.add(t, OUTSIDE + OUTSIDES * index + outside, sign);
        }
    }
    sum.add(t, MOVE, sign * moves);
    sum.add(t, STUCK, sign * stuck);
    sum.add(t, GROUPS + PAWNS * index + side.number - 1, sign);
    sum.add(t, LARGEST + side.largest_len - 1, sign);
    sum.add(t, LINK, sign * (count(pawns & pawns << 8) + count(pawns & (pawns << 1 & ~FILE_A))));
    u64 up = pawns << 8;
    sum.add(t, CORNER, sign * (count(pawns & (up << 1 & ~FILE_A)) + count(pawns & (up >> 1 & ~FILE_H))));
    u64 files = pawns | pawns >> 32;
    files |= files >> 16;
    files = (files | files >> 8) & 0xff;
    sum.add(t, EXTENT, sign * (last(pawns) / 8 - first(pawns) / 8 + last(files) - first(files)));
    sum.add(t, GAP + side.near[0] - 1, sign);
    sum.add(t, WIDE_GAP + side.near[1] - 1, sign);
    sum.add(t, TOUCHING + side.near[2] - 1, sign);
    sum.add(t, BLOCKED, sign * count(edge & all & ~pawns));
    sum.add(t, ROOM, sign * count(edge & ~all));
}

BOTH static int evaluate(const Tables &t, const Board &board, const Pawns &p, int turn, const Gathering &own,
                         const Gathering &other) {
    Sum sum = {0, 0};
    sum.add(t, TEMPO, 1);
    side_terms(t, board, p, turn, 0, 1, own, sum);
    side_terms(t, board, p, !turn, 1, -1, other, sum);
    int phase = 256 * (own.number + other.number - 2) / (2 * PAWNS - 2);
    return (sum.early * phase + sum.late * (256 - phase)) / 256;
}

BOTH static int list_moves(const Tables &t, const Board &board, const Pawns &p, int turn, uint16_t *moves) {
    int number = 0;
    u64 all = p.of[0] | p.of[1];
    for (u64 rest = p.of[turn]; rest; rest &= rest - 1) {
        int from = first(rest);
        for (u64 to = reach(t, board.colours, from, all) & ~all; to && number < MAX_MOVES; to &= to - 1)
            moves[number++] = (uint16_t)(64 * from + first(to));
    }
    return number;
}

BOTH static Pawns after(const Pawns &p, int turn, int move) {
    Pawns next = p;
    next.of[turn] ^= 1ull << (move / 64) | 1ull << (move % 64);
    return next;
}

struct Found {
    int value, move;
};

template <int D, bool EXTENDS> struct Search {
    BOTH static Found run(const Tables &t, const Board &board, const Pawns &p, int turn, const Gathering &own,
                          const Gathering &other, int alpha, int beta, int ply) {
        int win = joining_move(t, board, p.of[0] | p.of[1], own);
        if (win >= 0) return {WIN - ply - 1, win};
        uint16_t moves[MAX_MOVES];
        int16_t order[D > 1 ? MAX_MOVES : 1];
        int number = list_moves(t, board, p, turn, moves);
        if (number == 0) return {ply - WIN, -1};
        Gathering mine;
        if (D > 1)
            for (int i = 0; i < number; i++) {
                Pawns next = after(p, turn, moves[i]);
                gather(board, next.of[turn], mine);
                order[i] = (int16_t)evaluate(t, board, next, !turn, other, mine);
            }
        Found best = {-WIN, -1};
        for (int i = 0; i < number; i++) {
            if (D > 1) {
                int least = i;
                for (int j = i + 1; j < number; j++)
                    if (order[j] < order[least]) least = j;
                uint16_t move = moves[least];
                moves[least] = moves[i];
                moves[i] = move;
                order[least] = order[i];
            }
            Pawns next = after(p, turn, moves[i]);
            gather(board, next.of[turn], mine);
            int bound = alpha > best.value ? alpha : best.value;
            int value = -Search<D - 1, EXTENDS>::run(t, board, next, !turn, other, mine, -beta, -bound, ply + 1).value;
            if (value > best.value) best = {value, moves[i]};
            if (value >= beta) break;
        }
        return best;
    }
};

template <bool EXTENDS> struct Search<0, EXTENDS> {
    BOTH static Found run(const Tables &t, const Board &board, const Pawns &p, int turn, const Gathering &own,
                          const Gathering &other, int alpha, int beta, int ply) {
        u64 all = p.of[0] | p.of[1];
        if (joining_move(t, board, all, own) >= 0) return {WIN - ply - 1, -1};
        if (EXTENDS && joining_move(t, board, all, other) >= 0)
            return Search<1, false>::run(t, board, p, turn, own, other, alpha, beta, ply);
        return {evaluate(t, board, p, turn, own, other), -1};
    }
};

constexpr u64 START[2] = {square_bit(1, 7) | square_bit(4, 7) | square_bit(7, 6) | square_bit(0, 4) |
                              square_bit(7, 3) | square_bit(0, 1) | square_bit(3, 0) | square_bit(6, 0),
                          square_bit(3, 7) | square_bit(6, 7) | square_bit(0, 6) | square_bit(7, 4) |
                              square_bit(0, 3) | square_bit(7, 1) | square_bit(1, 0) | square_bit(4, 0)};

BOTH static void play(const Tables &t, const Board &board, Game &game) {
    Random random = board.random;
    Pawns p = {{START[0], START[1]}};
    game.start = p;
    for (int colour = 0; colour < 4; colour++) game.colours[colour] = board.colours[colour];
    game.random = 2 + random.below(8);
    game.score = 1;
    uint16_t moves[MAX_MOVES];
    u64 keys[MAX_PLIES + 1];
    int turn = 0, ply = 0;
    for (;; ply++) {
        keys[ply] = Random::mix(Random::mix(p.of[0]) ^ p.of[1]) ^ (u64)turn;
        int seen = 0;
        for (int before = ply; before >= 0; before -= 2) seen += keys[before] == keys[ply];
        if (group(p.of[!turn]) == p.of[!turn]) {
            game.score = turn == 0 ? 0 : 2;
            break;
        }
        int legal = list_moves(t, board, p, turn, moves);
        if (legal == 0) {
            game.score = turn == 0 ? 0 : 2;
            break;
        }
        if (seen >= 3 || ply >= MAX_PLIES) break;
        int move, value = 0;
        if (ply < game.random) {
            move = moves[random.below(legal)];
        } else {
            Gathering own, other;
            gather(board, p.of[turn], own);
            gather(board, p.of[!turn], other);
            Found found = Search<DEPTH, true>::run(t, board, p, turn, own, other, -WIN, WIN, 0);
            move = found.move >= 0 ? found.move : moves[0];
            value = found.value;
        }
        game.moves[ply] = (uint16_t)move;
        game.values[ply] = (int16_t)value;
        p = after(p, turn, move);
        turn = !turn;
    }
    game.plies = ply;
    if (game.random > ply) game.random = ply;
}

static void write(const Game &game) {
    static const char *const SCORES[3] = {"0", "0.5", "1"};
    printf("%s\t%d\t", SCORES[game.score], game.random);
    write_board(game.start.of, game.colours);
    printf(" classic\t");
    for (int ply = 0; ply < game.plies; ply++) {
        int from = game.moves[ply] / 64, to = game.moves[ply] % 64;
        printf("%s%c%d%c%d", ply ? " " : "", 'a' + from % 8, 1 + from / 8, 'a' + to % 8, 1 + to / 8);
    }
    putchar('\t');
    write_values(game.values + game.random, game.plies - game.random);
    putchar('\n');
}

struct Player {
    typedef ::Tables Tables;
    typedef ::Board Board;
    typedef ::Game Game;
    static constexpr int GAMES_OF_BOARD = 1, BLOCKS = 1;
    BOTH static void prepare(const Tables &t, u64 seed, unsigned number, Board &board) {
        board.random = {Random::mix(seed * 0x9e3779b97f4a7c15ull + number)};
        lay_for_training(board.random, board.colours);
        ::prepare(t, board);
    }
    BOTH static void play(const Tables &t, const Board &board, u64, unsigned, Game &game) { ::play(t, board, game); }
};

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: congress_self_play WEIGHTS.RS GAMES SEED > games.txt\n");
        return 1;
    }
    static Tables t;
    make_rays(t);
    read_weights(argv[1], t.weights, TERMS);
    unsigned number = (unsigned)strtoul(argv[2], nullptr, 10);
    std::vector<Game> games(number);
    play_all<Player>(t, strtoull(argv[3], nullptr, 10), number, games);
    for (const Game &game : games) write(game);
}
