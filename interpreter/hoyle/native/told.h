/* Chance as it is told for exploring: one outcome of so many at a time, and which they were is kept.

   An outcome is a number below a limit. A shuffle, or a draw of several, is one of them: rows in which only cards are
   exchanged that nobody can tell apart are the same, and they have the numbers that Python gives them. Where nothing is
   told yet it is the first, so that all outcomes of a step come one after the other (`told_next`). */

#define MOST_OUTCOMES 5000000
#define MOST_TOLD 1024 /* outcomes in one step */
#define MOST_LAID 256 /* members of what is laid in a row */
#define COUNTLESS ((Many)1 << 100)
enum { TOO_MANY_OUTCOMES = 3 };

typedef unsigned __int128 Many;

/* count: of the outcomes that are told, of which so many were used. bounded: whether an order of a shuffle was left out,
   of which at most so many are tried (orders; 0: all). */
typedef struct { int64_t orders; int32_t count, used, bounded, ranks[MOST_TOLD], limits[MOST_TOLD]; } Telling;

static _Thread_local Telling *telling;

/* Goes on to what chance may bring next in the same step; 0 if that was all. */
static int told_next(void) {
    while (telling->count && ++telling->ranks[telling->count - 1] == telling->limits[telling->count - 1]) telling->count--;
    return telling->count;
}

static int settled(State *s, Many limit) {
    if (limit < 2 || s->err) return 0;
    if (telling->used == telling->count) {
        if (limit > MOST_OUTCOMES) return fail(s, TOO_MANY_OUTCOMES);
        if (telling->count == MOST_TOLD) return fail(s, NO_ROOM);
        telling->limits[telling->count] = limit;
        telling->ranks[telling->count++] = 0;
    }
    return telling->ranks[telling->used++];
}

static V told(State *s, V limit) { return settled(s, limit < 0 ? 0 : limit); }

static Many times(Many a, Many b) { return a && b > COUNTLESS / a ? COUNTLESS : a * b; }
static Many plus(Many a, Many b) { return a + b > COUNTLESS ? COUNTLESS : a + b; }

/* In how many ways a row of that length can be laid from classes of so many each, `all` together. */
static Many arrangements(const int *counts, int classes, int length, int all) {
    Many ways[MOST_LAID + 1] = {1};
    if (length == all) {
        Many found = 1;
        for (int k = 0, placed = 0; k < classes; k++)
            for (int i = 1; i <= counts[k]; i++) {
                if (found >= COUNTLESS) return COUNTLESS;
                found = found * ++placed / i;
            }
        return found;
    }
    for (int k = 0; k < classes; k++)
        for (int used = length; used > 0; used--) {
            Many found = 0, choose = 1; /* choose: how many ways to put so many of this class into so many places */
            for (int more = 0; more <= counts[k] && more <= used; more++) {
                found = plus(found, times(ways[used - more], choose));
                choose = choose >= COUNTLESS ? COUNTLESS : choose * (used - more) / (more + 1);
            }
            ways[used] = found;
        }
    return ways[length];
}

/* What a member of a row looks like: to whoever deals, cards with the same face and the same side up are one. */
static V looks(State *s, V member, int cards) {
    if (!cards || member < 0 || member >= CARDS) return member;
    return 2 * (KEPT ? member : SAME[member]) + (SIDES && UP(s, member));
}

/* Puts the row with a number in front: which of n members are taken, one after the other. */
static void lay(V *members, const int *class_of, int *counts, int classes, int n, int length, Many rank, Many all) {
    V row[MOST_LAID];
    uint8_t gone[MOST_LAID] = {0};
    for (int at = 0; at < length; at++) {
        int k = 0, place = 0;
        for (; k < classes; k++) {
            if (!counts[k]) continue;
            Many ways = all;
            if (length == n) ways = all * counts[k] / (n - at);
            counts[k]--;
            if (length != n) ways = arrangements(counts, classes, length - at - 1, n - at - 1);
            if (rank < ways) { all = ways; break; }
            rank -= ways;
            counts[k]++;
        }
        while (place < n && (gone[place] || class_of[place] != k)) place++;
        if (place == n) return; /* there is no row with such a number */
        gone[place] = 1;
        row[at] = members[place];
    }
    memcpy(members, row, length * sizeof(V));
}

/* Some members of a pool, one after the other, in front of it. orders: at most so many ways are tried; 0: all. */
static void laid(State *s, V *members, int n, int length, int cards, int64_t orders) {
    int class_of[MOST_LAID], counts[MOST_LAID] = {0}, classes = 0;
    V seen[MOST_LAID];
    if (n > MOST_LAID) { fail(s, NO_ROOM); return; }
    for (int i = 0; i < n; i++) {
        V look = looks(s, members[i], cards);
        int k = 0;
        while (k < classes && seen[k] != look) k++;
        if (k == classes) seen[classes++] = look;
        class_of[i] = k;
        counts[k]++;
    }
    Many all = arrangements(counts, classes, length, n), tried = orders && orders < all ? orders : all;
    if (all >= COUNTLESS && orders) { fail(s, NO_ROOM); return; }
    telling->bounded |= tried < all;
    int rank = settled(s, tried);
    if (!s->err) lay(members, class_of, counts, classes, n, length, rank * all / tried, all);
}

static void told_order(State *s, V *cards, int n) {
    for (int i = 0, j = n - 1; i < j; i++, j--) { V c = cards[i]; cards[i] = cards[j]; cards[j] = c; }
    laid(s, cards, n, n, 1, telling->orders);
    for (int i = 0, j = n - 1; i < j; i++, j--) { V c = cards[i]; cards[i] = cards[j]; cards[j] = c; }
}

static V told_one(State *s, V pool, int cards) {
    V n = list_length(s, pool);
    if (n > 1) laid(s, s->heap + pool + 1, n, 1, cards, 0);
    return n > 0 ? s->heap[pool + 1] : NONE;
}

static V told_some(State *s, V pool, V want, int cards) {
    V n = list_length(s, pool);
    if (want > n) want = n;
    if (want > 0) laid(s, s->heap + pool + 1, n, want, cards, 0);
    int found = list_new(s);
    for (V i = 0; i < want && !s->err; i++) list_add(s, found, s->heap[pool + 1 + i]);
    return found;
}
