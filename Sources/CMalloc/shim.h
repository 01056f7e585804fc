#pragma once
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>
#endif

// glibc gives every thread a heap of its own and keeps what was freed; elsewhere there is nothing to say.
static inline void cmalloc_share_heaps(int most) {
#ifdef __GLIBC__
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  mallopt(M_ARENA_MAX, processors < 1 ? 1 : processors < most ? (int)processors : most);
#else
  (void)most;
#endif
}

static inline void cmalloc_give_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
