/* What every game in C shares: the state, zones, chance, what a seat sees, and choosing.

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

enum { TOO_LARGE = 907, TOO_MUCH = 908, TOO_FULL = 910, NOT_THERE = 911, NO_ROOM = 1, NO_INDEX = 2 };
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
    int32_t exact, err, over, ending, player, site, choices, stop, answer, status, depth, winner_count;
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

/* ------------------------------------------------------------------------------------------ chance */

static const uint64_t KECCAK[24] = {
    0x1, 0x8082, 0x800000000000808a, 0x8000000080008000, 0x808b, 0x80000001, 0x8000000080008081, 0x8000000000008009,
    0x8a, 0x88, 0x80008009, 0x8000000a, 0x8000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080,
    0x80000001, 0x8000000080008008};

#define TURN(x, n) ((x) << (n) | (x) >> (64 - (n)))

static void keccak(uint64_t a[25]) {
    uint64_t a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], a4 = a[4], a5 = a[5], a6 = a[6], a7 = a[7], a8 = a[8], a9 = a[9],
             a10 = a[10], a11 = a[11], a12 = a[12], a13 = a[13], a14 = a[14], a15 = a[15], a16 = a[16], a17 = a[17],
             a18 = a[18], a19 = a[19], a20 = a[20], a21 = a[21], a22 = a[22], a23 = a[23], a24 = a[24];
    for (int round = 0; round < 24; round++) {
        uint64_t c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20, c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21, c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22;
        uint64_t c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23, c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24;
        uint64_t d0 = c4 ^ TURN(c1, 1), d1 = c0 ^ TURN(c2, 1), d2 = c1 ^ TURN(c3, 1), d3 = c2 ^ TURN(c4, 1), d4 = c3 ^ TURN(c0, 1);
        uint64_t b0 = a0 ^ d0, b1 = TURN(a6 ^ d1, 44), b2 = TURN(a12 ^ d2, 43), b3 = TURN(a18 ^ d3, 21), b4 = TURN(a24 ^ d4, 14);
        uint64_t e0 = TURN(a3 ^ d3, 28), e1 = TURN(a9 ^ d4, 20), e2 = TURN(a10 ^ d0, 3), e3 = TURN(a16 ^ d1, 45), e4 = TURN(a22 ^ d2, 61);
        uint64_t f0 = TURN(a1 ^ d1, 1), f1 = TURN(a7 ^ d2, 6), f2 = TURN(a13 ^ d3, 25), f3 = TURN(a19 ^ d4, 8), f4 = TURN(a20 ^ d0, 18);
        uint64_t g0 = TURN(a4 ^ d4, 27), g1 = TURN(a5 ^ d0, 36), g2 = TURN(a11 ^ d1, 10), g3 = TURN(a17 ^ d2, 15), g4 = TURN(a23 ^ d3, 56);
        uint64_t h0 = TURN(a2 ^ d2, 62), h1 = TURN(a8 ^ d3, 55), h2 = TURN(a14 ^ d4, 39), h3 = TURN(a15 ^ d0, 41), h4 = TURN(a21 ^ d1, 2);
        a0 = b0 ^ (~b1 & b2) ^ KECCAK[round]; a1 = b1 ^ (~b2 & b3); a2 = b2 ^ (~b3 & b4); a3 = b3 ^ (~b4 & b0); a4 = b4 ^ (~b0 & b1);
        a5 = e0 ^ (~e1 & e2); a6 = e1 ^ (~e2 & e3); a7 = e2 ^ (~e3 & e4); a8 = e3 ^ (~e4 & e0); a9 = e4 ^ (~e0 & e1);
        a10 = f0 ^ (~f1 & f2); a11 = f1 ^ (~f2 & f3); a12 = f2 ^ (~f3 & f4); a13 = f3 ^ (~f4 & f0); a14 = f4 ^ (~f0 & f1);
        a15 = g0 ^ (~g1 & g2); a16 = g1 ^ (~g2 & g3); a17 = g2 ^ (~g3 & g4); a18 = g3 ^ (~g4 & g0); a19 = g4 ^ (~g0 & g1);
        a20 = h0 ^ (~h1 & h2); a21 = h1 ^ (~h2 & h3); a22 = h2 ^ (~h3 & h4); a23 = h3 ^ (~h4 & h0); a24 = h4 ^ (~h0 & h1);
    }
    a[0] = a0; a[1] = a1; a[2] = a2; a[3] = a3; a[4] = a4; a[5] = a5; a[6] = a6; a[7] = a7; a[8] = a8; a[9] = a9;
    a[10] = a10; a[11] = a11; a[12] = a12; a[13] = a13; a[14] = a14; a[15] = a15; a[16] = a16; a[17] = a17;
    a[18] = a18; a[19] = a19; a[20] = a20; a[21] = a21; a[22] = a22; a[23] = a23; a[24] = a24;
}

