import Texts

/// What happened to a file of Till's, and what helps.
enum DatabaseText: Sentence {
  case checkpointInsideTransaction, openedForReading, fileIsThere, lockIsLink, restoreInsideTransaction

  case notOneStatement(String), otherNumberOfValues(count: Int, places: Int)

  case writeInsideRead, connectionIsClosed, changeOutsideTransaction(String)

  case reopenInsideTransaction, noFileOrFolder, noSharedMemory, hasNoRow(String)

  case beyond32Bits, noBoolean

  case onPurpose, somebodyIsMaking, diskIsFull, readingOrWritingFailed(String), writeWasNotConfirmed(String)
  case anotherIsWriting(Int32), somebodyIsWriting, cannotBeWritten(String), isNotDatabase, isDamaged(String)
  case isOfLaterVersion(found: Int, supported: Int), isOfEarlierVersion(found: Int, supported: Int)
  case isOfAnotherKind(found: String, expected: String), doesNotExist, cannotBeOpened(String), isFolderNotFile
  case wasReplaced, refusedChange(String), holdsForeignValue(String), wasUsedWrongly(String)

  case noPath, noFolder

  case noInteger, noNumber, noText, noBytes, noSuchColumn(Int), columnHolds(index: Int, name: String, what: String)
  case notOneColumn(name: String, columns: String)

  case isHeldHere

  case fault(file: String, String, outcomeIsUnknown: Bool)
  case failed(String)
  case rowWithoutParent(String, parent: String)

  case doesNotAnswer(String)
  case isForbidden(String)
  case whatWasDoneCannot(String)
  case changesCannotBeNoted
  case pagesDiffer([Int]), headerDiffers, logIsDamaged(frame: Int), logHeadIsDamaged, hasNoSums(String)
}

// MARK: - English

extension DatabaseText {
  var english: String {
    switch self {
    case .checkpointInsideTransaction: "a checkpoint inside a transaction"
    case .openedForReading: "opened for reading"
    case .fileIsThere: "there is a file at this path already"
    case .lockIsLink: "the lock file is a link, or no file: remove it"
    case .restoreInsideTransaction: "a restore inside a transaction"

    case .pagesDiffer(let pages):
      "\(English.counted(pages.count, "page")) changed since Till wrote them: "
        + pages.prefix(5).map { "\($0)" }.joined(separator: ", ")
    case .headerDiffers: "its header changed since Till wrote it"
    case .logIsDamaged(let frame): "its log is damaged from frame \(frame) on: what was stored last may be lost"
    case .logHeadIsDamaged: "the header of its log is damaged: what was stored last may be lost"
    case .hasNoSums(let file): "\(file) was made by an earlier Till, without page sums"
    case .notOneStatement(let prefix): "not one statement: \(prefix)"
    case .otherNumberOfValues(let count, let places):
      "\(English.counted(count, "value")) for \(English.counted(places, "place"))"

    case .writeInsideRead: "a write inside a read"
    case .connectionIsClosed: "the connection is closed"
    case .changeOutsideTransaction(let prefix): "a change outside a transaction: \(prefix)"

    case .reopenInsideTransaction: "reopen() inside a transaction"
    case .noFileOrFolder: "it is neither a file nor a folder"
    case .noSharedMemory: "its file system has no shared memory, which WAL needs"
    case .hasNoRow(let sql): "\(sql) has no row"

    case .beyond32Bits: "an integer beyond 32 bits"
    case .noBoolean: "neither 0 nor 1"

    case .onPurpose: "on purpose"
    case .somebodyIsMaking: "somebody is making it"
    case .diskIsFull: "the disk is full; free some space and try again"
    case .readingOrWritingFailed(let detail): "reading or writing failed\(told(detail)); check the disk, then try again"
    case .writeWasNotConfirmed(let detail):
      "the disk did not confirm a write\(told(detail)); check the disk, then start again"
    case .anotherIsWriting(let pid):
      "another instance is writing (pid \(pid)); wait for it or close it, then try again"
    case .somebodyIsWriting: "another instance is writing; wait for it or close it, then try again"
    case .cannotBeWritten(let detail):
      "cannot be written\(told(detail)); check the permissions of the file and its folder"
    case .isNotDatabase: "is not a database; move it away and start again, it is never deleted"
    case .isDamaged(let detail):
      "is damaged\(told(detail)); move it away with its -wal file and start again, it is never deleted"
    case .isOfLaterVersion(let found, let supported):
      "has version \(found), written by a later Till; this one knows version \(supported): use the later one"
    case .isOfEarlierVersion(let found, let supported):
      "has version \(found), older than version \(supported); open it once for writing to bring it up to date"
    case .isOfAnotherKind(let found, let expected):
      "is a database of another kind (\(found), not \(expected)); name another file"
    case .doesNotExist: "does not exist or is empty; check the path"
    case .cannotBeOpened(let detail): "cannot be opened\(told(detail)); check the path"
    case .isFolderNotFile: "is a folder, not a file; name another path"
    case .wasReplaced: "was moved or replaced while it was open; open it again"
    case .refusedChange(let detail): "refused a change\(told(detail))"
    case .holdsForeignValue(let detail):
      "holds a value that does not belong there\(told(detail)); check the file with `till doctor`"
    case .wasUsedWrongly(let detail): "was used wrongly\(told(detail)); this is a mistake in Till"

    case .noPath: "it is not a path"
    case .noFolder: "its folder does not exist"

    case .noInteger: "no integer"
    case .noNumber: "no number"
    case .noText: "no text"
    case .noBytes: "no bytes"
    case .noSuchColumn(let index): "column \(index) is not in the row"
    case .columnHolds(let index, let name, let what): "column \(index) (\(name)) holds \(what)"
    case .notOneColumn(let name, let columns): "the row has not one column \(name) but \(columns)"

    case .isHeldHere: "the lock is already held here"

    case .fault(let file, let sentence, let isUnknown):
      "\(file): \(sentence)\(isUnknown ? "; whether the last change was stored has to be read again" : "")"
    case .failed(let detail):
      "failed\(told(detail))"
    case .rowWithoutParent(let table, let parent):
      "a row of \(table) refers to a row of \(parent) that is not there"

    case .doesNotAnswer(let detail):
      "the database does not answer\(told(detail)); check that it runs and can be reached, then try again"
    case .isForbidden(let detail):
      "the database refuses this\(told(detail)); check the role, its rights, its certificate and where its password is kept"
    case .whatWasDoneCannot(let code):
      "what was done cannot be taken back: the file was changed in another way since (\(code))"
    case .changesCannotBeNoted:
      "the changes cannot be noted"
    }
  }

  /// What SQLite or the system says of it, where they say anything.
  private func told(_ detail: String) -> String { detail.isEmpty ? "" : " (\(detail))" }
}
