import Foundation
import SafeText
import StrictJSON

/// Where a command's answer goes: documents or plain text on standard output, one clear line on standard error.
struct Output: Sendable {
  /// Whether the answer is one JSON document.
  let json: Bool
  /// Whether dates are shown in UTC instead of the local time zone.
  let utc: Bool

  /// Prints plain text; everything foreign in it has passed `safeText`.
  func text(_ text: String) {
    guard !json else { return }
    Self.write(text + "\n", to: 1)
  }

  /// Prints the document when one was asked for.
  func document(_ object: JSONObject) {
    guard json else { return }
    Self.write(JSONValue.object(object).serialized(.pretty) + "\n", to: 1)
  }

  /// Prints one document on a line of its own, for commands that answer line by line.
  func line(_ object: JSONObject) {
    Self.write(JSONValue.object(object).serialized() + "\n", to: 1)
  }

  /// Prints bytes as they are, for exports.
  func raw(_ bytes: some Collection<UInt8>) {
    Self.write(bytes: Array(bytes), to: 1)
  }

  /// Prints one line on standard error.
  func note(_ line: String) {
    Self.write("till: \(line)\n", to: 2)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    write(bytes: Array(text.utf8), to: descriptor)
  }

  private static func write(bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
