/* Choices: rows of candidates, those that look the same put together as their player sees them. */

/* Rows of candidates: `stride` cells each, the number of the offer first. They are collected behind all lists. */
static inline int rows_start(State *s, int stride) {
    s->rows = LIST_CELLS + ASIDE_CELLS;
    s->stride = stride;
    s->groups = 0;
    s->choices = 0;
    return 0;
}

static inline V *row_new(State *s) {
    V *row = s->heap + s->rows + (int64_t)s->choices * s->stride;
    if (s->choices >= MOST_CHOICES || row + s->stride > s->heap + HEAP_CELLS) {
        fail(s, s->choices >= MOST_CHOICES ? TOO_MUCH : NO_ROOM);
        s->choices = 0;
        row = s->heap + s->rows;
    }
    s->choices++;
    return row;
}

static inline void row_card(State *s, int offer, V card) {
    V *row = row_new(s);
    row[0] = offer;
    row[1] = card;
    for (int k = 2; k < s->stride; k++) row[k] = 0;
}

/* A group in a row: how many members it has, then these, in as many cells as the largest group has. Which cells of an offer
   are cards of groups is told as bits: `members`. */
static inline void group_put(State *s, V *cells, int most, V list) {
    V n = list_length(s, list);
    if (n > most) { fail(s, NO_ROOM); n = 0; }
    cells[0] = n;
    for (int k = 0; k < most; k++) cells[1 + k] = k < n ? s->heap[list + 1 + k] : NONE;
}

static V group_taken(State *s, const V *cells) {
    int list = list_new(s);
    for (V k = 0; k < cells[0]; k++) list_add(s, list, cells[1 + k]);
    return list;
}

/* A member of a group whose player knows it: the first card that it could as well be. */
static inline V member_seen(State *s, V seat, V card) {
    V seen = card < 0 || card >= CARDS ? card : as_seen(s, seat, card);
    return seen >= CARDS ? card : seen;
}

/* The cells of a row as they are seen, those of a group in the order of their numbers. */
static void row_seen(State *s, V seat, const V *row, int stride, uint64_t cards, uint64_t group, V *out) {
    for (int k = 0; k < stride; k++) {
        int bit = k && k < 64, member = bit && group >> k & 1;
        V cell = bit && cards >> k & 1 ? as_seen(s, seat, row[k]) : member && row[k] != NONE ? member_seen(s, seat, row[k]) : row[k];
        int at = k;
        for (; member && cell != NONE && at > 1 && group >> (at - 1) & 1 && out[at - 1] > cell; at--) out[at] = out[at - 1];
        out[at] = cell;
    }
}

static inline uint64_t row_hash(const V *row, int stride) {
    uint64_t hash = 0;
    for (int k = 0; k < stride; k++) hash = (hash ^ (uint64_t)row[k]) * 0x9e3779b97f4a7c15ull;
    return hash >> 20;
}

static inline int same_row(const V *a, const V *b, int stride) {
    for (int k = 0; k < stride; k++) if (a[k] != b[k]) return 0;
    return 1;
}

/* Of rows that are there twice only the first one. */
static void rows_once(State *s, int start) {
    V n = s->choices, stride = s->stride, size = 4, kept = start, *rows = s->heap + s->rows, *at = rows + n * stride;
    while (size < 2 * (n - start)) size *= 2;
    if (at + size > s->heap + HEAP_CELLS) { fail(s, NO_ROOM); return; }
    for (V i = 0; i < size; i++) at[i] = -1;
    for (V i = start; i < n; i++) {
        V place = row_hash(rows + i * stride, stride) & (size - 1);
        while (at[place] >= 0 && memcmp(rows + at[place] * stride, rows + i * stride, stride * sizeof(V))) place = (place + 1) & (size - 1);
        if (at[place] >= 0) continue;
        at[place] = kept;
        memmove(rows + kept++ * stride, rows + i * stride, stride * sizeof(V));
    }
    s->choices = kept;
}

/* The rows of an offer without those that are marked as wrong; or, if they are kept, as they were. */
static void rows_without(State *s, int start, int offer, int keep) {
    V *rows = s->heap + s->rows, stride = s->stride, kept = start;
    for (V i = start; i < s->choices; i++) {
        V *row = rows + i * stride;
        if (keep) row[0] = offer;
        else if (row[0] >= 0) memmove(rows + kept++ * stride, row, stride * sizeof(V));
    }
    if (!keep) s->choices = kept;
}

#if WORDS
#define AS_SET -1

