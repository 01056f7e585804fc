#include "CBuiltIn.h"

#include <signal.h>

// Part of C since C23; both compilers that build Till know it in older C too.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "files.inc"

const struct till_built_in_file *till_built_in_files(size_t *count) {
  *count = sizeof(files) / sizeof(files[0]);
  return files;
}

#ifndef TILL_COMMIT
#define TILL_COMMIT ""
#endif

const char *till_commit(void) { return TILL_COMMIT; }

// A peer that goes away is an error of the write that finds it gone, and never the end of the process: neither of the
// program nor of a bundle of tests, which has no main of its own.
__attribute__((constructor)) static void ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }
