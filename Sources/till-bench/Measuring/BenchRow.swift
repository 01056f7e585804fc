/// One figure with the budget that it has to hold.
struct BenchRow {
  let name: String
  let unit: String
  let budget: Budget?
  /// The figure in `unit`; nil when it could not be measured.
  var value: Double?

  init(_ name: String, unit: String, budget: Budget? = nil) {
    self.name = name
    self.unit = unit
    self.budget = budget
  }

  /// Whether the budget is held; nil without a budget or a value.
  var isMet: Bool? {
    guard let value, let budget else { return nil }
    return budget.isMet(by: value)
  }
}

/// What a figure must not fall below, or not exceed.
enum Budget {
  case atLeast(Double)
  case atMost(Double)

  var limit: Double {
    switch self {
    case .atLeast(let limit), .atMost(let limit): limit
    }
  }

  /// How a table writes it.
  var text: String {
    switch self {
    case .atLeast(let limit): "≥ \(figure(limit))"
    case .atMost(let limit): "≤ \(figure(limit))"
    }
  }

  func isMet(by value: Double) -> Bool {
    switch self {
    case .atLeast(let limit): value >= limit
    case .atMost(let limit): value <= limit
    }
  }
}

/// Why something could not be measured, or was not understood.
struct BenchFailure: Error, CustomStringConvertible {
  /// One line.
  let description: String

  init(_ description: String) { self.description = description }
}

/// A figure with three decimals at most.
func figure(_ value: Double) -> String {
  let rounded = (value * 1000).rounded() / 1000
  return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : String(rounded)
}
