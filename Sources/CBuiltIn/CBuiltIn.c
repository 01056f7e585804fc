#include "CBuiltIn.h"

#include <signal.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

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

// Swift's library reads the arguments from /proc, which some sandboxes lack. The loader passes them to this function.
__attribute__((constructor)) static void keep_arguments(int count, char **texts) {
  argument_count = count;
  argument_texts = texts;
}

// A write to a closed connection must fail with an error and not end the process. Set here, and not in a `main`,
// because a test bundle has no `main` of its own.
__attribute__((constructor)) static void ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }
