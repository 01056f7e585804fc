/// One kind of step in the journal, counted over a device's life.
package struct StepStatistics: Hashable, Sendable {
  /// The journal's name of the step, such as `order.delivered`.
  package var kind: String
  package var count: Int
  /// How long it took from the step before it of the same order, in milliseconds of the machine's clock; nil for steps
  /// that no order has.
  package var medianDuration: Int64?
  package var longestDuration: Int64?

  package init(kind: String, count: Int, medianDuration: Int64? = nil, longestDuration: Int64? = nil) {
    self.kind = kind
    self.count = count
    self.medianDuration = medianDuration
    self.longestDuration = longestDuration
  }
}
