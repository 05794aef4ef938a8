/* Every table that a game can come to, in the order of how many choices lead there: explore/search.py says what that
   means, and tells it. A table waits as the bytes of its state in use; of one that was visited only a digest is left,
   with the step that led there first.

   It is done some steps at a time, so that whoever asked can look at the clock. */

enum { MORE, VISITED, ENOUGH, BROKEN_OFF, COUNTLESS_OUTCOMES, UNABLE };
enum { ALWAYS, NEVER, EVENTUALLY, AT_END, AFTER_ENDING };
#define TEXT_BYTES (1 << 22)

typedef struct { void *at; int64_t room; } Row; /* it grows */

typedef struct {
    Sameness same;
    /* wanted: no more than so many tables (0: all); tests by kind, maybe for one ending only; variables in which it is noted that a
       test was made; by the number of an ending, which test ended the game */
    int64_t limit, tests, notes;
    const int32_t *test_numbers, *test_kinds, *test_endings, *note_places, *note_numbers, *stopped_by;
    /* what was found: by the numbers of properties, a table or -1; and by tables */
    int64_t *refuted, *reached;
    int64_t tables, visited, edges, over, depth, bounded, ranks_kept, lost;
    int64_t failed_table, failed_choice, failed_ranks;
    Row parents, choices, ranks, ranks_at, levels, follow, ends, failed, waiting, known;
    /* under way */
    int64_t table, choice, many, places;
    State *state;
    Text least, other;
    Telling telling;
} Explorer;

/* Room for so many, each of so many bytes; 0 if there is none. */
static int room(Row *row, int64_t count, int64_t each) {
    if (count * each <= row->room) return 1;
    int64_t wanted = row->room * 2 > count * each ? row->room * 2 : count * each + 4096;
    void *at = realloc(row->at, wanted);
    if (!at) return 0;
    row->at = at;
    row->room = wanted;
    return 1;
}

/* ------------------------------------------------------------------------------------------ tables */

typedef struct { Digest digest; int64_t number; } Known;

static int64_t place_of_digest(const Known *known, int64_t places, Digest d) {
    int64_t at = d.a & (places - 1);
    while (known[at].number >= 0 && (known[at].digest.a != d.a || known[at].digest.b != d.b)) at = (at + 1) & (places - 1);
    return at;
}

/* The number under which a table is known; -1: it is new and has one from now on; -2: there is no room. */
static int64_t known_as(Explorer *x, Digest d) {
    if (x->tables * 2 >= x->places) {
        int64_t places = x->places ? x->places * 2 : 1 << 12;
        Row grown = {0};
        if (!room(&grown, places, sizeof(Known))) return -2;
        Known *to = grown.at, *from = x->known.at;
        for (int64_t n = 0; n < places; n++) to[n].number = -1;
        for (int64_t n = 0; n < x->places; n++)
            if (from[n].number >= 0) to[place_of_digest(to, places, from[n].digest)] = from[n];
        free(x->known.at);
        x->known = grown;
        x->places = places;
    }
    Known *place = (Known *)x->known.at + place_of_digest(x->known.at, x->places, d);
    if (place->number >= 0) return place->number;
    *place = (Known){d, x->tables};
    return -1;
}

static void *packed(const State *s) {
    int64_t front = offsetof(State, stack) + s->sp * sizeof(V), back = s->hp * sizeof(V);
    uint8_t *made = malloc(front + back);
    if (made) { memcpy(made, s, front); memcpy(made + front, s->heap, back); }
    return made;
}

static void unpacked(State *s, const uint8_t *from) {
    memcpy(s, from, offsetof(State, stack));
    int64_t front = offsetof(State, stack) + s->sp * sizeof(V);
    memcpy(s->stack, from + offsetof(State, stack), s->sp * sizeof(V));
    memcpy(s->heap, from + front, s->hp * sizeof(V));
}