/* SHAKE-128 of a text, as 64-bit numbers; little-endian machines only, which the loader makes sure of. */
static void shake(const uint8_t *text, int length, uint64_t *out, int count) {
    uint64_t a[25] = {0};
    uint8_t block[168];
    for (; length >= 168; text += 168, length -= 168) {
        memcpy(block, text, 168);
        for (int i = 0; i < 21; i++) { uint64_t x; memcpy(&x, block + 8 * i, 8); a[i] ^= x; }
        keccak(a);
    }
    memset(block, 0, 168);
    memcpy(block, text, length);
    block[length] = 0x1f;
    block[167] |= 0x80;
    for (int i = 0; i < 21; i++) { uint64_t x; memcpy(&x, block + 8 * i, 8); a[i] ^= x; }
    keccak(a);
    for (int n = 0; n < count; n++) {
        if (n && n % 21 == 0) keccak(a);
        out[n] = a[n % 21];
    }
}

/* A generator that any language writes in a line: what bots draw from. */
static inline uint64_t splitmix(uint64_t *x) {
    uint64_t z = *x += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static inline uint64_t scaled(uint64_t draw, uint64_t limit) { return (uint64_t)((unsigned __int128)draw * limit >> 64); }

static inline uint64_t drawn(uint64_t q[4]) {
    uint64_t r = TURN(q[1] * 5, 7) * 9, t = q[1] << 17;
    q[2] ^= q[0]; q[3] ^= q[1]; q[1] ^= q[2]; q[0] ^= q[3]; q[2] ^= t; q[3] = TURN(q[3], 45);
    return r;
}

static inline uint64_t quick(State *s) { return drawn(s->quick); }

static void numbers(State *s, uint64_t *out, int count) {
    uint8_t text[24];
    memcpy(text, s->seed, 16);
    memcpy(text + 16, &s->draws, 8);
    s->draws++;
    shake(text, 24, out, count);
}

#ifdef TOLD /* chance is told from outside, outcome by outcome: see told.h */
static V told(State *s, V limit);
static void told_order(State *s, V *cards, int n);
static V told_one(State *s, V pool, int cards);
static V told_some(State *s, V pool, V want, int cards);
#endif

static inline V below(State *s, V limit) {
    uint64_t n;
#ifdef TOLD
    return told(s, limit);
#endif
    if (!s->exact) return scaled(quick(s), limit);
    numbers(s, &n, 1);
    return n % (uint64_t)limit;
}

typedef struct { uint64_t key; V value; int n; } Keyed;

static int by_key(const void *a, const void *b) {
    const Keyed *x = a, *y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1) : x->n - y->n;
}

/* Quick chance in 32 bits: half of a number each time. */
#define SHUFFLED_QUICKLY(TYPE, CARDS_, N) \
    uint64_t q[4], draw = 0; \
    memcpy(q, s->quick, 32); \
    for (int i = (N) - 1; i > 0; i--) { \
        draw = (i & 1) == (((N) - 1) & 1) ? drawn(q) : draw >> 32; \
        int j = (uint64_t)(uint32_t)draw * (i + 1) >> 32; \
        TYPE c = CARDS_[i]; CARDS_[i] = CARDS_[j]; CARDS_[j] = c; \
    } \
    memcpy(s->quick, q, 32);

static void shuffled(State *s, V *cards, int n) {
#ifdef TOLD
    told_order(s, cards, n);
    return;
#endif
    if (!s->exact) { SHUFFLED_QUICKLY(V, cards, n) return; }
    if (n <= 64) {
        uint64_t keys[64];
        numbers(s, keys, n);
        for (int i = 1; i < n; i++) {
            uint64_t key = keys[i];
            V card = cards[i];
            int j = i;
            for (; j && keys[j - 1] > key; j--) { keys[j] = keys[j - 1]; cards[j] = cards[j - 1]; }
            keys[j] = key;
            cards[j] = card;
        }
        return;
    }
    uint64_t *keys = malloc(n * sizeof *keys);
    Keyed *rows = malloc(n * sizeof *rows);
    if (keys && rows) {
        numbers(s, keys, n);
        for (int i = 0; i < n; i++) rows[i] = (Keyed){keys[i], cards[i], i};
        qsort(rows, n, sizeof *rows, by_key);
        for (int i = 0; i < n; i++) cards[i] = rows[i].value;
    } else fail(s, NO_ROOM);
    free(keys);
    free(rows);
}

/* Some members of a list, in the order they are drawn; what is left of the list is of no use behind it. */
static V sampled(State *s, V list, V want) {
    V n = list_length(s, list);
    int found;
    if (want > n) want = n;
        uint64_t *keys = want > 0 ? (uint64_t *)(s->heap + LIST_CELLS + ASIDE_CELLS) : 0;
    if (want > 0 && s->exact) numbers(s, keys, want);
    found = list_new(s);
    for (V i = 0; i < want; i++) {
        V at = s->exact ? (V)(keys[i] % (uint64_t)n) : (V)scaled(quick(s), n);
        V *rest = s->heap + list + 1, value = rest[at];
        memmove(rest + at, rest + at + 1, (n - at - 1) * sizeof(V));
        n--;
        list_add(s, found, value);
    }
    return found;
}

/* ------------------------------------------------------------------------------------------ zones */

