/// The history of one product for one customer: periods of access, signed events and the next renewal.
package struct ProductLife: Hashable, Sendable {
  /// A period in which the customer had access in one way.
  package struct Stretch: Hashable, Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
      case entitled
      /// Access in the Billing Grace Period, after a failed renewal.
      case grace
    }

    package var kind: Kind
    package var from: Timestamp
    /// When the period ends; nil for never.
    package var until: Timestamp?

    package init(_ kind: Kind, from: Timestamp, until: Timestamp?) {
      (self.kind, self.from, self.until) = (kind, from, until)
    }
  }

  /// An event in the history of the product.
  package struct Happening: Hashable, Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
      case bought, renewed
      /// The renewal failed, and the Billing Grace Period began.
      case graceBegan
      /// Another product of the subscription group replaced this one.
      case replaced
      case refunded, refundReversed
      /// Apple revoked the purchase for a reason other than a refund.
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
    /// The product of the next period; nil if no period follows.
    package var productId: String?
    /// The price in milliunits of the currency; nil if unknown.
    package var price: Int64?
    package var currency: String?

    package init(date: Timestamp, productId: String?, price: Int64? = nil, currency: String? = nil) {
      (self.date, self.productId, self.price, self.currency) = (date, productId, price, currency)
    }
  }

  package var productId: String
  /// The periods of access in order of time, without overlaps.
  package var stretches: [Stretch]
  /// The events in order of time.
  package var happenings: [Happening]
  package var plan: Plan?

  package init(productId: String, stretches: [Stretch] = [], happenings: [Happening] = [], plan: Plan? = nil) {
    self.productId = productId
    self.stretches = stretches
    self.happenings = happenings
    self.plan = plan
  }
}
