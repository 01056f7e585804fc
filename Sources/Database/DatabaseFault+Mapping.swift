internal import CSQLite

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension DatabaseFault {
  /// The fault of SQLite's last call on a connection.
  ///
  /// A call that failed for want of space is `diskFull` whatever SQLite calls it: growing the shared memory file of a
  /// full disk is an I/O error (4874) there.
  init(code: Int32, database: OpaquePointer?, file: String) {
    let extended = database.map { sqlite3_extended_errcode($0) } ?? code
    let code = extended & 0xff == code & 0xff ? extended : code
    let text = database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    let cause =
      if code & 0xff == SQLITE_IOERR, let database, sqlite3_system_errno(database) == ENOSPC {
        Cause.diskFull
      } else {
        Cause(code: code)
      }
    self.init(cause, file: file, code: code, detail: text.map { String(cString: $0) } ?? "")
  }

  /// The fault of a failed system call; `errno` is read before anything else can change it.
  init(errno number: Int32, file: String) {
    let cause: Cause =
      switch number {
      case ENOSPC, EDQUOT: .diskFull
      case EIO: .ioError
      case EROFS, EACCES, EPERM: .readOnly
      case EISDIR: .isADirectory
      case ENOENT: .missing
      default: .cannotOpen
      }
    self.init(cause, file: file, detail: String(cString: strerror(number)))
  }

  /// The same fault, of a COMMIT: what it was to store may be there or not.
  func ofCommit() -> DatabaseFault {
    var fault = self
    fault.outcomeIsUnknown = true
    return fault
  }
}

extension DatabaseFault.Cause {
  fileprivate init(code: Int32) {
    switch code {
    case csqlite_ioerr_fsync.rawValue, csqlite_ioerr_dir_fsync.rawValue: self = .syncFailed
    case csqlite_cantopen_isdir.rawValue: self = .isADirectory
    case csqlite_readonly_dbmoved.rawValue: self = .moved
    default:
      switch code & 0xff {
      case SQLITE_FULL: self = .diskFull
      case SQLITE_IOERR: self = .ioError
      case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(pid: nil)
      case SQLITE_READONLY: self = .readOnly
      case SQLITE_NOTADB: self = .notADatabase
      case SQLITE_CORRUPT: self = .corrupt
      case SQLITE_CANTOPEN, SQLITE_PERM: self = .cannotOpen
      case SQLITE_CONSTRAINT: self = .constraint
      case SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_MISMATCH: self = .misuse
      default: self = .other
      }
    }
  }
}

/// The path of a connection's file, as SQLite knows it.
func fileName(of database: OpaquePointer?) -> String {
  sqlite3_db_filename(database, "main").map { String(cString: $0) } ?? ""
}