/* Whether the cards of a zone are chained in their order; a set of them there is of all zones, if there are sets. */
#if WORDS
#define CHAINED(z) (CHAIN[z])
#else
#define CHAINED(z) 1
#endif

static inline void unlink_card(State *s, int c, int z) {
    int before = s->prev[c], after = s->next[c];
    if (before == NIL) s->head[z] = after; else s->next[before] = after;
    if (after == NIL) s->tail[z] = before; else s->prev[after] = before;
}

static inline void link_after(State *s, int c, int z, int before) {
    int after = before == NIL ? s->head[z] : s->next[before];
    s->prev[c] = before;
    s->next[c] = after;
    if (before == NIL) s->head[z] = c; else s->next[before] = c;
    if (after == NIL) s->tail[z] = c; else s->prev[after] = c;
}

static inline void take(State *s, int c) {
    int z = s->loc[c];
#if WORDS
    s->zone[z] &= ~BIT(c);
#endif
    s->count[z]--;
    if (CHAINED(z)) unlink_card(s, c, z);
}

/* The place behind which a card comes that is put into a zone. */
static inline int behind(State *s, int c, int z) {
    int before = s->tail[z];
    if (LOOSE[z]) while (before != NIL && before > c) before = s->prev[before];
    return before;
}

static inline void put_after(State *s, int c, int z, int before) {
    if (CHAINED(z)) link_after(s, c, z, before);
#if WORDS
    s->zone[z] |= BIT(c);
#endif
    s->count[z]++;
    s->loc[c] = z;
}

static inline void put(State *s, int c, int z) { put_after(s, c, z, CHAINED(z) ? behind(s, c, z) : NIL); }

#if SIDES
#if WORDS
#define UP(s, c) HAS((s)->up, c)
static inline void turn(State *s, int c, int up) { if (up) s->up |= BIT(c); else s->up &= ~BIT(c); }
#else
#define UP(s, c) ((s)->up[c])
static inline void turn(State *s, int c, int up) { s->up[c] = up; }
#endif
#define IS_UP(s, c) ((c) >= 0 && UP(s, c))
#else
#define UP(s, c) (FACING[(s)->loc[c]] == 1)
#define IS_UP(s, c) ((c) >= 0 && UP(s, c))
static inline void turn(State *s, int c, int up) { (void)s; (void)c; (void)up; }
#endif

enum { TOP, BOTTOM, ANYWHERE };

static void put_anywhere(State *s, int c, int to) {
    if (LOOSE[to]) { put(s, c, to); return; }
    V at = below(s, s->count[to] + 1);
    int before = NIL;
    if (!CHAINED(to)) { put(s, c, to); return; }
#ifdef TOLD
    at = s->count[to] - at; /* it is told how many lie above */
#endif
    for (int next = s->head[to]; at; at--, next = s->next[next]) before = next;
    put_after(s, c, to, before);
}

/* Moves one card; facing: 1 up, 0 down, -1 as the zone says. */
static inline void move(State *s, V card, int to, int spot, int facing) {
    if (card < 0) return;
    if (card >= CARDS || to >= ZONES) { fail(s, NO_INDEX); return; }
    int c = card, side = facing >= 0 ? facing : FACING[to];
    take(s, c);
    if (spot == ANYWHERE) put_anywhere(s, c, to);
    else if (spot == BOTTOM && !LOOSE[to]) put_after(s, c, to, NIL);
    else put(s, c, to);
    if (SIDES && side >= 0) turn(s, c, side);
    note(s, 1);
}

static void move_list(State *s, V list, int to, int spot, int facing) {
    V n = list_length(s, list);
    note(s, 1);
    for (V i = 0; i < n; i++) move(s, s->heap[list + 1 + i], to, spot, facing);
}

/* All cards of a zone, in order; gives how many. */
static int cards_of(State *s, int z, V *out) {
    int n = 0;
#if WORDS
    if (!CHAINED(z)) { FOR_BITS(c, s->zone[z]) out[n++] = c; return n; }
#endif
    for (int c = s->head[z]; c != NIL; c = s->next[c]) out[n++] = c;
    return n;
}

static int zone_list(State *s, int z) {
    int list = list_new(s);
    if (s->hp + s->count[z] + 1 > LIST_CELLS) { fail(s, NO_ROOM); return list; }
    s->heap[list] = cards_of(s, z, s->heap + list + 1);
    s->hp = list + 1 + s->heap[list];
    return list;
}

/* Cards onto the end of a chain: `first` to `last` are chained with each other. */
static inline void link_all(State *s, int first, int last, int z) {
    int before = s->tail[z];
    s->prev[first] = before;
    s->next[last] = NIL;
    if (before == NIL) s->head[z] = first; else s->next[before] = first;
    s->tail[z] = last;
}

#if WORDS
static inline void turn_all(State *s, M cards, int side) {
#if SIDES
    if (side == 1) s->up |= cards;
    if (side == 0) s->up &= ~cards;
#endif
}

