package import StoreModel

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
