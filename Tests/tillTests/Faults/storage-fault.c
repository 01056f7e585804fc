// Preloaded into till by the tests: makes the n-th write or sync of a file fail, or kills the process there.
//
// TILL_FAULT_CALL   write or sync
// TILL_FAULT_FILE   part of the file's name
// TILL_FAULT_AT     which call, from 1
// TILL_FAULT_DO     ENOSPC, EIO, short or kill. Later calls fail too, unless TILL_FAULT_ONCE is set. With short, half of
//                   the bytes are written, and then the disk is full
// TILL_FAULT_MARK   a file that is made when the fault occurs

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;

enum fate { goes_well, fails, is_short };

// Returns whether a call on this file succeeds, fails or writes only half; sets errno when it fails.
static enum fate fate(const char *call, int file) {
  const char *wanted = getenv("TILL_FAULT_CALL"), *part = getenv("TILL_FAULT_FILE");
  const char *at = getenv("TILL_FAULT_AT"), *what = getenv("TILL_FAULT_DO");
  if (!wanted || !part || !at || !what || strcmp(wanted, call) != 0) return goes_well;
  char link[64], name[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return goes_well;
  name[length] = 0;
  if (!strstr(name, part)) return goes_well;
  long number = atomic_fetch_add(&calls, 1) + 1, first = atol(at);
  if (number < first || (number > first && getenv("TILL_FAULT_ONCE"))) return goes_well;
  const char *mark = getenv("TILL_FAULT_MARK");
  if (mark) close(open(mark, O_CREAT | O_WRONLY, 0600));
  if (strcmp(what, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(what, "short") == 0 && number == first) return is_short;
  errno = strcmp(what, "EIO") == 0 ? EIO : ENOSPC;
  return fails;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int strikes(const char *call, int file) { return fate(call, file) != goes_well; }

// Returns how many bytes of a write are written; 0 when it fails.
static size_t part(int file, size_t count) {
  switch (fate("write", file)) {
    case goes_well: return count;
    case is_short: return count > 1 ? count / 2 : count;
    default: return 0;
  }
}

ssize_t write(int file, const void *bytes, size_t count) {
  size_t some = part(file, count);
  return some || !count ? NEXT(write)(file, bytes, some) : -1;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  size_t some = part(file, count);
  return some || !count ? NEXT(pwrite)(file, bytes, some, offset) : -1;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  size_t some = part(file, count);
  return some || !count ? NEXT(pwrite64)(file, bytes, some, offset) : -1;
}

int ftruncate(int file, off_t length) { return strikes("write", file) ? -1 : NEXT(ftruncate)(file, length); }

int ftruncate64(int file, off64_t length) { return strikes("write", file) ? -1 : NEXT(ftruncate64)(file, length); }

int fsync(int file) { return strikes("sync", file) ? -1 : NEXT(fsync)(file); }

int fdatasync(int file) { return strikes("sync", file) ? -1 : NEXT(fdatasync)(file); }
