/* Many games at once, each in a place of its own, for tools that learn: answers come in as a row, what has become of
   the games goes out in rows. Several threads may work on a batch, each on places of its own and in a state of its own.

   A place keeps its game packed, and what leads to it: the seed and all answers. Where something stops a game its place
   stays as it was; words are left to Python, which plays it again. */

typedef struct {
    uint8_t *state;
    uint32_t *answers;
    int64_t room, count, most; /* bytes for the state; answers, and how many there is room for */
    int64_t number;            /* of the game in its run */
    uint8_t seed[16];
} Place;

/* For each place: who is asked and how many choices there are (-1 and 0: nobody), whether its game ended with the last
   step, how many decisions were made in it; and of games that have ended who won, the ending, and the scores. */
typedef struct {
    int64_t places, again, length;
    const uint8_t *text; /* what seeds begin with */
    const int32_t *endings; /* as they are numbered for whoever asks */
    Place *place;
    int32_t *player, *choices, *decisions, *ending;
    uint8_t *over, *won;
    int64_t *scores;
} Batch;

static int has_room(Place *p, int64_t size) {
    if (size > p->room) {
        uint8_t *state = realloc(p->state, size + size / 4);
        if (!state) return 0;
        p->state = state;
        p->room = size + size / 4;
    }
    if (p->count >= p->most) {
        uint32_t *answers = realloc(p->answers, (2 * p->most + 64) * sizeof *answers);
        if (!answers) return 0;
        p->answers = answers;
        p->most = 2 * p->most + 64;
    }
    return 1;
}

static void show(const Batch *b, int64_t at, const State *s) {
    int64_t question = asked(s);
    b->player[at] = question < 0 ? -1 : question >> 32;
    b->choices[at] = question < 0 ? 0 : question & 0xffffffff;
}

/* What came out of a game that has ended; 0 if something stops that. */
static int show_end(const Batch *b, int64_t at, State *s) {
    int64_t won[PLAYERS];
    int count = winners(s, won);
    memset(b->won + at * PLAYERS, 0, PLAYERS);
    for (int k = 0; k < count; k++) b->won[at * PLAYERS + won[k]] = k + 1;
    b->ending[at] = b->endings[ending(s)];
    return !scores(s, b->scores + at * PLAYERS);
}

/* The very seed that Python makes of the text and the number of a game. */
static int game_seed(const Batch *b, int64_t number, uint8_t *seed) {
    uint8_t text[LONGEST_SEED + 32];
    uint64_t found[2];
    if (b->length > LONGEST_SEED) return 0;
    memcpy(text, "str:", 4);
    memcpy(text + 4, b->text, b->length);
    shake(text, 4 + b->length + digits(text + 4 + b->length, number), found, 2);
    memcpy(seed, found, 16);
    return 1;
}

static int place_started(State *s, const Batch *b, int64_t at) {
    Place *p = b->place + at;
    int done = start(s, p->seed, 1);
    p->count = 0;
    if (done == FAILED || !has_room(p, used(s))) { p->room = 0; free(p->state); p->state = NULL; return 0; }
    pack(s, p->state);
    show(b, at, s);
    b->decisions[at] = 0;
    b->over[at] = done == OVER;
    return done != OVER || show_end(b, at, s);
}

/* The next game of a place; what is shown of the one that ended stays. */
static int place_again(State *s, const Batch *b, int64_t at) {
    Place *p = b->place + at;
    int32_t decisions = b->decisions[at];
    p->number += b->places;
    if (!game_seed(b, p->number, p->seed) || !place_started(s, b, at)) return 0;
    b->decisions[at] = decisions;
    b->over[at] = 1;
    return 1;
}

/* New games in some places, with seeds of 16 bytes, or with those of their numbers. Gives how many could not start;
   `failed` says which. */
EXPORT int64_t batch_start(State *s, const Batch *b, int64_t first, int64_t end, const uint8_t *seeds, uint8_t *failed) {
    int64_t count = 0;
    for (int64_t at = first; at < end; at++) {
        Place *p = b->place + at;
        p->number = at + 1;
        if (seeds) memcpy(p->seed, seeds + 16 * at, 16);
        failed[at] = !(seeds || game_seed(b, p->number, p->seed)) || !place_started(s, b, at);
        count += failed[at];
    }
    return count;
}

static int64_t answer_at(const void *answers, int width, int64_t at) {
    return width == 4 ? ((const int32_t *)answers)[at] : ((const int64_t *)answers)[at];
}

static int waits(const Place *p) { return p->state && status((const State *)p->state) == ASKED; }

/* The first place whose answer is none of its choices; -1: there is none. */
EXPORT int64_t batch_wrong(const Batch *b, const void *answers, int width) {
    for (int64_t at = 0; at < b->places; at++) {
        int64_t answer = answer_at(answers, width, at);
        if (!waits(b->place + at)) continue;
        if (answer < 0 || answer >= (asked((const State *)b->place[at].state) & 0xffffffff)) return at;
    }
    return -1;
}

