/* Groups of members of a list, as `core/groups.py` finds them: the same ones in the same order, and as many are looked
   at. Behind them what definitions that ask themselves about smaller lists have said.

   Before this file comes GROUP_WORDS: how many words have a bit for each place of a list. */

#define PLACES (64 * GROUP_WORDS)
#define MOST_GROUPS 200000
#define LONG_GROUP 16
#define FEW_MEMBERS 7
#define GROUP_COST 10

typedef struct { uint64_t w[GROUP_WORDS]; } Places;

/* low, high: the sizes that are wanted; size: the one that is looked for, the largest of all if their order is no
   matter; first: the one that was looked for first. with: the later places that go with one; follow: those with the next
   number. Of a group that grows, by how many it has: in, the places; rest, what goes with them; now, what is tried next.
   order: where in the list a place is. found: the group; kept, left: those that were put into order. */
typedef struct {
    int list, n, low, high, size, first, depth, chained, related, summed, exactly, in_order, level, kept, left;
    int64_t looked;
    V most;
    Places found, with[PLACES], follow[PLACES], in[PLACES + 1], rest[PLACES + 1], now[PLACES + 1];
    V value[PLACES], sum[PLACES + 1];
    int order[PLACES];
} Groups;

static inline Places places_both(Places a, Places b) { for (int w = 0; w < GROUP_WORDS; w++) a.w[w] &= b.w[w]; return a; }
static inline int places_some(Places a) { uint64_t all = 0; for (int w = 0; w < GROUP_WORDS; w++) all |= a.w[w]; return all != 0; }
static inline int places_count(Places a) { int n = 0; for (int w = 0; w < GROUP_WORDS; w++) n += __builtin_popcountll(a.w[w]); return n; }
static inline int places_first(Places a) { int w = 0; while (!a.w[w]) w++; return 64 * w + __builtin_ctzll(a.w[w]); }
static inline void places_put(Places *a, int place) { a->w[place >> 6] |= 1ull << (place & 63); }
static inline void places_take(Places *a, int place) { a->w[place >> 6] &= ~(1ull << (place & 63)); }
static inline int group_weight(int size) { return 1 + size / LONG_GROUP; }
static inline int groups_near(Groups *g, V a, V b) { V far = a < b ? b - a : a - b; return far > 0 && far < g->high; }

/* How many groups there are, as they count. */
static int64_t groups_number(int n, int low, int high) {
    int64_t found = 0;
    for (int size = low; size <= high && found <= MOST_GROUPS; size++) {
        int less = size < n - size ? size : n - size;
        int64_t ways = 1;
        for (int k = 0; k < less && ways <= MOST_GROUPS; k++) ways = ways * (n - k) / (k + 1);
        found += ways * group_weight(size);
    }
    return found;
}

static void groups_looked(State *s, Groups *g, int64_t more) {
    g->looked += more;
    if (g->looked > MOST_GROUPS) fail(s, TOO_MANY_GROUPS);
    pay(s, more * GROUP_COST);
}

static void groups_start(State *s, Groups *g, int list, V low, V high, int in_order) {
    V n = list_length(s, list);
    if (n > PLACES) { fail(s, NO_ROOM); n = 0; }
    g->list = list, g->n = n, g->in_order = in_order;
    g->low = low < 0 ? 0 : low > n ? n + 1 : low;
    g->high = high == NONE || high > n ? n : high;
    g->chained = g->related = g->summed = g->exactly = g->level = g->left = 0;
    g->looked = g->most = 0, g->depth = -1, g->kept = -1;
    for (int i = 0; i < n; i++) {
        g->order[i] = i;
        for (int w = 0; w < GROUP_WORDS; w++) {
            uint64_t whole = n >= 64 * (w + 1) ? ~0ull : n > 64 * w ? (1ull << (n - 64 * w)) - 1 : 0;
            g->with[i].w[w] = 64 * w > i ? whole : 64 * (w + 1) <= i + 1 ? 0 : whole & ~0ull << (i + 1 - 64 * w);
        }
    }
}

/* Places in the order of their numbers, and for each those with the next one. */
static void groups_chain(Groups *g, const V *number) {
    g->chained = g->related = 1;
    for (int i = 1; i < g->n; i++) {
        int place = g->order[i], k = i;
        for (; k > 0 && number[g->order[k - 1]] > number[place]; k--) g->order[k] = g->order[k - 1];
        g->order[k] = place;
    }
    for (int i = 0; i < g->n; i++) {
        g->follow[i] = (Places){{0}};
        for (int k = i + 1; k < g->n; k++) if (number[g->order[k]] == number[g->order[i]] + 1) places_put(&g->follow[i], k);
    }
}

static inline int groups_fits(Groups *g, int size, V sum) {
    return size >= g->low && (!g->exactly || sum == g->most);
}

