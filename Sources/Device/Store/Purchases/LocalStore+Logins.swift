package import AppStoreModel
import Entitlements
import Storage

/// Purchases made before a login, which belong to the user who logged in.
extension LocalStore {
  static let claimMark = "claimed:"

  /// Returns the users who claimed purchases made before their login, by the token that those purchases carry.
  func claims() throws -> [String: String] {
    let rows: [(name: String, user: String)] = try database.rows(
      "SELECT name, value FROM keychain WHERE name >= 'claimed:' AND name < 'claimed;'"
    ) { (try $0["name"], try $0["value"]) }
    return Dictionary(rows.map { (String($0.name.dropFirst(Self.claimMark.count)), $0.user) }) { first, _ in first }
  }

  /// Returns the names under which a user's consumables were delivered and used here: the user's own, and those of the
  /// anonymous users whom the user had claimed by a date.
  func names(of user: String, asOf date: Timestamp?) throws -> [String] {
    let claims = if let date { try standing(.claim, asOf: date) } else { try claims() }
    return [user] + claims.filter { $0.value == user }.map { AnonymousUser(token: $0.key).name }
  }

  /// Returns the claims of logins that wait for the app server, and since when.
  package func waitingLogins() throws -> [(claim: LoginClaim, date: Timestamp)] {
    try waitingServerCalls().compactMap { call in
      if case .login(let claim) = call.kind { (claim, call.date) } else { nil }
    }
  }

  /// Returns the users of this device by the tokens that their purchases carry, in lower case.
  ///
  /// These are each user's own token, the token of this installation's anonymous user, and the tokens of anonymous
  /// users whose purchases a login has claimed.
  package func userTokens() throws -> [String: String] {
    var tokens: [String: String] = [:]
    for name in try users() { tokens[userToken(of: name, bundleId: identity.bundleId)] = name }
    let anonymous = try deviceState().anonymous
    tokens[anonymous.token] = anonymous.name
    return tokens.merging(try claims()) { _, claimed in claimed }
  }

  /// Returns the tokens of anonymous users that the transaction's user has claimed, which earlier purchases carry.
  func claimedTokens(asOf transaction: Transaction) throws -> [String] {
    guard let token = transaction.appAccountToken?.lowercased() else { return [] }
    return try claims().filter { userToken(of: $0.value, bundleId: identity.bundleId) == token }.map(\.key).sorted()
  }

  /// Moves the undelivered purchases of a user to another user, who logged in.
  package func moveUndelivered(from anonymous: String, to user: String) throws {
    try batch {
      let intents = try database.all(Intent.self, "WHERE user = ?", anonymous)
      for var intent in intents {
        intent.user = user
        try save(intent)
      }
      let orders = try database.all(Order.self, "WHERE user = ?", anonymous)
      for var order in orders where order.isNotDelivered {
        order.user = user
        try save(order)
      }
      try database.execute("UPDATE keychain_orders SET user = ? WHERE user = ?", user, anonymous)
    }
  }

  /// Gives everything that this device has of an anonymous user to the user who logged in.
  ///
  /// What was delivered and used stays under the anonymous name, so that a past answer does not change.
  package func apply(_ claim: LoginClaim) throws {
    try batch {
      try moveUndelivered(from: claim.anonymous, to: claim.user)
      let orders = try database.all(Order.self, "WHERE user = ?", claim.anonymous)
      for var order in orders {
        order.user = claim.user
        try save(order)
      }
      try database.execute("UPDATE pending_uses SET user = ? WHERE user = ?", claim.user, claim.anonymous)
      try keep(
        ownerships().filter { $0.users.contains(claim.anonymous) }.map { ownership in
          var ownership = ownership
          ownership.users = ownership.users.filter { $0 != claim.user }.map { $0 == claim.anonymous ? claim.user : $0 }
          return ownership
        })
      try setKeychain(Self.claimMark + claim.anonymousToken, to: claim.user)
      try state(.claim, claim.anonymousToken, claim.user)
    }
  }
}
