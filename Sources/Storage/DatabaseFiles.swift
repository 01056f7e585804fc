internal import CSQLite
import Core

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The files of a database, handled without opening it.
package enum DatabaseFiles {
  /// The kind of file at a path.
  package enum Kind: Hashable, Sendable {
    /// Nothing that can be seen.
    case absent
    /// A file.
    case file
    /// A folder.
    case directory
    /// A device, a pipe, a socket.
    case other
  }

  /// The kind of file at a path, through symbolic links.
  package static func kind(of path: String) -> Kind {
    var info = stat()
    guard stat(path, &info) == 0 else { return .absent }
    switch info.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  /// The name of a file that marks its folder as temporary: nothing in it is flushed.
  package static let throwAwayMark = "throw-away"

  /// Whether a database lies in a folder with that mark.
  static func isThrowAway(_ database: String) -> Bool {
    let folder = database.lastIndex(of: "/").map { database[...$0] } ?? ""
    return access(folder + throwAwayMark, F_OK) == 0
  }

  /// Moves a long -wal into its database, under the lock between processes, and leaves the -wal empty.
  ///
  /// For the end of a program, whose connections are closed: the next one to open the file has less to read. While
  /// another process is at work, nothing is done.
  ///
  /// - Parameter length: A -wal of fewer bytes stays as it is.
  package static func carryOver(_ database: String, logsFrom length: Int64) {
    var info = stat()
    guard stat(database + "-wal", &info) == 0, info.st_size >= length else { return }
    try? ProcessLock(database: database, timeout: 100).withLock {
      var handle: OpaquePointer?
      defer { sqlite3_close_v2(handle) }
      guard sqlite3_open_v2(database, &handle, SQLITE_OPEN_READWRITE, PageSums.layer) == SQLITE_OK else { return }
      _ = csqlite_set_switch(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
      // A connection that has read nothing does not know yet that there is a -wal.
      sqlite3_exec(handle, "SELECT count(*) FROM sqlite_schema", nil, nil, nil)
      sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    }
  }

  /// Moves a database aside with its -wal and -shm, to `NAME.SUFFIX`, `NAME.SUFFIX-wal` and `NAME.SUFFIX-shm`.
  ///
  /// Connections that have it open meet `moved` at their next transaction. Nothing is deleted or overwritten, and a
  /// crash halfway leaves the moved database whole: all new names exist before the first old one goes.
  ///
  /// - Returns: the new path of the database.
  /// - Throws: `missing`; `busy` when another instance is writing; `cannotOpen` when the new name is taken.
  @discardableResult
  package static func moveAside(
    _ path: String, suffix: String, timeout: Int = DatabaseConnection.busyTimeout
  ) throws -> String {
    let file = try canonical(path)
    let target = file + "." + suffix
    try ProcessLock(database: file, timeout: timeout).withLock {
      let endings = ["", "-wal", "-shm"].filter { $0.isEmpty || kind(of: file + $0) != .absent }
      for ending in endings where link(file + ending, target + ending) != 0 {
        throw DatabaseFault(errno: errno, file: ending.isEmpty && errno == ENOENT ? file : target + ending)
      }
      for ending in endings where unlink(file + ending) != 0 {
        throw DatabaseFault(errno: errno, file: file + ending)
      }
    }
    return target
  }

  /// The path with its symbolic links resolved, so that every process finds the same lock file beside the database.
  ///
  /// - Throws: `missing` when its folder does not exist; `cannotOpen` for a path that no file can have.
  static func canonical(_ path: String) throws(DatabaseFault) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw DatabaseFault(.cannotOpen, file: path, detail: say("it is not a path"))
    }
    if let whole = resolved(path) { return whole }
    guard errno == ENOENT else { throw DatabaseFault(errno: errno, file: path) }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    guard let folder = resolved(folder), !name.isEmpty else {
      throw DatabaseFault(.missing, file: path, detail: say("its folder does not exist"))
    }
    return folder == "/" ? "/" + name : folder + "/" + name
  }

  /// Creates an empty file that only its user can read; SQLite gives -wal and -shm the same mode.
  static func create(_ path: String) throws(DatabaseFault) {
    let descriptor = SafeFile.create(path)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw DatabaseFault(errno: errno, file: path)
    }
  }

  private static func resolved(_ path: String) -> String? {
    guard let whole = realpath(path, nil) else { return nil }
    defer { free(whole) }
    return String(cString: whole)
  }
}