/* A table that is new, with the step that led there. */
static int added(Explorer *x, State *s) {
    int64_t n = x->tables, ranks = x->ranks_kept + telling->count;
    if (!room(&x->parents, n + 1, 8) || !room(&x->choices, n + 1, 4) || !room(&x->ranks, ranks, 4) || !room(&x->ranks_at, n + 2, 8)
        || !room(&x->levels, n + 1, 4) || !room(&x->waiting, n + 1, sizeof(void *)) || !room(&x->ends, n + 1, 8)) return 0;
    int32_t level = x->table < 0 ? 0 : ((int32_t *)x->levels.at)[x->table] + 1;
    ((int64_t *)x->parents.at)[n] = x->table;
    ((int32_t *)x->choices.at)[n] = x->choice;
    ((int32_t *)x->levels.at)[n] = level;
    memcpy((int32_t *)x->ranks.at + x->ranks_kept, telling->ranks, telling->count * sizeof(int32_t));
    ((int64_t *)x->ranks_at.at)[n] = x->ranks_kept;
    ((int64_t *)x->ranks_at.at)[n + 1] = x->ranks_kept = ranks;
    if (level > x->depth) x->depth = level;
    void *kept = s->over ? 0 : packed(s);
    ((void **)x->waiting.at)[n] = kept;
    x->tables++;
    return s->over || kept;
}

/* ------------------------------------------------------------------------------------------ judging */

/* Whether a card is missing, lies twice, or not where it is remembered. */
static int lost(State *s) {
    V cards[CARDS + 1];
    uint8_t seen[CARDS + 1] = {0};
    for (int z = 0; z < ZONES; z++) {
        if (s->count[z] > CARDS) return 1;
        int n = cards_of(s, z, cards);
        if (n != s->count[z]) return 1;
        for (int i = 0; i < n; i++) if (cards[i] >= CARDS || seen[cards[i]]++ || s->loc[cards[i]] != z) return 1;
    }
    for (int c = 0; c < CARDS; c++) if (!seen[c]) return 1;
    return 0;
}

static void first(int64_t *place, int64_t table) { if (*place < 0) *place = table; }

static int judged(Explorer *x, State *s, int64_t n) {
    if (lost(s)) first(&x->lost, n);
    if (s->over) {
        x->over++;
        int stopped = x->stopped_by[s->ending];
        if (stopped >= 0) { x->refuted[stopped] = n; return BROKEN_OFF; }
    }
    for (int64_t k = 0; k < x->tests; k++) {
        int number = x->test_numbers[k], kind = x->test_kinds[k];
        if (kind == AT_END && !s->over) continue;
        if (kind == AFTER_ENDING && (!s->over || s->ending != x->test_endings[k])) continue;
        if (kind == AFTER_ENDING) first(&x->reached[number], n);
        if (kind == EVENTUALLY && x->reached[number] >= 0) continue;
        s->fuel = FUEL;
        int holds = holds_of(s, k) != 0;
        if (s->err) return UNABLE;
        if (kind == EVENTUALLY) { if (holds) x->reached[number] = n; }
        else if (holds == (kind == NEVER)) first(&x->refuted[number], n);
    }
    return x->tables == x->limit ? ENOUGH : MORE;
}

/* Comes to a table by one more step. */
static int arrived(Explorer *x, State *s) {
    uint8_t met[x->notes + 1];
    for (int64_t k = 0; k < x->notes; k++) {
        V *note = &s->v[x->note_places[k]];
        met[k] = *note != NONE;
        if (!s->over || x->stopped_by[s->ending] < 0) *note = NONE;
    }
    Digest d = digest_of(s, &x->same, &x->least, &x->other);
    int64_t number = x->least.error || x->other.error ? -2 : known_as(x, d);
    if (number == -2) return UNABLE;
    if (number == -1) {
        number = x->tables;
        if (!added(x, s)) return UNABLE;
        int done = judged(x, s, number);
        if (done) return done;
    }
    for (int64_t k = 0; k < x->notes; k++) if (met[k]) first(&x->reached[x->note_numbers[k]], number);
    if (x->table < 0) return MORE;
    if (!room(&x->follow, x->edges + 1, 8)) return UNABLE;
    ((int64_t *)x->follow.at)[x->edges++] = number;
    return MORE;
}

/* ------------------------------------------------------------------------------------------ steps */

