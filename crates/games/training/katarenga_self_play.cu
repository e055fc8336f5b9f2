// Self-play of Katarenga on a graphics card: one thread plays one game at a time, by alpha-beta with a fixed depth and
// a quiescence search, with the terms of `src/katarenga/terms.rs` and the network. It writes the lines that
// `damier train katarenga play` writes; a game depends on the seed and its number alone. `docs/training.md` says how
// it is used.
//
//   nvcc -O3 -std=c++17 -arch=native -o katarenga_self_play katarenga_self_play.cu
//   ./katarenga_self_play WEIGHTS.RS NETWORK.BIN GAMES SEED > games.txt
//
// Compiled as C++ (g++ -O2 -std=c++17 -x c++) it plays the same games on the processor, one after the other.

#include "network.cuh"
#include "self_play.cuh"

// Search depth, in plies; a threat to win at a leaf extends it by one, and captures and entries by so many.
constexpr int DEPTH = 3, QUIESCENCE = 6;
constexpr int PAWNS = 8;
constexpr int MAX_MOVES = 136, MAX_TACTICAL = 40;
// Plies of a game that are written, and plies without a capture or an entry, after which it is a draw.
constexpr int MAX_PLIES = 250, MAX_QUIET_PLIES = 100;

// The terms, as `terms.rs` numbers them.
constexpr int COUNTS = 3, NEEDS = 12, DISTANCES = 6, RACES = 9;
constexpr int STRENGTH = 0, CAMP = STRENGTH + PAWNS + 1, SQUARE = CAMP + 1, DISTANCE = SQUARE + 4 * 8,
              EXPOSURE = DISTANCE + DISTANCES, FREEDOM = EXPOSURE + 1, NEED = FREEDOM + 1, HANGING = NEED + 2 * NEEDS,
              GUARDED = HANGING + 2 * COUNTS, ARRIVED = GUARDED + 2 * COUNTS, CAUGHT = ARRIVED + 2 * COUNTS,
              RUNNER = CAUGHT + 2 * COUNTS, AWAITED = RUNNER + 2 * COUNTS, FINISH = AWAITED + 2 * COUNTS,
              RACE = FINISH + 4, MOVE = RACE + RACES, SAFE_MOVE = MOVE + 1, WATCHED = SAFE_MOVE + 1, TEMPO = WATCHED + 1,
              TERMS = TEMPO + 1;

// The features of the network, as `network.rs` numbers them.
constexpr int FEATURE_DISTANCES = 7, FEATURE_DISTANCE = 4 * 64, REACH = FEATURE_DISTANCE + 4 * FEATURE_DISTANCES,
              REACHED = REACH + 64, OWNER_FEATURES = REACHED + 64, FEATURES = 2 * OWNER_FEATURES + 2;

// Tables that are the same on every board.
struct Tables : Rays {
    int weights[TERMS][2];
    NetworkWeights<FEATURES> network;
};

struct Sum {
    int early, late;
    BOTH void add(const Tables &t, int term, int times) {
        early += t.weights[term][0] * times;
        late += t.weights[term][1] * times;
    }
};

// A board: its colours, the moves from each square to each seat's goal row, what a pawn is worth for its square, and the
// rows of the network.
struct Board {
    u64 colours[4]; // yellow, green, blue, red
    uint8_t distances[2][64];
    Sum squares[2][64];
    BoardRows rows;
};

struct Position {
    u64 pawns[2];
    int8_t camps[2];
};

struct Game {
    u64 colours[4];
    int random, plies, score; // the score of First: 0, 1 or 2 halves
    uint16_t moves[MAX_PLIES];
    int16_t values[MAX_PLIES];
};

// A move is 64 times its square, and where it goes; entries into a camp are above these.
constexpr int ENTER = 64 * 64;
BOTH static inline u64 goal(int seat) { return seat ? 0xff00000000000000ull : 0xff; }

BOTH static inline int colour_of(const u64 *colours, int square) {
    for (int colour = 0; colour < 3; colour++)
        if (colours[colour] >> square & 1) return colour;
    return 3;
}

