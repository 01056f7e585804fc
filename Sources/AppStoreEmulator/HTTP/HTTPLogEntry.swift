import SafeText

/// One answered request, for the access log.
package struct HTTPLogEntry: Hashable, Sendable {
  package let client: String
  package let method: String
  /// The target as it was sent.
  package let target: String
  /// The status; nil when the client left before it was answered.
  package let status: Int?
  /// How many bytes the answer's body has; 0 for a stream.
  package let bytes: Int
  package let milliseconds: Double
  /// Why the request was refused, where the answer does not say so.
  package let refusal: String?

  /// One line without foreign control characters: client, method, target, status, size, duration.
  package var line: String {
    let duration = (milliseconds * 10).rounded() / 10
    let request = "\(safeText(method, limit: 16)) \(safeText(target, limit: 300))"
    let end = refusal.map { " (\($0))" } ?? ""
    return "\(client) \(request) \(status.map(String.init) ?? "-") \(bytes) B \(duration) ms\(end)"
  }
}
