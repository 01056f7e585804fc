import AppStoreModel
import Core
import Device
import Entitlements
import Storage

/// Support's actions: move a purchase, end a grant, record a purchase from another platform.
extension ServerSession {
  /// Moves one purchase to another user, whatever the restore policy; repeated requests move it only once.
  func transfer(_ transfer: PurchaseTransfer) throws {
    guard !transfer.reason.isEmpty, !transfer.user.isEmpty else {
      throw VerificationError(.rejected, say("a transfer needs a user and a reason"))
    }
    guard try connection.value("SELECT 1 FROM transfers WHERE id = ?", transfer.id, as: Int.self) == nil else { return }
    let shown = try known(transfer.transactionId)
    if let held = try withheld(shown), held.isFinal, held.user != transfer.user, let ground = held.ground {
      throw VerificationError(
        .rejected,
        say(
          "\(safeText(transfer.transactionId)) was given up (\(ground.words)), and is not moved to another user; reopen "
            + "its order first"))
    }
    try remember(transfer.user)
    let from = shown.isConsumable ? try moveCredit(of: shown, to: transfer) : try moveLineage(of: shown, to: transfer)
    // Support's move also means that the purchase is to be credited.
    try connection.execute("DELETE FROM withheld WHERE transaction_id = ?", shown.id)
    guard from != transfer.user else {
      throw VerificationError(
        .rejected,
        say("\(shownUser(safeText(transfer.user))) already has \(safeText(transfer.transactionId))"))
    }
    try connection.execute(
      "INSERT INTO transfers VALUES(?, ?, ?, ?, ?, ?, ?, ?)", transfer.id, shown.environment, shown.originalId,
      shown.purchase, from, transfer.user, safeText(transfer.reason), now.milliseconds)
    try event(
      .transferred,
      say("support moved it from \(from.map(shownUser) ?? say("no user")): \(transfer.reason)"),
      user: transfer.user,
      transactionId: shown.id)
  }

  /// Returns a transaction by its id, from any environment.
  private func known(_ id: String) throws -> ShownTransaction {
    guard let known = try transaction(id) else {
      throw VerificationError(
        .rejected, say("unknown transaction \(safeText(id)); the app server has not seen it"))
    }
    return known
  }

  private func moveCredit(of shown: ShownTransaction, to transfer: PurchaseTransfer) throws -> String? {
    guard var credit = try credit(of: shown) else {
      // The purchase has no owner yet: support names one.
      try insertCredit(shown, user: transfer.user, attribution: .support, orderId: nil)
      return nil
    }
    let from = credit.user
    (credit.user, credit.attribution) = (transfer.user, .support)
    try connection.update(credit)
    return from
  }

  private func moveLineage(of shown: ShownTransaction, to transfer: PurchaseTransfer) throws -> String? {
    let from = try lineage(of: shown)?.users.first
    _ = try moveCredit(of: shown, to: transfer)
    // A purchase made before now must not change the owner when it is shown again.
    try save(
      Lineage(
        users: [transfer.user], attribution: .support, policyOutcome: nil, decidedDate: max(now, shown.purchaseDate)),
      of: shown)
    return from
  }

  func endGrant(_ id: String, reason: String) throws {
    let grant: (user: String, productId: String, until: Int64?)? = try connection.first(
      "SELECT user, product_id, until_date FROM grants WHERE id = ?", id
    ) { (try $0["user"], try $0["product_id"], try $0["until_date"]) }
    guard let grant else {
      throw VerificationError(
        .rejected, say("unknown grant \(safeText(id)); use the id that the user's list of rights shows"))
    }
    guard let until = grant.until else {
      throw VerificationError(
        .rejected, say("grant \(safeText(id)) is for a consumable, so it has no end date to change"))
    }
    guard until > now.milliseconds else { return }
    try connection.execute("UPDATE grants SET until_date = ? WHERE id = ?", now.milliseconds, id)
    try event(.grantEnded, say("ended the grant of \(grant.productId) early: \(reason)"), user: grant.user)
  }

  func record(_ purchase: OtherPurchase) throws {
    guard ![purchase.reference, purchase.platform, purchase.user, purchase.productId].contains("") else {
      throw VerificationError(
        .rejected, say("a purchase on another platform needs a reference, a platform, a user and a product"))
    }
    if let expires = purchase.expiresDate, expires <= purchase.purchaseDate {
      throw VerificationError(.rejected, say("the end must be after the purchase date; use a later end"))
    }
    let owner: String? = try connection.value(
      "SELECT user FROM other_purchases WHERE reference = ?", purchase.reference)
    if let owner, owner != purchase.user {
      throw VerificationError(
        .rejected, say("recorded the purchase \(safeText(purchase.reference)) for \(shownUser(safeText(owner)))"))
    }
    try remember(purchase.user)
    try connection.replace(purchase)
    try event(
      .recorded,
      say("\(purchase.productId) was bought on \(purchase.platform), reference \(purchase.reference)"),
      user: purchase.user)
  }

  /// Returns the purchases of a user on other platforms.
  func otherPurchases(of user: String) throws -> [OtherPurchase] {
    try connection.all(OtherPurchase.self, "WHERE user = ? ORDER BY purchase_date, reference", user)
  }

  /// Returns the name of the user with this UUID.
  func name(ofToken token: String) throws -> String {
    let name: String? = try connection.value("SELECT name FROM users WHERE token = ?", token.lowercased())
    guard let name else { throw VerificationError(.unknownOrder, say("no user has the UUID \(safeText(token))")) }
    return name
  }
}
