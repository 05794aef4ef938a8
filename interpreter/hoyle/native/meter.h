/* Many games, each with what is measured in it, or with a number that two definitions share where they play alike. Seeds
   and bots are those of `playouts`. Whatever stops a game leaves it FAILED: then Python plays it. */

typedef struct {
    int64_t first, games, cap, length;
    const uint8_t *text, *bots;
    int8_t *status;
} Series;

static int too_long(const Series *games) {
    if (games->length <= LONGEST_SEED) return 0;
    memset(games->status, FAILED, games->games);
    return 1;
}

static int begun(State *s, const Series *games, int64_t game, uint64_t *seeds) {
    uint64_t seed[2];
    seeded(games->text, games->length, games->first + game, seed, seeds);
    return start(s, (const uint8_t *)seed, 1);
}

static int chosen(State *s, const Series *games, uint64_t *seeds) {
    return choose(s, games->bots[s->player] ? 0 : (int)scaled(splitmix(&seeds[s->player]), s->choices + s->stop));
}

/* ------------------------------------------------------------------------------------------ measures */

/* behind: decisions at which nobody who won had the best score; upset: before the last hand somebody had it who did not
   win. */
enum { DECISIONS, TURNS, HANDS, OPTIONS, CHANGES, BEHIND, UPSET, COUNTS };

typedef struct {
    Series games;
    int64_t high; /* whether high scores are the good ones */
    uint8_t *won;
    int64_t *scores, *counts;
} Metered;

/* Who had the best score, a bit for each seat, at how many decisions one after the other. */
typedef struct { uint64_t leaders; int64_t times; } Stretch;
typedef struct { Stretch *all; int64_t count, room; } Leads;

static int noted(Leads *leads, uint64_t leaders) {
    if (leads->count && leads->all[leads->count - 1].leaders == leaders) { leads->all[leads->count - 1].times++; return 1; }
    if (leads->count == leads->room) {
        int64_t room = leads->room ? 2 * leads->room : 256;
        Stretch *all = realloc(leads->all, room * sizeof *all);
        if (!all) return 0;
        leads->all = all;
        leads->room = room;
    }
    leads->all[leads->count++] = (Stretch){leaders, 1};
    return 1;
}

static uint64_t leading(State *s, int high) {
    uint64_t leaders = 0;
    V best = 0;
    for (int seat = 0; seat < PLAYERS; seat++) {
        V score = score_of(s, seat);
        if (!seat || (high ? score > best : score < best)) { best = score; leaders = 0; }
        if (score == best) leaders |= 1ull << (seat & 63);
    }
    return leaders;
}

static int measured(State *s, const Metered *m, int64_t game, Leads *leads, int64_t *counts) {
    uint64_t seeds[PLAYERS < 2 ? 2 : PLAYERS], alone = 0, before = 0, won = 0;
    int64_t passes = 0;
    int last = -1, done = begun(s, &m->games, game, seeds);
    memset(counts, 0, COUNTS * sizeof *counts);
    leads->count = 0;
    for (; done == ASKED && counts[DECISIONS] < m->games.cap; counts[DECISIONS]++) {
        uint64_t leaders = leading(s, m->high);
        if (s->err || !noted(leads, leaders)) return FAILED;
        if (s->passes != passes) { passes = s->passes; counts[HANDS]++; before = leaders; }
        counts[TURNS] += s->player != last;
        last = s->player;
        counts[OPTIONS] += s->choices + s->stop;
        if (!(leaders & (leaders - 1))) { counts[CHANGES] += alone && alone != leaders; alone = leaders; }
        done = chosen(s, &m->games, seeds);
    }
    for (int k = 0; k < s->winner_count; k++) won |= 1ull << (s->winners[k] & 63);
    for (int64_t n = 0; n < leads->count; n++) if (!(leads->all[n].leaders & won)) counts[BEHIND] += leads->all[n].times;
    counts[UPSET] = (before & ~won) != 0;
    return done;
}

