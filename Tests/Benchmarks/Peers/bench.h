// What the peers share: a clock, the random points that every program asks about, and a row of output.
#ifndef RESPONDERD_BENCH_H
#define RESPONDERD_BENCH_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// The grid of sibling views: each 12 points wide in a cell of 16, so that some points hit nothing.
#define BENCH_CELL 16.0
#define BENCH_SIDE 12.0

// Of this thread alone: other work on the machine does not count.
static inline double bench_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

// One step of a 64-bit linear congruential generator; the Swift side uses the same.
static inline uint64_t bench_next(uint64_t *state) {
  *state = *state * 6364136223846793005ull + 1442695040888963407ull;
  return *state >> 33;
}

static inline int bench_columns(int count) {
  return (int)ceil(sqrt((double)count));
}

// A whole coordinate inside the grid of this many views.
static inline int bench_coordinate(uint64_t *state, int count) {
  return (int)(bench_next(state) % (uint64_t)(bench_columns(count) * (int)BENCH_CELL));
}

static inline void bench_row(const char *key, double nanoseconds) {
  printf("%s\t%.1f\n", key, nanoseconds);
  fflush(stdout);
}

// How often to ask so that a run takes a good tenth of a second.
static inline int bench_rounds(double nanoseconds_each) {
  double rounds = 1.5e8 / nanoseconds_each;
  return rounds > 2e6 ? 2000000 : rounds < 200 ? 200 : (int)rounds;
}

#endif
