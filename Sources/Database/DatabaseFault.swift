/// What went wrong with a database file, by cause, with one line that names the file and the remedy.
package struct DatabaseFault: Error, Hashable, Sendable {
  /// Why, in terms of what the program can do about it.
  package enum Cause: Hashable, Sendable {
    /// No space is left, or the quota is used up. Rolled back; reading goes on; retry with back-off.
    case diskFull
    /// Reading or writing failed.
    case ioError
    /// The file could not be synced: the connection refuses further work until `reopen()`.
    case syncFailed
    /// Another connection is writing; `pid` where the lock file names its process.
    case busy(pid: Int32?)
    /// The file, its folder or the connection is read-only.
    case readOnly
    /// The file is no SQLite database: move it aside, never delete it.
    case notADatabase
    /// The file is damaged: move it aside, never delete it.
    case corrupt
    /// A later version of Till wrote it. Not touched; it can be opened read-only.
    case newerSchema(found: Int, supported: Int)
    /// An earlier version wrote it, and a read-only connection cannot bring it up to date.
    case olderSchema(found: Int, supported: Int)
    /// A database of another program, or another of Till's three; the ids are `application_id` of its header.
    case wrongApplication(found: Int32, expected: Int32)
    /// The file does not exist, or is empty, where it has to be there.
    case missing
    /// The file cannot be opened for another reason, told in `detail`.
    case cannotOpen
    /// There is a folder at this path.
    case isADirectory
    /// Another file now lies at this path: it was set aside or replaced. Open it anew.
    case moved
    /// A constraint of the schema refused the change; `code` says which kind.
    case constraint
    /// A column holds a type that does not belong there.
    case unexpectedValue
    /// The statement or its use is wrong: a mistake in the program.
    case misuse
    /// Anything else, told in `detail`.
    case other
  }

  /// The reason.
  package let cause: Cause
  /// The path of the file, as it is; `description` escapes it.
  package let file: String
  /// SQLite's extended result code, or 0 where the fault is not SQLite's.
  package let code: Int32
  /// SQLite's or the system's own words; may be empty.
  package let detail: String
  /// Whether COMMIT itself failed: the transaction may be there or not.
  ///
  /// Read again before repeating it.
  package internal(set) var outcomeIsUnknown = false

  /// What a full disk causes, for whoever makes a disk full on purpose.
  package static func diskFullOnPurpose(file: String) -> DatabaseFault {
    DatabaseFault(.diskFull, file: file, detail: "on purpose")
  }

  /// What a file is that somebody is about to fill: not there yet.
  package static func notMadeYet(file: String) -> DatabaseFault {
    DatabaseFault(.missing, file: file, detail: "somebody is making it")
  }

  init(_ cause: Cause, file: String, code: Int32 = 0, detail: String = "") {
    self.cause = cause
    self.file = file
    self.code = code
    self.detail = detail
  }
}
