// Preloaded into till by the tests: records all changes of the files below a folder, in order, so that a test can make
// the state that a power cut leaves at any time.
//
// TILL_RECORD_UNDER  the folder
// TILL_RECORD_TO     the recording; entries are appended
//
// Each change is one entry: a letter, the length of a name, the name, an offset, the length of the bytes, the bytes.
// Letters: w bytes at an offset, t truncated to a length, s synced (also a folder), c created, u removed, r renamed (the
// bytes are the new name).

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// Returns whether changes of a file are recorded: it is below the folder, and is not shared memory, which a power cut
// deletes.
static int wanted(const char *name) {
  const char *folder = getenv("TILL_RECORD_UNDER");
  if (!folder || strncmp(name, folder, strlen(folder)) != 0) return 0;
  size_t length = strlen(name);
  return length < 4 || strcmp(name + length - 4, "-shm") != 0;
}

static int named(int file, char *name, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, name, size - 1);
  if (length < 0) return 0;
  name[length] = 0;
  return wanted(name);
}

static void note(char letter, const char *name, uint64_t offset, const void *bytes, uint32_t count) {
  const char *to = getenv("TILL_RECORD_TO");
  if (!to) return;
  int file = NEXT(open)(to, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  uint32_t length = (uint32_t)strlen(name);
  struct iovec parts[] = {
      {&letter, 1}, {&length, 4}, {(void *)name, length}, {&offset, 8}, {&count, 4}, {(void *)bytes, bytes ? count : 0}};
  if (writev(file, parts, 6) < 0) abort();
  close(file);
}

static void wrote(int file, const void *bytes, ssize_t count, off64_t offset) {
  char name[4096];
  if (count > 0 && named(file, name, sizeof name)) note('w', name, (uint64_t)offset, bytes, (uint32_t)count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  ssize_t written = NEXT(write)(file, bytes, count);
  if (written > 0) wrote(file, bytes, written, lseek64(file, 0, SEEK_CUR) - written);
  return written;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  ssize_t written = NEXT(pwrite)(file, bytes, count, offset);
  wrote(file, bytes, written, offset);
  return written;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  ssize_t written = NEXT(pwrite64)(file, bytes, count, offset);
  wrote(file, bytes, written, offset);
  return written;
}

static int changed(char letter, int file, uint64_t length, int result) {
  char name[4096];
  if (result == 0 && named(file, name, sizeof name)) note(letter, name, length, NULL, 0);
  return result;
}

int ftruncate(int file, off_t length) { return changed('t', file, (uint64_t)length, NEXT(ftruncate)(file, length)); }
int ftruncate64(int file, off64_t length) {
  return changed('t', file, (uint64_t)length, NEXT(ftruncate64)(file, length));
}
int fsync(int file) { return changed('s', file, 0, NEXT(fsync)(file)); }
int fdatasync(int file) { return changed('s', file, 0, NEXT(fdatasync)(file)); }

int unlink(const char *name) {
  int result = NEXT(unlink)(name);
  if (result == 0 && wanted(name)) note('u', name, 0, NULL, 0);
  return result;
}

int rename(const char *from, const char *to) {
  int result = NEXT(rename)(from, to);
  if (result == 0 && wanted(to)) note('r', from, 0, to, (uint32_t)strlen(to));
  return result;
}

// Records that opening a file created it or emptied it.
static int opened(const char *name, int flags, int was, int file) {
  if (file < 0 || !wanted(name)) return file;
  if ((flags & O_CREAT) && !was) note('c', name, 0, NULL, 0);
  else if (flags & O_TRUNC) note('t', name, 0, NULL, 0);
  return file;
}

static int there(const char *name) {
  struct stat about;
  return stat(name, &about) == 0;
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *name, int flags, ...) {
  MODE(flags)
  int was = there(name);
  return opened(name, flags, was, NEXT(open)(name, flags, mode));
}

int open64(const char *name, int flags, ...) {
  MODE(flags)
  int was = there(name);
  return opened(name, flags, was, NEXT(open64)(name, flags, mode));
}
