import Core

/// The messages about problems with Till's files, with their remedies.
enum DatabaseText {
  static var checkpointInsideTransaction: Words { "a checkpoint inside a transaction" }
  static var openedForReading: Words { "opened read-only" }
  static func readingOrWritingFailed(_ detail: String) -> Words {
    "reading or writing failed\(told(detail)); check the disk, then try again"
  }
  static func writeWasNotConfirmed(_ detail: String) -> Words {
    "the disk did not confirm a write\(told(detail)); check the disk, then start again"
  }
  static func cannotBeWritten(_ detail: String) -> Words {
    "cannot be written\(told(detail)); check the permissions of the file and its folder"
  }
  static func isDamaged(_ detail: String) -> Words {
    "is damaged\(told(detail)); move it away with its -wal file and start again, it is never deleted"
  }
  static func cannotBeOpened(_ detail: String) -> Words { "cannot be opened\(told(detail)); check the path" }
  static func refusedChange(_ detail: String) -> Words { "refused a change\(told(detail))" }
  static func holdsForeignValue(_ detail: String) -> Words {
    "has an invalid value\(told(detail)); check the file with `till doctor`"
  }
  static func wasUsedWrongly(_ detail: String) -> Words { "Till used it wrongly\(told(detail)); this is a bug in Till" }
  static var noInteger: Words { "no integer" }
  static var noText: Words { "no text" }
  static var noBytes: Words { "no bytes" }
  static func failed(_ detail: String) -> Words { "failed\(told(detail))" }
  static func doesNotAnswer(_ detail: String) -> Words {
    "the database did not answer\(told(detail)); check that it runs and is reachable, then try again"
  }
  static func isForbidden(_ detail: String) -> Words {
    "the database denied this\(told(detail)); check the role, its "
      + "rights, its certificate and where its password is stored"
  }
  static var headerDiffers: Words { "its header changed since Till wrote it" }
  static func logIsDamaged(frame: Int) -> Words {
    "its log is damaged from frame \(frame) on, so the last writes may be lost"
  }
  static var logHeadIsDamaged: Words { "the header of its log is damaged, so the last writes may be lost" }

  private static func told(_ detail: String) -> String { detail.isEmpty ? "" : say(" (\(detail))") }
}
