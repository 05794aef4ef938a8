/* Worlds: tables that a seat cannot tell from the real one.

   A seat does not know where some cards are. A world is the table with these cards laid out anew, each where the seat
   thinks it may lie, and with values it may not know drawn anew. It depends on what the seat knows and on chance alone:
   which of the unknown cards lies where on the table that a world is made from plays no part. `bots/worlds.py` does the
   same in Python, number for number. */

#define COLD __attribute__((cold)) /* what is done once for many worlds is compiled the shortest way */
#define WARM 64   /* steps for each unknown card before the first world */
#define BETWEEN 3 /* and before every other one */
#define ANSWERS 1000 /* given in secret one after the other, at most */

/* cards: those whose places are not known, in the order of their numbers; sort: cards of one sort can lie in each other's
   places; row: which row of `may` says in which zones a card may lie. value: variables that the seat may not know, each of
   which may be one of `known`, from `known_at` on. name, depth: those among them that hold cards, and how deep in lists; where: of
   each the zones in which the card may lie, whether it may be none, and which cards it may be.
   seat: whose answers come again, one after the other, where others have answered in secret since this table; or -1. */
typedef struct {
    int64_t count, sorts, values, names, seat, answered;
    const int32_t *cards, *sort, *row;
    const uint8_t *may;
    const int32_t *value, *known_at;
    const int64_t *known;
    const int32_t *name, *depth, *answers;
    const uint8_t *where;
} Unknown;

/* Unknown cards by their places among them: `lies` is on the table in a place, `given` is put there. free: any order of a
   sort will do; loose: what the seat thinks cannot be had, so it is left aside. */
typedef struct {
    const Unknown *of;
    int count, free, loose, warm;
    int32_t zone[CARDS + 1], lies[CARDS + 1], given[CARDS + 1];
} Deal;

static inline int one_below(uint64_t *rng, int limit) { return (int)scaled(splitmix(rng), limit); }

/* ------------------------------------------------------------------------------------------ where cards may lie */

static inline int may_lie(const Deal *d, int card, int zone) {
    return d->loose || d->of->may[d->of->row[card] * ZONES + zone];
}

/* The places of the unknown cards, zone after zone: in a zone with an order as they lie, in others sort after sort, so
   that nothing depends on which cards these are. */
COLD static void places(Deal *d, State *s, const Unknown *u) {
    int32_t number[CARDS + 1];
    uint8_t there[ZONES] = {0};
    V cards[CARDS + 1];
    for (int c = 0; c < CARDS; c++) number[c] = -1;
    for (int i = 0; i < u->count; i++) { number[u->cards[i]] = i; there[s->loc[u->cards[i]]] = 1; }
    d->of = u;
    d->count = 0;
    for (int z = 0; z < ZONES; z++) {
        int n = there[z] ? cards_of(s, z, cards) : 0;
        for (int k = 0; k < n; k++) {
            if (number[cards[k]] < 0) continue;
            int i = number[cards[k]], at = d->count++;
            d->zone[at] = z;
            for (; LOOSE[z] && at && d->zone[at - 1] == z && u->sort[d->lies[at - 1]] > u->sort[i]; at--) d->lies[at] = d->lies[at - 1];
            d->lies[at] = i;
        }
    }
}

COLD static int any_order(const Deal *d) {
    const int32_t *sort = d->of->sort;
    for (int k = 0; k < d->count; k++) {
        if (k && d->zone[k] == d->zone[k - 1] && sort[d->lies[k]] == sort[d->lies[k - 1]]) continue;
        for (int i = 0; i < d->count; i++) if (sort[i] == sort[d->lies[k]] && !may_lie(d, i, d->zone[k])) return 0;
    }
    return 1;
}

/* Puts a card somewhere, and if need be the one that was there somewhere else, and so on: as few as can be. */
COLD static int placed(Deal *d, int card) {
    int32_t came[CARDS + 1], queue[CARDS + 1];
    int n = 0;
    for (int k = 0; k < d->count; k++) came[k] = -1;
    queue[n++] = card;
    for (int q = 0; q < n; q++) {
        for (int k = 0; k < d->count; k++) {
            if (came[k] >= 0 || d->of->sort[queue[q]] != d->of->sort[d->lies[k]] || !may_lie(d, queue[q], d->zone[k])) continue;
            came[k] = queue[q];
            if (d->given[k] >= 0) { queue[n++] = d->given[k]; continue; }
            for (int old = k; old >= 0; k = old) {
                old = -1;
                for (int other = 0; other < d->count; other++) if (d->given[other] == came[k]) old = other;
                d->given[k] = came[k];
            }
            return 1;
        }
    }
    return 0;
}

/* A first world; 0 if there is none. */
COLD static int all_placed(Deal *d) {
    for (int k = 0; k < d->count; k++) d->given[k] = -1;
    for (int i = 0; i < d->count; i++) if (!placed(d, i)) return 0;
    return 1;
}

