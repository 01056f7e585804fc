import AppStoreModel

@testable import Device

/// A simple model of the app server, with which the real one is compared after each run.
struct ModelReference {
  /// The user to whom a payment was credited, once.
  struct Credit {
    var user: String
    /// Whether the purchase itself names its user, by its token or by its intent.
    var isSaid: Bool
    /// Whether the user was chosen because of earlier transactions of the same lineage.
    var followsHolding = false
  }

  /// The owners of a lineage; consumables have none.
  struct Holding {
    var users: [String]
    var isSaid: Bool
    /// Whether the restore policy has moved it.
    var isMoved = false
    /// The date of the purchase that decided the owner.
    var date: Timestamp
  }

  var policy = RestorePolicy.keep
  /// The user of each token, as far as the app server knows.
  private(set) var tokens: [String: String] = [:]
  /// The newest statement about each transaction.
  private(set) var shown: [String: Transaction] = [:]
  private(set) var credits: [String: Credit] = [:]
  private(set) var holdings: [String: Holding] = [:]
  private(set) var grants: [String: Set<String>] = [:]
  /// The users for whom each transaction was made, as devices reported.
  private(set) var named: [String: Set<String>] = [:]
  /// The named user who claimed each anonymous user's purchases at a login.
  private var logins: [String: String] = [:]
  private var uses: [String: (user: String, count: Int)] = [:]

  // MARK: Input

  /// Returns the named user who claimed an anonymous user's purchases, or the user itself.
  private func owner(of user: String) -> String { logins[user] ?? user }

  mutating func hear(_ claim: LoginClaim) {
    hear(user: claim.user)
    guard logins[claim.anonymous] == nil else { return }
    hear(user: claim.anonymous)
    logins[claim.anonymous] = claim.user
    for (token, user) in tokens where user == claim.anonymous { tokens[token] = claim.user }
    for (id, credit) in credits where credit.user == claim.anonymous { credits[id]?.user = claim.user }
    for (id, users) in named where users.contains(claim.anonymous) {
      named[id] = users.subtracting([claim.anonymous]).union([claim.user])
    }
    for (id, use) in uses where use.user == claim.anonymous { uses[id]?.user = claim.user }
    grants[claim.user, default: []].formUnion(grants.removeValue(forKey: claim.anonymous) ?? [])
    for (lineage, holding) in holdings where holding.users.contains(claim.anonymous) {
      let users = holding.users.filter { $0 != claim.user }
      holdings[lineage]?.users = users.map { $0 == claim.anonymous ? claim.user : $0 }
    }
  }

  mutating func hear(user: String) {
    guard logins[user] == nil else { return }
    tokens[userToken(of: user, bundleId: "com.example.piglet")] = user
  }

  mutating func hear(_ intent: Intent) {
    let user = owner(of: intent.user)
    guard let token = intent.appAccountToken?.lowercased() else { return }
    hear(user: user)
    if tokens[token] == nil { tokens[token] = user }
  }

  mutating func hear(_ grant: Grant) { grants[grant.user, default: []].insert(grant.productId) }

  mutating func hear(useOf count: Int, by user: String, id: String) {
    guard uses[id] == nil, count <= coins(of: user).balance else { return }
    uses[id] = (user, count)
  }

  mutating func hear(_ upload: OrderUpload, of transaction: Transaction, at now: Timestamp) {
    let transaction = keep(transaction)
    let id = transaction.transactionId ?? ""
    if let user = upload.intendedUser.map({ owner(of: $0) }) { named[id, default: []].insert(user) }
    let user = owner(of: upload.currentUser)
    if let credit = credits[id] {
      // Credited before, so nothing is added. A purchase that names no user may still move to the user who uploads it.
      let isOpen = !credit.isSaid && !credit.followsHolding && upload.intendedUser == nil
      guard isOpen, !transaction.isConsumable else { return }
      return bring(transaction, to: user, at: now)
    }
    let token = transaction.appAccountToken?.lowercased()
    if let owner = token.flatMap({ tokens[$0] }) ?? upload.intendedUser.map({ owner(of: $0) }) {
      if let token, tokens[token] == nil { tokens[token] = owner }
      credits[id] = Credit(user: owner, isSaid: true)
      hold(transaction, owner, isSaid: true)
    } else if let holder = holdings[transaction.lineage]?.users.first {
      credits[id] = Credit(user: holder, isSaid: false, followsHolding: true)
    } else if token == nil || moves(transaction, at: now) {
      credits[id] = Credit(user: user, isSaid: false)
      hold(transaction, user, isSaid: false, isMoved: token != nil)
    }
  }

