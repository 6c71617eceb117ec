/* Full random games of `genial` for two, written plainly: what the compiled kernels are measured against.
   Any tile of the rack either way round on any two free cells; bonus moves; a swap where allowed by the toss of a coin.
   cc -O2 -o random_games random_games.c && ./random_games GAMES      prints games a second of processor time */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROW = 16, CELLS = 288, RADIUS = 5, TILES = 120, RACK = 6, TOP = 18, WALL = 7 };

static const int STEPS[6] = {1, ROW, ROW - 1, -1, -ROW, 1 - ROW};
static const int PRINTED[6][2] = {{0, -5}, {5, -5}, {5, 0}, {0, 5}, {-5, 5}, {-5, 0}};

static int8_t board0[CELLS], near_[CELLS], bag0[TILES][2];
static int pairs0[512][2], pair_count;

static int8_t board[CELLS], bag[TILES][2], rack[2][RACK][2], track[2][6];
static int pairs[512][2], left, held[2];
static uint64_t word_ = 1;

static uint32_t below(uint32_t n) {
    uint64_t z = word_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)(((z ^ (z >> 31)) >> 32) * n >> 32);
}

static int at(int q, int r) { return (r + RADIUS + 1) * ROW + q + RADIUS; }

static void prepare(void) {
    int tiles = 0;
    memset(board0, WALL, sizeof board0);
    for (int r = -RADIUS; r <= RADIUS; r++)
        for (int q = -RADIUS; q <= RADIUS; q++)
            if (abs(q + r) <= RADIUS) board0[at(q, r)] = 0;
    for (int c = 0; c < 6; c++) {
        int cell = at(PRINTED[c][0], PRINTED[c][1]);
        board0[cell] = (int8_t)(c + 1);
        for (int d = 0; d < 6; d++) near_[cell + STEPS[d]] |= (int8_t)(1 << c);
    }
    for (int cell = 0; cell < CELLS; cell++)
        for (int d = 0; d < 3 && board0[cell] == 0; d++)
            if (board0[cell + STEPS[d]] == 0) {
                pairs0[pair_count][0] = cell;
                pairs0[pair_count++][1] = cell + STEPS[d];
            }
    for (int a = 0; a < 6; a++)
        for (int b = a; b < 6; b++)
            for (int i = 0; i < (a == b ? 5 : 6); i++) {
                bag0[tiles][0] = (int8_t)a;
                bag0[tiles++][1] = (int8_t)b;
            }
}

static void fill(int seat) {
    while (held[seat] < RACK && left > 0) {
        int i = (int)below((uint32_t)left--);
        memcpy(rack[seat][held[seat]++], bag[i], 2);
        memcpy(bag[i], bag[left], 2);
    }
}

static int points(int cell, int symbol, int other) {
    int sum = 0;
    for (int d = 0; d < 6; d++) {
        int next = cell + STEPS[d];
        if (next == other) continue;
        for (; board[next] == symbol; next += STEPS[d]) sum++;
    }
    return sum;
}

static int advance(int seat, int colour, int gain) {
    int was = track[seat][colour], now = was + gain > TOP ? TOP : was + gain;
    track[seat][colour] = (int8_t)now;
    return was < TOP && now == TOP;
}

static int lowest(int seat) {
    int low = track[seat][0];
    for (int c = 1; c < 6; c++)
        if (track[seat][c] < low) low = track[seat][c];
    return low;
}

static int may_swap(int seat) {
    int low = lowest(seat);
    for (int i = 0; i < held[seat]; i++)
        if (track[seat][rack[seat][i][0]] == low || track[seat][rack[seat][i][1]] == low) return 0;
    return 1;
}

static void swap(int seat) {
    int8_t old[RACK][2];
    int count = held[seat];
    memcpy(old, rack[seat], sizeof old);
    held[seat] = 0;
    fill(seat);
    memcpy(bag[left], old, (size_t)count * 2);
    left += count;
}

static int game(void) {
    int count = pair_count, seat = 0, due = 1, laid = 0, opening = 63;
    memcpy(board, board0, sizeof board);
    memcpy(bag, bag0, sizeof bag);
    memcpy(pairs, pairs0, sizeof pairs);
    memset(track, 0, sizeof track);
    left = TILES;
    held[0] = held[1] = 0;
    fill(0);
    fill(1);
    while (count > 0) {
        int i = (int)below((uint32_t)count), a = pairs[i][0], b = pairs[i][1];
        if (board[a] || board[b]) { /* never free again */
            memcpy(pairs[i], pairs[--count], sizeof pairs[i]);
            continue;
        }
        if (laid < 2 && !((near_[a] | near_[b]) & opening)) continue;
        int slot = (int)below((uint32_t)held[seat]), turned = (int)below(2);
        int first = rack[seat][slot][turned], second = rack[seat][slot][1 - turned];
        int gain_a = points(a, first + 1, b), gain_b = points(b, second + 1, a), bonus;
        board[a] = (int8_t)(first + 1);
        board[b] = (int8_t)(second + 1);
        memcpy(rack[seat][slot], rack[seat][--held[seat]], 2);
        if (first == second)
            bonus = advance(seat, first, gain_a + gain_b);
        else
            bonus = advance(seat, first, gain_a) + advance(seat, second, gain_b);
        opening &= ~(near_[a] | near_[b]);
        laid++;
        if (lowest(seat) == TOP) return laid;
        due += bonus - 1;
        if (due > held[seat]) due = held[seat];
        if (due == 0) {
            if (below(2) && may_swap(seat))
                swap(seat);
            else
                fill(seat);
            seat = 1 - seat;
            due = 1;
        }
    }
    return laid;
}

int main(int argc, char **argv) {
    int games = argc > 1 ? atoi(argv[1]) : 200000;
    long laid = 0;
    prepare();
    clock_t began = clock();
    for (int i = 0; i < games; i++) laid += game();
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    printf("%.0f %.3f\n", games / seconds, (double)laid / games);
    return 0;
}
