// Alpha-beta search of one thread: null windows with a transposition table of the thread's own, as a loop.

#pragma once

#include "othello_position.cuh"

// Entries of a list of moves, and of the stack.
constexpr int LIST = 32, STACK = 40;
// Entries of a thread's transposition table.
constexpr int TABLE_BITS = 14;
// Nodes of a perfect search with fewer empty squares do without table and without ordering.
constexpr int EXACT_TABLE_EMPTIES = 7, EXACT_ORDERED_EMPTIES = 6;
constexpr u64 CORNERS = 0x8100000000000081ull, X_SQUARES = 0x0042000000004200ull;

struct alignas(16) Entry {
    u64 own, enemy;
    uint32_t stamp;
    uint8_t depth;
    int8_t lower, upper;
    uint8_t move;
    u64 unused;
};

// A node of the tree. `rest` are the moves yet to be searched. `last` is the entry of the list that was searched last,
// or, plus ORDERING, the first square that is yet to be ordered; UNORDERED nodes have no list.
struct alignas(16) Node {
    u64 own, enemy, rest;
    uint16_t last;
    int8_t best, beta;
    uint8_t depth, size, best_move, current;
};
constexpr uint16_t ORDERING = 0x8000, UNORDERED = 0xffff;
// Flags of `current`: the best move of the table is to be searched first; the node follows a pass.
constexpr uint8_t PENDING = 0x40, PASSED = 0x80;
constexpr uint8_t NO_MOVE = 64;

// Nodes from the root to the one before the current, and the ordered moves of each.
struct alignas(16) Stack {
    Node nodes[STACK];
    uint16_t lists[STACK][LIST];
};

struct Table {
    Entry entries[1 << TABLE_BITS];
};

INLINE u64 preferred(u64 set, u64 some) { return set & some ? set & some : set; }

// Squares in quadrants with an odd number of empty squares.
INLINE u64 odd_quadrants(u64 empty) {
    u64 odd = 0;
#pragma unroll
    for (int quadrant = 0; quadrant < 4; quadrant++) {
        u64 squares = 0x0f0f0f0full << ((quadrant & 1) * 4 + (quadrant & 2) * 16);
        if (count(empty & squares) & 1) odd |= squares;
    }
    return odd;
}