/* Single cards to choose from that their player sees all, in the order of their numbers: there are no rows of them. */
static inline void rows_of_set(State *s, M cards) {
    s->legal = cards;
    s->choices = COUNT(cards);
    s->groups = AS_SET;
    s->rows = s->hp;
    s->stride = 0;
}

static inline int nth_bit(uint64_t word, int n) {
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ull << n, word));
#else
    while (n--) word &= word - 1;
    return __builtin_ctzll(word);
#endif
}

static inline int nth(M cards, int n) {
#if WORDS == 1
    return nth_bit(cards, n);
#else
    for (int w = 0; w < WORDS; w++) {
        int here = __builtin_popcountll(cards[w]);
        if (n < here) return 64 * w + nth_bit(cards[w], n);
        n -= here;
    }
    return 0;
#endif
}
#else
#define AS_SET -1
#endif

/* The first values of all rows, as a list. */
static V rows_listed(State *s) {
    int list = list_new(s);
    for (V i = 0; i < s->choices; i++) list_add(s, list, s->heap[s->rows + i * s->stride + 1]);
    s->choices = 0;
    return list;
}

/* The groups of all rows, as a list of lists. */
static V rows_of_groups(State *s) {
    int start = s->aside;
    for (V i = 0; i < s->choices; i++) put_aside(s, group_taken(s, s->heap + s->rows + i * s->stride + 1));
    s->choices = 0;
    return list_aside(s, start);
}

/* Rows go behind the lists that there are. */
static inline void rows_done(State *s) {
    if (s->groups == AS_SET) { s->rows = s->hp; return; } /* lists that were made while it was asked are gone */
    int cells = s->groups > 0 ? s->groups + s->choices + 1 - s->rows : s->choices * s->stride;
    if (s->hp + cells > LIST_CELLS) { fail(s, NO_ROOM); return; }
    memmove(s->heap + s->hp, s->heap + s->rows, cells * sizeof(V));
    if (s->groups > 0) s->groups += s->hp - s->rows;
    s->rows = s->hp;
    s->hp += cells;
}

typedef struct { State *s; V *keys; V *places; int stride; } Sorting;

static int row_before(Sorting *by, V a, V b) {
    V *x = by->places + a * by->stride, *y = by->places + b * by->stride;
    for (int k = 0; k < by->stride; k++) if (x[k] != y[k]) return x[k] < y[k];
    return 0;
}

static void merge_sort(Sorting *by, V *order, V *spare, V n) {
    if (n < 2) return;
    V half = n / 2, i = 0, j = half, k = 0;
    merge_sort(by, order, spare, half);
    merge_sort(by, order + half, spare, n - half);
    if (!row_before(by, order[half], order[half - 1])) return; /* as it mostly is */
    memcpy(spare, order, n * sizeof(V));
    while (i < half && j < n) order[k++] = row_before(by, spare[j], spare[i]) ? spare[j++] : spare[i++];
    while (i < half) order[k++] = spare[i++];
    while (j < n) order[k++] = spare[j++];
}

enum { CHANGED = 1, UNSEEN = 2, WIDE = 4, SHARED = 8 };

/* A number for each row as its player sees it, the same for the same rows: their few cells, which are small. Gives
   whether some are not what they are (CHANGED), not seen (UNSEEN, and for which offers), not small (WIDE), or may be like others (SHARED):
   what has a place of its own never is. */
static int row_names(State *s, V seat, const V *rows, V n, int stride, const uint32_t *cards, const uint64_t *members, V *names, uint8_t *unseen) {
    int found = stride > 4 || members ? WIDE : 0;
    for (V i = 0; i < n && stride == 2; i++) { /* as most are: one thing each */
        V offer = rows[2 * i], own = rows[2 * i + 1], cell = cards[offer] ? as_seen(s, seat, own) : own;
        if (cell != own) found |= cell >= CARDS && cell < 2 * CARDS ? CHANGED : CHANGED | SHARED;
        if (cards[offer] && cell >= CARDS) { found |= UNSEEN; unseen[offer] = 1; }
        cell += 1024;
        if ((uint64_t)cell >= 65536) found |= WIDE;
        names[i] = offer << 16 | cell;
    }
    for (V i = 0; i < n && stride > 2; i++) {
        const V *row = rows + i * stride;
        uint32_t shown = cards[row[0]];
        uint64_t name = 0;
        for (uint64_t left = members ? members[row[0]] : 0; left; left &= left - 1) {
            V card = row[__builtin_ctzll(left)];
            if (card != NONE && member_seen(s, seat, card) != card) found |= CHANGED | SHARED;
        }
        for (int k = 0; k < stride; k++, shown >>= 1) {
            V cell = row[k];
            if (shown & 1) {
                cell = as_seen(s, seat, cell);
                if (cell != row[k]) found |= cell >= CARDS && cell < 2 * CARDS ? CHANGED : CHANGED | SHARED;
                if (cell >= CARDS) { found |= UNSEEN; unseen[row[0]] = 1; }
            }
            cell += 1024;
            if ((uint64_t)cell >= 65536) found |= WIDE;
            name = name << 16 | cell;
        }
        names[i] = name;
    }
    return found;
}