EXPORT void metered(State *s, const Metered *m) {
    Leads leads = {0};
    if (too_long(&m->games)) return;
    for (int64_t game = 0; game < m->games.games; game++) {
        uint8_t *won = m->won + game * PLAYERS;
        int done = PLAYERS > 64 ? FAILED : measured(s, m, game, &leads, m->counts + game * COUNTS);
        memset(won, 0, PLAYERS);
        if (done != FAILED && scores(s, m->scores + game * PLAYERS)) done = FAILED;
        if (done != FAILED) for (int k = 0; k < s->winner_count; k++) won[s->winners[k]] = k + 1;
        m->games.status[game] = done;
    }
    free(leads.all);
}

/* ------------------------------------------------------------------------------------------ alike or not */

/* A game is one number, made of all that is asked and lies on the table at every decision. forms: for each decision what
   its choices look like, 0 if that cannot be told; values: the variables that count, each with how deep its lists are. */
typedef struct {
    Series games;
    int64_t sites, variables;
    const int64_t *forms, *values;
    uint64_t *marks;
} Traced;

static inline void mix(uint64_t *mark, int64_t value) { *mark ^= (uint64_t)value; *mark = splitmix(mark); }

static void mix_value(State *s, uint64_t *mark, V value, int64_t depth) {
    V n = depth && value != NONE ? list_length(s, value) : 0;
    if (!depth || value == NONE) { mix(mark, value); return; }
    mix(mark, n);
    for (V i = 0; i < n; i++) mix_value(s, mark, list_item(s, value, i), depth - 1);
}

static void mix_table(State *s, const Traced *t, uint64_t *mark) {
    V cards[CARDS + 1];
    for (int z = 0; z < ZONES; z++) {
        int n = cards_of(s, z, cards);
        mix(mark, n);
        for (int i = 0; i < n; i++) mix(mark, cards[i]);
    }
    if (SIDES) for (int c = 0; c < CARDS; c++) mix(mark, UP(s, c));
    for (int64_t k = 0; k < t->variables; k++) {
        int64_t n = t->values[2 * k];
        if (n >= 0 && n < VALUES) mix_value(s, mark, s->v[n], t->values[2 * k + 1]);
    }
}

static void mix_choices(State *s, uint64_t *mark) {
    mix(mark, s->player);
    mix(mark, s->choices);
    mix(mark, s->stop);
#if WORDS
    if (s->groups == AS_SET) { FOR_BITS(c, s->legal) { mix(mark, 0); mix(mark, c); } return; }
#endif
    for (int i = 0; i < s->choices; i++) {
        V row = s->groups ? s->heap[s->groups + i] : i;
        for (int k = 0; k < s->stride; k++) mix(mark, s->heap[s->rows + row * s->stride + k]);
    }
}

static int followed(State *s, const Traced *t, int64_t game, uint64_t *mark) {
    uint64_t seeds[PLAYERS < 2 ? 2 : PLAYERS];
    int done = begun(s, &t->games, game, seeds);
    for (int64_t made = 0; done == ASKED && made < t->games.cap; made++) {
        if (s->site < 0 || s->site >= t->sites || !t->forms[s->site]) return FAILED;
        mix(mark, t->forms[s->site]);
        mix_choices(s, mark);
        mix_table(s, t, mark);
        done = chosen(s, &t->games, seeds);
    }
    mix(mark, done);
    for (int k = 0; k < s->winner_count; k++) mix(mark, s->winners[k]);
    mix_table(s, t, mark);
    return s->err ? FAILED : done;
}

EXPORT void traced(State *s, const Traced *t) {
    if (too_long(&t->games)) return;
    for (int64_t game = 0; game < t->games.games; game++) {
        t->marks[game] = 0;
        t->games.status[game] = followed(s, t, game, &t->marks[game]);
    }
}
