internal import CSQLite
import Core
import Libc

/// Operations on a database's files that don't open the database.
package enum DatabaseFiles {
  /// The kind of file at a path.
  package enum Kind: Hashable, Sendable {
    /// Nothing exists at the path, or it cannot be read.
    case absent
    /// A regular file.
    case file
    /// A folder.
    case directory
    /// A device, a pipe or a socket.
    case other
  }

  /// Returns the kind of file at a path, following symbolic links.
  package static func kind(of path: String) -> Kind {
    var info = stat()
    guard stat(path, &info) == 0 else { return .absent }
    switch info.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  /// The name of a file that marks its folder as temporary: databases in it are not synced to disk.
  package static let throwAwayMark = "throw-away"

  /// Returns whether a database is in a temporary folder.
  static func isThrowAway(_ database: String) -> Bool {
    let folder = database.lastIndex(of: "/").map { database[...$0] } ?? ""
    return access(folder + throwAwayMark, F_OK) == 0
  }

  /// Copies a long -wal into its database under the lock between processes, and leaves the -wal empty.
  ///
  /// Till calls this at its end, when its connections are closed, so that the next start has less to read. It does
  /// nothing while another process writes.
  ///
  /// - Parameter length: The minimum length of the -wal in bytes; a shorter one is left as it is.
  package static func carryOver(_ database: String, logsFrom length: Int64) {
    var info = stat()
    guard stat(database + "-wal", &info) == 0, info.st_size >= length else { return }
    try? ProcessLock(database: database, timeout: 100).withLock {
      var handle: OpaquePointer?
      defer { sqlite3_close_v2(handle) }
      guard sqlite3_open_v2(database, &handle, SQLITE_OPEN_READWRITE, PageSums.layer) == SQLITE_OK else { return }
      _ = csqlite_set_switch(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
      // A connection learns that there is a -wal only when it reads something.
      sqlite3_exec(handle, "SELECT count(*) FROM sqlite_schema", nil, nil, nil)
      sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    }
  }

  /// Moves a database aside with its -wal and -shm, to `NAME.SUFFIX`, `NAME.SUFFIX-wal` and `NAME.SUFFIX-shm`.
  ///
  /// Connections that have it open throw `moved` at their next transaction. Nothing is deleted or overwritten. After a
  /// crash halfway the moved database is complete, because all new names exist before the first old name is removed.
  ///
  /// - Returns: The new path of the database.
  /// - Throws: `missing`; `busy` if another process is writing; `cannotOpen` if the new name is taken.
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

  /// Resolves the symbolic links of a path, so that every process uses the same lock file beside the database.
  ///
  /// - Throws: `missing` if the folder does not exist; `cannotOpen` for an invalid path.
  static func canonical(_ path: String) throws(DatabaseFault) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw DatabaseFault(.cannotOpen, file: path, detail: say("it is not a path"))
    }
    if let whole = SafeFile.resolved(path) { return whole }
    guard errno == ENOENT else { throw DatabaseFault(errno: errno, file: path) }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    guard let folder = SafeFile.resolved(folder), !name.isEmpty else {
      throw DatabaseFault(.missing, file: path, detail: say("its folder does not exist"))
    }
    return folder == "/" ? "/" + name : folder + "/" + name
  }

  /// Creates an empty file that only its owner can read; SQLite gives -wal and -shm the same mode.
  static func create(_ path: String) throws(DatabaseFault) {
    let descriptor = SafeFile.create(path)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw DatabaseFault(errno: errno, file: path)
    }
  }
}
