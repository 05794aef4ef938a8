/* What a seat sees of the cards, and what it can call them. */

/* A seat is a number; so is one that acts for another, and sees what both see. */
#if ACTING
static inline V both(V seat, V acting) { return seat == acting ? seat : PLAYERS * (acting + 1) + seat; }
static inline int sees(State *s, V seat, int c) {
    if (UP(s, c) || SEES[seat % PLAYERS * ZONES + s->loc[c]]) return 1;
    return seat >= PLAYERS && SEES[(seat / PLAYERS - 1) * ZONES + s->loc[c]];
}
#else
static inline int sees(State *s, V seat, int c) { return UP(s, c) || SEES[seat * ZONES + s->loc[c]]; }
#endif

static int twins(State *s, int a, int b) {
    if (SAME[a] != SAME[b]) return 0;
    for (int k = 0; k < KEPT; k++) if (s->v[KEPT_AT[a][k]] != s->v[KEPT_AT[b][k]]) return 0;
    return 1;
}

/* What a seat can call a card: the card, or the first that looks like it, or (behind CARDS) that it is in its place, or
   (behind 2 * CARDS) somewhere in a zone. */
static inline V as_seen(State *s, V seat, V card) {
    if (card < 0) return card;
    int c = card, z = s->loc[c];
    if (!sees(s, seat, c)) return LOOSE[z] ? 2 * CARDS + z : CARDS + c;
    if (!LOOSE[z] || !COPIES[c]) return c;
#if WORDS
    M alike = ALIKE[COPIES[c] - 1] & s->zone[z];
    if (!KEPT) return LOWEST(alike);
    FOR_BITS(other, alike) if (twins(s, other, c)) return other;
#else
    for (int other = SAME[c]; other < c; other++) if (s->loc[other] == z && twins(s, other, c)) return other;
#endif
    return c;
}

/* Whether a seat calls a card by its own number without further ado: it sees it, and nothing there can look like it. */
static inline int is_itself(State *s, V seat, V card) {
    return card < 0 || (sees(s, seat, card) && !(COPIES[card] && LOOSE[s->loc[card]]));
}

/* Where a card lies, as far as a seat can tell. */
static V lies(State *s, V seat, V card) {
    if (card < 0) return card;
    int c = card, z = s->loc[c], at = 0;
    if (LOOSE[z]) return (V)z * (CARDS + 2) + (sees(s, seat, c) ? c : CARDS + 1);
    if (CHAINED(z)) for (int other = s->prev[c]; other != NIL; other = s->prev[other]) at++;
    return (V)z * (CARDS + 2) + at;
}

/* Cards to choose several from, in an order that tells the seat nothing. */
static V laid_out(State *s, V seat, V list) {
    V n = list_length(s, list), *cards = s->heap + list + 1;
    int all = 1, hidden = 0;
    for (V i = 0; i < n; i++) all &= cards[i] < 0 || sees(s, seat, cards[i]);
    if (all) return list;
    V *place = s->heap + LIST_CELLS + ASIDE_CELLS, *rank = place + n, *some = rank + n;
    for (V i = 0; i < n; i++) {
        place[i] = lies(s, seat, cards[i]);
        rank[i] = 0;
        if (cards[i] >= 0 && as_seen(s, seat, cards[i]) >= 2 * CARDS) some[hidden++] = cards[i];
    }
    if (hidden > 1) {
        shuffled(s, some, hidden);
        for (V i = 0; i < n; i++) for (int k = hidden - 1; k >= 0; k--) if (some[k] == cards[i]) { rank[i] = k; break; }
    }
    for (V i = 1; i < n; i++) {
        V p = place[i], r = rank[i], c = cards[i], j = i;
        for (; j && (place[j - 1] > p || (place[j - 1] == p && rank[j - 1] > r)); j--) {
            place[j] = place[j - 1];
            rank[j] = rank[j - 1];
            cards[j] = cards[j - 1];
        }
        place[j] = p;
        rank[j] = r;
        cards[j] = c;
    }
    return list;
}
