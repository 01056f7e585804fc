import AppStoreModel
import Core
import Libc

/// The output of a command: documents or plain text on standard output, notes and errors on standard error.
struct Output: Sendable {
  /// Whether the command prints JSON documents instead of plain text.
  let json: Bool
  /// Whether dates are shown in UTC instead of the local time zone.
  let utc: Bool
  /// The sink that collects all output instead of printing it; nil to print.
  var sink: OutputSink?
  /// Whether something was written on standard output.
  private let hasWritten = Mutex(false)

  /// Prints plain text, made safe for a terminal, unless JSON was requested.
  func text(_ text: String) {
    guard !json else { return }
    write(Destination.terminal.safe(text) + "\n", to: 1)
  }

  /// Prints a JSON document where JSON was requested.
  func document(_ object: JSONObject) {
    guard json else { return }
    write(JSONValue.object(object).serialized(.pretty) + "\n", to: 1)
  }

  /// Prints the document of a command that failed before it printed one.
  func document(ofFailure message: String) {
    guard !hasWritten.withLock(\.self) else { return }
    document(["ok": false, "message": .string(message)])
  }

  /// Prints one JSON document on a line of its own, for commands that answer line by line.
  func line(_ object: JSONObject) {
    write(JSONValue.object(object).serialized() + "\n", to: 1)
  }

  /// Prints bytes unchanged, for exports.
  func raw(_ bytes: some Collection<UInt8>) {
    write(bytes: Array(bytes), to: 1)
  }

  /// Prints one line on standard error.
  func note(_ line: String) { note(lines: [line]) }

  /// Prints several lines on standard error in one write.
  func note(lines: [String]) {
    write(lines.map { "till: \(Destination.terminal.safe($0))\n" }.joined(), to: 2)
  }

  /// Asks a question on standard error, without a line break at the end.
  func ask(_ question: String) {
    Files.write(Array("till: \(Destination.terminal.safe(question)) [y/N] ".utf8), to: 2)
  }

  /// Formats a date to the minute, in the local time zone or in UTC.
  ///
  /// Returns an empty text for nil, and “unknown” for an unknown date.
  func date(_ date: Timestamp?) -> String {
    guard let date else { return "" }
    guard !date.isUnknown else { return "unknown" }
    return date.formatted(.minute, secondsFromUTC: utc ? 0 : DisplayZone.local.offset(at: date))
  }

  private func write(_ text: String, to descriptor: Int32) {
    write(bytes: Array(text.utf8), to: descriptor)
  }

  private func write(bytes: [UInt8], to descriptor: Int32) {
    if descriptor == 1 { hasWritten.withLock { $0 = true } }
    if let sink { return sink.append(bytes, isError: descriptor == 2) }
    // A reader that has closed its pipe has what it wanted.
    guard !Files.write(bytes, to: descriptor), descriptor == 1, errno != EPIPE else { return }
    let reason = String(cString: strerror(errno))
    Self.failure.withLock { $0 = reason }
  }

  /// Why this process could not write all of its standard output; nil where it could.
  static let failure = Mutex<String?>(nil)
}

/// A collector of a command's output, for tests and for the dashboard.
final class OutputSink: Sendable {
  private struct Contents {
    var output: [UInt8] = []
    var notes: [UInt8] = []
  }

  private let contents = Mutex(Contents())

  /// Collects bytes for standard output or standard error.
  func append(_ bytes: [UInt8], isError: Bool) {
    contents.withLock { contents in
      if isError { contents.notes += bytes } else { contents.output += bytes }
    }
  }

  /// The printed JSON document; nil where the output is not exactly one document.
  var document: JSONObject? {
    (try? JSONValue(parsing: contents.withLock { $0.output }))?.objectValue
  }

  /// The standard output so far.
  var text: String { String(decoding: contents.withLock { $0.output }, as: UTF8.self) }

  /// The standard error so far.
  var notes: String { String(decoding: contents.withLock { $0.notes }, as: UTF8.self) }
}