/* Everything in neighbouring zones onto another; what lies there already stays. */
static void move_all(State *s, int first, int end, int to, int facing) {
    M all = NOBODY;
    int n = 0;
    for (int z = first; z < end; z++) {
        if (z == to || !s->count[z]) continue;
        if (CHAINED(to)) {
            if (CHAINED(z)) link_all(s, s->head[z], s->tail[z], to);
            else FOR_BITS(c, s->zone[z]) link_all(s, c, c, to);
        }
        if (CHAINED(z)) s->head[z] = s->tail[z] = NIL;
        all |= s->zone[z];
        s->zone[z] = NOBODY;
        n += s->count[z];
        s->count[z] = 0;
    }
    FOR_BITS(c, all) s->loc[c] = to;
    s->zone[to] |= all;
    s->count[to] += n;
    turn_all(s, all, facing >= 0 ? facing : FACING[to]);
    note(s, 1 + n);
}
#else
static void move_all(State *s, int first, int end, int to, int facing) {
    note(s, 1);
    for (int z = first; z < end; z++) if (z != to) while (s->head[z] != NIL) move(s, s->head[z], to, TOP, facing);
}
#endif

static void gather(State *s, int to) {
    for (int z = 0; z < ZONES; z++) {
#if WORDS
        s->zone[z] = NOBODY;
#endif
        s->count[z] = 0;
        s->head[z] = s->tail[z] = NIL;
    }
    for (int c = 0; c < CARDS; c++) s->loc[c] = to;
    if (CHAINED(to) && CARDS) {
        memcpy(s->prev + 1, IN_ORDER, (CARDS - 1) * sizeof *s->prev);
        memcpy(s->next, IN_ORDER + 1, (CARDS - 1) * sizeof *s->next);
        s->prev[0] = s->next[CARDS - 1] = NIL;
        s->head[to] = 0;
        s->tail[to] = CARDS - 1;
    }
    s->count[to] = CARDS;
#if WORDS
    s->zone[to] = EVERYBODY;
    turn_all(s, EVERYBODY, FACING[to]);
#else
    for (int c = 0; c < CARDS; c++) if (SIDES && FACING[to] >= 0) turn(s, c, FACING[to]);
#endif
    note(s, 1);
}

static void move_top(State *s, int from, V count, int to, int facing) {
    if (from >= ZONES || to >= ZONES) { fail(s, NO_INDEX); return; }
    note(s, 1);
#if WORDS
    if (CHAINED(from) && from != to) {
        M all = NOBODY;
        int c = s->tail[from], n = 0, chained = CHAINED(to);
        for (; n < count && c != NIL; n++) {
            int next = s->prev[c];
            all |= BIT(c);
            s->loc[c] = to;
            if (chained) link_all(s, c, c, to);
            c = next;
        }
        s->tail[from] = c;
        if (c == NIL) s->head[from] = NIL; else s->next[c] = NIL;
        s->zone[from] &= ~all;
        s->zone[to] |= all;
        s->count[from] -= n;
        s->count[to] += n;
        turn_all(s, all, facing >= 0 ? facing : FACING[to]);
        note(s, n);
        return;
    }
#endif
    V cards[CARDS + 1];
    int n = cards_of(s, from, cards);
    for (int i = n - 1; i >= 0 && n - i <= count; i--) move(s, cards[i], to, TOP, facing);
}

/* The cards of a zone in an order that chance gave them. */
#define CHAINED_AS(TYPE, CARDS_, N) \
    int before = NIL; \
    for (int i = 0; i < (N); i++) { \
        int c = CARDS_[i]; \
        s->prev[c] = before; \
        if (i) s->next[before] = c; \
        before = c; \
    } \
    s->next[before] = NIL; \
    s->head[z] = CARDS_[0]; \
    s->tail[z] = before;

static void shuffle(State *s, int z) {
    if (z >= ZONES) { fail(s, NO_INDEX); return; }
    if (LOOSE[z] || s->count[z] < 2) return;
    s->deals += 2 * s->count[z] >= CARDS;
    if (!CHAINED(z)) return;
    note(s, 1);
    if (s->exact) {
        V cards[CARDS + 1];
        int n = cards_of(s, z, cards);
        shuffled(s, cards, n);
        CHAINED_AS(V, cards, n)
    } else {
        Small cards[CARDS + 1];
        int n = 0;
        for (int c = s->head[z]; c != NIL; c = s->next[c]) cards[n++] = c;
        SHUFFLED_QUICKLY(Small, cards, n)
        CHAINED_AS(Small, cards, n)
    }
}

static inline void face(State *s, V card, int up) {
    if (card >= 0 && card < CARDS && SIDES && UP(s, card) != up) { turn(s, card, up); note(s, 1); }
}

static void fit(State *s, int first, int end, int holds) {
    for (int z = first; z < end; z++) if (s->count[z] > holds) fail(s, TOO_FULL);
}

static void end_game(State *s, int ending, V winners) {
    V n = list_length(s, winners);
    s->over = 1;
    s->ending = ending;
    s->winner_count = 0;
    for (V i = 0; i < n; i++) {
        V seat = s->heap[winners + 1 + i];
        int known = seat < 0 || seat >= PLAYERS;
        for (int k = 0; k < s->winner_count; k++) known |= s->winners[k] == seat;
        if (!known) s->winners[s->winner_count++] = seat;
    }
}

