import StoreModel

extension Timestamp? {
  /// The date if it is there and means one: a date of the year 1 stands for "not known" and is never counted with.
  var known: Timestamp? {
    guard let date = self, !date.isUnknown else { return nil }
    return date
  }

  /// The date for an order in which an unknown one comes first.
  var orEarliest: Timestamp { known ?? .distantPast }

  /// The day in UTC, such as `2025-01-30`.
  var day: String { known?.formatted(.day) ?? "an unknown day" }

  /// The minute in UTC, such as `2025-01-30 09:12 UTC`.
  var minute: String { known.map { $0.formatted(.minute) + " UTC" } ?? "an unknown time" }
}
