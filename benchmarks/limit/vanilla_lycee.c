/* The measure of speed: hand-written C that plays uniformly random games of
 * Lycee with vanilla characters only (no abilities, events, items, areas).
 * Rules: 60-card decks, 7-card opening hand, draw 1 on the very first turn
 * then 2, characters paid by discarding hand cards (EX, one element per card),
 * same-name limit, field restriction, summoning sickness, attack / defence /
 * support, deck damage, hand limit 7.
 *
 * It is no part of tefuda and shares no code with it. It shows what a program
 * for this one simplified game reaches on the machine at hand, so that tefuda's
 * figures can be given as ratios to it, measured alternately in one run.
 * A decision is a point with two or more options.
 *
 *   cc -O3 -march=native -o vanilla_lycee vanilla_lycee.c
 *   vanilla_lycee [GAMES [FIRST_SEED]]          one line for people
 *   vanilla_lycee GAMES FIRST_SEED --json       totals, sums of squares by game
 *   vanilla_lycee --cards                       the two decks, one card a line
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { uint8_t elem, cost, ex, ap, dp, sp, cells, name; } Def;
typedef struct {
    uint8_t deck[60], hand[64], field[6];      /* card ids, 255 = empty     */
    uint8_t acted, sick;                       /* bit a cell                */
    uint8_t ndeck, nhand;
    uint64_t names;                            /* names on the field        */
    uint8_t ntrash, trash[60];
} Side;
typedef struct { Side p[2]; uint8_t turn_player; uint16_t turn; uint64_t s[4]; } Game;

static Def defs[120];
static uint64_t decisions;

static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
static inline uint64_t rnd(Game *g) {          /* xoshiro256** */
    uint64_t *s = g->s, r = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t; s[3] = rotl(s[3], 45);
    return r;
}
static inline uint32_t below(Game *g, uint32_t n) { return (uint32_t)(((rnd(g) >> 32) * n) >> 32); }
static inline uint32_t pick(Game *g, uint32_t n) { if (n > 1) decisions++; return below(g, n); }

static void shuffle(Game *g, uint8_t *a, int n) {
    for (int i = n - 1; i > 0; i--) { int j = below(g, i + 1); uint8_t t = a[i]; a[i] = a[j]; a[j] = t; }
}
static void trash(Side *s, uint8_t c) { s->trash[s->ntrash++ % 60] = c; }
static void discard_hand(Side *s, int i) { trash(s, s->hand[i]); s->hand[i] = s->hand[--s->nhand]; }

