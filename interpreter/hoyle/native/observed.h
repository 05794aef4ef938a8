/* What whoever is asked sees of the table, as a row of numbers: the seat, how many cards lie in each zone, for each look
   where its cards lie as far as they are seen, and the values that the seat may know (see `run/observed.py`). */

#define UNSEEN (NONE + 1)
enum { HIDDEN, PLAIN, LOOK, LENGTH }; /* how a value is told to a seat */

/* order, starts: cards by their looks, and where each look starts; marks: how many values are kept for a card; mark: which
   (-1: none); cell: values that are kept for no card; looks: by card, those that take no part first; kinds: by seat. */
typedef struct {
    int64_t width, marks, groups, cells;
    const int64_t *order, *starts, *mark, *cell, *looks, *kinds;
} Observing;

static int64_t told_value(State *s, const Observing *o, int64_t cell) {
    V value = s->v[cell];
    int64_t kind = o->kinds[s->player * VALUES + cell];
#if ACTING
    if (kind == HIDDEN && s->eyes >= PLAYERS) kind = o->kinds[(s->eyes / PLAYERS - 1) * VALUES + cell];
#endif
    switch (kind) {
    case HIDDEN: return UNSEEN;
    case LOOK: return value == NONE ? NONE : o->looks[card_at(s, value)];
    case LENGTH: return value == NONE ? NONE : list_length(s, value);
    default: return value;
    }
}

/* The last of some rows to where it belongs, by their numbers, none seen behind all that are. */
static void sift(int64_t *first, int64_t *row, int width) {
    for (; row > first; row -= width) {
        int k = 0;
        while (k < width && row[k] == row[k - width]) k++;
        if (k == width || (uint64_t)row[k] > (uint64_t)row[k - width]) return;
        for (k = 0; k < width; k++) { int64_t cell = row[k]; row[k] = row[k - width]; row[k - width] = cell; }
    }
}

static void observe(State *s, const Observing *o, int64_t *out) {
    V cards[CARDS + 1];
    int64_t place[CARDS + 1];
    int width = 2 + SIDES + o->marks;
    *out++ = s->player;
    for (int z = 0; z < ZONES; z++) {
        int n = cards_of(s, z, cards);
        for (int k = 0; k < n; k++) place[cards[k]] = LOOSE[z] ? -1 : k;
        *out++ = n;
    }
    for (int64_t g = 0; g < o->groups; g++) {
        int64_t *first = out;
        for (int64_t k = o->starts[g]; k < o->starts[g + 1]; k++) {
            int c = o->order[k], seen = sees(s, s->eyes, c);
            *out++ = seen ? s->loc[c] : -1;
            *out++ = seen ? place[c] : -1;
            if (SIDES) *out++ = seen ? (int)UP(s, c) : -1;
            for (int64_t m = 0; m < o->marks; m++) {
                int64_t cell = o->mark[c * o->marks + m];
                *out++ = cell < 0 ? NONE : told_value(s, o, cell);
            }
            sift(first, out - width, width);
        }
    }
    for (int64_t k = 0; k < o->cells; k++) *out++ = told_value(s, o, o->cell[k]);
}

/* For some places what is seen; where nobody is asked nothing is. */
EXPORT void batch_observe(State *s, const Batch *b, int64_t first, int64_t end, const Observing *o, int64_t *out) {
    for (int64_t at = first; at < end; at++) {
        int64_t *row = out + at * o->width;
        if (waits(b->place + at)) {
            unpack(s, b->place[at].state);
            observe(s, o, row);
        } else for (int64_t k = 0; k < o->width; k++) row[k] = UNSEEN;
    }
}
