import Foundation
import SafeText
import StrictJSON

/// Where a command's answer goes: documents or plain text on standard output, one clear line on standard error.
struct Output: Sendable {
  /// Whether the answer is one JSON document.
  let json: Bool
  /// Whether dates are shown in UTC instead of the local time zone.
  let utc: Bool
  /// Keeps everything instead of printing it.
  var sink: OutputSink?

  /// Prints plain text; everything foreign in it has passed `safeText`.
  func text(_ text: String) {
    guard !json else { return }
    write(text + "\n", to: 1)
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
  func note(_ line: String) {
    write("till: \(line)\n", to: 2)
  }

  private func write(_ text: String, to descriptor: Int32) {
    write(bytes: Array(text.utf8), to: descriptor)
  }

  private func write(bytes: [UInt8], to descriptor: Int32) {
    if let sink { return sink.take(bytes, isError: descriptor == 2) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
