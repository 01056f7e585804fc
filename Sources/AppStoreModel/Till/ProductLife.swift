/// The life of one product with one customer: the signed events in their order, and the plan.
package struct ProductLife: Hashable, Sendable {
  /// A time over which it was had in one way.
  package struct Stretch: Hashable, Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
      case entitled
      /// Had although the renewal failed.
      case grace
    }

    package var kind: Kind
    package var from: Timestamp
    /// Where it ends; nil for never.
    package var until: Timestamp?

    package init(_ kind: Kind, from: Timestamp, until: Timestamp?) {
      (self.kind, self.from, self.until) = (kind, from, until)
    }
  }

  /// Something that happened to it.
  package struct Happening: Hashable, Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
      case bought, renewed
      /// The renewal failed, and access stays for a while.
      case graceBegan
      /// Another product of the group took its place.
      case replaced
      case refunded, refundReversed
      /// Taken away for another reason than a refund.
      case revoked
      case ended
    }

    package var kind: Kind
    package var date: Timestamp
    package var transactionId: String?

    package init(_ kind: Kind, _ date: Timestamp, _ transactionId: String? = nil) {
      (self.kind, self.date, self.transactionId) = (kind, date, transactionId)
    }
  }

  /// The App Store's plan for the next period.
  package struct Plan: Hashable, Sendable {
    package var date: Timestamp
    /// The product of the next period; nil where none follows.
    package var productId: String?
    /// Milliunits of the currency, where they are known.
    package var price: Int64?
    package var currency: String?

    package init(date: Timestamp, productId: String?, price: Int64? = nil, currency: String? = nil) {
      (self.date, self.productId, self.price, self.currency) = (date, productId, price, currency)
    }
  }

  package var productId: String
  /// In order, none over another.
  package var stretches: [Stretch]
  /// In order of time.
  package var happenings: [Happening]
  package var plan: Plan?

  package init(productId: String, stretches: [Stretch] = [], happenings: [Happening] = [], plan: Plan? = nil) {
    self.productId = productId
    self.stretches = stretches
    self.happenings = happenings
    self.plan = plan
  }
}
