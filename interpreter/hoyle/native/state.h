/* What every game in C shares: what a state is, numbers and lists. Behind it come chance, zones, what is seen, choices and
   frames, a file for each.

   Before this file come the sizes of the game (PLAYERS, CARDS, ABSENT, ZONES, VALUES, WORDS, SIDES, KEPT), a type that has
   room for the number of a card or zone and for NIL, which is none, and the tables of the game.
   A state has no pointers: a copy is its bytes in use. Nothing is on the C stack while somebody is asked: what is under
   way is in `stack`, lists are in `heap`, and a list is the place of its length there.

   A mistake never leaves the state's arrays: whatever is out of bounds sets `err`, the first one counts, and the game is
   given up at the next step. Words are left to Python, which plays the game again. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t V;
#define NONE INT64_MIN
#define LARGEST 1000000000000000LL
#define AT_ONCE 100000
#define ALTOGETHER 1000000
#define DEEPEST 200
#define LONGEST 10000
#define LONGEST_LIST 100000
#define MOST_CHOICES 100000
#define STACK_CELLS 16384
#define LIST_CELLS (1 << 18)
#define ASIDE_CELLS (1 << 17)
#define ROW_CELLS (1 << 18)
#define HEAP_CELLS (LIST_CELLS + ASIDE_CELLS + ROW_CELLS) /* lists; members of lists that are being made; rows that are */
#define FEW 24 /* rows that are looked through without a table */
#define TIDY 128 /* so much may lie about in the heap while somebody is asked */

enum { TOO_LARGE = 907, TOO_MUCH = 908, TOO_FULL = 910, NOT_THERE = 911, TOO_MANY_GROUPS = 914, NOT_SURE = 915 };
enum { NO_ROOM = 1, NO_INDEX = 2 };
enum { GOES_ON, ASKED, OVER, FAILED };