/* The same for rows of many or large cells: where the first such row is. keys, at: room for all cells, and for twice as
   many as there are rows, a power of two. */
static void wide_names(State *s, V seat, const V *rows, V n, int stride, const uint32_t *cards, const uint64_t *members, V *names, V *keys, V *at, V table) {
    for (V i = 0; i < n; i++) {
        const V *row = rows + i * stride;
        row_seen(s, seat, row, stride, cards[row[0]], members ? members[row[0]] : 0, keys + i * stride);
    }
    for (V i = 0; i < table; i++) at[i] = -1;
    for (V i = 0; i < n; i++) {
        const V *key = keys + i * stride;
        V place = row_hash(key, stride) & (table - 1);
        while (at[place] >= 0 && !same_row(keys + at[place] * stride, key, stride)) place = (place + 1) & (table - 1);
        if (at[place] < 0) at[place] = i;
        names[i] = at[place];
    }
}

/* The number of the group that each row is in, by their names, groups in the order of their first rows; gives how many. */
static V row_groups(const V *names, const V *order, V n, V *group, V *first, V *at, V table) {
    V groups = 0;
    if (n > FEW) for (V i = 0; i < table; i++) at[i] = -1;
    for (V i = 0; i < n; i++) {
        V name = names[order[i]], g = 0;
        if (n <= FEW) {
            while (g < groups && first[g] != name) g++;
        } else {
            V place = row_hash(&name, 1) & (table - 1);
            while (at[place] >= 0 && first[at[place]] != name) place = (place + 1) & (table - 1);
            if (at[place] < 0) at[place] = groups;
            g = at[place];
        }
        if (g == groups) first[groups++] = name;
        group[order[i]] = g;
    }
    return groups;
}

/* Rows of an offer and one thing, from `start` on, of which those that are cards are seen all: the first row of those that
   look the same. Gives how many rows stay, or -1: one of the cards is not seen. */
static V first_of_each(State *s, V seat, V *rows, V start, V n, const uint32_t *cards, int offers) {
    for (V *row = rows + 2 * start, *end = rows + 2 * n; row < end; row += 2)
        if (cards[row[0]] && row[1] >= 0 && !sees(s, seat, row[1])) return -1;
    V kept = start;
#if WORDS
    M had[offers];
    for (int k = 0; k < offers; k++) had[k] = NOBODY;
#else
    enum { SPAN = CARDS / 64 + 1 };
    uint64_t had[offers * SPAN];
    memset(had, 0, sizeof(had));
#endif
    for (V i = start; i < n; i++) {
        V offer = rows[2 * i], card = rows[2 * i + 1];
        if (cards[offer] && card >= 0) {
#if WORDS
            if (HAS(had[offer], card)) continue;
            if (!COPIES[card] || !LOOSE[s->loc[card]]) had[offer] |= BIT(card);
            else if (!KEPT) had[offer] |= ALIKE[COPIES[card] - 1] & s->zone[s->loc[card]];
            else FOR_BITS(other, ALIKE[COPIES[card] - 1] & s->zone[s->loc[card]]) if (twins(s, other, card)) had[offer] |= BIT(other);
#else
            V key = as_seen(s, seat, card);
            uint64_t *word = had + offer * SPAN + (key >> 6), bit = 1ull << (key & 63);
            if (*word & bit) continue;
            *word |= bit;
#endif
        }
        rows[2 * kept] = offer;
        rows[2 * kept++ + 1] = card;
    }
    return kept;
}

/* Whether a row is to its player what it is. */
static inline int row_is_plain(State *s, V seat, const V *row, const uint32_t *cards, const uint64_t *members) {
    for (uint64_t left = members ? members[row[0]] : 0; left; left &= left - 1) {
        V card = row[__builtin_ctzll(left)];
        if (card != NONE && !is_itself(s, seat, card)) return 0;
    }
    for (uint32_t shown = cards[row[0]]; shown; shown &= shown - 1)
        if (!is_itself(s, seat, row[__builtin_ctz(shown)])) return 0;
    return 1;
}

