#pragma once
#include <getopt.h>

// getopt_long reports through global variables, which Swift 6 cannot access. This is the result of one call.
struct till_option_found {
  int code;               // result of getopt_long; -1 at the end
  int index;              // index of the next argument that is not an option
  const char *value;      // argument of the option, if it takes one
};

// Starts over at the first argument, and suppresses getopt's own messages.
static inline void till_getopt_reset(void) {
  optind = 0;
  opterr = 0;
}

static inline struct till_option_found till_getopt_next(
    int count, char *const *arguments, const struct option *options) {
  struct till_option_found found;
  found.code = getopt_long(count, arguments, "h", options, 0);
  found.index = optind;
  found.value = optarg;
  return found;
}