struct PawnFeatures {
    const Tables &t;
    const Board &board;

    template <class Add> BOTH void operator()(int view, int owner, int place, Add add) const {
        if (place == OFF_BOARD) {
            add(2 * OWNER_FEATURES + (owner != view));
            return;
        }
        int base = owner == view ? 0 : OWNER_FEATURES, colour = colour_of(board.colours, place);
        int seen = view == 0 ? 0x38 : 0, distance = board.distances[owner][place];
        add(base + 64 * colour + (place ^ seen));
        add(base + FEATURE_DISTANCE + FEATURE_DISTANCES * colour +
            (distance < FEATURE_DISTANCES ? distance : FEATURE_DISTANCES - 1));
        for (u64 to = reach(t, board.colours, place, 0); to; to &= to - 1) add(base + REACH + (first(to) ^ seen));
        for (u64 from = reaching(t, board.colours, place, 0); from; from &= from - 1)
            add(base + REACHED + (first(from) ^ seen));
    }
};

BOTH static void prepare(const Tables &t, Board &board) {
    for (int seat = 0; seat < 2; seat++) {
        u64 reached = 0, ring = goal(seat);
        for (int from = 0; from < 64; from++) board.distances[seat][from] = 64;
        for (int moves = 0; ring; moves++) {
            u64 before = 0;
            reached |= ring;
            for (u64 rest = ring; rest; rest &= rest - 1) {
                board.distances[seat][first(rest)] = (uint8_t)moves;
                before |= reaching(t, board.colours, first(rest), 0);
            }
            ring = before & ~reached;
        }
        for (int from = 0; from < 64; from++) {
            Sum sum = {0, 0};
            int row = seat == 0 ? 7 - from / 8 : from / 8, distance = board.distances[seat][from];
            sum.add(t, SQUARE + 8 * colour_of(board.colours, from) + row, 1);
            sum.add(t, DISTANCE + (distance < DISTANCES ? distance : DISTANCES - 1), 1);
            sum.add(t, EXPOSURE, count(reaching(t, board.colours, from, 0)));
            sum.add(t, FREEDOM, count(reach(t, board.colours, from, 0)));
            board.squares[seat][from] = sum;
        }
    }
    sum_rows(t.network, PawnFeatures{t, board}, board.rows);
}

// What the pawns of a side reach, own pawns included.
struct Reach {
    u64 all, pawns[PAWNS];
};

BOTH static void side_reach(const Tables &t, const Board &board, const Position &p, int seat, Reach &found) {
    u64 all = p.pawns[0] | p.pawns[1];
    int number = 0;
    found.all = 0;
    for (u64 rest = p.pawns[seat]; rest; rest &= rest - 1) {
        u64 targets = reach(t, board.colours, first(rest), all);
        found.pawns[number++] = targets;
        found.all |= targets;
    }
}

BOTH static inline void add_count(const Tables &t, Sum &sum, int terms, int index, int number, int sign) {
    if (number > 0) sum.add(t, terms + index * COUNTS + (number < COUNTS ? number : COUNTS) - 1, sign);
}