  mutating func hear(_ claim: OwnershipClaim, of transactions: [Transaction], at now: Timestamp) {
    guard let user = claim.user.map({ owner(of: $0) }) else { return }
    for transaction in transactions.map({ keep($0) }) where !transaction.isConsumable {
      let token = transaction.appAccountToken?.lowercased()
      if let owner = token.flatMap({ tokens[$0] }) {
        hold(transaction, owner, isSaid: true)
      } else if token == nil {
        hold(transaction, holdings[transaction.lineage]?.users.first ?? user, isSaid: false)
      }
      guard claim.isRestore else { continue }
      if holdings[transaction.lineage] != nil {
        bring(transaction, to: user, at: now)
      } else if moves(transaction, at: now) {
        hold(transaction, user, isSaid: false, isMoved: true)
      }
    }
  }

  // MARK: The rules

  /// Stores a statement unless a newer one is known, and returns the newest.
  private mutating func keep(_ transaction: Transaction) -> Transaction {
    let id = transaction.transactionId ?? ""
    let date = transaction.signedDate ?? .distantPast
    if let known = shown[id], date <= known.signedDate ?? .distantPast { return known }
    shown[id] = transaction
    return transaction
  }

  /// Gives a lineage to a user.
  ///
  /// The first user keeps it, unless the purchase names another one, or a later purchase was made for another one.
  private mutating func hold(_ transaction: Transaction, _ user: String, isSaid: Bool, isMoved: Bool = false) {
    guard !transaction.isConsumable else { return }
    let date = transaction.purchaseDate ?? .distantPast
    let new = Holding(users: [user], isSaid: isSaid, isMoved: isMoved, date: date)
    guard var known = holdings[transaction.lineage] else { return holdings[transaction.lineage] = new }
    guard isSaid else { return }
    let isLater = date > known.date
    if !known.users.contains(user) {
      guard isLater || !known.isSaid && !known.isMoved else { return }
      known = new
    } else if isLater || !known.isSaid {
      known.isSaid = true
      known.date = max(known.date, date)
    }
    holdings[transaction.lineage] = known
  }

  /// Applies the policy when a user uploads a purchase that other users own.
  private mutating func bring(_ transaction: Transaction, to user: String, at now: Timestamp) {
    guard var known = holdings[transaction.lineage], !known.users.contains(user) else { return }
    known.date = max(known.date, transaction.purchaseDate ?? .distantPast)
    if known.users.allSatisfy({ AnonymousUser(name: $0) != nil }) {
      known.users = [user]
      known.isMoved = true
    } else if moves(transaction, at: now) {
      known.users = policy == .share ? known.users + [user] : [user]
      known.isMoved = true
    }
    holdings[transaction.lineage] = known
  }

  /// Returns whether the policy lets a purchase move to the user who uploads it.
  private func moves(_ transaction: Transaction, at now: Timestamp) -> Bool {
    switch policy {
    case .keep: return false
    case .transfer, .share: return true
    case .transferIfInactive:
      return !shown.values.contains { $0.lineage == transaction.lineage && $0.givesAccess(at: now) }
    }
  }

  /// Returns how many coins a user was delivered, has used and was refunded.
  func coins(of user: String) -> ConsumableCount {
    var count = ConsumableCount(delivered: 0, used: 0, refunded: 0)
    for (id, credit) in credits where credit.user == user {
      guard let transaction = shown[id], transaction.isConsumable else { continue }
      count.delivered += Int(transaction.quantity ?? 1)
      if transaction.revocationDate != nil { count.refunded += Int(transaction.quantity ?? 1) }
    }
    count.used = uses.values.filter { $0.user == user }.reduce(0) { $0 + $1.count }
    return count
  }

  /// Returns whether the purchase has a token that belongs to no user whom the server knows.
  func isForeign(_ transaction: Transaction) -> Bool {
    transaction.appAccountToken.map { tokens[$0.lowercased()] == nil } ?? false
  }
}

extension Transaction {
  var lineage: String { originalTransactionId ?? transactionId ?? "" }

  var isConsumable: Bool { type == .consumable }

  /// Returns whether this is a period that gives access.
  func givesAccess(at now: Timestamp) -> Bool {
    guard let expiresDate else { return false }
    return revocationDate == nil && purchaseDate ?? .distantPast <= now && now < expiresDate
  }
}
