package import AppStoreModel

/// The secret that the app server and its clients share, and the previous one while both are valid.
///
/// In its file, the secret is on the first line. A line `previous MILLISECONDS SECRET` names the previous secret and
/// its end. Because both are valid for a time, each side can change its secret when it likes, and no request is
/// refused.
package struct SharedSecrets: Hashable, Sendable {
  /// A secret that was replaced.
  package struct Previous: Hashable, Sendable {
    package var secret: [UInt8]
    /// The instant from which the secret is no longer valid, in the machine's time.
    package var untilDate: Timestamp
  }

  package private(set) var current: [UInt8]
  package private(set) var previous: Previous?

  package init(_ secret: [UInt8]) { current = secret }

  /// Reads the text of a secret file; nil when it contains no secret.
  package init?(text: [UInt8]) {
    current = []
    for line in text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      guard line.starts(with: Self.mark) else {
        current += line
        continue
      }
      let words = line.dropFirst(Self.mark.count).split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard words.count == 2, let date = Int64(String(decoding: words[0], as: UTF8.self)) else { continue }
      previous = Previous(secret: Array(words[1]), untilDate: Timestamp(milliseconds: date))
    }
    guard !current.isEmpty else { return nil }
  }

  private static let mark = Array("previous ".utf8)

  /// The text of the secret file.
  package var text: [UInt8] {
    var text = current + Array("\n".utf8)
    if let previous {
      text += Self.mark + Array("\(previous.untilDate.milliseconds) ".utf8) + previous.secret + Array("\n".utf8)
    }
    return text
  }

  /// Replaces the current secret, which stays valid as the previous one until a date.
  package mutating func replace(with secret: [UInt8], bothUntil date: Timestamp) {
    guard secret != current else { return }
    previous = Previous(secret: current, untilDate: date)
    current = secret
  }

  /// Returns the secrets that are valid at a time, the newest first.
  package func holding(at now: Timestamp) -> [[UInt8]] {
    guard let previous, now < previous.untilDate else { return [current] }
    return [current, previous.secret]
  }

  /// Returns whether a request's signature was made with one of the secrets that are valid now.
  func areValid(
    _ value: String?, method: String, path: String, body: [UInt8], at now: Timestamp
  ) -> Bool {
    holding(at: now).contains {
      RequestSignature(secret: $0).isValid(value, method: method, path: path, body: body, at: now)
    }
  }
}