/* ------------------------------------------------------------------------------------------ what is seen */

static inline int sees(State *s, V seat, int c) { return UP(s, c) || SEES[seat * ZONES + s->loc[c]]; }

static int twins(State *s, int a, int b) {
    if (SAME[a] != SAME[b]) return 0;
    for (int k = 0; k < KEPT; k++) if (s->v[KEPT_AT[a][k]] != s->v[KEPT_AT[b][k]]) return 0;
    return 1;
}

/* What a seat can call a card: the card, or the first that looks like it, or (behind CARDS) that it is in its place, or
   (behind 2 * CARDS) somewhere in a zone. */
static inline V as_seen(State *s, V seat, V card) {
    if (card < 0) return card;
    int c = card, z = s->loc[c];
    if (!sees(s, seat, c)) return LOOSE[z] ? 2 * CARDS + z : CARDS + c;
    if (!LOOSE[z] || !COPIES[c]) return c;
#if WORDS
    M alike = ALIKE[COPIES[c] - 1] & s->zone[z];
    if (!KEPT) return LOWEST(alike);
    FOR_BITS(other, alike) if (twins(s, other, c)) return other;
#else
    for (int other = SAME[c]; other < c; other++) if (s->loc[other] == z && twins(s, other, c)) return other;
#endif
    return c;
}

/* Whether a seat calls a card by its own number without further ado: it sees it, and nothing there can look like it. */
static inline int is_itself(State *s, V seat, V card) {
    return card < 0 || (sees(s, seat, card) && !(COPIES[card] && LOOSE[s->loc[card]]));
}

/* Where a card lies, as far as a seat can tell. */
static V lies(State *s, V seat, V card) {
    if (card < 0) return card;
    int c = card, z = s->loc[c], at = 0;
    if (LOOSE[z]) return (V)z * (CARDS + 2) + (sees(s, seat, c) ? c : CARDS + 1);
    if (CHAINED(z)) for (int other = s->prev[c]; other != NIL; other = s->prev[other]) at++;
    return (V)z * (CARDS + 2) + at;
}

/* Cards to choose several from, in an order that tells the seat nothing. */
static V laid_out(State *s, V seat, V list) {
    V n = list_length(s, list), *cards = s->heap + list + 1;
    int all = 1, hidden = 0;
    for (V i = 0; i < n; i++) all &= cards[i] < 0 || sees(s, seat, cards[i]);
    if (all) return list;
    V *place = s->heap + LIST_CELLS + ASIDE_CELLS, *rank = place + n, *some = rank + n;
    for (V i = 0; i < n; i++) {
        place[i] = lies(s, seat, cards[i]);
        rank[i] = 0;
        if (cards[i] >= 0 && as_seen(s, seat, cards[i]) >= 2 * CARDS) some[hidden++] = cards[i];
    }
    if (hidden > 1) {
        shuffled(s, some, hidden);
        for (V i = 0; i < n; i++) for (int k = hidden - 1; k >= 0; k--) if (some[k] == cards[i]) { rank[i] = k; break; }
    }
    for (V i = 1; i < n; i++) {
        V p = place[i], r = rank[i], c = cards[i], j = i;
        for (; j && (place[j - 1] > p || (place[j - 1] == p && rank[j - 1] > r)); j--) {
            place[j] = place[j - 1];
            rank[j] = rank[j - 1];
            cards[j] = cards[j - 1];
        }
        place[j] = p;
        rank[j] = r;
        cards[j] = c;
    }
    return list;
}

/* ------------------------------------------------------------------------------------------ choices */

/* Rows of candidates: `stride` cells each, the number of the offer first. They are collected behind all lists. */
static inline int rows_start(State *s, int stride) {
    s->rows = LIST_CELLS + ASIDE_CELLS;
    s->stride = stride;
    s->groups = 0;
    s->choices = 0;
    return 0;
}

static inline V *row_new(State *s) {
    V *row = s->heap + s->rows + (int64_t)s->choices * s->stride;
    if (s->choices >= MOST_CHOICES || row + s->stride > s->heap + HEAP_CELLS) {
        fail(s, s->choices >= MOST_CHOICES ? TOO_MUCH : NO_ROOM);
        s->choices = 0;
        row = s->heap + s->rows;
    }
    s->choices++;
    return row;
}

static inline void row_card(State *s, int offer, V card) {
    V *row = row_new(s);
    row[0] = offer;
    row[1] = card;
    for (int k = 2; k < s->stride; k++) row[k] = 0;
}

static inline uint64_t row_hash(const V *row, int stride) {
    uint64_t hash = 0;
    for (int k = 0; k < stride; k++) hash = (hash ^ (uint64_t)row[k]) * 0x9e3779b97f4a7c15ull;
    return hash >> 20;
}

static inline int same_row(const V *a, const V *b, int stride) {
    for (int k = 0; k < stride; k++) if (a[k] != b[k]) return 0;
    return 1;
}