// Adds the terms of a side, and returns the moves that it needs to fill its camps.
BOTH static int side_terms(const Tables &t, const Board &board, const Position &p, int seat, int index, int sign,
                           const Reach &own, u64 enemy, Sum &sum) {
    u64 pawns = p.pawns[seat], goals = goal(seat);
    int camps = p.camps[seat], strength = count(pawns) + camps;
    sum.add(t, STRENGTH + (strength < PAWNS ? strength : PAWNS), sign);
    sum.add(t, CAMP, sign * camps);
    int nearest[2] = {9, 9}, moves = 0, safe = 0, runners = 0, awaited = 0, number = 0;
    for (u64 rest = pawns; rest; rest &= rest - 1, number++) {
        int from = first(rest), distance = board.distances[seat][from];
        sum.early += sign * board.squares[seat][from].early;
        sum.late += sign * board.squares[seat][from].late;
        if (distance < nearest[0]) {
            nearest[1] = nearest[0];
            nearest[0] = distance;
        } else if (distance < nearest[1]) {
            nearest[1] = distance;
        }
        u64 open = own.pawns[number] & ~pawns;
        moves += count(open);
        safe += count(open & ~enemy);
        if (distance == 1 && (open & goals)) {
            if (open & goals & ~enemy)
                runners++;
            else
                awaited++;
        }
    }
    int need = camps == 0 ? nearest[0] + nearest[1] + 2 : nearest[0] + 1;
    sum.add(t, NEED + index * NEEDS + (need < NEEDS ? need : NEEDS) - 1, sign);
    add_count(t, sum, RUNNER, index, runners, sign);
    add_count(t, sum, AWAITED, index, awaited, sign);
    sum.add(t, MOVE, sign * moves);
    sum.add(t, SAFE_MOVE, sign * safe);
    u64 hit = pawns & enemy;
    int arrived = count(pawns & goals & ~enemy);
    add_count(t, sum, HANGING, index, count(hit & ~goals & ~own.all), sign);
    add_count(t, sum, GUARDED, index, count(hit & ~goals & own.all), sign);
    add_count(t, sum, CAUGHT, index, count(hit & goals), sign);
    add_count(t, sum, ARRIVED, index, arrived, sign);
    if (camps == 1) {
        sum.add(t, FINISH + 2 * index, sign * (arrived > 0));
        sum.add(t, FINISH + 2 * index + 1, sign * (runners > 0));
    }
    sum.add(t, WATCHED, sign * count(goal(!seat) & own.all));
    return need;
}

BOTH static int evaluate(const Tables &t, const Board &board, const Position &p, int turn, const Accumulator &sums) {
    Reach own, other;
    side_reach(t, board, p, turn, own);
    side_reach(t, board, p, !turn, other);
    Sum sum = {0, 0};
    sum.add(t, TEMPO, 1);
    int needs = side_terms(t, board, p, turn, 0, 1, own, other.all, sum);
    int race = side_terms(t, board, p, !turn, 1, -1, other, own.all, sum) - needs + RACES / 2;
    sum.add(t, RACE + (race < 0 ? 0 : race < RACES ? race : RACES - 1), 1);
    int phase = 256 * count(p.pawns[0] | p.pawns[1]) / (2 * PAWNS);
    return (sum.early * phase + sum.late * (256 - phase)) / 256 + network_points(t.network, sums, turn);
}

// A move that ends the game with a win, or -1.
BOTH static int winning_move(const Tables &t, const Board &board, const Position &p, int turn) {
    u64 arrived = p.pawns[turn] & goal(turn);
    if (p.camps[turn] == 1 && arrived) return ENTER + first(arrived);
    if (count(p.pawns[!turn]) + p.camps[!turn] > 2) return -1;
    u64 all = p.pawns[0] | p.pawns[1];
    for (u64 rest = p.pawns[turn]; rest; rest &= rest - 1) {
        u64 targets = reach(t, board.colours, first(rest), all) & p.pawns[!turn];
        if (targets) return 64 * first(rest) + first(targets);
    }
    return -1;
}

BOTH static bool is_tactical(const Position &p, int turn, int move) {
    return move >= ENTER || (p.pawns[!turn] >> move % 64 & 1);
}

// Lists all moves, or captures and entries alone.
BOTH static int list_moves(const Tables &t, const Board &board, const Position &p, int turn, bool tactical,
                           int max, uint16_t *moves) {
    int number = 0;
    u64 all = p.pawns[0] | p.pawns[1], allowed = tactical ? p.pawns[!turn] : ~p.pawns[turn];
    for (u64 rest = p.pawns[turn]; rest; rest &= rest - 1) {
        int from = first(rest);
        for (u64 to = reach(t, board.colours, from, all) & allowed; to && number < max; to &= to - 1)
            moves[number++] = (uint16_t)(64 * from + first(to));
    }
    for (u64 rest = p.pawns[turn] & goal(turn); rest && number < max; rest &= rest - 1)
        moves[number++] = (uint16_t)(ENTER + first(rest));
    return number;
}

