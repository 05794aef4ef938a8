/* Chance: drawn from a seed as Python draws it, or from a quick generator, for searching only. */

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
