package import AppStoreModel

/// The settings of the app server.
package struct AppServerSettings: Hashable, Sendable {
  /// The rule for a user who restores a purchase that another user already has.
  package var policy: RestorePolicy
  /// The age in milliseconds from which a purchase is too old to credit; nil for no limit.
  package var overdueAge: Int64?
}

/// A simulated fault of the app server.
package enum AppServerFault: String, Hashable, Sendable, CaseIterable {
  /// The server answers no call.
  case down
  /// The server does the work, but its answer is lost.
  case noAnswer
  /// The server refuses every upload.
  case refused
  /// The server rejects every upload as too old.
  case overdue
}

/// A user of the app, as the app server knows them.
package struct AppServerUser: Hashable, Sendable {
  /// The name to log in with.
  package var name: String
  /// The UUID that the user's purchases carry as their `appAccountToken`.
  package var token: String
  /// When the server first received the user's name, in the App Store's time.
  package var firstSeen: Timestamp
  /// How many original transactions the user owns now, not counting consumables.
  package var purchases: Int
}

/// Something that the app server did, in one line.
package struct AppServerEvent: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case registered, credited, refused, overdue, refund, refundReversed, owner, policy, used, granted, closed
    /// A notification arrived, or the server found it in the App Store's history.
    case heard, swept
    /// Signed data was invalid.
    case quarantined
    case ended, transferred, grantEnded, recorded, forgot, durationSet
    /// A given-up purchase was credited after all, or support reopened it.
    case reopened
  }

  /// The row number in the table of events.
  package var id: Int64
  /// The date in the App Store's time.
  package var date: Timestamp
  package var kind: Kind
  /// The event's text, with unsafe characters removed.
  package var text: String
  package var user: String?
  package var transactionId: String?
  package var orderId: String?
}
