package import AppStoreModel

/// How the app server is set.
package struct AppServerSettings: Hashable, Sendable {
  /// The rule for a user who restores a purchase that another user already has.
  package var policy: RestorePolicy
  /// From which age on a purchase is too old to be credited, in milliseconds; nil for never.
  package var overdueAge: Int64?
}

/// A simulated fault of the app server.
package enum AppServerFault: String, Hashable, Sendable, CaseIterable {
  /// It answers nothing.
  case down
  /// It does the work, and its answer is lost.
  case noAnswer
  /// It refuses every upload.
  case refused
  /// It rejects every upload as too old.
  case overdue
}

/// A user of the app, as its server knows them.
package struct AppServerUser: Hashable, Sendable {
  /// The name to log in with.
  package var name: String
  /// The UUID that purchases made for them carry.
  package var token: String
  /// When the server first heard of them, in the App Store's time.
  package var firstSeen: Timestamp
  /// How many original transactions they have now, consumables not counted.
  package var purchases: Int
}

/// Something that the app server did, in one line.
package struct AppServerEvent: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case registered, credited, refused, overdue, refund, refundReversed, owner, policy, used, granted, closed
    /// A notification came, by itself or found in the App Store's history.
    case heard, swept
    /// Signed data was invalid.
    case quarantined
    case ended, transferred, grantEnded, recorded, forgot, durationSet
    /// A purchase that had been given up was credited after all, or support reopened it.
    case reopened
  }

  /// The number of the row.
  package var id: Int64
  /// The App Store's time.
  package var date: Timestamp
  package var kind: Kind
  /// Sanitised.
  package var text: String
  package var user: String?
  package var transactionId: String?
  package var orderId: String?
}