// How early a move is searched.
BOTH static int priority(const Tables &t, const Board &board, const Position &p, int turn, int move, int killer) {
    if (move >= ENTER) return 1000;
    int from = move / 64, to = move % 64;
    int progress = 8 * (board.distances[turn][from] - board.distances[turn][to]);
    if (p.pawns[!turn] >> to & 1) {
        u64 all = p.pawns[0] | p.pawns[1];
        bool guarded = reaching(t, board.colours, to, all) & p.pawns[!turn];
        int near = board.distances[!turn][to];
        return progress + (guarded ? 300 : 600) + 16 * (4 - (near < 4 ? near : 4));
    }
    return move == killer ? progress + 200 : progress;
}

BOTH static Position after(const Board &board, const Position &p, int turn, int move, Accumulator &sums) {
    Position next = p;
    if (move >= ENTER) {
        next.pawns[turn] ^= 1ull << (move - ENTER);
        next.camps[turn]++;
        board.rows.remove(sums, turn, move - ENTER);
        board.rows.add(sums, turn, OFF_BOARD);
        return next;
    }
    int from = move / 64, to = move % 64;
    next.pawns[turn] ^= 1ull << from | 1ull << to;
    board.rows.remove(sums, turn, from);
    board.rows.add(sums, turn, to);
    if (next.pawns[!turn] >> to & 1) {
        next.pawns[!turn] ^= 1ull << to;
        board.rows.remove(sums, !turn, to);
    }
    return next;
}

struct Found {
    int value, move;
};

// Alpha-beta; from depth 0 on down it is a quiescence search. `killers` has the last cut-off of each depth.
template <int D, bool EXTENDS> struct Search {
    BOTH static Found run(const Tables &t, const Board &board, const Position &p, int turn, const Accumulator &sums,
                          int alpha, int beta, int ply, uint16_t *killers) {
        if (winning_move(t, board, p, turn) >= 0)
            return {WIN - ply - 1, winning_move(t, board, p, turn)};
        Found best = {-WIN, -1};
        if constexpr (D <= 0) {
            if constexpr (D == 0 && EXTENDS)
                if (winning_move(t, board, p, !turn) >= 0)
                    return Search<1, false>::run(t, board, p, turn, sums, alpha, beta, ply, killers);
            best.value = evaluate(t, board, p, turn, sums);
            if (D == -QUIESCENCE || best.value >= beta) return best;
        }
        if constexpr (D > -QUIESCENCE) {
            constexpr int MAX = D > 0 ? MAX_MOVES : MAX_TACTICAL;
            uint16_t moves[MAX];
            int16_t order[MAX];
            int number = list_moves(t, board, p, turn, D <= 0, MAX, moves);
            for (int i = 0; i < number; i++) {
                if constexpr (D > 2) {
                    Accumulator next_sums = sums;
                    Position next = after(board, p, turn, moves[i], next_sums);
                    order[i] = (int16_t)(-evaluate(t, board, next, !turn, next_sums) / 4);
                } else {
                    order[i] = (int16_t)priority(t, board, p, turn, moves[i], D > 0 ? killers[D] : -1);
                }
            }
            for (int i = 0; i < number; i++) {
                int first = i;
                for (int j = i + 1; j < number; j++)
                    if (order[j] > order[first]) first = j;
                uint16_t move = moves[first];
                moves[first] = moves[i];
                order[first] = order[i];
                Accumulator next_sums = sums;
                Position next = after(board, p, turn, move, next_sums);
                int bound = alpha > best.value ? alpha : best.value;
                int value = -Search<D - 1, EXTENDS>::run(t, board, next, !turn, next_sums, -beta, -bound, ply + 1, killers).value;
                if (value > best.value) best = {value, move};
                if (value >= beta) {
                    if (D > 0 && !is_tactical(p, turn, move)) killers[D] = move;
                    break;
                }
            }
        }
        return best;
    }
};

