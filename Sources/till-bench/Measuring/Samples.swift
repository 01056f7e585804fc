/// Measured values of one kind; never empty when it is asked.
struct Samples {
  private var values: [Double] = []

  mutating func append(_ value: Double) { values.append(value) }

  mutating func append(_ duration: Duration) { values.append(duration.milliseconds) }

  /// The value that half of them do not exceed; zero without any.
  var median: Double { percentile(50) }

  /// The value that a share of them, in percent, does not exceed.
  func percentile(_ percent: Int) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    let rank = (sorted.count * percent + 99) / 100
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }

  var largest: Double { values.max() ?? 0 }

  /// Times some runs of a piece of work, in milliseconds, after one that does not count.
  static func timing(runs: Int, _ work: () throws -> Void) rethrows -> Samples {
    try work()
    var samples = Samples()
    for _ in 0..<runs { samples.append(try ContinuousClock().measure { try work() }) }
    return samples
  }
}

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
}
