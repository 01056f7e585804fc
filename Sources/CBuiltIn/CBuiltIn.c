#include "CBuiltIn.h"

#include <signal.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

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

static int argument_count;
static char **argument_texts;

char **till_arguments(size_t *count) {
  *count = (size_t)argument_count;
  return argument_texts;
}

const char *till_program(void) {
#ifdef __linux__
  return (const char *)getauxval(AT_EXECFN);
#else
  return argument_count > 0 ? argument_texts[0] : 0;
#endif
}

// Swift's library reads them from /proc, which not every jail has; the loader hands them to whoever asks here.
__attribute__((constructor)) static void keep_arguments(int count, char **texts) {
  argument_count = count;
  argument_texts = texts;
}

// A peer that goes away is an error of the write that finds it gone, and never the end of the process: neither of the
// program nor of a bundle of tests, which has no main of its own.
__attribute__((constructor)) static void ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }
