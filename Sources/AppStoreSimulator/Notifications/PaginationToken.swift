import SafeText
import SignedData

/// The place in the notification history up to which somebody has read: text without meaning to its reader.
enum PaginationToken {
  static func text(_ id: Int64, _ state: LedgerState) -> String {
    String(decoding: Base64.url.encode("n:\(state.epoch):\(id)".utf8), as: UTF8.self)
  }

  /// The notification to read on after; 0 without a token.
  ///
  /// - Throws: a `SimulatorError` of kind `invalidPaginationToken`, also for one of before a fresh start.
  static func notification(_ token: String?, _ state: LedgerState) throws -> Int64 {
    guard let token else { return 0 }
    let parts = Base64.url.decode(token).map { String(decoding: $0, as: UTF8.self) }?
      .split(separator: ":", omittingEmptySubsequences: false)
    guard let parts, parts.count == 3, parts[0] == "n", parts[1] == String(state.epoch), let id = Int64(parts[2]),
      (0...state.lastSequence).contains(id)
    else {
      throw SimulatorError(
        .invalidPaginationToken,
        "\(safeText(token, limit: 40)) is no place in the notification history: read it from the start")
    }
    return id
  }
}
