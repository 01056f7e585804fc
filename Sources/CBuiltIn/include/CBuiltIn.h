#pragma once
#include <stddef.h>

// The files of `Assets` that are part of the program, so that it needs no installed file: catalogues, languages,
// walkthroughs, scenarios. `files.inc` lists them; a test compares the list with the folders.

/// A file that is part of the program.
struct till_built_in_file {
  /// Its path below `Assets`.
  const char *path;
  const unsigned char *bytes;
  size_t count;
};

/// Returns every file, sorted by path.
extern const struct till_built_in_file *till_built_in_files(size_t *count);

/// Returns the commit that the program was built from, with a line end, as far as the build knew it; empty otherwise.
extern const char *till_commit(void);

/// Returns the process's arguments.
extern char **till_arguments(size_t *count);

/// Returns the path by which the program was started, where the system reports it; null otherwise.
extern const char *till_program(void);
