import Foundation
import StoreModel

extension Output {
  /// A date to the minute in the local time zone, or in UTC with `--utc`; empty for none, in words for a year-1 date.
  func date(_ date: Timestamp?) -> String {
    guard let date else { return "" }
    guard !date.isUnknown else { return "unknown" }
    return date.formatted(.minute, secondsFromUTC: utc ? 0 : Self.offset(at: date))
  }

  private static func offset(at date: Timestamp) -> Int {
    TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: Double(date.milliseconds) / 1000))
  }

  /// Asks a question on standard error, without a line's end.
  func ask(_ question: String) {
    FileHandle.standardError.write(Data("till: \(question) [y/N] ".utf8))
  }
}