/* can hand card h be paid for with the other hand cards? */
static int payable(Side *s, int h) {
    Def *d = &defs[s->hand[h]]; int sum = 0;
    for (int i = 0; i < s->nhand; i++)
        if (i != h && (d->elem == 0 || defs[s->hand[i]].elem == d->elem)) sum += defs[s->hand[i]].ex;
    return sum >= d->cost;
}
static int neighbours(int c) {                 /* cells 0-2 AF, 3-5 DF */
    static const uint8_t n[6] = {0x0a, 0x15, 0x22, 0x11, 0x2a, 0x14};
    return n[c];
}
static void leave(Side *s, int cell) {
    uint8_t c = s->field[cell]; s->names &= ~(1ull << defs[c].name);
    s->field[cell] = 255; s->acted &= ~(1 << cell); s->sick &= ~(1 << cell); trash(s, c);
}
static int support(Game *g, Side *s, int cell) {
    int total = 0;
    for (;;) {
        int opts[6], n = 0;
        for (int c = 0; c < 6; c++)
            if ((neighbours(cell) >> c & 1) && s->field[c] != 255 && !(s->acted >> c & 1)) opts[n++] = c;
        int k = pick(g, n + 1);
        if (k == n) return total;
        s->acted |= 1 << opts[k]; total += defs[s->field[opts[k]]].sp;
    }
}
static int draw(Side *s, int n) {              /* 0: decked out */
    for (; n--; ) { if (!s->ndeck) return 0; s->hand[s->nhand++] = s->deck[--s->ndeck]; }
    return s->ndeck > 0;
}
static int attack(Game *g, Side *me, Side *you, int cell) {
    int mirror = 3 + (2 - cell), ap = defs[me->field[cell]].ap, guard = 0;
    if (you->field[mirror] != 255 && !(you->acted >> mirror & 1)) guard = pick(g, 2);
    me->acted |= 1 << cell;
    if (guard) you->acted |= 1 << mirror;
    int aps = support(g, me, cell);
    if (!guard) {
        for (int i = 0; i < ap; i++) { if (!you->ndeck) return 0; trash(you, you->deck[--you->ndeck]); }
        return you->ndeck > 0;
    }
    int dps = support(g, you, mirror);
    Def *a = &defs[me->field[cell]], *d = &defs[you->field[mirror]];
    int kill_d = a->ap + aps > d->dp + dps, kill_a = d->ap > a->dp;
    if (kill_d) leave(you, mirror);
    if (kill_a) leave(me, cell);
    return 1;
}
static int play(Game *g, const Game *start, uint64_t seed) {
    memcpy(g, start, sizeof *g);
    for (int i = 0; i < 4; i++) { seed += 0x9e3779b97f4a7c15ull; uint64_t z = seed; z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull; z = (z ^ z >> 27) * 0x94d049bb133111ebull; g->s[i] = z ^ z >> 31; }
    for (int p = 0; p < 2; p++) { Side *s = &g->p[p]; shuffle(g, s->deck, 60); draw(s, 7); }
    for (;; g->turn_player ^= 1, g->turn++) {
        Side *me = &g->p[g->turn_player], *you = &g->p[g->turn_player ^ 1];
        me->acted = me->sick = 0;
        if (!draw(me, g->turn ? 2 : 1)) return g->turn_player ^ 1;
        for (;;) {
            uint16_t opts[512]; int n = 0;
            uint8_t empty = 0;
            for (int c = 0; c < 6; c++) if (me->field[c] == 255) empty |= 1 << c;
            for (int h = 0; h < me->nhand; h++) {
                Def *d = &defs[me->hand[h]];
                if ((d->cells & empty) && !(me->names >> d->name & 1) && payable(me, h)) opts[n++] = h;
            }
            for (int c = 0; c < 3; c++)
                if (me->field[c] != 255 && !((me->acted | me->sick) >> c & 1)) opts[n++] = 256 + c;
            int k = pick(g, n + 1);
            if (k == n) break;
            if (opts[k] >= 256) { if (!attack(g, me, you, opts[k] - 256)) return g->turn_player; continue; }
            int h = opts[k]; uint8_t card = me->hand[h]; Def *d = &defs[card];
            uint8_t cells[6]; int nc = 0;
            for (int c = 0; c < 6; c++) if ((d->cells & empty) >> c & 1) cells[nc++] = c;
            int cell = cells[pick(g, nc)];
            me->hand[h] = me->hand[--me->nhand];
            for (int paid = 0; paid < d->cost; ) {
                uint8_t o[64]; int m = 0;
                for (int i = 0; i < me->nhand; i++) if (defs[me->hand[i]].ex && (!d->elem || defs[me->hand[i]].elem == d->elem)) o[m++] = i;
                int i = o[pick(g, m)];
                paid += defs[me->hand[i]].ex; discard_hand(me, i);
            }
            me->field[cell] = card; me->sick |= 1 << cell; me->names |= 1ull << d->name;
        }
        while (me->nhand > 7) discard_hand(me, pick(g, me->nhand));
    }
}
int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : 200000;
    uint64_t first_seed = argc > 2 ? strtoull(argv[2], 0, 10) : 0;
    Game start, g; memset(&start, 0, sizeof start);
    uint64_t x = 12345;
    for (int i = 0; i < 120; i++) {
        x = x * 6364136223846793005ull + 1442695040888963407ull; uint32_t r = x >> 33;
        Def *d = &defs[i];
        d->elem = 1 + (i % 60) / 30; d->cost = r % 4; d->ex = 1 + (r >> 4) % 2; d->ap = 1 + (r >> 8) % 4;
        d->dp = 1 + (r >> 12) % 4; d->sp = (r >> 16) % 3; d->cells = (r >> 20) & 63 ? (r >> 20) & 63 : 63; d->name = i % 60;
    }
    for (int p = 0; p < 2; p++) {
        Side *s = &start.p[p]; memset(s->field, 255, 6); s->ndeck = 60;
        for (int i = 0; i < 60; i++) s->deck[i] = p * 60 + i;
    }
    if (argc == 2 && !strcmp(argv[1], "--cards")) {
        puts("player,element,cost,ex,ap,dp,sp,cells,name");
        for (int i = 0; i < 120; i++) {
            Def *d = &defs[i];
            printf("%d,%d,%d,%d,%d,%d,%d,%d,%d\n",
                   i / 60, d->elem, d->cost, d->ex, d->ap, d->dp, d->sp, d->cells, d->name);
        }
        return 0;
    }
    struct timespec a, b; long wins = 0, turns = 0; double decisions2 = 0, turns2 = 0;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (int i = 0; i < games; i++) {
        uint64_t before = decisions;
        wins += play(&g, &start, first_seed + i) == 0; turns += g.turn + 1;
        double d = decisions - before, t = g.turn + 1;
        decisions2 += d * d; turns2 += t * t;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    double s = (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9;
    if (argc > 3 && !strcmp(argv[3], "--json"))
        printf("{\"games\": %d, \"first_seed\": %llu, \"seconds\": %.9f, \"decisions\": %llu, \"turns\": %ld, "
               "\"first_player_wins\": %ld, \"decisions_squared\": %.0f, \"turns_squared\": %.0f, \"state\": %zu}\n",
               games, (unsigned long long)first_seed, s, (unsigned long long)decisions, turns, wins, decisions2, turns2, sizeof(Game));
    else
        printf("games/s %.0f  decisions/game %.1f  turns/game %.1f  ns/decision %.1f  ns/turn %.1f  state %zu B  first-player wins %.3f\n",
               games / s, (double)decisions / games, (double)turns / games, s * 1e9 / decisions, s * 1e9 / turns, sizeof(Game), (double)wins / games);
    return 0;
}