/* The next choice, of this table or of one behind it; 0 if there is none. */
static int next_choice(Explorer *x) {
    x->choice++;
    while (x->table < 0 || x->choice >= x->many) {
        void **waiting = x->waiting.at;
        if (x->table >= 0) {
            ((int64_t *)x->ends.at)[x->table] = x->edges;
            x->visited++;
            free(waiting[x->table]);
            waiting[x->table] = 0;
        }
        if (++x->table >= x->tables) return 0;
        const State *next = waiting[x->table]; /* none if it is an end */
        x->choice = 0;
        x->many = next ? next->choices + next->stop : 0;
    }
    return 1;
}

static int explored_step(Explorer *x) {
    State *s = x->state;
    int done;
    telling->used = telling->bounded = 0;
    if (x->table < 0) done = start(s, (const uint8_t *)"................", 1);
    else {
        unpacked(s, ((void **)x->waiting.at)[x->table]);
        s->things = s->lately = 0;
        done = choose(s, x->choice);
    }
    x->bounded |= telling->bounded;
    if (done == ASKED || done == OVER) return s->err ? UNABLE : arrived(x, s);
    if (s->err == TOO_MANY_OUTCOMES) return COUNTLESS_OUTCOMES;
    if (s->err != TOO_LARGE && s->err != TOO_FULL && s->err != NOT_THERE && s->err != NOT_SURE) return UNABLE;
    if (x->failed_table > -2) return MORE; /* only the first one is told */
    if (!room(&x->failed, telling->count, 4)) return UNABLE;
    memcpy(x->failed.at, telling->ranks, telling->count * sizeof(int32_t));
    x->failed_table = x->table;
    x->failed_choice = x->choice;
    x->failed_ranks = telling->count;
    return MORE;
}

/* ------------------------------------------------------------------------------------------ what Python calls */

EXPORT int64_t explore_size(void) { return sizeof(Explorer); }

EXPORT void explore_end(Explorer *x) {
    for (int64_t n = 0; n < x->tables; n++) free(((void **)x->waiting.at)[n]);
    Row *rows[] = {&x->parents, &x->choices, &x->ranks, &x->ranks_at, &x->levels, &x->follow, &x->ends, &x->failed, &x->waiting, &x->known};
    for (int k = 0; k < (int)(sizeof rows / sizeof *rows); k++) free(rows[k]->at);
    free(x->state);
    free(x->least.at);
    free(x->other.at);
}

/* Everything is as it was asked for, and 0 else. 0 if there is no room. */
EXPORT int explore_start(Explorer *x) {
    x->table = x->choice = x->lost = -1;
    x->failed_table = -2;
    x->state = malloc(sizeof(State));
    x->least.at = malloc(TEXT_BYTES);
    x->other.at = malloc(TEXT_BYTES);
    x->least.room = x->other.room = TEXT_BYTES;
    return x->state && x->least.at && x->other.at;
}

/* Some steps: MORE if there are others, or why it goes on no further. */
EXPORT int explore(Explorer *x, int64_t steps) {
    telling = &x->telling;
    while (steps-- > 0) {
        int done = explored_step(x);
        if (done) return done;
        if (!told_next() && !next_choice(x)) return VISITED;
    }
    return MORE;
}

/* Whether a play can go round for ever: something is left when all is taken away that nothing else leads to. */
EXPORT int explore_round(const Explorer *x) {
    int64_t n = x->tables, free_ = 0, *follow = x->follow.at, *ends = x->ends.at;
    int64_t *leading = calloc(n + 1, 8), *row = malloc((n + 1) * 8);
    if (!leading || !row) n = 0, free_ = -1; /* Python looks for itself */
    else for (int64_t k = 0; k < x->edges; k++) leading[follow[k]]++;
    for (int64_t t = 0; t < n; t++) if (!leading[t]) row[free_++] = t;
    for (int64_t at = 0; at < free_; at++)
        for (int64_t k = row[at] ? ends[row[at] - 1] : 0; k < ends[row[at]]; k++)
            if (!--leading[follow[k]]) row[free_++] = follow[k];
    free(leading);
    free(row);
    return free_ != n;
}
