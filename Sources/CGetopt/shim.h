#pragma once
#include <getopt.h>

// getopt_long reports through globals, which Swift 6 does not allow to touch: one call gives all of it.
struct till_option_found {
  int code;               // what getopt_long returned; -1 at the end
  int index;              // of the next argument that is not an option
  const char *value;      // the option's argument, if it takes one
};

// Starts over at the first argument, without messages of getopt's own.
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
