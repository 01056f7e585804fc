import Locks
import StrictJSON

/// Keeps what a command would print, for someone who looks at it instead of a person.
final class OutputSink: Sendable {
  private struct Contents {
    var output: [UInt8] = []
    var notes: [UInt8] = []
  }

  private let contents = Mutex(Contents())

  /// Takes bytes that were meant for standard output or standard error.
  func take(_ bytes: [UInt8], isError: Bool) {
    contents.withLock { contents in
      if isError { contents.notes += bytes } else { contents.output += bytes }
    }
  }

  /// The one document that was printed; nil where the output is none.
  var document: JSONObject? {
    (try? JSONValue(parsing: contents.withLock { $0.output }))?.objectValue
  }

  /// What was said on standard error.
  var notes: String { String(decoding: contents.withLock { $0.notes }, as: UTF8.self) }
}
