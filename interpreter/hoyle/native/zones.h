/* Zones: what lies where, in which order and which side up; moving, turning and shuffling cards, and the end. */

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
