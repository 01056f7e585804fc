/// A piece of work that gives one or several rows.
struct Measurement: Sendable {
  /// The rows in the order of the values, without values yet.
  let rows: [BenchRow]
  /// Gives a value for each row, in its unit.
  let measure: @Sendable (Bench) async throws -> [Double]

  /// Every measurement, in the order of the report.
  static let all: [Measurement] = [
    .verification, .verificationOnTwoCores, .resolving, .rendering, .starting, .keys, .pages, .memory,
    .overHTTP,
  ]
}