/* Of rows that are there twice only the first one. */
static void rows_once(State *s, int start) {
    V n = s->choices, stride = s->stride, size = 4, kept = start, *rows = s->heap + s->rows, *at = rows + n * stride;
    while (size < 2 * (n - start)) size *= 2;
    if (at + size > s->heap + HEAP_CELLS) { fail(s, NO_ROOM); return; }
    for (V i = 0; i < size; i++) at[i] = -1;
    for (V i = start; i < n; i++) {
        V place = row_hash(rows + i * stride, stride) & (size - 1);
        while (at[place] >= 0 && memcmp(rows + at[place] * stride, rows + i * stride, stride * sizeof(V))) place = (place + 1) & (size - 1);
        if (at[place] >= 0) continue;
        at[place] = kept;
        memmove(rows + kept++ * stride, rows + i * stride, stride * sizeof(V));
    }
    s->choices = kept;
}

/* The rows of an offer without those that are marked as wrong; or, if they are kept, as they were. */
static void rows_without(State *s, int start, int offer, int keep) {
    V *rows = s->heap + s->rows, stride = s->stride, kept = start;
    for (V i = start; i < s->choices; i++) {
        V *row = rows + i * stride;
        if (keep) row[0] = offer;
        else if (row[0] >= 0) memmove(rows + kept++ * stride, row, stride * sizeof(V));
    }
    if (!keep) s->choices = kept;
}

#if WORDS
#define AS_SET -1

/* Single cards to choose from that their player sees all, in the order of their numbers: there are no rows of them. */
static inline void rows_of_set(State *s, M cards) {
    s->legal = cards;
    s->choices = COUNT(cards);
    s->groups = AS_SET;
    s->rows = s->hp;
    s->stride = 0;
}

static inline int nth_bit(uint64_t word, int n) {
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ull << n, word));
#else
    while (n--) word &= word - 1;
    return __builtin_ctzll(word);
#endif
}

static inline int nth(M cards, int n) {
#if WORDS == 1
    return nth_bit(cards, n);
#else
    for (int w = 0; w < WORDS; w++) {
        int here = __builtin_popcountll(cards[w]);
        if (n < here) return 64 * w + nth_bit(cards[w], n);
        n -= here;
    }
    return 0;
#endif
}
#else
#define AS_SET -1
#endif

/* The first values of all rows, as a list. */
static V rows_listed(State *s) {
    int list = list_new(s);
    for (V i = 0; i < s->choices; i++) list_add(s, list, s->heap[s->rows + i * s->stride + 1]);
    s->choices = 0;
    return list;
}

/* Rows go behind the lists that there are. */
static inline void rows_done(State *s) {
    if (s->groups == AS_SET) return;
    int cells = s->groups > 0 ? s->groups + s->choices + 1 - s->rows : s->choices * s->stride;
    if (s->hp + cells > LIST_CELLS) { fail(s, NO_ROOM); return; }
    memmove(s->heap + s->hp, s->heap + s->rows, cells * sizeof(V));
    if (s->groups > 0) s->groups += s->hp - s->rows;
    s->rows = s->hp;
    s->hp += cells;
}

typedef struct { State *s; V *keys; V *places; int stride; } Sorting;

static int row_before(Sorting *by, V a, V b) {
    V *x = by->places + a * by->stride, *y = by->places + b * by->stride;
    for (int k = 0; k < by->stride; k++) if (x[k] != y[k]) return x[k] < y[k];
    return 0;
}

static void merge_sort(Sorting *by, V *order, V *spare, V n) {
    if (n < 2) return;
    V half = n / 2, i = 0, j = half, k = 0;
    merge_sort(by, order, spare, half);
    merge_sort(by, order + half, spare, n - half);
    if (!row_before(by, order[half], order[half - 1])) return; /* as it mostly is */
    memcpy(spare, order, n * sizeof(V));
    while (i < half && j < n) order[k++] = row_before(by, spare[j], spare[i]) ? spare[j++] : spare[i++];
    while (i < half) order[k++] = spare[i++];
    while (j < n) order[k++] = spare[j++];
}

enum { CHANGED = 1, UNSEEN = 2, WIDE = 4 };

/* A number for each row as its player sees it, the same for the same rows: their few cells, which are small. Gives
   whether some are not what they are (CHANGED), not seen (UNSEEN, and for which offers), or not small (WIDE). */
static int row_names(State *s, V seat, const V *rows, V n, int stride, const uint32_t *cards, V *names, uint8_t *unseen) {
    int found = stride > 4 ? WIDE : 0;
    for (V i = 0; i < n; i++) {
        const V *row = rows + i * stride;
        uint32_t shown = cards[row[0]];
        uint64_t name = 0;
        for (int k = 0; k < stride; k++, shown >>= 1) {
            V cell = row[k];
            if (shown & 1) {
                cell = as_seen(s, seat, cell);
                if (cell != row[k]) found |= CHANGED;
                if (cell >= CARDS) { found |= UNSEEN; unseen[row[0]] = 1; }
            }
            cell += 1024;
            if ((uint64_t)cell >= 65536) found |= WIDE;
            name = name << 16 | cell;
        }
        names[i] = name;
    }
    return found;
}

/* The same for rows of many or large cells: where the first such row is. keys, at: room for all cells, and for twice as
   many as there are rows, a power of two. */
