// The floor under a hit-test among very many views: two reads of memory, the second of which needs the first.
//
// There are as many cells of 64 bytes as the hit index has for so many siblings, each with the
// address of a view, of which one reference is counted. Nothing is computed.
#include "bench.h"

struct cell {
  uint64_t *view;
  char others[56];
};

static void measure(unsigned count) {
  unsigned capacity = 64;
  while (capacity * 4 < count * 5) capacity *= 2;
  struct cell *cells = aligned_alloc(64, capacity * sizeof *cells);
  if (cells == NULL) exit(1);
  for (unsigned index = 0; index < capacity; index++) cells[index].view = NULL;
  uint64_t state = 1;
  for (unsigned index = 0; index < capacity; index++) {
    // A view and what it has beside it, as malloc places them.
    uint64_t *view = calloc(1, 208);
    if (view == NULL || calloc(1, 48) == NULL) exit(1);
    unsigned place = (unsigned)bench_next(&state) & (capacity - 1);
    while (cells[place].view != NULL) place = (place + 1) & (capacity - 1);
    cells[place].view = view;
  }
  uint64_t last = 0;
  const int rounds = 2000000;
  double start = bench_now();
  for (int round = 0; round < rounds; round++) {
    uint64_t *view = cells[(bench_next(&state) + last) & (capacity - 1)].view;
    last = (*view += 2) & 1;
  }
  char key[32];
  snprintf(key, sizeof key, "reads.%u", count);
  bench_row(key, (bench_now() - start) / rounds);
}

int main(void) {
  const unsigned counts[] = {100, 10000, 100000};
  for (int number = 0; number < 3; number++) measure(counts[number]);
  return 0;
}
