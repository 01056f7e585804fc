import AppStoreModel
import Core
import Device
import Storage

/// Logging in: what the anonymous user of a device had is moved to the user who logged in there.
extension ServerSession {
  /// Returns the user who owns what a user had: the one who claimed it by logging in, else the user.
  func owner(of user: String) throws -> String {
    guard user.hasPrefix(AnonymousUser.mark) else { return user }
    return try connection.value("SELECT user FROM logins WHERE anonymous = ?", user) ?? user
  }

  /// Moves everything of an anonymous user to the first user who claims it.
  ///
  /// - Returns: False where another user claimed it first.
  func claim(_ claim: LoginClaim) throws -> Bool {
    guard AnonymousUser(name: claim.anonymous) != nil, !claim.user.isEmpty, AnonymousUser(name: claim.user) == nil
    else {
      throw VerificationError(.rejected, say("a login claims what an anonymous user has for a user with a name"))
    }
    try remember(claim.user)
    let known: String? = try connection.value("SELECT user FROM logins WHERE anonymous = ?", claim.anonymous)
    if let known { return known == claim.user }
    // The anonymous user is stored first, so that purchases that waited for its token are credited and move with the
    // rest.
    try remember(claim.anonymous)
    try connection.execute("INSERT INTO logins VALUES(?, ?, ?)", claim.anonymous, claim.user, now.milliseconds)
    try connection.execute(
      """
      DELETE FROM owners WHERE user = ?1 AND EXISTS(
        SELECT 1 FROM owners AS others WHERE others.user = ?2 AND others.environment = owners.environment
          AND others.original_transaction_id = owners.original_transaction_id)
      """, claim.anonymous, claim.user)
    var moved = 0
    for table in [
      "credits", "owners", "uses", "grants", "intents", "orders", "withheld", "other_purchases",
    ] as [SQL] {
      moved += try connection.execute(
        "UPDATE " + table + " SET user = ? WHERE user = ?", claim.user, claim.anonymous)
    }
    // What a restore took from the anonymous user, this user paid for.
    try connection.execute(
      "UPDATE transfers SET from_user = ? WHERE from_user = ?", claim.user, claim.anonymous)
    if moved > 0 {
      try event(
        .owner, say("logged in, and has what \(shownUser(claim.anonymous)) had and is owed"), user: claim.user)
    }
    return true
  }

  /// Returns the purchases whose token must change after a login, with the new token.
  ///
  /// Their token is still that of the anonymous user; the new one is that of the user who owns them now. Of more than
  /// 100, each has its turn, even where the App Store keeps refusing some.
  func wantedTokens() throws -> [(originalId: String, token: String)] {
    try connection.rows(
      """
      SELECT lineage, token FROM (SELECT DISTINCT item.lineage AS lineage, mine.token AS token FROM logins
      JOIN users AS before ON before.name = logins.anonymous JOIN users AS mine ON mine.name = logins.user
      JOIN signed_items AS item ON item.token = before.token AND item.kind = 1 AND item.is_newest = 1
      JOIN credits ON credits.environment = item.scope AND credits.purchase = item.purchase
      WHERE CASE is_consumable WHEN 1 THEN credits.user = logins.user ELSE EXISTS(
        SELECT 1 FROM owners WHERE owners.environment = item.scope AND owners.user = logins.user
          AND owners.original_transaction_id = item.lineage) END
      ORDER BY random() LIMIT 100) ORDER BY 1
      """
    ) { (try $0["lineage"], try $0["token"]) }
  }
}