// MIDGAME: to a depth, with the evaluation; otherwise to the end of the game.
template <bool MIDGAME> struct Search {
    Context c;
    Stack *stack;
    Table *table;
    uint32_t stamp;
    Node node;
    int level, value; // the value of the root when `level` is -1

    INLINE Entry &entry(u64 own, u64 enemy) const {
        u64 hash = (own * 0x9e3779b97f4a7c15ull) ^ (enemy * 0xc2b2ae3d27d4eb4full);
        return table->entries[(hash ^ hash >> 29) * 0xbf58476d1ce4e5b9ull >> (64 - TABLE_BITS)];
    }

    INLINE static bool has_table(int depth) { return depth >= (MIDGAME ? 2 : EXACT_TABLE_EMPTIES); }

    // Makes this the current node, or returns its value where the table knows it; the level is not changed.
    INLINE bool enter(u64 own, u64 enemy, u64 moves, int depth, int beta, bool passed, int &known) {
        int table_move = NO_MOVE;
        if (has_table(depth)) {
            const Entry e = entry(own, enemy);
            if (e.own == own && e.enemy == enemy && e.stamp == stamp) {
                if (e.depth == depth && level >= 0 && (e.lower >= beta || e.upper < beta)) {
                    known = e.lower >= beta ? e.lower : e.upper;
                    return true;
                }
                table_move = e.move;
            }
        }
        node.own = own;
        node.enemy = enemy;
        node.rest = moves;
        node.best = -128;
        node.beta = (int8_t)beta;
        node.depth = (uint8_t)depth;
        node.size = 0;
        node.best_move = NO_MOVE;
        node.current = passed ? PASSED : 0;
        bool ordered = depth >= (MIDGAME ? 2 : EXACT_ORDERED_EMPTIES) && (moves & (moves - 1)) && count(moves) <= LIST;
        node.last = ordered ? ORDERING : UNORDERED;
        if (table_move != NO_MOVE && (moves >> table_move & 1)) {
            node.rest ^= 1ull << table_move;
            node.best_move = (uint8_t)table_move;
            node.current |= PENDING;
        }
        return false;
    }

    INLINE void begin(u64 own, u64 enemy, int depth, int beta) {
        int known;
        level = -1;
        enter(own, enemy, legal_moves(own, enemy), depth, beta, false, known);
        level = 0;
    }

    INLINE void push() {
        stack->nodes[level] = node;
        level++;
    }

    INLINE void store() const {
        if (!has_table(node.depth)) return;
        Entry &e = entry(node.own, node.enemy);
        Entry next = {node.own, node.enemy, stamp, node.depth, -64, 64, node.best_move, 0};
        if (e.own == next.own && e.enemy == next.enemy && e.stamp == stamp && e.depth == next.depth) {
            next.lower = e.lower;
            next.upper = e.upper;
            if (node.best < node.beta && e.move != NO_MOVE) next.move = e.move;
        }
        if (node.best >= node.beta)
            next.lower = node.best;
        else
            next.upper = node.best;
        e = next;
    }

    // Takes the value of the current move; leaves all nodes that are done with it.
    INLINE void take(int found) {
        for (;;) {
            if (found > node.best) {
                node.best = (int8_t)found;
                node.best_move = node.current & 63;
            }
            if (node.best < node.beta && node.rest) return;
            store();
            found = node.current & PASSED ? node.best : -node.best;
            level--;
            if (level < 0) {
                value = node.best;
                return;
            }
            node = stack->nodes[level];
        }
    }

    INLINE int least_entry() const {
        const uint16_t *list = stack->lists[level];
        int least = 0xffff;
        for (int index = 0; index < node.size; index++) {
            int one = list[index];
            if (one > node.last && one < least) least = one;
        }
        return least;
    }

    // One move in the current node.
    INLINE void step() {
        int square;
        bool orders = false;
        if (node.current & PENDING) {
            square = node.best_move;
        } else {
            if (node.last != UNORDERED && (node.last & ORDERING)) {
                int from = node.last & 127;
                u64 left = from < 64 ? node.rest & ~0ull << from : 0;
                if (left) {
                    orders = true;
                    square = first(left);
                    node.last = (uint16_t)(ORDERING | (square + 1));
                } else {
                    node.last = 0;
                }
            }
            if (!orders) {
                if (node.last == UNORDERED) {
                    u64 set = preferred(node.rest, CORNERS);
                    if (!MIDGAME) set = preferred(set, odd_quadrants(~(node.own | node.enemy)));
                    square = first(preferred(set, ~X_SQUARES));
                } else {
                    node.last = (uint16_t)least_entry();
                    square = node.last & 63;
                }
                node.rest &= ~(1ull << square);
            }
        }
        u64 flips = flipped(*c.tables, node.own, node.enemy, square);
        u64 own = node.enemy ^ flips, enemy = node.own ^ flips ^ 1ull << square;
        u64 moves = legal_moves(own, enemy);
        bool leaf = MIDGAME && (orders || node.depth == 1);
        u64 other_moves = 0;
        if (leaf || !moves) other_moves = legal_moves(enemy, own);
        int found = 0;
        bool known = false, passed = !moves && other_moves;
        if (!moves && !other_moves) {
            found = -final_score(own, enemy);
            known = true;
        } else if (leaf) {
            // After a pass the other side is to move.
            found = evaluate(c, passed ? enemy : own, passed ? own : enemy, count(passed ? other_moves : moves),
                             passed ? 0 : count(other_moves));
            found = (found + 16) >> 5;
            if (!passed) found = -found;
            known = true;
        } else if (!MIDGAME && node.depth == 2) {
            // One empty square is left, and one side can take it.
            u64 mover = passed ? enemy : own, other = passed ? own : enemy;
            u64 gained = flipped(*c.tables, mover, other, first(moves | other_moves));
            found = 2 * (count(mover) + count(gained)) - 62;
            if (!passed) found = -found;
            known = true;
        }
        if (orders) {
            int key;
            if (MIDGAME) {
                key = 65 - found;
            } else {
                key = 40 + 8 * count(moves) + 8 * count(moves & CORNERS);
                if (odd_quadrants(~(node.own | node.enemy)) >> square & 1) key -= 3;
                if (X_SQUARES >> square & 1) key += 4;
            }
            stack->lists[level][node.size++] = (uint16_t)(key << 6 | square);
            return;
        }
        node.current = (uint8_t)((node.current & PASSED) | square);
        if (!known) {
            Node parent = node;
            push();
            if (enter(passed ? enemy : own, passed ? own : enemy, passed ? other_moves : moves, node.depth - 1,
                      passed ? node.beta : 1 - node.beta, passed, found)) {
                level--;
                node = parent;
                if (!passed) found = -found;
                known = true;
            }
        }
        if (known) take(found);
    }
};
