#pragma once
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// glibc gives every thread a heap of its own and keeps what was freed; elsewhere there is nothing to say.
static inline void cmalloc_share_one_heap(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}

static inline void cmalloc_give_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