static void wide_names(State *s, V seat, const V *rows, V n, int stride, const uint32_t *cards, V *names, V *keys, V *at, V table) {
    for (V i = 0; i < n * stride; i++) keys[i] = i % stride && cards[rows[i - i % stride]] >> i % stride & 1 ? as_seen(s, seat, rows[i]) : rows[i];
    for (V i = 0; i < table; i++) at[i] = -1;
    for (V i = 0; i < n; i++) {
        const V *key = keys + i * stride;
        V place = row_hash(key, stride) & (table - 1);
        while (at[place] >= 0 && !same_row(keys + at[place] * stride, key, stride)) place = (place + 1) & (table - 1);
        if (at[place] < 0) at[place] = i;
        names[i] = at[place];
    }
}

/* The number of the group that each row is in, by their names, groups in the order of their first rows; gives how many. */
static V row_groups(const V *names, const V *order, V n, V *group, V *first, V *at, V table) {
    V groups = 0;
    if (n > FEW) for (V i = 0; i < table; i++) at[i] = -1;
    for (V i = 0; i < n; i++) {
        V name = names[order[i]], g = 0;
        if (n <= FEW) {
            while (g < groups && first[g] != name) g++;
        } else {
            V place = row_hash(&name, 1) & (table - 1);
            while (at[place] >= 0 && first[at[place]] != name) place = (place + 1) & (table - 1);
            if (at[place] < 0) at[place] = groups;
            g = at[place];
        }
        if (g == groups) first[groups++] = name;
        group[order[i]] = g;
    }
    return groups;
}

/* Rows of an offer and one thing, from `start` on, of which those that are cards are seen all: the first row of those that
   look the same. Gives how many rows stay, or -1: one of the cards is not seen. */
static V first_of_each(State *s, V seat, V *rows, V start, V n, const uint32_t *cards, int offers) {
    for (V *row = rows + 2 * start, *end = rows + 2 * n; row < end; row += 2)
        if (cards[row[0]] && row[1] >= 0 && !sees(s, seat, row[1])) return -1;
    V kept = start;
#if WORDS
    M had[offers];
    for (int k = 0; k < offers; k++) had[k] = NOBODY;
#else
    enum { SPAN = CARDS / 64 + 1 };
    uint64_t had[offers * SPAN];
    memset(had, 0, sizeof(had));
#endif
    for (V i = start; i < n; i++) {
        V offer = rows[2 * i], card = rows[2 * i + 1];
        if (cards[offer] && card >= 0) {
#if WORDS
            if (HAS(had[offer], card)) continue;
            if (!COPIES[card] || !LOOSE[s->loc[card]]) had[offer] |= BIT(card);
            else if (!KEPT) had[offer] |= ALIKE[COPIES[card] - 1] & s->zone[s->loc[card]];
            else FOR_BITS(other, ALIKE[COPIES[card] - 1] & s->zone[s->loc[card]]) if (twins(s, other, card)) had[offer] |= BIT(other);
#else
            V key = as_seen(s, seat, card);
            uint64_t *word = had + offer * SPAN + (key >> 6), bit = 1ull << (key & 63);
            if (*word & bit) continue;
            *word |= bit;
#endif
        }
        rows[2 * kept] = offer;
        rows[2 * kept++ + 1] = card;
    }
    return kept;
}

/* Whether a row is to its player what it is. */
static inline int row_is_plain(State *s, V seat, const V *row, const uint32_t *cards) {
    for (uint32_t shown = cards[row[0]]; shown; shown &= shown - 1)
        if (!is_itself(s, seat, row[__builtin_ctz(shown)])) return 0;
    return 1;
}

/* Candidates as their player sees them: those that look the same are one choice. cards: for each offer, which of its
   parameters are cards, as bits. */