static int place_stepped(State *s, const Batch *b, int64_t at, int64_t answer) {
    Place *p = b->place + at;
    if (!waits(p)) return !b->again || place_again(s, b, at);
    unpack(s, p->state);
    int done = choose(s, answer);
    if (done == FAILED || !has_room(p, used(s)) || (done == OVER && !show_end(b, at, s))) return 0;
    pack(s, p->state);
    p->answers[p->count++] = answer;
    show(b, at, s);
    b->decisions[at] = p->count;
    b->over[at] = done == OVER;
    return done != OVER || !b->again || place_again(s, b, at);
}

/* One answer for each of some places. Gives how many could not be given; `failed` says which. */
EXPORT int64_t batch_step(State *s, const Batch *b, int64_t first, int64_t end, const void *answers, int width, uint8_t *failed) {
    int64_t count = 0;
    for (int64_t at = first; at < end; at++) {
        failed[at] = !place_stepped(s, b, at, answer_at(answers, width, at));
        count += failed[at];
    }
    return count;
}

EXPORT void batch_free(const Batch *b) {
    for (int64_t at = 0; at < b->places; at++) { free(b->place[at].state); free(b->place[at].answers); }
}

/* ------------------------------------------------------------------------------------------ numbers of choices */

/* How the game numbers all that can be chosen. sites: where the offers of a decision are; an offer: its first number,
   its first parameter, how many it has; a parameter: how many values it has and where they are, sorted, each with its
   place; or, if it is a card, where the places of looks are, card by card, and of the zones in which one lies unseen. */
typedef struct { int64_t first, param, params; } Offered;
typedef struct { int64_t card, size, at, count; } Parameter;
typedef struct {
    int64_t count;
    const int64_t *sites;
    const Offered *offers;
    const Parameter *params;
    const int64_t *values, *spots;
} Numbering;

static int64_t card_spot(State *s, const Numbering *n, const Parameter *p, V card) {
    const int64_t *unseen = n->spots + p->at + CARDS + ABSENT;
    V seen = as_seen(s, s->eyes, card);
    if (seen < -ABSENT) return -1;
    if (seen < CARDS) return n->spots[p->at + seen + ABSENT];
    if (seen >= 2 * CARDS) return unseen[seen - 2 * CARDS];
    int64_t first = unseen[s->loc[card]];
    return first < 0 ? first : first + lies(s, s->eyes, card) % (CARDS + 2);
}

static int64_t value_spot(const Numbering *n, const Parameter *p, V value) {
    int64_t low = p->at, high = p->at + p->count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (n->values[middle] < value) low = middle + 1; else high = middle;
    }
    return low < p->at + p->count && n->values[low] == value ? n->spots[low] : -1;
}

/* The number of a pending choice; -1: it has none. */
static int64_t number_of(State *s, const Numbering *n, int choice) {
    int64_t row[64], number = 0;
    offered(s, choice, row);
    if (row[0] < 0) return 0;
    const Offered *offer = n->offers + n->sites[s->site] + row[0];
    for (int k = 0; k < offer->params; k++) {
        const Parameter *p = n->params + offer->param + k;
        int64_t spot = p->card ? card_spot(s, n, p, row[k + 1]) : value_spot(n, p, row[k + 1]);
        if (spot < 0) return -1;
        number = number * p->size + spot;
    }
    return offer->first + number;
}

/* For some places, which numbers can be chosen. */
EXPORT void batch_legal(State *s, const Batch *b, int64_t first, int64_t end, const Numbering *n, uint8_t *legal) {
    for (int64_t at = first; at < end; at++) {
        memset(legal + at * n->count, 0, n->count);
        if (!waits(b->place + at)) continue;
        unpack(s, b->place[at].state);
        for (int choice = 0; choice < s->choices + s->stop; choice++) {
            int64_t number = number_of(s, n, choice);
            if (number >= 0 && number < n->count) legal[at * n->count + number] = 1;
        }
    }
}

/* For some places, the first choice that has a number; -1: there is none. */
EXPORT void batch_find(
    State *s, const Batch *b, int64_t first, int64_t end, const Numbering *n, const void *numbers, int width, int64_t *out
) {
    for (int64_t at = first; at < end; at++) {
        int64_t number = answer_at(numbers, width, at);
        out[at] = waits(b->place + at) ? -1 : 0;
        if (!out[at]) continue;
        unpack(s, b->place[at].state);
        for (int choice = 0; choice < s->choices + s->stop && out[at] < 0; choice++)
            if (number >= 0 && number_of(s, n, choice) == number) out[at] = choice;
    }
}
