#pragma once
#include <stddef.h>

// The files of `Assets` that the program carries along, so that it needs no installed file: catalogues, walkthroughs,
// scenarios. `files.inc` lists them; a test of the package compares it with the folders.

/// A file that is part of the program.
struct till_built_in_file {
  /// Its path below `Assets`.
  const char *path;
  const unsigned char *bytes;
  size_t count;
};

/// Every file, sorted by path.
extern const struct till_built_in_file *till_built_in_files(size_t *count);

/// The commit that the program was built from, with a line's end, as far as the build knew it; empty otherwise.
extern const char *till_commit(void);

/// The words that the process was started with.
extern char **till_arguments(size_t *count);

/// The path by which the program was started, as far as the system tells; null otherwise.
extern const char *till_program(void);