/* Candidates as their player sees them: those that look the same are one choice. cards: for each offer, which of its
   parameters are cards, as bits; members: which cells are cards of groups, if there are such. */
static void grouped(State *s, V seat, const uint32_t *cards, const uint64_t *members, int offers) {
    V n = s->choices, stride = s->stride, table = 4, kept = 0, *rows = s->heap + s->rows, plain = 0;
    while (plain < n && row_is_plain(s, seat, rows + plain * stride, cards, members)) plain++;
    if (plain == n) return; /* all are seen, none is like another, and no row is there twice */
    if (stride == 2) {
        V stay = first_of_each(s, seat, rows, plain, n, cards, offers);
        if (stay >= 0) { s->choices = stay; return; }
    }
    while (table < 2 * n) table *= 2;
    if (s->rows + n * (3 * stride + 7) + 2 + table > HEAP_CELLS) { fail(s, NO_ROOM); return; }
    V *keys = rows + n * (stride + 1) + 1, *places = keys + n * stride, *order = places + n * stride;
    V *spare = order + n, *names = spare + n, *group = names + n, *first = group + n, *size = first + n, *at = size + n + 1;
    uint8_t unseen[offers];
    memset(unseen, 0, offers);
    int found = row_names(s, seat, rows, n, stride, cards, members, names, unseen);
    if (!(found & CHANGED)) return;
    if (found & WIDE && found & SHARED) wide_names(s, seat, rows, n, stride, cards, members, names, keys, at, table);
    for (V i = 0; i < n; i++) order[i] = i;
    if (!(found & UNSEEN)) { /* whoever sees all of them takes the first of those that look the same */
        V groups = row_groups(names, order, n, group, first, at, table);
        if (groups == n) return;
        for (V i = 0; i < n; i++) {
            if (group[i] != kept) continue;
            if (kept < i) for (int k = 0; k < stride; k++) rows[kept * stride + k] = rows[i * stride + k];
            kept++;
        }
        s->choices = groups;
        return;
    }
    for (V i = 0; i < n; i++) {
        V *row = rows + i * stride, *place = places + i * stride;
        place[0] = row[0];
        for (int k = 1; k < stride; k++) place[k] = unseen[row[0]] && cards[row[0]] >> k & 1 ? lies(s, seat, row[k]) : 0;
    }
    merge_sort(&(Sorting){s, keys, places, stride}, order, spare, n);
    V groups = found & SHARED ? row_groups(names, order, n, group, first, at, table) : n, start = 0;
    if (groups == n) { /* none looks like another: as they lie, and each is a choice */
        for (V i = 0; i < n; i++) memcpy(places + i * stride, rows + order[i] * stride, stride * sizeof(V));
        memcpy(rows, places, n * stride * sizeof(V));
        return;
    }
    /* the groups one behind the other, then where each starts */
    memset(size, 0, groups * sizeof(V));
    for (V i = 0; i < n; i++) size[group[i]]++;
    for (V g = 0; g < groups; g++) { V count = size[g]; size[g] = spare[g] = start; start += count; }
    size[groups] = n;
    for (V i = 0; i < n; i++) {
        V *to = places + spare[group[order[i]]]++ * stride, *from = rows + order[i] * stride;
        for (int k = 0; k < stride; k++) to[k] = from[k];
    }
    memmove(rows, places, n * stride * sizeof(V));
    memmove(rows + n * stride, size, (groups + 1) * sizeof(V));
    s->groups = s->rows + n * stride;
    s->choices = groups;
}

/* What was answered: the row of the choice; where the player could not tell, chance decides. */
static const V *picked(State *s, const uint32_t *cards) {
    V *rows = s->heap + s->rows;
    if (!s->groups) return rows + s->answer * s->stride;
    V start = s->heap[s->groups + s->answer], count = s->heap[s->groups + s->answer + 1] - start;
    V *row = rows + start * s->stride;
    if (count > 1)
        for (int k = 1; k < s->stride; k++)
            if (cards[row[0]] >> k & 1 && as_seen(s, s->eyes, row[k]) >= 2 * CARDS) return row + below(s, count) * s->stride;
    return row;
}

static inline int offer_of(State *s) {
    if (s->groups == AS_SET) return 0;
    V row = s->groups ? s->heap[s->groups + s->answer] : s->answer;
    return s->answer >= s->choices ? -1 : (int)s->heap[s->rows + row * s->stride];
}