/* The cards of each sort in the order of their numbers. */
COLD static void in_order(Deal *d) {
    int32_t next[CARDS + 1] = {0};
    const int32_t *sort = d->of->sort;
    for (int k = 0; k < d->count; k++) {
        int here = sort[d->lies[k]], i = next[here];
        while (sort[i] != here) i++;
        d->given[k] = i;
        next[here] = i + 1;
    }
}

COLD static void deal_starts(Deal *d, State *s, const Unknown *u) {
    places(d, s, u);
    d->loose = d->warm = 0;
    d->free = any_order(d);
    if (!d->free && !all_placed(d)) d->loose = d->free = 1;
    if (d->free) in_order(d);
}

static inline void exchanged(Deal *d, int a, int b) { int32_t card = d->given[a]; d->given[a] = d->given[b]; d->given[b] = card; }

/* Any order of the cards of each sort. */
static void shuffled_freely(Deal *d, uint64_t *rng) {
    int32_t at[CARDS + 1];
    for (int sort = 0; sort < d->of->sorts; sort++) {
        int n = 0;
        for (int k = 0; k < d->count; k++) if (d->of->sort[d->lies[k]] == sort) at[n++] = k;
        for (int i = n - 1; i > 0; i--) exchanged(d, at[i], at[one_below(rng, i + 1)]);
    }
}

/* Two cards change places, or three of them go round, where each may lie in the new place: done often enough every world
   is as likely as any other. */
static void walked(Deal *d, uint64_t *rng, int steps) {
    const int32_t *sort = d->of->sort;
    int n = d->count;
    for (int step = 0; step < steps; step++) {
        uint64_t draw = splitmix(rng);
        int a = (draw & 0xffffff) * n >> 24, b = (draw >> 24 & 0xffffff) * n >> 24, c = (draw >> 48 & 0x3fff) * n >> 14;
        if (sort[d->lies[a]] != sort[d->lies[b]]) continue;
        if (draw >> 62) {
            if (may_lie(d, d->given[a], d->zone[b]) && may_lie(d, d->given[b], d->zone[a])) exchanged(d, a, b);
        } else if (a != b && b != c && a != c && sort[d->lies[a]] == sort[d->lies[c]] && may_lie(d, d->given[a], d->zone[b]) &&
                   may_lie(d, d->given[b], d->zone[c]) && may_lie(d, d->given[c], d->zone[a])) {
            exchanged(d, a, b);
            exchanged(d, a, c);
        }
    }
    /* in a zone any order will do */
    for (int k = 0, start = 0; k < n; k++) {
        if (d->zone[k] != d->zone[start]) start = k;
        int other = start + one_below(rng, k - start + 1);
        if (sort[d->lies[k]] == sort[d->lies[other]]) exchanged(d, k, other);
    }
}

/* The next world. */
static void dealt(Deal *d, uint64_t *rng) {
    if (d->count < 2) return;
    if (d->free) { shuffled_freely(d, rng); return; }
    walked(d, rng, (d->warm ? BETWEEN : WARM) * d->count);
    d->warm = 1;
}

/* ------------------------------------------------------------------------------------------ laying it out */

static inline V renamed(const Small *becomes, V card) { return card >= 0 && card < CARDS ? becomes[card] : card; }

static V renamed_in(State *s, const Small *becomes, V value, int depth) {
    if (!depth || value == NONE) return renamed(becomes, value);
    V n = list_length(s, value);
    for (V i = 0; i < n; i++) s->heap[value + 1 + i] = renamed_in(s, becomes, s->heap[value + 1 + i], depth - 1);
    return value;
}

/* A card that may be meant by a variable, or none. */
static V meant(State *s, const uint8_t *where, uint64_t *rng) {
    V found[CARDS + 1], cards[CARDS + 1];
    int n = 0;
    if (where[ZONES]) found[n++] = NONE;
    for (int z = 0; z < ZONES; z++) {
        int here = where[z] ? cards_of(s, z, cards) : 0;
        for (int k = 0; k < here; k++) if (where[ZONES + 1 + cards[k]]) found[n++] = cards[k];
    }
    return n ? found[one_below(rng, n)] : NONE;
}

/* Puts cards into a zone in which none are. */
static void filled(State *s, int z, const V *cards, int n) {
    int before = NIL;
    for (int k = 0; k < n; k++) {
        int card = cards[k];
        s->loc[card] = z;
#if WORDS
        s->zone[z] |= BIT(card);
#endif
        if (!CHAINED(z)) continue;
        s->prev[card] = before;
        if (before == NIL) s->head[z] = card; else s->next[before] = card;
        s->next[card] = NIL;
        s->tail[z] = before = card;
    }
}

