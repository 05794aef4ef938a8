/* States as Python keeps them: no more bytes than are in use. They are worked on in a whole state, one for each thread. */

static void pack(const State *s, uint8_t *out) {
    size_t head = offsetof(State, stack), stack = s->sp * sizeof *s->stack;
    memcpy(out, s, head + stack);
    memcpy(out + head + stack, s->heap, s->hp * sizeof *s->heap);
}

static void unpack(State *s, const uint8_t *from) {
    size_t head = offsetof(State, stack);
    memcpy(s, from, head);
    memcpy(s->stack, from + head, s->sp * sizeof *s->stack);
    memcpy(s->heap, from + head + s->sp * sizeof *s->stack, s->hp * sizeof *s->heap);
}

/* Where a game stands, for whoever goes on with it: what it is packed in, and who is asked. */
typedef struct { int64_t size, status, player, choices; } Standing;

static void stands(const State *s, uint8_t *out, Standing *now) {
    int64_t question = asked(s);
    now->status = status(s);
    now->player = question < 0 ? -1 : question >> 32;
    now->choices = question < 0 ? 0 : question & 0xffffffff;
    now->size = now->status == FAILED ? 0 : used(s);
    if (now->size) pack(s, out);
}

/* A game from its start: answer after answer, until one cannot be given. */
EXPORT void replayed(State *s, const uint8_t *seed, const uint32_t *answers, int64_t count, uint8_t *out, Standing *now) {
    start(s, seed, 1);
    for (int64_t n = 0; n < count && status(s) != FAILED; n++)
        if (choose(s, answers[n]) == FAILED) { finished(s, FAILED); break; }
    stands(s, out, now);
}

EXPORT void stepped(State *s, const uint8_t *from, int answer, uint8_t *out, Standing *now) {
    unpack(s, from);
    finished(s, choose(s, answer));
    stands(s, out, now);
}

/* What has come out: how many have won and the ending, then those who have, then the scores; not 0 if these stop it. */
EXPORT int outcome(State *s, const uint8_t *from, int64_t *out) {
    unpack(s, from);
    out[0] = winners(s, out + 2);
    out[1] = ending(s);
    return scores(s, out + 2 + PLAYERS);
}
