/* Texas Showdown for four players in C with bit masks, as one writes it by hand: the yardstick for games in C.

   A card is its place in the deck, which grows with its rank. Chance and the players' choices come from the same
   generators in the same order as in a compiled game with quick chance, so that game by game both play the same. */

#include <stdint.h>

#define PLAYERS 4
#define CARDS 60
#define LIMIT 15

static const uint8_t SUIT[CARDS] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7, 7};

#define ROW(from, to) ((1ull << ((to) + 1)) - (1ull << (from)))
static const uint64_t OF_SUIT[8] = {ROW(0, 10), ROW(11, 20), ROW(21, 29), ROW(30, 37), ROW(38, 44), ROW(45, 50), ROW(51, 55), ROW(56, 59)};
static const uint64_t SHERIFFS = 1ull << 10 | 1ull << 20 | 1ull << 29 | 1ull << 37 | 1ull << 44 | 1ull << 50 | 1ull << 55 | 1ull << 59;

typedef struct { uint64_t chance[4], bots[PLAYERS]; } Random;

static inline uint64_t turned(uint64_t x, int n) { return x << n | x >> (64 - n); }

static inline uint64_t xoshiro(uint64_t q[4]) {
    uint64_t r = turned(q[1] * 5, 7) * 9, t = q[1] << 17;
    q[2] ^= q[0]; q[3] ^= q[1]; q[1] ^= q[2]; q[0] ^= q[3]; q[2] ^= t; q[3] = turned(q[3], 45);
    return r;
}

static inline uint64_t splitmix(uint64_t *x) {
    uint64_t z = *x += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static inline int nth(uint64_t cards, int n) {
#ifdef __BMI2__
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ull << n, cards));
#else
    while (n--) cards &= cards - 1;
    return __builtin_ctzll(cards);
#endif
}

static inline int any_of(uint64_t cards, uint64_t *bot) {
    int count = __builtin_popcountll(cards);
    return nth(cards, (unsigned __int128)splitmix(bot) * count >> 64);
}

static void deal(uint64_t chance[4], uint64_t hands[PLAYERS]) {
    uint8_t deck[CARDS];
    uint64_t draw = 0;
    for (int c = 0; c < CARDS; c++) deck[c] = c;
    for (int i = CARDS - 1; i > 0; i--) {
        draw = i & 1 ? xoshiro(chance) : draw >> 32;
        int j = (uint64_t)(uint32_t)draw * (i + 1) >> 32;
        uint8_t c = deck[i]; deck[i] = deck[j]; deck[j] = c;
    }
    for (int p = 0; p < PLAYERS; p++) {
        hands[p] = 0;
        for (int k = 0; k < CARDS / PLAYERS; k++) hands[p] |= 1ull << deck[CARDS - 1 - p * (CARDS / PLAYERS) - k];
    }
}

/* Which of the cards of a trick takes it: the highest of the suits with most cards; a sheriff makes its suit count nothing. */
static int winning(uint64_t trick) {
    int best = -1, card = 0;
    for (uint64_t left = trick; left; left &= left - 1) {
        int c = __builtin_ctzll(left);
        uint64_t suit = trick & OF_SUIT[SUIT[c]];
        int weight = suit & SHERIFFS ? 0 : __builtin_popcountll(suit);
        if (weight >= best) { best = weight; card = c; }
    }
    return card;
}

static int play_hand(Random *random, int64_t points[PLAYERS]) {
    uint64_t hands[PLAYERS];
    int decisions = 0, leader = 0, opening = 1;
    deal(random->chance, hands);
    while (!(hands[leader] & 1)) leader++;
    while (hands[leader]) {
        uint64_t trick = 0, suits = 0;
        int played[PLAYERS], player = leader;
        for (int k = 0; k < PLAYERS; k++, player = (player + 1) % PLAYERS) {
            uint64_t hand = hands[player], legal = k ? hand & suits : opening ? 1 : hand;
            int card = any_of(legal ? legal : hand, &random->bots[player]);
            opening = 0;
            decisions++;
            hands[player] = hand & ~(1ull << card);
            played[player] = card;
            trick |= 1ull << card;
            suits |= OF_SUIT[SUIT[card]];
        }
        int best = winning(trick);
        for (leader = 0; played[leader] != best;) leader++;
        points[leader]++;
    }
    return decisions;
}

static int over(const int64_t points[PLAYERS]) {
    for (int p = 0; p < PLAYERS; p++) if (points[p] >= LIMIT) return 1;
    return 0;
}

__attribute__((visibility("default"))) void by_hand(int64_t first, int64_t games, uint64_t quick, int64_t *scores, int32_t *decisions) {
    uint64_t seed = first * 0x9e3779b97f4a7c15ull + quick;
    for (int64_t game = 0; game < games; game++) {
        Random random;
        int64_t *points = scores + game * PLAYERS;
        for (int k = 0; k < 4; k++) random.chance[k] = splitmix(&seed);
        for (int k = 0; k < PLAYERS; k++) random.bots[k] = splitmix(&seed);
        for (int p = 0; p < PLAYERS; p++) points[p] = 0;
        decisions[game] = 0;
        while (!over(points)) decisions[game] += play_hand(&random, points);
    }
}