/* The zones of a deal with other cards in their places. */
static void relaid(State *s, const Deal *d, const Small *becomes) {
    V cards[CARDS + 1];
    int32_t zone[ZONES], start[ZONES + 1], zones = 0, n = 0;
    for (int k = 0; k < d->count; k++) {
        int z = d->zone[k];
        if (k && z == d->zone[k - 1]) continue;
        zone[zones] = z;
        start[zones++] = n;
        int end = n + cards_of(s, z, cards + n);
        for (int first = n; n < end; n++) {
            V card = becomes[cards[n]];
            int at = n;
            for (; LOOSE[z] && at > first && cards[at - 1] > card; at--) cards[at] = cards[at - 1];
            cards[at] = card;
        }
#if WORDS
        s->zone[z] = NOBODY;
#endif
    }
    start[zones] = n;
    for (int k = 0; k < zones; k++) filled(s, zone[k], cards + start[k], start[k + 1] - start[k]);
}

static void rows_renamed(State *s, const Small *becomes) {
    if (s->groups == AS_SET) return;
    const uint32_t *cards = CARDS_ASKED[s->site];
    const uint64_t *groups = GROUPS_ASKED[s->site];
    V rows = s->groups ? s->heap[s->groups + s->choices] : s->choices;
    for (V i = 0; i < rows && cards; i++) {
        V *row = s->heap + s->rows + i * s->stride;
        for (uint64_t bits = cards[row[0]] | (groups ? groups[row[0]] : 0); bits; bits &= bits - 1) {
            V *cell = row + __builtin_ctzll(bits);
            *cell = renamed(becomes, *cell);
        }
    }
}

/* Makes a world of a table. Lists must be in one place each: see `alone`. */
static void laid_anew(State *s, const Deal *d, uint64_t *rng) {
    const Unknown *u = d->of;
    Small becomes[CARDS + 1];
    for (int c = 0; c < CARDS; c++) becomes[c] = c;
    for (int k = 0; k < d->count; k++) becomes[u->cards[d->lies[k]]] = u->cards[d->given[k]];
    relaid(s, d, becomes);
    for (int k = 0; k < u->names; k++) {
        V *value = s->v + u->name[k];
        *value = u->depth[k] ? renamed_in(s, becomes, *value, u->depth[k]) : meant(s, u->where + k * (ZONES + 1 + CARDS), rng);
    }
    for (int top = s->sp; top > 0;) {
        int code = s->stack[top - 1], base = top - 1 - FRAME_CELLS[code];
        for (const int *cell = FRAME_CARDS + FRAME_CARDS_AT[code]; *cell >= 0; cell += 2)
            s->stack[base + *cell] = renamed_in(s, becomes, s->stack[base + *cell], cell[1]);
        top = base;
    }
    rows_renamed(s, becomes);
    for (int k = 0; k < u->values; k++) {
        int many = u->known_at[k + 1] - u->known_at[k];
        if (many) s->v[u->value[k]] = u->known[u->known_at[k] + one_below(rng, many)];
    }
}

/* A packed state in which no two places share a list, and that has as much before it as a new game. */
COLD static void alone(State *s, const uint8_t *from) {
    unpack(s, from);
    s->things = s->lately = 0;
    tidy(s);
}

COLD static void chance_anew(State *s, uint64_t *rng) {
    for (int k = 0; k < 2; k++) { uint64_t draw = splitmix(rng); memcpy(s->seed + 8 * k, &draw, 8); }
    s->draws = 0;
}

/* Asks the same question again; 0 if it is no longer asked. */
COLD static int asked_again(State *s) {
    int site = s->site, player = s->player, code = s->stack[s->sp - 1];
    s->hp = s->rows;
    s->fuel = FUEL;
    s->depth = 0;
    s->things = s->lately = 0;
    return go_again(s, code) == ASKED && s->site == site && s->player == player;
}

/* Others answer anew what they have answered in secret, and the seat as it did; 0 if it does not come to what it is asked
   now. */
COLD static int answered(State *s, const Unknown *u, uint64_t *rng) {
    int64_t own = 0;
    if (u->seat < 0) return 1;
    if (!asked_again(s)) return 0;
    for (int n = 0; n < ANSWERS && s->status == ASKED; n++) {
        if (s->player == u->seat && own == u->answered) return 1;
        choose(s, s->player == u->seat ? u->answers[own++] : one_below(rng, s->choices + s->stop));
    }
    return 0;
}

/* A world, packed. Gives its size; 0 if there is no room. how: 2 if any order will do, 1 if it was walked to, 0 if what the
   seat thinks cannot be. */
COLD EXPORT int64_t imagined(State *s, const uint8_t *from, const Unknown *u, uint64_t seed, uint8_t *out, int32_t *how) {
    Deal d;
    alone(s, from);
    if (s->err) return 0;
    deal_starts(&d, s, u);
    dealt(&d, &seed);
    laid_anew(s, &d, &seed);
    chance_anew(s, &seed);
    *how = d.loose ? 0 : d.free ? 2 : 1;
    pack(s, out);
    return used(s);
}
