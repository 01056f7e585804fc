#pragma once
/// Debian's library has the session extension, but its header declares it only with these macros.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

/// Extended result codes that Till distinguishes; Swift cannot see their macros.
enum csqlite_code : int {
  csqlite_ioerr_fsync = SQLITE_IOERR_FSYNC,
  csqlite_ioerr_dir_fsync = SQLITE_IOERR_DIR_FSYNC,
  csqlite_cantopen_isdir = SQLITE_CANTOPEN_ISDIR,
  csqlite_readonly_dbmoved = SQLITE_READONLY_DBMOVED,
};

/// Ends SQLite's count of its memory, which nothing reads: all threads wait at one lock for it. Only before its first use.
static inline int csqlite_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Sets one of the on/off options of `sqlite3_db_config`, which is variadic, so Swift cannot call it.
static inline int csqlite_set_switch(sqlite3 *database, int option, int on) {
  return sqlite3_db_config(database, option, on, (int *)0);
}

/// Binds a copy of UTF-8 text. `SQLITE_TRANSIENT` is a cast that Swift does not import.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a copy of bytes. Zero bytes become an empty blob, where SQLite would make NULL of a null pointer.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  if (count == 0) {
    return sqlite3_bind_zeroblob(statement, index, 0);
  }
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}
