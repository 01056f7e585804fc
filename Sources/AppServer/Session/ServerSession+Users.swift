import AppStoreModel
import Core
import Device
import Storage

extension ServerSession {
  /// Stores a user, so that the token of their purchases is known, and credits purchases that waited for it.
  func remember(_ user: String) throws {
    let token = userToken(of: user, bundleId: bundleId)
    let added = try connection.execute(
      "INSERT OR IGNORE INTO users VALUES(?, ?, ?)", user, token, now.milliseconds)
    if added > 0 { try claim(token: token) }
  }

  /// Returns the users who log in, without the anonymous ones, by name.
  func users() throws -> [AppServerUser] {
    try connection.rows(
      """
      SELECT name, token, first_seen, (SELECT count(*) FROM owners WHERE owners.user = users.name) AS purchases
      FROM users WHERE name NOT LIKE 'anonymous:%' ORDER BY name
      """
    ) { row in
      AppServerUser(
        name: try row["name"], token: try row["token"], firstSeen: Timestamp(milliseconds: try row["first_seen"]),
        purchases: try row["purchases"])
    }
  }

  /// Returns the owner of a token: its user, or the user of the purchase announced with it.
  func user(ofToken token: String) throws -> String? {
    if let user: String = try connection.value("SELECT name FROM users WHERE token = ?", token) {
      return try owner(of: user)
    }
    return try connection.value("SELECT user FROM intents WHERE token = ? ORDER BY date, id LIMIT 1", token)
  }

  // MARK: Announced purchases

  func intent(_ id: String) throws -> (user: String, productId: String, token: String?)? {
    try connection.first("SELECT user, product_id, token FROM intents WHERE id = ?", id) {
      (try $0["user"], try $0["product_id"], try $0["token"])
    }
  }

  func register(_ intent: Intent) throws {
    var intent = intent
    intent.user = try owner(of: intent.user)
    try remember(intent.user)
    if let known = try self.intent(intent.id) {
      guard known.user == intent.user, known.productId == intent.productId else {
        throw VerificationError(.rejected, say("the app announced purchase \(safeText(intent.id)) for another user"))
      }
      // A credited purchase stays credited: the server knows more than the device here.
      try connection.execute(
        """
        UPDATE intents SET state = ?, transaction_id = coalesce(?, transaction_id)
        WHERE id = ? AND (state <> 'credited' OR ? = 'closed')
        """, intent.state.rawValue, intent.transactionId, intent.id, intent.state.rawValue)
      return
    }
    try announce(intent)
    try event(
      .registered, say("the app announced a purchase of \(intent.productId)"), user: intent.user, orderId: intent.id)
  }

  func announce(_ intent: Intent) throws {
    let added = try connection.execute(
      """
      INSERT OR IGNORE INTO intents(id, user, product_id, token, date, quantity, state, transaction_id)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?)
      """, intent.id, intent.user, intent.productId, intent.appAccountToken?.lowercased(), now.milliseconds,
      intent.quantity, intent.state.rawValue, intent.transactionId)
    if added > 0 { try claim(token: intent.appAccountToken) }
  }

  // MARK: Balances

  func account(of user: String) throws -> UserAccount {
    try remember(user)
    var account = UserAccount(
      user: user, balances: try balances(of: user), grants: try grants(of: user),
      policy: try Self.settings(in: connection).policy, rights: try rights(of: user),
      declinedRefunds: try declinedRefunds(of: user), durations: try durations(),
      date: now)
    account.underWay = try underWay(of: user)
    account.givenUp = try givenUp(of: user)
    return account
  }

  func balances(of user: String) throws -> [String: ConsumableCount] {
    var balances: [String: ConsumableCount] = [:]
    try connection.forEachRow(
      """
      SELECT product_id, sum(quantity) AS delivered, sum(refunded) AS refunded FROM credits
      WHERE user = ? AND is_consumable = 1
      GROUP BY product_id
      """, user
    ) { row in
      balances[try row["product_id"]] = ConsumableCount(
        delivered: try row["delivered"], used: 0, refunded: try row["refunded"])
      return true
    }
    try connection.forEachRow(
      "SELECT product_id, sum(count) AS count FROM uses WHERE user = ? GROUP BY 1", user
    ) { row in
      balances[try row["product_id"], default: ConsumableCount()].used = try row["count"]
      return true
    }
    try addGiven(to: &balances, of: user)
    return balances
  }

  func use(_ productId: String, count: Int, by user: String, id: String) throws -> Int? {
    guard count > 0, !id.isEmpty else {
      throw VerificationError(.rejected, say("invalid quantity \(count) of \(safeText(productId)); use 1 or more"))
    }
    let user = try owner(of: user)
    try remember(user)
    let known: (user: String, productId: String, count: Int)? = try connection.first(
      "SELECT user, product_id, count FROM uses WHERE id = ?", id
    ) { (try $0["user"], try $0["product_id"], try $0["count"]) }
    let balance = try balances(of: user)[productId]?.balance ?? 0
    if let known {
      guard known.user == user, known.productId == productId, known.count == count else {
        throw VerificationError(.rejected, say("use id \(safeText(id)) was already counted for something else"))
      }
      return balance
    }
    guard count <= balance else { return nil }
    try connection.execute(
      "INSERT INTO uses VALUES(?, ?, ?, ?, ?)", id, user, productId, count, now.milliseconds)
    try event(.used, say("used \(count) of \(productId), \(balance - count) left"), user: user)
    return balance - count
  }
}
