import AppStoreModel
import Core
import Dashboard

/// Where a command's answer goes: documents or plain text on standard output, one clear line on standard error.
struct Output: Sendable {
  /// Whether the answer is one JSON document.
  let json: Bool
  /// Whether dates are shown in UTC instead of the local time zone.
  let utc: Bool
  /// Keeps everything instead of printing it.
  var sink: OutputSink?

  /// Prints plain text, made safe.
  func text(_ text: String) {
    guard !json else { return }
    write(Destination.terminal.safe(text) + "\n", to: 1)
  }

  /// Prints the document when one was asked for.
  func document(_ object: JSONObject) {
    guard json else { return }
    write(JSONValue.object(object).serialized(.pretty) + "\n", to: 1)
  }

  /// Prints one document on a line of its own, for commands that answer line by line.
  func line(_ object: JSONObject) {
    write(JSONValue.object(object).serialized() + "\n", to: 1)
  }

  /// Prints bytes as they are, for exports.
  func raw(_ bytes: some Collection<UInt8>) {
    write(bytes: Array(bytes), to: 1)
  }

  /// Prints one line on standard error.
  func note(_ line: String) { note(lines: [line]) }

  /// The same for several lines, which are written at once.
  func note(lines: [String]) {
    write(lines.map { "till: \(Destination.terminal.safe($0))\n" }.joined(), to: 2)
  }

  private func write(_ text: String, to descriptor: Int32) {
    write(bytes: Array(text.utf8), to: descriptor)
  }

  private func write(bytes: [UInt8], to descriptor: Int32) {
    if let sink { return sink.take(bytes, isError: descriptor == 2) }
    Files.write(bytes, to: descriptor)
  }
}

/// Keeps a command's output, for a test or the dashboard instead of a person.
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

  /// The standard output so far.
  var text: String { String(decoding: contents.withLock { $0.output }, as: UTF8.self) }

  /// The standard error so far.
  var notes: String { String(decoding: contents.withLock { $0.notes }, as: UTF8.self) }
}

extension Output {
  /// A date to the minute in the local time zone, or in UTC with `--utc`; empty for none, in words for a year-1 date.
  func date(_ date: Timestamp?) -> String {
    guard let date else { return "" }
    guard !date.isUnknown else { return "unknown" }
    return date.formatted(.minute, secondsFromUTC: utc ? 0 : DisplayZone.local.offset(at: date))
  }

  /// Asks a question on standard error, without a line's end.
  func ask(_ question: String) {
    Files.write(Array("till: \(Destination.terminal.safe(question)) [y/N] ".utf8), to: 2)
  }
}
