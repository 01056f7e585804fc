#include "CBuiltIn.h"

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
