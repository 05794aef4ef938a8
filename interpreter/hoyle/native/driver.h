/* What Python calls. A state is `state_size()` bytes that Python keeps; only what is in use is copied. */

#define EXPORT __attribute__((visibility("default")))

EXPORT int64_t state_size(void) { return sizeof(State); }

static int finished(State *s, int done) { s->status = done; return done; }

/* Starts a game: chance exact from a seed of 16 bytes, or the quick one from 32. */
EXPORT int start(State *s, const uint8_t *seed, int exact) {
    memset(s, 0, offsetof(State, stack));
    s->exact = exact;
    if (exact) memcpy(s->seed, seed, 16); else memcpy(s->quick, seed, 32);
    for (int z = 0; z < ZONES; z++) s->head[z] = s->tail[z] = NIL;
    for (int c = 0; c < CARDS; c++) put_after(s, c, BOX, s->tail[BOX]);
    for (int c = CARDS; c < CARDS + ABSENT; c++) s->loc[c] = ZONES;
    s->player = s->eyes = -1;
    s->fuel = FUEL;
    return finished(s, begin(s));
}

EXPORT int choose(State *s, int answer) {
    if (s->status != ASKED || answer < 0 || answer >= s->choices + s->stop) return FAILED;
    s->answer = answer;
    s->fuel = FUEL;
    s->depth = 0;
    s->decisions++;
    return finished(s, go_on(s));
}

EXPORT int64_t asked(const State *s) { return s->status == ASKED ? ((int64_t)s->player << 32) | (s->choices + s->stop) : -1; }
EXPORT int status(const State *s) { return s->status; }
EXPORT int error(const State *s) { return s->err; }
EXPORT int64_t draws(const State *s) { return s->draws; }
EXPORT int64_t decisions(const State *s) { return s->decisions; }
EXPORT int ending(const State *s) { return s->ending; }

EXPORT int winners(const State *s, int64_t *out) {
    for (int k = 0; k < s->winner_count; k++) out[k] = s->winners[k];
    return s->winner_count;
}

EXPORT int scores(State *s, int64_t *out) {
    s->fuel = FUEL;
    for (int seat = 0; seat < PLAYERS; seat++) out[seat] = score_of(s, seat);
    return s->err;
}

EXPORT int64_t used(const State *s) { return offsetof(State, stack) + (s->sp + s->hp) * sizeof(V); }

EXPORT void copy(State *to, const State *from) {
    memcpy(to, from, offsetof(State, stack) + from->sp * sizeof(V));
    memcpy(to->heap, from->heap, from->hp * sizeof(V));
}

/* So that the time a copy takes can be measured without what calling it takes. */
EXPORT void copy_often(State *to, const State *from, int64_t times) { while (times-- > 0) copy(to, from); }

/* The table, for whoever compares: the cards of a zone, and what a variable is; a list is handed over by its members. */
EXPORT int lying(State *s, int zone, int64_t *out) { return zone >= 0 && zone < ZONES ? cards_of(s, zone, out) : -1; }
EXPORT int64_t value_of(const State *s, int n) { return n >= 0 && n < VALUES ? s->v[n] : NONE; }
EXPORT int side_of(State *s, int c) { return c >= 0 && c < CARDS ? (int)UP(s, c) : -1; }

/* Many games between bots that look at nothing but how many choices they have. The seed of game n is a text and n in
   digits behind it; bots: for each seat 0 for any choice, 1 for the first. Whatever stops a game leaves it FAILED. */
typedef struct {
    int64_t first, games, cap, quick;
    const uint8_t *text, *bots;
    int64_t length;
    int8_t *status;
    uint8_t *won;
    int64_t *scores;
    int32_t *decisions, *turns, *ending;
} Playouts;

static int digits(uint8_t *out, int64_t n) {
    uint8_t reversed[20];
    int count = 0, k = 0;
    do reversed[count++] = '0' + n % 10; while (n /= 10);
    while (count) out[k++] = reversed[--count];
    return k;
}

#define LONGEST_SEED 1000

static void hashed(const char *kind, const uint8_t *text, int64_t length, int64_t number, uint64_t *out, int count) {
    uint8_t whole[LONGEST_SEED + 32];
    int start = strlen(kind);
    memcpy(whole, kind, start);
    memcpy(whole + start, text, length);
    shake(whole, start + length + digits(whole + start + length, number), out, count);
}

/* The very seeds that Python makes of a text with a number behind it: for chance, and for those who choose. */
static void seeded(const uint8_t *text, int64_t length, int64_t number, uint64_t *chance, uint64_t *bots) {
    hashed("str:", text, length, number, chance, 2);
    hashed("bots:", text, length, number, bots, PLAYERS);
}

EXPORT void playouts(State *s, const Playouts *p) {
    if (p->length > LONGEST_SEED) { memset(p->status, FAILED, p->games); return; }
    uint64_t seeds[PLAYERS < 2 ? 2 : PLAYERS], seed[4], quick_seed = p->first * 0x9e3779b97f4a7c15ull + p->quick;
    for (int64_t game = 0; game < p->games; game++) {
        int32_t decisions = 0, turns = 0, last = -1, done;
        if (p->quick) {
            for (int k = 0; k < 4; k++) seed[k] = splitmix(&quick_seed);
            for (int k = 0; k < PLAYERS; k++) seeds[k] = splitmix(&quick_seed);
        } else seeded(p->text, p->length, p->first + game, seed, seeds);
        done = start(s, (const uint8_t *)seed, !p->quick);
        while (done == ASKED && decisions < p->cap) {
            int player = s->player, choices = s->choices + s->stop;
            turns += player != last;
            last = player;
            done = choose(s, p->bots[player] ? 0 : (int)scaled(splitmix(&seeds[player]), choices));
            decisions++;
        }
        p->status[game] = done;
        p->decisions[game] = decisions;
        p->turns[game] = turns;
        p->ending[game] = s->ending;
        for (int seat = 0; seat < PLAYERS; seat++) p->won[game * PLAYERS + seat] = 0;
        for (int k = 0; k < s->winner_count; k++) p->won[game * PLAYERS + s->winners[k]] = k + 1;
        if (done != FAILED && scores(s, p->scores + game * PLAYERS)) p->status[game] = FAILED;
    }
}

/* The row that a choice stands for: its offer (-1: none), and the values of its parameters. */
EXPORT int offered(const State *s, int choice, int64_t *out) {
    if (choice >= s->choices) { out[0] = -1; return 1; }
#if WORDS
    if (s->groups == AS_SET) { out[0] = 0; out[1] = nth(s->legal, choice); return 2; }
#endif
    int64_t row = s->groups ? s->heap[s->groups + choice] : choice;
    memcpy(out, s->heap + s->rows + row * s->stride, s->stride * sizeof(V));
    return s->stride;
}

EXPORT int64_t members(const State *s, int64_t list, int64_t *out, int64_t most) {
    int64_t n = list < 0 || list >= LIST_CELLS ? 0 : s->heap[list];
    for (int64_t i = 0; i < n && i < most; i++) out[i] = s->heap[list + 1 + i];
    return n;
}
