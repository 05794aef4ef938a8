/* Thinking for a seat: what others' choices tell it, and what comes of its own, tried in worlds. `bots/inference.py` and
   `bots/search.py` do the same in Python, number for number. */

#define PROBED 2000 /* questions asked of others' choices at most */

/* ------------------------------------------------------------------------------------------ what others' choices tell */

/* Whether the cells of a group have cards of the same looks, from one place of a row on. Gives where they end; 0: no. */
COLD static int same_group(State *s, uint64_t group, const V *mine, const V *row, int k) {
    int from = k, end = k;
    uint64_t had = 0;
    while (end < 64 && group >> end & 1) end++;
    for (; k < end; k++) {
        int other = from;
        while (other < end && (had >> other & 1 || !(mine[other] == row[k] || (mine[other] >= 0 && row[k] >= 0 && twins(s, mine[other], row[k]))))) other++;
        if (other == end) return 0;
        had |= 1ull << other;
    }
    return end;
}

/* Whether such a row can be chosen: the number of an offer and its values, cards by their looks. */
COLD static int can_be_chosen(State *s, const V *row, int cells) {
    const uint32_t *cards = CARDS_ASKED[s->site];
    const uint64_t *groups = GROUPS_ASKED[s->site];
#if WORDS
    if (s->groups == AS_SET) {
        FOR_BITS(c, s->legal) if (c == row[1] || twins(s, c, row[1])) return 1;
        return 0;
    }
#endif
    V rows = s->groups ? s->heap[s->groups + s->choices] : s->choices;
    for (V i = 0; i < rows; i++) {
        const V *mine = s->heap + s->rows + i * s->stride;
        int same = mine[0] == row[0];
        for (int k = 1; k < cells && same; k++)
            if (groups && groups[row[0]] >> k & 1) k = (same = same_group(s, groups[row[0]], mine, row, k)) - 1;
            else same = mine[k] == row[k] || (cards && cards[row[0]] >> k & 1 && mine[k] >= 0 && row[k] >= 0 && twins(s, mine[k], row[k]));
        if (same) return 1;
    }
    return 0;
}

COLD static void put_away(State *s, int card) { take(s, card); put(s, card, BOX); }
COLD static void put_there(State *s, int card, int zone) { if (s->loc[card] != zone) { take(s, card); put(s, card, zone); } }

/* Which unknown cards could not have been where whoever chose sees them: with one of them there the choice would not have
   been allowed, neither where nothing else unknown is there, nor in a full zone. choice: its number; its cards are known
   by now. out: for each unknown card and zone. small, full, tried: room for states. */
COLD EXPORT void ruled_out(State *table, const uint8_t *from, const Unknown *u, uint64_t seed, int64_t seat, int64_t choice,
                      uint8_t *out, State *small, State *full, State *tried) {
    Deal d;
    int32_t order[CARDS + 1];
    int probes = PROBED;
    memset(out, 0, u->count * ZONES);
    alone(table, from);
    if (table->err) return;
    V row[64];
    int cells = offered(table, choice, row);
    deal_starts(&d, table, u);
    dealt(&d, &seed);
    laid_anew(table, &d, &seed);
    chance_anew(table, &seed);
    int who = table->player;
    for (int z = 0; z < ZONES; z++) {
        if (!LOOSE[z] || !SEES[who * ZONES + z] || SEES[seat * ZONES + z] || FACING[z] == 1) continue;
        int unknown = 0;
        for (int k = 0; k < d.count; k++) unknown += d.zone[k] == z;
        if (!unknown) continue;
        copy(small, table);
        int left = 0; /* what is put away, to be replaced in the full zone */
        for (int k = 0; k < d.count; k++) {
            int i = d.given[k], card = u->cards[i], only = 1;
            if (d.zone[k] != z) continue;
            for (int other = 0; other < ZONES; other++) if (other != z && may_lie(&d, i, other)) only = 0;
            if (!only) { put_away(small, card); left++; }
        }
        copy(tried, small);
        if (!asked_again(tried) || !can_be_chosen(tried, row, cells)) continue;
        uint8_t *wrong = out;
        int found = 0;
        for (int i = 0; i < u->count && probes > 0; i++) {
            int only = 1;
            for (int other = 0; other < ZONES; other++) if (other != z && may_lie(&d, i, other)) only = 0;
            if (only || !may_lie(&d, i, z)) continue;
            copy(tried, small);
            put_there(tried, u->cards[i], z);
            probes--;
            if (!asked_again(tried) || !can_be_chosen(tried, row, cells)) { wrong[i * ZONES + z] = 1; found++; }
        }
        if (!found) continue;
        /* a full zone in which the choice is allowed: if with one card more it is, then that card may be there after all */
        int n = 0, more = left - 1;
        for (int i = 0; i < u->count; i++) if (!wrong[i * ZONES + z] && may_lie(&d, i, z) && small->loc[u->cards[i]] != z) order[n++] = i;
        for (int i = n - 1; i > 0; i--) { int j = one_below(&seed, i + 1); int32_t x = order[i]; order[i] = order[j]; order[j] = x; }
        copy(full, small);
        for (int i = 0; i < n && more > 0; i++, more--) put_there(full, u->cards[order[i]], z);
        copy(tried, full);
        if (!asked_again(tried) || !can_be_chosen(tried, row, cells)) continue;
        for (int i = 0; i < u->count; i++) {
            if (!wrong[i * ZONES + z]) continue;
            copy(tried, full);
            put_there(tried, u->cards[i], z);
            if (asked_again(tried) && can_be_chosen(tried, row, cells)) wrong[i * ZONES + z] = 0;
        }
    }
}

