import Texts

/// What happened to a file of Till's, and what helps.
enum DatabaseText: Sentence {
  case checkpointInsideTransaction, openedForReading, fileIsThere, restoreInsideTransaction

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
}
