// Preloaded into till by the tests: the n-th write or sync of a file fails, or the process dies there.
//
// TILL_FAULT_CALL   write or sync
// TILL_FAULT_FILE   part of the file's name
// TILL_FAULT_AT     which call, from 1
// TILL_FAULT_DO     ENOSPC, EIO or kill; it fails from then on, unless TILL_FAULT_ONCE is set

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;

// Whether the call on this file has to fail; errno is set then.
static int strikes(const char *call, int file) {
  const char *wanted = getenv("TILL_FAULT_CALL"), *part = getenv("TILL_FAULT_FILE");
  const char *at = getenv("TILL_FAULT_AT"), *what = getenv("TILL_FAULT_DO");
  if (!wanted || !part || !at || !what || strcmp(wanted, call) != 0) return 0;
  char link[64], name[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = 0;
  if (!strstr(name, part)) return 0;
  long number = atomic_fetch_add(&calls, 1) + 1, first = atol(at);
  if (number < first || (number > first && getenv("TILL_FAULT_ONCE"))) return 0;
  if (strcmp(what, "kill") == 0) kill(getpid(), SIGKILL);
  errno = strcmp(what, "EIO") == 0 ? EIO : ENOSPC;
  return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t count) {
  return strikes("write", file) ? -1 : NEXT(write)(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return strikes("write", file) ? -1 : NEXT(pwrite)(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  return strikes("write", file) ? -1 : NEXT(pwrite64)(file, bytes, count, offset);
}

int ftruncate(int file, off_t length) { return strikes("write", file) ? -1 : NEXT(ftruncate)(file, length); }

int ftruncate64(int file, off64_t length) { return strikes("write", file) ? -1 : NEXT(ftruncate64)(file, length); }

int fsync(int file) { return strikes("sync", file) ? -1 : NEXT(fsync)(file); }

int fdatasync(int file) { return strikes("sync", file) ? -1 : NEXT(fdatasync)(file); }