/* ------------------------------------------------------------------------------------------ thinking */

/* seat, and which seats are on its side, as bits, or 0 if that is asked of each table. playouts: how many games are
   played on. rising: whether more is better; close: 0 if a game is played to its end, which counts by who wins (and by the scores, by `scores` of a hundred), with a
   difference of `scale` as much as half of that; 1 if it is played to the next deal, which counts by the scores.
   cap: decisions after which a game is left. */
typedef struct { int64_t seat, side, playouts, rising, close, scores, cap; double scale; uint64_t seed; } Thought;

/* What somebody thinks of a choice: how often it was tried, and the sum of what it was worth. */
typedef struct { int64_t tried; double sum, squares; } Opinion;

static int64_t side_with(State *s, V seat) {
    int64_t bits = 0;
    s->fuel = FUEL;
    V mine = team_of(s, seat);
    for (int other = 0; other < PLAYERS; other++) if (team_of(s, other) == mine) bits |= (int64_t)1 << other;
    return bits;
}

static double worth(State *s, const Thought *t) {
    int64_t score[PLAYERS];
    double own = 0, others = 0, won = 0;
    int mine = 0;
    int64_t side = t->side ? t->side : side_with(s, t->seat);
    if (s->err || scores(s, score)) return 0;
    for (int seat = 0; seat < PLAYERS; seat++) {
        double points = t->rising ? (double)score[seat] : -(double)score[seat];
        if (side >> seat & 1) { own += points; mine++; } else others += points;
    }
    double ahead = own / mine - (mine < PLAYERS ? others / (PLAYERS - mine) : 0);
    if (t->close) return ahead;
    for (int k = 0; k < s->winner_count; k++) if (side >> s->winners[k] & 1) won += 1.0 / s->winner_count;
    double by = ahead / t->scale, share = 0.5 + 0.5 * by / (1 + (by < 0 ? -by : by));
    return s->status == OVER ? won * (100 - t->scores) / 100 + share * t->scores / 100 : share;
}

/* deals: how many there were before the choice. */
static void played_on(State *s, const Thought *t, int64_t deals, uint64_t *rng) {
    for (int64_t n = 0; n < t->cap && s->status == ASKED && !(t->close && s->deals != deals); n++)
        choose(s, (int)scaled(splitmix(rng), s->choices + s->stop));
}

COLD static int rounds_of(int choices) { return choices < 2 ? 0 : 32 - __builtin_clz(choices - 1); }

COLD static double mean(const Opinion *of) { return of->tried ? of->sum / of->tried : 0; }

/* What a seat would do, and what it thinks of each choice: a few are tried in the same worlds, then the better half of
   them in more, and so on, until one is left. choices: how many there are. order: room for the numbers of all choices; found: of the last two how
   often both were tried, and by how much the one is better, in sum and in squares. */
EXPORT int64_t thought(State *root, const uint8_t *from, const Unknown *u, const Thought *t, int64_t choices, Opinion *of,
                       int32_t *order, State *world, State *game, Opinion *found) {
    Deal d;
    uint64_t rng = t->seed;
    alone(root, from);
    int n = choices, left = t->playouts, many = left / 4 < 2 ? 2 : left / 4;
    for (int k = 0; k < n; k++) { order[k] = k; of[k] = (Opinion){0}; }
    *found = (Opinion){0};
    if (n < 2 || root->err) return 0;
    for (int k = 0; k < n && k < many; k++) { /* of those that are as good as each other, any one */
        int other = k + one_below(&rng, n - k);
        int32_t choice = order[k];
        order[k] = order[other];
        order[other] = choice;
    }
    if (n > many) n = many;
    deal_starts(&d, root, u);
    while (n > 1) {
        int worlds = left / (rounds_of(n) * n);
        if (worlds < 1) worlds = 1;
        for (int w = 0; w < worlds; w++) {
            double first = 0;
            copy(world, root);
            dealt(&d, &rng);
            laid_anew(world, &d, &rng);
            chance_anew(world, &rng);
            int right = answered(world, u, &rng) && world->choices + world->stop == choices;
            uint64_t moves = splitmix(&rng);
            for (int k = 0; k < n; k++) {
                uint64_t draws = moves;
                copy(game, world);
                if (right) { choose(game, order[k]); played_on(game, t, world->deals, &draws); }
                double value = right ? worth(game, t) : 0;
                of[order[k]].tried++;
                of[order[k]].sum += value;
                of[order[k]].squares += value * value;
                if (n == 2 && k) {
                    found->tried++;
                    found->sum += first - value;
                    found->squares += (first - value) * (first - value);
                }
                first = value;
            }
        }
        left -= worlds * n;
        for (int k = 1; k < n; k++) {
            int32_t choice = order[k];
            int at = k;
            for (; at && mean(of + order[at - 1]) < mean(of + choice); at--) order[at] = order[at - 1];
            order[at] = choice;
        }
        n = (n + 1) / 2;
    }
    return order[0];
}
