package import Core

/// A length of time in calendar units, for a subscription or an offer (Apple: Product.SubscriptionPeriod).
package struct SubscriptionPeriod: Hashable, Sendable {
  /// A calendar unit, such as a month.
  package enum Unit: String, Hashable, Sendable, CaseIterable {
    /// A day of 24 hours.
    case day
    /// A week of seven days.
    case week
    /// A calendar month.
    case month
    /// A calendar year.
    case year
  }

  /// The calendar unit of the period.
  package let unit: Unit
  /// The number of units, 1 to 9999.
  package let value: Int

  /// Makes a period of a number of units; nil unless the number is 1 to 9999.
  package init?(_ value: Int, _ unit: Unit) {
    guard (1...9999).contains(value) else { return nil }
    self.unit = unit
    self.value = value
  }

  private init(one unit: Unit) {
    self.unit = unit
    value = 1
  }

  /// One week.
  package static let week = SubscriptionPeriod(one: .week)
  /// One month.
  package static let month = SubscriptionPeriod(one: .month)
  /// One year.
  package static let year = SubscriptionPeriod(one: .year)

  /// Reads an ISO 8601 duration of one unit, such as `P1M`, `P3D`, `P1Y`; nil for anything else, `P0D` and `PT1H` too.
  package init?(iso8601 text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard (3...6).contains(bytes.count), bytes[0] == UInt8(ascii: "P") else { return nil }
    let unit: Unit
    switch bytes[bytes.count - 1] {
    case UInt8(ascii: "D"): unit = .day
    case UInt8(ascii: "W"): unit = .week
    case UInt8(ascii: "M"): unit = .month
    case UInt8(ascii: "Y"): unit = .year
    default: return nil
    }
    var value = 0
    for byte in bytes.dropFirst().dropLast() {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    self.init(value, unit)
  }

  /// The period as an ISO 8601 duration, such as `P1M`.
  package var iso8601: String {
    switch unit {
    case .day: "P\(value)D"
    case .week: "P\(value)W"
    case .month: "P\(value)M"
    case .year: "P\(value)Y"
    }
  }

  /// Whether the period is a week or shorter; such subscriptions have a shorter grace period.
  package var isWeekOrShorter: Bool {
    switch unit {
    case .day: value <= 7
    case .week: value == 1
    case .month, .year: false
    }
  }
}

extension SubscriptionPeriod: CustomStringConvertible {
  /// The period in words: `month`, `3 months`.
  package var description: String {
    switch (unit, value == 1) {
    case (.day, true): say("day")
    case (.week, true): say("week")
    case (.month, true): say("month")
    case (.year, true): say("year")
    case (.day, false): say("\(value) days")
    case (.week, false): say("\(value) weeks")
    case (.month, false): say("\(value) months")
    case (.year, false): say("\(value) years")
    }
  }

  /// The suffix after a price: `/mo`, `/3 mo`, `/yr`.
  package var priceSuffix: String {
    let short =
      switch unit {
      case .day: say("day", context: "after a price")
      case .week: say("wk")
      case .month: say("mo")
      case .year: say("yr")
      }
    return value == 1 ? say("/\(short)") : say("/\(value) \(short)", context: "several")
  }
}

extension SubscriptionPeriod: JSONMember {
  package static var expectation: String { say("a duration such as P1M") }
  package static var isText: Bool { true }

  package init?(memberValue: JSONValue) {
    guard case .string(let text) = memberValue else { return nil }
    self.init(iso8601: text)
  }

  package var memberValue: JSONValue { .string(iso8601) }
}
