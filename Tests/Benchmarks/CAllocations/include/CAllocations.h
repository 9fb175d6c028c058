// How often this process asked for memory, counted where every request passes.
#ifndef RESPONDERD_CALLOCATIONS_H
#define RESPONDERD_CALLOCATIONS_H

#include <stdint.h>

// Requests for memory since the process began.
uint64_t allocations_count(void);

#endif
