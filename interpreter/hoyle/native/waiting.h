/* What is under way while somebody is asked: frames on a stack, and lists that are still needed. */

/* A list, copied behind what is there, as its place from `start` on. */
static V list_moved(State *s, V list, int depth, int start) {
    if (list == NONE) return NONE;
    V n = list_length(s, list);
    int at = s->hp;
    if (at + n + 1 > HEAP_CELLS) { fail(s, NO_ROOM); return NONE; }
    s->heap[at] = n;
    s->hp = at + n + 1;
    for (V i = 0; i < n; i++) {
        V item = s->heap[list + 1 + i];
        s->heap[at + 1 + i] = depth > 1 ? list_moved(s, item, depth - 1, start) : item;
    }
    return at - start;
}

/* Whatever nobody needs any more goes out of the heap: what variables and frames still need moves together. */
static void tidy(State *s) {
    int start = s->hp, cells = s->hp - s->rows, rows = s->rows;
    for (const int *list = LIST_VARIABLES; *list >= 0; list += 2) s->v[*list] = list_moved(s, s->v[*list], list[1], start);
    for (int top = s->sp; top > 0;) {
        int code = s->stack[top - 1], base = top - 1 - FRAME_CELLS[code];
        for (const int *list = FRAME_LISTS + FRAME_LISTS_AT[code]; *list >= 0; list += 2)
            s->stack[base + *list] = list_moved(s, s->stack[base + *list], list[1], start);
        top = base;
    }
    if (s->err || s->hp + cells > HEAP_CELLS) { fail(s, NO_ROOM); return; }
    memcpy(s->heap + s->hp, s->heap + rows, cells * sizeof(V));
    s->rows = s->hp - start;
    if (s->groups > 0) s->groups += s->rows - rows;
    s->hp += cells - start;
    memmove(s->heap, s->heap + start, s->hp * sizeof(V));
}

/* A frame waits while its player is asked. */
static inline int asks(State *s, V player, int site, int stop) {
    s->player = s->eyes = player;
    s->site = site;
    s->stop = stop;
    if (s->things - s->lately > AT_ONCE || s->things > ALTOGETHER) fail(s, TOO_MUCH);
    s->lately = s->things;
    if (s->rows > TIDY) tidy(s);
    return s->err ? FAILED : ASKED;
}

#if ACTING
/* The same of somebody who acts for another: eyes is the number of both. */
static inline int asks_for(State *s, V player, V eyes, int site, int stop) {
    int done = asks(s, player, site, stop);
    s->eyes = eyes;
    return done;
}
#endif

static inline V *pushed(State *s, int cells, int code) {
    if (s->sp + cells + 1 > STACK_CELLS) { fail(s, NO_ROOM); s->sp = 0; }
    V *frame = s->stack + s->sp;
    s->sp += cells + 1;
    frame[cells] = code;
    return frame;
}

static inline V *popped(State *s, int cells) { s->sp -= cells + 1; return s->stack + s->sp; }
