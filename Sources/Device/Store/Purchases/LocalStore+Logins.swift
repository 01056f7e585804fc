package import AppStoreModel
import Entitlements
import Storage

/// What was bought before a login, and the user who logged in.
extension LocalStore {
  static let claimMark = "claimed:"

  /// The users who claimed what was bought before their login, by the token that it carries.
  func claims() throws -> [String: String] {
    let rows: [(name: String, user: String)] = try database.rows(
      "SELECT name, value FROM keychain WHERE name >= 'claimed:' AND name < 'claimed;'"
    ) { (try $0["name"], try $0["value"]) }
    return Dictionary(rows.map { (String($0.name.dropFirst(Self.claimMark.count)), $0.user) }) { first, _ in first }
  }

  /// The claims of logins that wait for the app server, and since when.
  package func waitingLogins() throws -> [(claim: LoginClaim, date: Timestamp)] {
    try waitingServerCalls().compactMap { call in
      if case .login(let claim) = call.kind { (claim, call.date) } else { nil }
    }
  }

  /// The users of this device by the tokens that purchases made for them carry, in lower case: each one's own, that of
  /// this installation's anonymous user, and anonymous ones whose purchases a login has claimed.
  package func userTokens() throws -> [String: String] {
    var tokens: [String: String] = [:]
    for name in try users() { tokens[userToken(of: name, bundleId: identity.bundleId)] = name }
    let anonymous = try deviceState().anonymous
    tokens[anonymous.token] = anonymous.name
    return tokens.merging(try claims()) { _, claimed in claimed }
  }

  /// The tokens of anonymous users that the transaction's user has claimed; earlier purchases carry these.
  func claimedTokens(asOf transaction: Transaction) throws -> [String] {
    guard let token = transaction.appAccountToken?.lowercased() else { return [] }
    return try claims().filter { userToken(of: $0.value, bundleId: identity.bundleId) == token }.map(\.key).sorted()
  }

  /// Makes the purchases that a user began and that were not delivered another user's, who logged in.
  package func moveUndelivered(from anonymous: String, to user: String) throws {
    try batch {
      let intents = try database.rows(Self.intentColumns + "WHERE user = ?", anonymous) { try Self.intent($0) }
      for var intent in intents {
        intent.user = user
        try save(intent)
      }
      let orders = try database.rows(Self.orderColumns + "WHERE user = ?", anonymous) { try Self.order($0) }
      for var order in orders where order.isNotDelivered {
        order.user = user
        try save(order)
      }
      try database.execute("UPDATE keychain_orders SET user = ? WHERE user = ?", user, anonymous)
    }
  }

  /// Gives a user who logged in what this device has of the user who was not logged in.
  package func take(_ claim: LoginClaim) throws {
    try batch {
      try moveUndelivered(from: claim.anonymous, to: claim.user)
      let orders = try database.rows(Self.orderColumns + "WHERE user = ?", claim.anonymous) { try Self.order($0) }
      for var order in orders {
        order.user = claim.user
        try save(order)
      }
      for table in ["deliveries", "uses", "pending_uses"] as [SQL] {
        try database.execute("UPDATE " + table + " SET user = ? WHERE user = ?", claim.user, claim.anonymous)
      }
      try keep(
        ownerships().filter { $0.users.contains(claim.anonymous) }.map { ownership in
          var ownership = ownership
          ownership.users = ownership.users.filter { $0 != claim.user }.map { $0 == claim.anonymous ? claim.user : $0 }
          return ownership
        })
      try setKeychain(Self.claimMark + claim.anonymousToken, to: claim.user)
    }
  }
}