/* The next group in the order in which they are come to: size by size, or each behind the one that it is grown from. */
static int groups_walk(State *s, Groups *g) {
    int by_size = g->in_order && !g->chained;
    while (!s->err) {
        if (g->depth < 0) {
            int begun = g->size >= 0;
            if (begun && (!by_size || (g->size >= g->first && !g->level))) return 0;
            g->size = by_size ? (begun ? g->size + 1 : g->low) : g->high;
            if (g->size > g->high || g->low > g->high) return 0;
            g->level = 0, g->depth = 0;
            g->in[0] = g->now[0] = (Places){{0}};
            for (int i = 0; i < g->n; i++) places_put(&g->now[0], i);
            g->rest[0] = g->now[0], g->sum[0] = 0;
            if (!begun && g->low == 0 && groups_fits(g, 0, 0) && (!g->summed || g->most >= 0)) {
                if (by_size) g->depth = -1;
                g->found = g->in[0];
                return 1;
            }
            if (g->size == 0) g->depth = -1;
            continue;
        }
        int d = g->depth, size = d + 1;
        if (d >= g->size || !places_some(g->now[d])) { g->depth--; continue; }
        int place = places_first(g->now[d]);
        places_take(&g->now[d], place);
        V sum = g->summed ? g->sum[d] + g->value[place] : 0;
        if (g->summed && sum > g->most) continue;
        Places left = places_both(g->rest[d], g->with[place]);
        int more = size < g->low || size < g->size ? places_count(left) : 0;
        if (size < g->low && size + more < g->low) continue;
        if (g->related && (!by_size || size == g->size || g->size == g->first)) groups_looked(s, g, group_weight(size));
        g->in[size] = g->in[d];
        places_put(&g->in[size], g->order[place]);
        if (by_size && size < g->size && size + more < g->size) continue;
        if (size < g->size) {
            g->rest[size] = left, g->sum[size] = sum, g->depth = size;
            g->now[size] = g->chained ? places_both(left, g->follow[place]) : left;
        }
        if (size == g->size) g->level = 1;
        if ((by_size ? size == g->size : size >= g->low) && groups_fits(g, size, sum)) {
            g->found = g->in[size];
            return 1;
        }
    }
    return 0;
}

/* Whether one group comes before another. */
static int group_before(const V *a, const V *b) {
    int many = 0;
    for (int w = 0; w < GROUP_WORDS; w++) many += __builtin_popcountll(a[w]) - __builtin_popcountll(b[w]);
    if (many) return many < 0;
    for (int w = 0; w < GROUP_WORDS; w++) {
        uint64_t other = (uint64_t)a[w] ^ (uint64_t)b[w];
        if (other) return (a[w] >> __builtin_ctzll(other) & 1) != 0;
    }
    return 0;
}

/* After all that a plan says of the members was put down. */
static void groups_ready(State *s, Groups *g) {
    g->size = -1, g->first = g->low > 0 ? g->low : 1;
    if (g->summed && !g->related && g->n <= FEW_MEMBERS) groups_looked(s, g, g->low <= g->high ? 1 << g->n : 0);
    else if (g->summed) g->related = 1;
    else if (!g->related && g->low <= g->high) groups_looked(s, g, groups_number(g->n, g->low, g->high));
    if (!g->chained || !g->in_order) return;
    V *cells = s->heap + s->hp;
    int n = 0, end = s->hp;
    while (groups_walk(s, g)) {
        if (end + GROUP_WORDS + 2 > LIST_CELLS) { fail(s, NO_ROOM); break; }
        memcpy(s->heap + end, &g->found, sizeof(Places));
        end += GROUP_WORDS, n++;
    }
    for (int gap = n / 2; gap > 0; gap /= 2)
        for (int i = gap; i < n; i++) {
            V one[GROUP_WORDS];
            memcpy(one, cells + i * GROUP_WORDS, sizeof one);
            int k = i;
            for (; k >= gap && group_before(one, cells + (k - gap) * GROUP_WORDS); k -= gap)
                memcpy(cells + k * GROUP_WORDS, cells + (k - gap) * GROUP_WORDS, sizeof one);
            memcpy(cells + k * GROUP_WORDS, one, sizeof one);
        }
    g->kept = s->hp, g->left = n, s->hp = end;
}

static int groups_next(State *s, Groups *g) {
    if (g->kept < 0) return groups_walk(s, g);
    if (s->err || !g->left--) return 0;
    memcpy(&g->found, s->heap + g->kept, sizeof(Places));
    g->kept += GROUP_WORDS;
    return 1;
}

/* How many there are: of all that there can be it is known, the others are come to one by one. */
static V groups_count(State *s, Groups *g) {
    V many = 0;
    if (g->related || g->summed) {
        while (groups_next(s, g)) many++;
        return s->err ? 0 : many;
    }
    for (int size = g->low; size <= g->high && !s->err; size++) {
        int64_t ways = 1;
        for (int k = 0; k < (size < g->n - size ? size : g->n - size); k++) ways = ways * (g->n - k) / (k + 1);
        many += ways;
    }
    return many;
}

static V groups_list(State *s, Groups *g) {
    int made = list_new(s);
    for (Places left = g->found; places_some(left);) {
        int place = places_first(left);
        places_take(&left, place);
        list_add(s, made, s->heap[g->list + 1 + place]);
    }
    return made;
}
