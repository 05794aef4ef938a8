/* When two tables are the same: all that counts of one, written down the same way, as it lies or with something
   exchanged. Python says what counts and what becomes of it: see explore/sameness.py. */

enum { STAYS, A_CARD, A_SEAT, A_ZONE, UNKNOWN, A_KIND }; /* from A_KIND on: a member of the kind with that number */

/* What a value is, and how deep it lies in lists. */
typedef struct { uint8_t how, depth; } Sort;

typedef struct {
    int64_t exchanges, kinds, widest, codes;
    const int32_t *cards, *zones, *seats, *members, *places; /* for each exchange what each of them becomes */
    const Sort *values, *cells; /* of variables; of frames, those of a point from `cells_at` on */
    const int32_t *cells_at;
} Sameness;

typedef struct { uint8_t *at; int64_t length, room; int unknown, error; } Text;

static void put_bytes(Text *text, const void *from, int64_t count) {
    if (text->length + count > text->room) { text->error = 1; return; }
    memcpy(text->at + text->length, from, count);
    text->length += count;
}

static inline void put_cell(Text *text, V value) { put_bytes(text, &value, sizeof value); }

/* A number out of a row of an exchange. */
static inline V becomes(Text *text, const int32_t *row, int64_t size, int64_t exchange, V value) {
    if ((uint64_t)value >= (uint64_t)size) { text->error = 1; return value; }
    return row[exchange * size + value];
}

static V converted(Text *text, const Sameness *same, int64_t e, int how, V value) {
    if (value == NONE || how == STAYS) return value;
    switch (how) {
    case A_CARD: return value < 0 ? value : becomes(text, same->cards, CARDS, e, value);
    case A_SEAT: return becomes(text, same->seats, PLAYERS, e, value);
    case A_ZONE: return becomes(text, same->zones, ZONES, e, value);
    case UNKNOWN: text->unknown = 1; return value;
    }
    if (how - A_KIND >= same->kinds) { text->error = 1; return value; }
    return becomes(text, same->members, same->widest, e * same->kinds + how - A_KIND, value);
}

static void put_value(Text *text, State *s, const Sameness *same, int64_t e, Sort sort, V value) {
    if (!sort.depth || value == NONE) { put_cell(text, e < 0 ? value : converted(text, same, e, sort.how, value)); return; }
    V n = list_length(s, value);
    put_cell(text, n);
    for (V i = 0; i < n; i++) put_value(text, s, same, e, (Sort){sort.how, sort.depth - 1}, s->heap[value + 1 + i]);
}

/* The cards: for each its zone, then those of zones with an order, zone after zone. */
static void put_cards(Text *text, State *s, const Sameness *same, int64_t e) {
    uint16_t loc[CARDS + 1] = {0};
    int back[ZONES];
    for (int z = 0; z < ZONES; z++) back[z] = z;
    if (e >= 0) for (int z = 0; z < ZONES; z++) back[becomes(text, same->zones, ZONES, e, z) % ZONES] = z;
    for (int c = 0; c < CARDS; c++) {
        if (e < 0) loc[c] = s->loc[c];
        else loc[becomes(text, same->cards, CARDS, e, c) % CARDS] = becomes(text, same->zones, ZONES, e, s->loc[c]);
    }
    put_bytes(text, loc, CARDS * sizeof *loc);
    for (int z = 0; z < ZONES; z++) {
        int from = back[z];
        if (LOOSE[from] || s->count[from] < 2) continue;
        for (int c = s->head[from]; c != NIL; c = s->next[c]) {
            uint16_t card = e < 0 ? c : becomes(text, same->cards, CARDS, e, c);
            put_bytes(text, &card, sizeof card);
        }
    }
    uint8_t up[CARDS + 1] = {0};
    if (SIDES) for (int c = 0; c < CARDS; c++) up[e < 0 ? c : becomes(text, same->cards, CARDS, e, c) % CARDS] = UP(s, c);
    if (SIDES) put_bytes(text, up, CARDS);
}