BOTH static void play(const Tables &t, const Board &board, Random random, Game &game) {
    for (int colour = 0; colour < 4; colour++) game.colours[colour] = board.colours[colour];
    Position p = {{goal(1), goal(0)}, {0, 0}};
    Accumulator sums;
    clear(t.network, sums);
    for (int seat = 0; seat < 2; seat++)
        for (u64 rest = p.pawns[seat]; rest; rest &= rest - 1) board.rows.add(sums, seat, first(rest));
    game.random = 2 + random.below(8);
    game.score = 1;
    uint16_t moves[MAX_MOVES];
    u64 keys[MAX_PLIES + 1];
    int turn = 0, ply = 0, quiet = 0;
    for (;; ply++) {
        if (p.camps[!turn] == 2 || count(p.pawns[turn]) + p.camps[turn] < 2) {
            game.score = turn == 0 ? 0 : 2;
            break;
        }
        keys[ply] = Random::mix(Random::mix(p.pawns[0]) ^ p.pawns[1]) ^ (u64)turn;
        int seen = 0;
        for (int before = ply; before >= ply - quiet; before -= 2) seen += keys[before] == keys[ply];
        if (seen >= 3 || quiet >= MAX_QUIET_PLIES || ply >= MAX_PLIES) break;
        int move, value = 0;
        if (ply < game.random) {
            int legal = list_moves(t, board, p, turn, false, MAX_MOVES, moves);
            move = moves[random.below(legal)];
        } else {
            uint16_t killers[DEPTH + 1] = {};
            Found found = Search<DEPTH, true>::run(t, board, p, turn, sums, -WIN, WIN, 0, killers);
            move = found.move;
            value = found.value;
        }
        game.moves[ply] = (uint16_t)move;
        game.values[ply] = (int16_t)value;
        quiet = is_tactical(p, turn, move) ? 0 : quiet + 1;
        p = after(board, p, turn, move, sums);
        turn = !turn;
    }
    game.plies = ply;
    if (game.random > ply) game.random = ply;
}

static void write(const Game &game) {
    static const char *const SCORES[3] = {"0", "0.5", "1"};
    const u64 start[2] = {goal(1), goal(0)};
    printf("%s\t%d\t", SCORES[game.score], game.random);
    write_board(start, game.colours);
    printf(" --/-- classic\t");
    int camps[2] = {0, 0};
    for (int ply = 0; ply < game.plies; ply++) {
        int move = game.moves[ply], from = move >= ENTER ? move - ENTER : move / 64, to = move % 64;
        printf("%s%c%d", ply ? " " : "", 'a' + from % 8, 1 + from / 8);
        if (move >= ENTER)
            printf(">%c", camps[ply % 2]++ ? 'r' : 'l');
        else
            printf("%c%d", 'a' + to % 8, 1 + to / 8);
    }
    putchar('\t');
    write_values(game.values + game.random, game.plies - game.random);
    putchar('\n');
}

struct Player {
    typedef ::Tables Tables;
    typedef ::Board Board;
    typedef ::Game Game;
    static constexpr int GAMES_OF_BOARD = 32, BLOCKS = 2;
    BOTH static void prepare(const Tables &t, u64 seed, unsigned number, Board &board) {
        Random random = {Random::mix(seed ^ Random::mix(number))};
        lay_for_training(random, board.colours);
        ::prepare(t, board);
    }
    BOTH static void play(const Tables &t, const Board &board, u64 seed, unsigned number, Game &game) {
        ::play(t, board, {Random::mix(seed * 0x9e3779b97f4a7c15ull + number)}, game);
    }
};

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: katarenga_self_play WEIGHTS.RS NETWORK.BIN GAMES SEED > games.txt\n");
        return 1;
    }
    static Tables t;
    make_rays(t);
    read_weights(argv[1], t.weights, TERMS);
    t.network.read(argv[2]);
    unsigned number = (unsigned)strtoul(argv[3], nullptr, 10);
    std::vector<Game> games(number);
    play_all<Player>(t, strtoull(argv[4], nullptr, 10), number, games);
    for (const Game &game : games) write(game);
}
