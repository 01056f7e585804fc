#include "CPageSums.h"

#include <sqlite3.h>
#include <string.h>

uint64_t till_page_sum(const uint8_t *page, size_t size) {
  uint64_t sum = 0;
  for (size_t place = 0; place + 16 <= size; place += 8) {
    uint64_t word;
    memcpy(&word, page + place, sizeof word);
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    sum ^= sum >> 32;
  }
  return sum;
}

/// A database file with checksums; SQLite's own structure follows it in memory.
struct sum_file {
  sqlite3_file base;
};

static sqlite3_file *inner(sqlite3_file *file) { return (sqlite3_file *)((struct sum_file *)file + 1); }
static sqlite3_vfs *usual(sqlite3_vfs *vfs) { return vfs->pAppData; }

/// The position in a database's header of the number of free bytes at the end of each page.
enum { reserve_place = 20 };

/// Returns whether pages have room for a checksum. It is read anew each time, because another process may have replaced
/// the file's pages by pages without that room, and a checksum would overwrite their data.
static int has_sums(sqlite3_file *file, const uint8_t *bytes, sqlite3_int64 start) {
  if (start == 0) return bytes[reserve_place] == till_page_sum_size;
  uint8_t reserve = 0;
  return file->pMethods->xRead(file, &reserve, 1, reserve_place) == SQLITE_OK && reserve == till_page_sum_size;
}

static int sum_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 start) {
  int is_page = count >= 512 && count <= 65536 && (count & (count - 1)) == 0 && start % count == 0;
  if (is_page && has_sums(inner(file), bytes, start)) {
    // The last eight bytes are reserved for Till, and the memory is SQLite's own copy.
    uint64_t sum = till_page_sum(bytes, (size_t)count);
    memcpy((uint8_t *)bytes + count - till_page_sum_size, &sum, sizeof sum);
  }
  return inner(file)->pMethods->xWrite(inner(file), bytes, count, start);
}

// Calls that are passed on unchanged.
#define ON(name, parameters, ...) \
  static int sum_##name parameters { return inner(file)->pMethods->x##name(inner(file), ##__VA_ARGS__); }
ON(Close, (sqlite3_file * file))
ON(Read, (sqlite3_file * file, void *bytes, int count, sqlite3_int64 start), bytes, count, start)
ON(Truncate, (sqlite3_file * file, sqlite3_int64 size), size)
ON(Sync, (sqlite3_file * file, int flags), flags)
ON(FileSize, (sqlite3_file * file, sqlite3_int64 *size), size)
ON(Lock, (sqlite3_file * file, int level), level)
ON(Unlock, (sqlite3_file * file, int level), level)
ON(CheckReservedLock, (sqlite3_file * file, int *is_held), is_held)
ON(FileControl, (sqlite3_file * file, int operation, void *argument), operation, argument)
ON(SectorSize, (sqlite3_file * file))
ON(DeviceCharacteristics, (sqlite3_file * file))
ON(ShmMap, (sqlite3_file * file, int region, int size, int extends, void volatile **memory), region, size, extends,
   memory)
ON(ShmLock, (sqlite3_file * file, int offset, int count, int flags), offset, count, flags)
ON(ShmUnmap, (sqlite3_file * file, int deletes), deletes)
ON(Fetch, (sqlite3_file * file, sqlite3_int64 start, int count, void **memory), start, count, memory)
ON(Unfetch, (sqlite3_file * file, sqlite3_int64 start, void *memory), start, memory)
#undef ON

static void sum_ShmBarrier(sqlite3_file *file) { inner(file)->pMethods->xShmBarrier(inner(file)); }

static const sqlite3_io_methods methods = {
    3,           sum_Close,      sum_Read,      sum_write,   sum_Truncate,          sum_Sync,       sum_FileSize,
    sum_Lock,    sum_Unlock,     sum_CheckReservedLock,      sum_FileControl,       sum_SectorSize,
    sum_DeviceCharacteristics,   sum_ShmMap,    sum_ShmLock, sum_ShmBarrier,        sum_ShmUnmap,   sum_Fetch,
    sum_Unfetch,
};

static int sum_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
  // Journals and temporary files have no numbered pages.
  if (!(flags & SQLITE_OPEN_MAIN_DB)) return usual(vfs)->xOpen(usual(vfs), name, file, flags, out);
  file->pMethods = NULL;
  int code = usual(vfs)->xOpen(usual(vfs), name, inner(file), flags, out);
  // SQLite's own methods are of version 3. An earlier version lacks some of those that are passed on.
  if (inner(file)->pMethods && inner(file)->pMethods->iVersion >= 3) file->pMethods = &methods;
  return code == SQLITE_OK && !file->pMethods ? SQLITE_CANTOPEN : code;
}

static int sum_delete(sqlite3_vfs *vfs, const char *name, int syncs) {
  return usual(vfs)->xDelete(usual(vfs), name, syncs);
}
static int sum_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  return usual(vfs)->xAccess(usual(vfs), name, flags, result);
}
static int sum_full_name(sqlite3_vfs *vfs, const char *name, int count, char *full) {
  return usual(vfs)->xFullPathname(usual(vfs), name, count, full);
}
static int sum_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  return usual(vfs)->xRandomness(usual(vfs), count, bytes);
}
static int sum_sleep(sqlite3_vfs *vfs, int microseconds) { return usual(vfs)->xSleep(usual(vfs), microseconds); }
static int sum_time(sqlite3_vfs *vfs, double *time) { return usual(vfs)->xCurrentTime(usual(vfs), time); }
static int sum_last_error(sqlite3_vfs *vfs, int count, char *text) {
  return usual(vfs)->xGetLastError(usual(vfs), count, text);
}
static int sum_time64(sqlite3_vfs *vfs, sqlite3_int64 *time) { return usual(vfs)->xCurrentTimeInt64(usual(vfs), time); }

int till_page_sums_register(void) {
  static sqlite3_vfs layer;
  sqlite3_vfs *below = sqlite3_vfs_find(NULL);
  if (!below || below->iVersion < 2) return SQLITE_ERROR;
  layer.iVersion = 2;
  layer.szOsFile = (int)sizeof(struct sum_file) + below->szOsFile;
  layer.mxPathname = below->mxPathname;
  layer.zName = "till-sums";
  layer.pAppData = below;
  layer.xOpen = sum_open;
  layer.xDelete = sum_delete;
  layer.xAccess = sum_access;
  layer.xFullPathname = sum_full_name;
  layer.xRandomness = sum_randomness;
  layer.xSleep = sum_sleep;
  layer.xCurrentTime = sum_time;
  layer.xGetLastError = sum_last_error;
  layer.xCurrentTimeInt64 = sum_time64;
  return sqlite3_vfs_register(&layer, 0);
}
