/* What a definition that asks itself about smaller lists has said, until the first question is answered.

   What it was asked about is a row of cells; what it said is a value, or a list, which has cells of its own. */

#define SAID_SLOTS (1 << 13)
#define SAID_CELLS (1 << 17)

typedef struct {
    int depth, used, many;
    uint32_t round, rounds[SAID_SLOTS];
    int32_t keys[SAID_SLOTS], lengths[SAID_SLOTS];
    V values[SAID_SLOTS], cells[SAID_CELLS];
} Said;

/* Begins to put down what is asked about; hands back where. */
static int said_begin(Said *said) {
    if (!said->depth) said->round++, said->used = said->many = 0;
    if (!said->round) said->round = 1, memset(said->rounds, 0, sizeof said->rounds);
    return said->used;
}

static void said_cell(State *s, Said *said, V value) {
    if (said->used >= SAID_CELLS) { fail(s, NO_ROOM); return; }
    said->cells[said->used++] = value;
}

static void said_list(State *s, Said *said, V list) {
    V n = list == NONE ? -1 : list_length(s, list);
    said_cell(s, said, n);
    for (V i = 0; i < n; i++) said_cell(s, said, s->heap[list + 1 + i]);
}

/* The slot of a question, or a free one. */
static int said_slot(Said *said, int key, int length) {
    uint64_t hash = 1469598103934665603ull;
    for (int i = 0; i < length; i++) hash = (hash ^ (uint64_t)said->cells[key + i]) * 1099511628211ull;
    int slot = (hash ^ hash >> 29) & (SAID_SLOTS - 1);
    for (; said->rounds[slot] == said->round; slot = (slot + 1) & (SAID_SLOTS - 1))
        if (said->lengths[slot] == length && !memcmp(said->cells + said->keys[slot], said->cells + key, length * sizeof(V))) break;
    return slot;
}

static inline int said_there(Said *said, int slot) { return said->rounds[slot] == said->round; }

/* A list that was said, in the heap. */
static V said_again(State *s, Said *said, V at) {
    if (at == NONE) return NONE;
    V n = said->cells[at];
    int list = list_new(s);
    for (V i = 0; i < n; i++) list_add(s, list, said->cells[at + 1 + i]);
    return list;
}

static void said_keep(State *s, Said *said, int key, int length, V value, int listed) {
    if (s->err) return;
    if (++said->many > SAID_SLOTS * 3 / 4) { fail(s, NO_ROOM); return; }
    if (listed && value != NONE) {
        int at = said->used;
        said_list(s, said, value);
        value = at;
    }
    int slot = said_slot(said, key, length);
    said->rounds[slot] = said->round;
    said->keys[slot] = key, said->lengths[slot] = length, said->values[slot] = value;
}
