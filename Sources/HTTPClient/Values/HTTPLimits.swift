/// How long and how much is waited for and taken in.
package struct HTTPLimits: Hashable, Sendable {
  /// For a connection, in milliseconds.
  package var connectTimeout: Int64
  /// For a whole exchange, in milliseconds; of a stream, how long it may say nothing.
  package var timeout: Int64
  /// Bytes of an answer's body; of a stream, of one piece.
  package var bodyBytes: Int
  /// Bytes of an answer's head.
  package var headBytes: Int

  package init(
    connectTimeout: Int64 = 10_000, timeout: Int64 = 30_000, bodyBytes: Int = 16 << 20, headBytes: Int = 256 << 10
  ) {
    self.connectTimeout = connectTimeout
    self.timeout = timeout
    self.bodyBytes = bodyBytes
    self.headBytes = headBytes
  }
}