static void put_values(Text *text, State *s, const Sameness *same, int64_t e) {
    int from[VALUES + 1];
    for (int n = 0; n < VALUES; n++) from[n] = n;
    if (e >= 0) for (int n = 0; n < VALUES; n++) from[becomes(text, same->places, VALUES, e, n) % VALUES] = n;
    for (int n = 0; n < VALUES; n++) put_value(text, s, same, e, same->values[from[n]], s->v[from[n]]);
}

static void put_seats(Text *text, const V *seats, int count, const Sameness *same, int64_t e) {
    V found[PLAYERS];
    for (int k = 0; k < count; k++) found[k] = e < 0 ? seats[k] : becomes(text, same->seats, PLAYERS, e, seats[k]);
    for (int k = 1; e >= 0 && k < count; k++)
        for (int j = k; j && found[j - 1] > found[j]; j--) { V seat = found[j]; found[j] = found[j - 1]; found[j - 1] = seat; }
    put_cell(text, count);
    put_bytes(text, found, count * sizeof *found);
}

/* What is under way: of each frame where it waits, and what it still needs. The last one is written first. */
static void put_frames(Text *text, State *s, const Sameness *same, int64_t e) {
    for (int top = s->sp; top > 0 && !text->error;) {
        V code = s->stack[top - 1];
        if (code < 0 || code >= same->codes || top - 1 < FRAME_CELLS[code]) { text->error = 1; return; }
        int base = top - 1 - FRAME_CELLS[code];
        put_cell(text, code);
        for (int k = 0; k < FRAME_CELLS[code]; k++) put_value(text, s, same, e, same->cells[same->cells_at[code] + k], s->stack[base + k]);
        top = base;
    }
}

/* The whole table, as it lies (e: -1) or with something exchanged. */
static void put_table(Text *text, State *s, const Sameness *same, int64_t e) {
    text->length = text->unknown = 0;
    put_cell(text, s->over);
    put_cards(text, s, same, e);
    put_values(text, s, same, e);
    if (s->over) {
        put_cell(text, s->ending);
        put_seats(text, s->winners, s->winner_count, same, e);
        return;
    }
    V player = s->player;
    put_seats(text, &player, 1, same, e);
    put_frames(text, s, same, e);
}

typedef struct { uint64_t a, b; } Digest;

static inline uint64_t stirred(uint64_t x) {
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdull;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ull;
    return x ^ x >> 33;
}

/* MurmurHash3 in 128 bits: enough that no two tables of a game that can be visited have the same by accident. */
static Digest digest(const Text *text) {
    const uint64_t one = 0x87c37b91114253d5ull, two = 0x4cf5ad432745937full;
    uint64_t a = 0, b = 0;
    for (int64_t at = 0; at < text->length; at += 16) {
        uint64_t k[2] = {0};
        memcpy(k, text->at + at, text->length - at < 16 ? text->length - at : 16);
        a = (TURN(a ^ TURN(k[0] * one, 31) * two, 27) + b) * 5 + 0x52dce729;
        b = (TURN(b ^ TURN(k[1] * two, 33) * one, 31) + a) * 5 + 0x38495ab5;
    }
    a ^= text->length;
    b ^= text->length;
    a += b;
    b += a;
    a = stirred(a);
    b = stirred(b);
    a += b;
    return (Digest){a, a + b};
}

/* The digest of a table: of the least of all that become each other, unless it is not known what something becomes. */
static Digest digest_of(State *s, const Sameness *same, Text *least, Text *other) {
    for (int64_t e = 0; e < same->exchanges; e++) {
        put_table(e ? other : least, s, same, e);
        if ((e ? other : least)->unknown) break;
        int64_t shared = other->length < least->length ? other->length : least->length;
        int order = e ? memcmp(other->at, least->at, shared) : 0;
        if (order < 0 || (!order && e && other->length < least->length)) { Text swap = *least; *least = *other; *other = swap; }
        if (e + 1 == same->exchanges) return digest(least);
    }
    put_table(least, s, same, -1);
    return digest(least);
}
