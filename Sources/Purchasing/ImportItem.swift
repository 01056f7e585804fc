package import StoreModel

/// One piece of evidence out of a file, before anything of it is believed.
package struct ImportItem: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// Signed data of any kind: a JWS.
    case signed(String)
    /// What a receipt or an answer to one tells, in the form in which it is kept, and who vouches for it.
    case told(String, Transaction, by: Attestation)
    /// The same of a receipt whose signature does not hold.
    case refused(String, Transaction, VerificationFailure)
  }

  package let content: Content
  /// The file, and the line where there are several, for messages; safe.
  package let place: String

  package init(_ content: Content, place: String) {
    self.content = content
    self.place = place
  }
}

/// What an import did.
package struct ImportReport: Hashable, Sendable {
  /// A piece that was not taken in, and why.
  package struct Failure: Hashable, Sendable {
    package let place: String
    package let transactionId: String?
    /// One safe line.
    package let reason: String

    package init(place: String, transactionId: String? = nil, reason: String) {
      self.place = place
      self.transactionId = transactionId
      self.reason = reason
    }
  }

  /// The transactions that are new to the case, or newer.
  package var imported = 0
  /// Those that it had.
  package var known = 0
  /// Subscriptions whose renewal information was taken in.
  package var renewals = 0
  /// Signed data that tell of no transaction: app transactions, test notifications.
  package var others = 0
  package var failed: [Failure] = []
  /// The customers of the case, each an account of it.
  package var customers: [String] = []
}
