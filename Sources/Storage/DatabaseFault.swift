internal import CSQLite
import Core
import Libc

/// A failure of a database file: its cause, and one line with the file and the remedy.
package struct DatabaseFault: Error, Hashable, Sendable {
  /// The cause, one case for each way in which the program may react.
  package enum Cause: Hashable, Sendable {
    /// The disk or the quota is full. The transaction was rolled back; reading still works; retry with back-off.
    case diskFull
    /// Reading or writing failed.
    case ioError
    /// The file could not be synced: the connection refuses further work until `reopen()`.
    case syncFailed
    /// Another connection is writing; `pid` is its process, if the lock file names it.
    case busy(pid: Int32?)
    /// The file, its folder or the connection is read-only.
    case readOnly
    /// The database server does not answer or closed the connection. Rolled back; retry with back-off.
    case unreachable
    /// The database server denies the request: the login failed or lacks the right.
    case forbidden
    /// The file is not an SQLite database; move it aside, never delete it.
    case notADatabase
    /// The file is damaged: move it aside, never delete it.
    case corrupt
    /// A later version of Till wrote the file. It is left unchanged and can be opened read-only.
    case newerSchema(found: Int, supported: Int)
    /// An earlier version of Till wrote the file, with other tables.
    case olderSchema(found: Int, supported: Int)
    /// Another program's file or another kind of Till database; both values are an `application_id`.
    case wrongApplication(found: Int32, expected: Int32)
    /// A file that must exist is absent or empty.
    case missing
    /// The file cannot be opened for another reason, given in `detail`.
    case cannotOpen
    /// The path is a folder.
    case isADirectory
    /// The file at this path was moved or replaced; open it again.
    case moved
    /// A constraint of the schema rejected the change; `code` gives the kind of constraint.
    case constraint
    /// A column holds a value of the wrong type.
    case unexpectedValue
    /// The program uses the database wrongly, for example with an invalid statement.
    case misuse
    /// Any other failure, described in `detail`.
    case other
  }

  /// The cause of the failure.
  package let cause: Cause
  /// The path of the file, unescaped; `description` escapes it.
  package let file: String
  /// SQLite's extended result code, or 0 for a fault that SQLite did not report.
  package let code: Int32
  /// The message of SQLite or the operating system, or empty.
  package let detail: String
  /// Whether COMMIT itself failed, so that the transaction may or may not be stored.
  ///
  /// Read the data again before repeating the transaction.
  package internal(set) var outcomeIsUnknown: Bool
  /// Whether the commit itself failed, so that it is unknown what was stored.
  package var isOfCommit: Bool { cause == .syncFailed || outcomeIsUnknown }

  /// Returns the fault of a simulated full disk.
  package static func diskFullOnPurpose(file: String) -> DatabaseFault {
    DatabaseFault(.diskFull, file: file, detail: say("simulated fault"))
  }

  /// Returns the fault of a file that another process is still creating.
  package static func notMadeYet(file: String) -> DatabaseFault {
    DatabaseFault(.missing, file: file, detail: say("another process is creating it"))
  }

  /// Creates a fault from its cause, the file or server, and the engine's message.
  package init(
    _ cause: Cause, file: String, code: Int32 = 0, detail: String = "", outcomeIsUnknown: Bool = false
  ) {
    self.outcomeIsUnknown = outcomeIsUnknown
    self.cause = cause
    self.file = file
    self.code = code
    self.detail = detail
  }
}

extension DatabaseFault {
  /// Creates the fault of SQLite's last call on a connection.
  ///
  /// A call that failed because the disk is full is always `diskFull`. SQLite reports some of these as I/O errors, such
  /// as 4874 when it cannot grow the shared memory file.
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

  /// Creates the fault of a failed system call from its `errno`.
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

/// Returns the path of a connection's file as SQLite reports it.
func fileName(of database: OpaquePointer?) -> String {
  sqlite3_db_filename(database, "main").map { String(cString: $0) } ?? ""
}

extension DatabaseFault: CustomStringConvertible {
  /// The fault as one line: the file, the problem, and the remedy.
  ///
  /// Control characters are escaped.
  package var description: String {
    let text = Words(
      "\(file): \(sentence)\(outcomeIsUnknown ? say("; read it again to learn whether the last change was stored") : "")"
    )
    return escaped(text.text)
  }

  private var sentence: String {
    let told = detail.isEmpty ? "" : say(" (\(detail))")
    return switch cause {
    case .diskFull: say("the disk is full; free some space and try again")
    case .ioError: say("reading or writing failed\(told); check the disk, then try again")
    case .syncFailed: say("the disk did not confirm a write\(told); check the disk, then start again")
    case .busy(let pid?): say("another instance is writing (pid \(pid)); wait for it or close it, then try again")
    case .busy(nil): say("another instance is writing; wait for it or close it, then try again")
    case .readOnly: say("cannot be written\(told); check the permissions of the file and its folder")
    case .unreachable: say("the database did not answer\(told); check that it runs and is reachable, then try again")
    case .forbidden:
      say(
        "the database denied this\(told); check the role, its rights, its certificate and where its password is stored")
    case .notADatabase: say("is not a database; move it away and start again, it is never deleted")
    case .corrupt: say("is damaged\(told); move it away with its -wal file and start again, it is never deleted")
    case .newerSchema(let found, let supported):
      say(
        "has version \(found), written by a later Till; this Till "
          + "knows up to version \(supported): use the later Till")
    case .olderSchema(let found, let supported):
      say(
        "has version \(found), written by an earlier Till; this Till needs version \(supported): "
          + "move the file away to start a new one")
    case .wrongApplication(let found, let expected):
      say("is a database of another kind (\(hexadecimal(found)), not \(hexadecimal(expected))); name another file")
    case .missing: say("does not exist or is empty; check the path")
    case .cannotOpen: say("cannot be opened\(told); check the path")
    case .isADirectory: say("is a folder, not a file; name another path")
    case .moved: say("was moved or replaced while it was open; open it again")
    case .constraint: say("refused a change\(told)")
    case .unexpectedValue: say("has an invalid value\(told); check the file with `till doctor`")
    case .misuse: say("Till used it wrongly\(told); this is a bug in Till")
    case .other: say("failed\(told)")
    }
  }
}

private func hexadecimal(_ id: Int32) -> String {
  "0x" + String(UInt32(bitPattern: id), radix: 16)
}

/// Escapes control, format and line-breaking characters as `\u{...}`, so that a path cannot control the terminal.
private func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator:
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// The messages about problems with Till's files, with their remedies.
enum DatabaseText {
  static var checkpointInsideTransaction: Words { "a checkpoint inside a transaction" }
  static var openedForReading: Words { "opened read-only" }
  static var noInteger: Words { "no integer" }
  static var noText: Words { "no text" }
  static var noBytes: Words { "no bytes" }
  static var headerDiffers: Words { "its header changed since Till wrote it" }
  static func logIsDamaged(frame: Int) -> Words {
    "its log is damaged from frame \(frame) on, so the last writes may be lost"
  }
  static var logHeadIsDamaged: Words { "the header of its log is damaged, so the last writes may be lost" }
}
