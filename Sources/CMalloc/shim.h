#pragma once
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <unistd.h>
#endif
#ifdef __linux__
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// The linker's names for the beginning of the program and the end of its code. Nothing between them is ever written.
extern const char __executable_start[], etext[];
#endif

// Limits the number of heaps: glibc gives each thread a heap of its own and keeps freed memory. Other systems need no
// limit.
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

// Drops the pages of the program's code from this process. Pages that are needed again come from the system's file
// cache, without reading the disk.
static inline void cmalloc_let_go_of_code(void) {
#ifdef __linux__
  uintptr_t begin = (uintptr_t)__executable_start, page = (uintptr_t)sysconf(_SC_PAGESIZE);
  madvise((void *)begin, ((uintptr_t)etext - begin) & ~(page - 1), MADV_DONTNEED);
#endif
}