#if WORDS == 1
typedef uint64_t M;
#define BIT(c) (1ull << (c))
#define HAS(m, c) ((m) >> (c) & 1)
#define SOME(m) ((m) != 0)
static inline int COUNT(M m) { return __builtin_popcountll(m); }
static inline int LOWEST(M m) { return __builtin_ctzll(m); }
#define FOR_BITS(CARD, SET) \
    for (V CARD = 0, CARD##_1 = 1; CARD##_1; CARD##_1 = 0) \
        for (M CARD##_b = (SET); CARD##_b && (CARD = LOWEST(CARD##_b), 1); CARD##_b &= CARD##_b - 1)
#define NOBODY 0ull
#elif WORDS > 1
typedef uint64_t M __attribute__((vector_size(8 * WORDS), aligned(8))); /* Python keeps states where it likes */
static inline M BIT(int c) { M m = {0}; m[c >> 6] = 1ull << (c & 63); return m; }
#define HAS(m, c) ((m)[(c) >> 6] >> ((c) & 63) & 1)
static inline int SOME(M m) { uint64_t all = 0; for (int w = 0; w < WORDS; w++) all |= m[w]; return all != 0; }
static inline int COUNT(M m) { int n = 0; for (int w = 0; w < WORDS; w++) n += __builtin_popcountll(m[w]); return n; }
static inline int LOWEST(M m) { int w = 0; while (!m[w]) w++; return 64 * w + __builtin_ctzll(m[w]); }
#define FOR_BITS(CARD, SET) \
    for (M CARD##_m = (SET), *CARD##_p = &CARD##_m; CARD##_p; CARD##_p = 0) \
        for (V CARD##_w = 0, CARD = 0; CARD##_w < WORDS; CARD##_w++) \
            for (uint64_t CARD##_b = CARD##_m[CARD##_w]; \
                 CARD##_b && (CARD = 64 * CARD##_w + __builtin_ctzll(CARD##_b), 1); CARD##_b &= CARD##_b - 1)
#define FOR_WORD(CARD, AT, WORD) \
    for (V CARD = 0, CARD##_1 = 1; CARD##_1; CARD##_1 = 0) \
        for (uint64_t CARD##_b = (WORD); CARD##_b && (CARD = 64 * (AT) + __builtin_ctzll(CARD##_b), 1); CARD##_b &= CARD##_b - 1)
static inline M IN_WORD(int at, uint64_t word) { M m = {0}; m[at] = word; return m; }
#define NOBODY ((M){0})
#endif

#if WORDS
static const M ALIKE[] = ALIKE_SETS; /* cards that look like each other */
#endif

typedef struct {
    uint8_t seed[16];
    uint64_t draws, quick[4]; /* quick: the state of the second, quick chance */
    int32_t exact, err, over, ending, player, eyes, site, choices, stop, answer, status, depth, winner_count;
    /* what can be chosen, in the heap; groups: where each choice starts, 0 if at its row, AS_SET if cards are in `legal` */
    int32_t rows, stride, groups;
    int32_t sp, hp, aside;
    /* passes: how often play came by a mark; deals: how often half of all cards or more were shuffled */
    int64_t fuel, decisions, things, lately, passes, deals;
    V result, winners[PLAYERS], v[VALUES + 1];
    Small loc[CARDS + ABSENT + 1], next[CARDS + 1], prev[CARDS + 1], count[ZONES], head[ZONES], tail[ZONES];
#if WORDS
    M legal, zone[ZONES];
#if SIDES
    M up;
#endif
#elif SIDES
    uint8_t up[CARDS + 1];
#endif
    V stack[STACK_CELLS];
    V heap[HEAP_CELLS];
} State;

static inline V fail(State *s, int code) { if (!s->err) s->err = code; return 0; }
static inline void pay(State *s, int64_t steps) { s->fuel -= steps; if (s->fuel < 0) fail(s, TOO_MUCH); }
static inline void note(State *s, int64_t things) { s->things += things; }

/* ------------------------------------------------------------------------------------------ numbers */

static inline V number(State *s, __int128 n) { return n < -LARGEST || n > LARGEST ? fail(s, TOO_LARGE) : (V)n; }
static inline V divided(V a, V b) { return b ? a / b - (a % b != 0 && (a < 0) != (b < 0)) : 0; }
static inline V modulo(V a, V b) { V m; return b ? (m = a % b, m && (m < 0) != (b < 0) ? m + b : m) : 0; }
static inline V next_seat(V n) { return n < 0 ? n + PLAYERS : n >= PLAYERS ? n - PLAYERS : n; } /* at most once around */
static inline V seat_of(V n) { return n >= -PLAYERS && n < 2 * PLAYERS ? next_seat(n) : modulo(n, PLAYERS); }
static inline V within(State *s, V n, V low, V count) {
    uint64_t place = (uint64_t)n - (uint64_t)low;
    return place < (uint64_t)count ? (V)place : fail(s, NO_INDEX);
}
static inline V card_at(State *s, V c) { return within(s, c, -ABSENT, CARDS + ABSENT); }
static inline V present(State *s, V c) { return c >= 0 ? c : fail(s, NOT_THERE); }
static inline V sure(State *s, V x) { return x != NONE ? x : fail(s, NOT_SURE); }
static inline int place_of(State *s, V c) { return c >= 0 && c < CARDS ? s->loc[c] : ZONES; }

/* ------------------------------------------------------------------------------------------ lists */

static inline int list_new(State *s) {
    if (s->hp + 2 > LIST_CELLS) { fail(s, NO_ROOM); s->hp = 0; }
    s->heap[s->hp] = 0;
    return s->hp++;
}

/* Adds to the list that was made last; whatever else lies behind it is needed no more. */
static inline void list_add(State *s, int list, V value) {
    V n = s->heap[list];
    if (n >= LONGEST_LIST) { fail(s, TOO_MUCH); return; }
    if (list + n + 2 > LIST_CELLS) { fail(s, NO_ROOM); return; }
    s->heap[list + 1 + n] = value;
    s->heap[list] = n + 1;
    s->hp = list + 2 + n;
}

/* Members of a list that is being made while others are, and then the list. */
static inline void put_aside(State *s, V value) {
    if (s->aside >= ASIDE_CELLS) { fail(s, NO_ROOM); return; }
    s->heap[LIST_CELLS + s->aside++] = value;
}

static int list_aside(State *s, int start) {
    int n = s->aside - start, list = list_new(s);
    if (n > LONGEST_LIST || list + n + 1 > LIST_CELLS) { fail(s, n > LONGEST_LIST ? TOO_MUCH : NO_ROOM); n = 0; }
    memcpy(s->heap + list + 1, s->heap + LIST_CELLS + start, n * sizeof(V));
    s->heap[list] = n;
    s->hp = list + 1 + n;
    s->aside = start;
    return list;
}

static V list_order(State *s, V a, V b, int depth);

/* Puts what lies aside in order, in groups of so many of which the first tells: what is equal stays in order. */
static void sort_aside(State *s, int start, int group, int depth) {
    V *row = s->heap + LIST_CELLS + start, *free = s->heap + LIST_CELLS + s->aside;
    int n = (s->aside - start) / group;
    if (s->aside + n * group > ASIDE_CELLS) { fail(s, NO_ROOM); return; }
    for (int width = 1; width < n; width *= 2) {
        for (int left = 0; left < n; left += 2 * width) {
            int middle = left + width < n ? left + width : n, end = middle + width < n ? middle + width : n;
            for (int i = left, j = middle, k = left; k < end; k++) {
                int first = i < middle && (j >= end || list_order(s, row[i * group], row[j * group], depth) <= 0);
                int from = first ? i++ : j++;
                for (int g = 0; g < group; g++) free[k * group + g] = row[from * group + g];
            }
        }
        memcpy(row, free, (size_t)n * group * sizeof(V));
    }
}

/* The second ones of the pairs that lie aside, by the first ones. */
static int list_sorted(State *s, int start) {
    sort_aside(s, start, 2, 0);
    int n = (s->aside - start) / 2;
    for (int i = 0; i < n; i++) s->heap[LIST_CELLS + start + i] = s->heap[LIST_CELLS + start + 2 * i + 1];
    s->aside = start + n;
    return list_aside(s, start);
}

/* Whether no two of what lies aside are equal. */
static int aside_different(State *s, int start, int depth) {
    V *row = s->heap + LIST_CELLS + start;
    sort_aside(s, start, 1, depth);
    int different = 1;
    for (int i = 1; i < s->aside - start && different; i++) different = list_order(s, row[i - 1], row[i], depth) != 0;
    s->aside = start;
    return different;
}

/* The same, and whether there is no hole between them. */
static int aside_consecutive(State *s, int start, int depth) {
    V *row = s->heap + LIST_CELLS + start;
    sort_aside(s, start, 1, depth);
    int n = s->aside - start, consecutive = 1;
    for (int i = 1; i < n && consecutive; i++) consecutive = row[i] == row[i - 1] + 1;
    s->aside = start;
    return consecutive;
}

static inline V list_length(State *s, V list) { return list >= 0 && list < LIST_CELLS ? s->heap[list] : 0; }

static inline V list_item(State *s, V list, V n) {
    return n >= 0 && n < list_length(s, list) ? s->heap[list + 1 + n] : fail(s, NO_INDEX);
}

/* A list with one member more. */
static V list_longer(State *s, V list, V value) {
    V n = list_length(s, list);
    int found = list_new(s);
    for (V i = 0; i < n; i++) list_add(s, found, s->heap[list + 1 + i]);
    list_add(s, found, value);
    return found;
}

static V list_find(State *s, V list, V value) {
    V n = list_length(s, list);
    for (V i = 0; i < n; i++) if (s->heap[list + 1 + i] == value) return i;
    return -1;
}

static int list_same(State *s, V a, V b, int depth) {
    if (a == b || a == NONE || b == NONE) return a == b;
    V n = list_length(s, a);
    if (n != list_length(s, b)) return 0;
    for (V i = 0; i < n; i++) {
        V x = s->heap[a + 1 + i], y = s->heap[b + 1 + i];
        if (depth > 1 ? !list_same(s, x, y, depth - 1) : x != y) return 0;
    }
    return 1;
}

/* Which of two values comes first, in an order in which only equal ones are beside each other. */
static V list_order(State *s, V a, V b, int depth) {
    if (!depth || a == NONE || b == NONE) return a < b ? -1 : a > b;
    V n = list_length(s, a), m = list_length(s, b);
    for (V i = 0; i < n && i < m; i++) {
        V order = list_order(s, s->heap[a + 1 + i], s->heap[b + 1 + i], depth - 1);
        if (order) return order;
    }
    return n < m ? -1 : n > m;
}

/* How many members a list has that is kept, with those of the lists in it. */
static V list_leaves(State *s, V list, int depth) {
    V n = list_length(s, list), all = n;
    if (depth > 1) for (V i = 0; i < n; i++) if (s->heap[list + 1 + i] != NONE) all += list_leaves(s, s->heap[list + 1 + i], depth - 1);
    return all;
}

static inline V list_kept(State *s, V list, int depth) {
    if (list != NONE && list_leaves(s, list, depth) > LONGEST) fail(s, TOO_MUCH);
    return list;
}
