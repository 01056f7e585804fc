/// What a JSON text may cost before it is refused.
package struct JSONLimits: Hashable, Sendable {
  /// How deep arrays and objects may nest; the parser follows nesting with its own calls, so never more than 512.
  package let depth: Int
  /// How many bytes a whole text may have.
  package let bytes: Int

  /// 64 levels and 64 MiB.
  package static let `default` = JSONLimits()

  /// Limits of one's own; a depth outside 1...512 is moved to the nearer end.
  package init(depth: Int = 64, bytes: Int = 64 << 20) {
    self.depth = min(max(depth, 1), 512)
    self.bytes = bytes
  }
}
