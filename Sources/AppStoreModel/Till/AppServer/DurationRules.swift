/// A setting of how long a non-renewing subscription entitles, for purchases from a date on.
package struct ProductDuration: Hashable, Sendable {
  package var productId: String
  /// The duration; nil removes all durations of the product.
  package var period: SubscriptionPeriod?
  /// The first purchase date to which the setting applies; nil lets the app server decide.
  ///
  /// The server then applies it to all purchases if the product had no duration before, else to purchases from now on.
  package var fromDate: Timestamp?
  /// Whether a purchase begins when the previous one ends; otherwise each begins on its purchase date.
  package var stacks: Bool

  package init(productId: String, period: SubscriptionPeriod?, fromDate: Timestamp? = nil, stacks: Bool = false) {
    self.productId = productId
    self.period = period
    self.fromDate = fromDate
    self.stacks = stacks
  }
}

extension ProductDuration: JSONFields {
  package static let fields = Fields<Self>(
    Field("productId", \.productId, .required),
    Field("period", \.period), Field("fromDate", \.fromDate), Field("stacks", \.stacks))
  package static let blank = ProductDuration(productId: "", period: nil)
}

/// The durations of one product, by purchase date.
package struct DurationRules: Hashable, Sendable {
  private struct Version: Hashable, Sendable {
    var from: Timestamp?
    var period: SubscriptionPeriod
    var stacks: Bool
  }

  /// The settings, sorted by their first purchase date.
  private var versions: [Version]

  /// Makes a single rule that applies to every purchase.
  package init(_ period: SubscriptionPeriod, stacks: Bool = false) {
    versions = [Version(from: nil, period: period, stacks: stacks)]
  }

  /// Makes the rules from a sequence of settings; nil if no setting has a duration.
  package init?(_ durations: some Sequence<ProductDuration>) {
    versions = durations.compactMap { duration in
      duration.period.map { Version(from: duration.fromDate, period: $0, stacks: duration.stacks) }
    }
    versions.sort { ($0.from ?? .distantPast) < ($1.from ?? .distantPast) }
    if versions.isEmpty { return nil }
  }

  /// Returns the rules after a new setting, which applies from its date on and replaces all rules from that date on.
  ///
  /// - Returns: nil if no rule is left.
  package static func applying(_ duration: ProductDuration, to rules: DurationRules?, at now: Timestamp) -> Self? {
    guard let period = duration.period else { return nil }
    guard var rules else {
      return DurationRules([
        ProductDuration(productId: "", period: period, fromDate: duration.fromDate, stacks: duration.stacks)
      ])
    }
    let from = duration.fromDate ?? now
    rules.versions.removeAll { version in version.from.map { $0 >= from } ?? false }
    rules.versions.append(Version(from: from, period: period, stacks: duration.stacks))
    return rules
  }

  /// Returns the rules as settings, oldest first.
  package func durations(of productId: String) -> [ProductDuration] {
    versions.map {
      ProductDuration(productId: productId, period: $0.period, fromDate: $0.from, stacks: $0.stacks)
    }
  }

  private func version(at date: Timestamp) -> Version? {
    versions.last { version in version.from.map { $0 <= date } ?? true }
  }

  /// Returns whether a purchase made at a date begins when the previous one ends.
  package func stacks(at date: Timestamp) -> Bool { version(at: date)?.stacks ?? false }

  /// Returns the end of each of a customer's purchases of the product; a purchase that no rule covers is left out.
  ///
  /// - Parameter purchases: The purchase dates of the valid purchases by id, in any order.
  package func ends<ID: Hashable>(of purchases: [ID: Timestamp]) -> [ID: Timestamp] {
    var ends: [ID: Timestamp] = [:]
    var last: Timestamp?
    for (id, date) in purchases.sorted(by: { $0.value < $1.value }) {
      guard let version = version(at: date) else { continue }
      let begins = version.stacks ? max(date, last ?? date) : date
      let end = begins.adding(version.period)
      ends[id] = end
      last = max(end, last ?? end)
    }
    return ends
  }

  /// Returns when a purchase ends if it is the customer's only one.
  package func end(ofPurchase date: Timestamp) -> Timestamp? { ends(of: [0: date])[0] }

  // MARK: As text

  /// The rules as text for storage: `P1M`, or `P1M P1Y@1700000000000+`; a plus means that purchases stack.
  package var text: String {
    versions.map { version in
      version.period.iso8601 + (version.from.map { "@\($0.milliseconds)" } ?? "") + (version.stacks ? "+" : "")
    }.joined(separator: " ")
  }

  /// Reads rules from their stored text; nil for any other text.
  package init?(text: String) {
    versions = []
    for word in text.split(separator: " ") {
      let stacks = word.hasSuffix("+")
      let parts = (stacks ? word.dropLast() : word).split(separator: "@", maxSplits: 1)
      guard let first = parts.first, let period = SubscriptionPeriod(iso8601: first) else { return nil }
      var from: Timestamp?
      if parts.count > 1 {
        guard let milliseconds = Int64(parts[1]) else { return nil }
        from = Timestamp(milliseconds: milliseconds)
      }
      versions.append(Version(from: from, period: period, stacks: stacks))
    }
    if versions.isEmpty { return nil }
  }
}
