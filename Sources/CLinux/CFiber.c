#define _GNU_SOURCE
#include "CLinux.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

struct clinux_fiber {
  ucontext_t outside, inside;
  void (*work)(void *);
  void *context;
  char *stack;
  int has_begun, is_over;
};

// As deep as the main stack usually is; pages are taken when they are used.
static const size_t stack_size = 8 << 20;

clinux_fiber *clinux_fiber_new(void) {
  clinux_fiber *fiber = calloc(1, sizeof *fiber);
  if (fiber == NULL)
    return NULL;
  void *stack = mmap(NULL, stack_size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) {
    free(fiber);
    return NULL;
  }
  fiber->stack = stack;
  // Whoever goes too deep meets a page that cannot be written.
  if (mprotect(stack, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE) != 0) {
    clinux_fiber_free(fiber);
    return NULL;
  }
  return fiber;
}

// makecontext passes ints only, so a pointer goes in two of them.
static void begin(unsigned high, unsigned low) {
  clinux_fiber *fiber = (clinux_fiber *)((uintptr_t)high << 32 | (uintptr_t)low);
  fiber->work(fiber->context);
  fiber->is_over = 1;
}

int clinux_fiber_resume(clinux_fiber *fiber, void (*work)(void *), void *context) {
  if (!fiber->has_begun) {
    fiber->has_begun = 1;
    fiber->work = work;
    fiber->context = context;
    getcontext(&fiber->inside);
    fiber->inside.uc_stack.ss_sp = fiber->stack;
    fiber->inside.uc_stack.ss_size = stack_size;
    fiber->inside.uc_link = &fiber->outside;
    uintptr_t address = (uintptr_t)fiber;
    makecontext(&fiber->inside, (void (*)(void))begin, 2, (unsigned)(address >> 32),
                (unsigned)address);
  }
  swapcontext(&fiber->outside, &fiber->inside);
  return fiber->is_over;
}

void clinux_fiber_pause(clinux_fiber *fiber) { swapcontext(&fiber->inside, &fiber->outside); }

void clinux_fiber_free(clinux_fiber *fiber) {
  munmap(fiber->stack, stack_size);
  free(fiber);
}