static void grouped(State *s, V seat, const uint32_t *cards, int offers) {
    V n = s->choices, stride = s->stride, table = 4, kept = 0, *rows = s->heap + s->rows, plain = 0;
    while (plain < n && row_is_plain(s, seat, rows + plain * stride, cards)) plain++;
    if (plain == n) return; /* all are seen, none is like another, and no row is there twice */
    if (stride == 2) {
        V stay = first_of_each(s, seat, rows, plain, n, cards, offers);
        if (stay >= 0) { s->choices = stay; return; }
    }
    while (table < 2 * n) table *= 2;
    if (s->rows + n * (3 * stride + 7) + 2 + table > HEAP_CELLS) { fail(s, NO_ROOM); return; }
    V *keys = rows + n * (stride + 1) + 1, *places = keys + n * stride, *order = places + n * stride;
    V *spare = order + n, *names = spare + n, *group = names + n, *first = group + n, *size = first + n, *at = size + n + 1;
    uint8_t unseen[offers];
    memset(unseen, 0, offers);
    int found = row_names(s, seat, rows, n, stride, cards, names, unseen);
    if (!(found & CHANGED)) return;
    if (found & WIDE) wide_names(s, seat, rows, n, stride, cards, names, keys, at, table);
    for (V i = 0; i < n; i++) order[i] = i;
    if (!(found & UNSEEN)) { /* whoever sees all of them takes the first of those that look the same */
        V groups = row_groups(names, order, n, group, first, at, table);
        if (groups == n) return;
        for (V i = 0; i < n; i++) {
            if (group[i] != kept) continue;
            if (kept < i) for (int k = 0; k < stride; k++) rows[kept * stride + k] = rows[i * stride + k];
            kept++;
        }
        s->choices = groups;
        return;
    }
    for (V i = 0; i < n; i++) {
        V *row = rows + i * stride, *place = places + i * stride;
        place[0] = row[0];
        for (int k = 1; k < stride; k++) place[k] = unseen[row[0]] && cards[row[0]] >> k & 1 ? lies(s, seat, row[k]) : 0;
    }
    merge_sort(&(Sorting){s, keys, places, stride}, order, spare, n);
    V groups = row_groups(names, order, n, group, first, at, table), start = 0;
    /* the groups one behind the other, then where each starts */
    memset(size, 0, groups * sizeof(V));
    for (V i = 0; i < n; i++) size[group[i]]++;
    for (V g = 0; g < groups; g++) { V count = size[g]; size[g] = spare[g] = start; start += count; }
    size[groups] = n;
    for (V i = 0; i < n; i++) {
        V *to = places + spare[group[order[i]]]++ * stride, *from = rows + order[i] * stride;
        for (int k = 0; k < stride; k++) to[k] = from[k];
    }
    memmove(rows, places, n * stride * sizeof(V));
    memmove(rows + n * stride, size, (groups + 1) * sizeof(V));
    s->groups = s->rows + n * stride;
    s->choices = groups;
}

/* What was answered: the row of the choice; where the player could not tell, chance decides. */
static const V *picked(State *s, const uint32_t *cards) {
    V *rows = s->heap + s->rows;
    if (!s->groups) return rows + s->answer * s->stride;
    V start = s->heap[s->groups + s->answer], count = s->heap[s->groups + s->answer + 1] - start;
    V *row = rows + start * s->stride;
    if (count > 1)
        for (int k = 1; k < s->stride; k++)
            if (cards[row[0]] >> k & 1 && as_seen(s, s->player, row[k]) >= 2 * CARDS) return row + below(s, count) * s->stride;
    return row;
}

static inline int offer_of(State *s) {
    if (s->groups == AS_SET) return 0;
    V row = s->groups ? s->heap[s->groups + s->answer] : s->answer;
    return s->answer >= s->choices ? -1 : (int)s->heap[s->rows + row * s->stride];
}

/* ------------------------------------------------------------------------------------------ waiting */

/* A list, copied behind what is there, as its place from `start` on. */
static V list_moved(State *s, V list, int depth, int start) {
    if (list == NONE) return NONE;
    V n = list_length(s, list);
    int at = s->hp;
    if (at + n + 1 > HEAP_CELLS) { fail(s, NO_ROOM); return NONE; }
    s->heap[at] = n;
    s->hp = at + n + 1;
    for (V i = 0; i < n; i++) {
        V item = s->heap[list + 1 + i];
        s->heap[at + 1 + i] = depth > 1 ? list_moved(s, item, depth - 1, start) : item;
    }
    return at - start;
}

/* Whatever nobody needs any more goes out of the heap: what variables and frames still need moves together. */
static void tidy(State *s) {
    int start = s->hp, cells = s->hp - s->rows, rows = s->rows;
    for (const int *list = LIST_VARIABLES; *list >= 0; list += 2) s->v[*list] = list_moved(s, s->v[*list], list[1], start);
    for (int top = s->sp; top > 0;) {
        int code = s->stack[top - 1], base = top - 1 - FRAME_CELLS[code];
        for (const int *list = FRAME_LISTS + FRAME_LISTS_AT[code]; *list >= 0; list += 2)
            s->stack[base + *list] = list_moved(s, s->stack[base + *list], list[1], start);
        top = base;
    }
    if (s->err || s->hp + cells > HEAP_CELLS) { fail(s, NO_ROOM); return; }
    memcpy(s->heap + s->hp, s->heap + rows, cells * sizeof(V));
    s->rows = s->hp - start;
    if (s->groups > 0) s->groups += s->rows - rows;
    s->hp += cells - start;
    memmove(s->heap, s->heap + start, s->hp * sizeof(V));
}

/* A frame waits while its player is asked. */
static inline int asks(State *s, V player, int site, int stop) {
    s->player = player;
    s->site = site;
    s->stop = stop;
    if (s->things - s->lately > AT_ONCE || s->things > ALTOGETHER) fail(s, TOO_MUCH);
    s->lately = s->things;
    if (s->rows > TIDY) tidy(s);
    return s->err ? FAILED : ASKED;
}

static inline V *pushed(State *s, int cells, int code) {
    if (s->sp + cells + 1 > STACK_CELLS) { fail(s, NO_ROOM); s->sp = 0; }
    V *frame = s->stack + s->sp;
    s->sp += cells + 1;
    frame[cells] = code;
    return frame;
}

static inline V *popped(State *s, int cells) { s->sp -= cells + 1; return s->stack + s->sp; }
