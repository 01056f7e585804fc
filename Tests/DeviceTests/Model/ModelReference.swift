import AppStoreModel

@testable import Device

/// What the app server must have made of what it was told: the rules, as simply as they can be said.
struct ModelReference {
  /// Whose a payment was when it was credited, the one time.
  struct Credit {
    var user: String
    /// Whether the purchase itself says so: by its token, or by what it was made for.
    var isSaid: Bool
    /// Whether it went to the user who had the earlier transactions of the same purchase.
    var followsHolding = false
  }

  /// Who has the transactions of one original transaction; not of consumables.
  struct Holding {
    var users: [String]
    var isSaid: Bool
    /// Whether the restore policy has moved it.
    var isMoved = false
    /// The purchase that decided it.
    var date: Timestamp
  }

  var policy = RestorePolicy.keep
  /// Whose each token is, as far as the server was told.
  private(set) var tokens: [String: String] = [:]
  /// The newest statement about each transaction.
  private(set) var shown: [String: Transaction] = [:]
  private(set) var credits: [String: Credit] = [:]
  private(set) var holdings: [String: Holding] = [:]
  private(set) var grants: [String: Set<String>] = [:]
  /// What devices said that a payment was made for.
  private(set) var named: [String: Set<String>] = [:]
  /// Who claimed what at a login.
  private var logins: [String: String] = [:]
  private var uses: [String: (user: String, count: Int)] = [:]

  // MARK: What it is told

  /// The user who claimed at a login what another one has, else that one.
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
      // Credited before: nothing is added. A purchase that names no user may still move to the one who uploads it.
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

  /// The newest statement about a transaction counts.
  private mutating func keep(_ transaction: Transaction) -> Transaction {
    let id = transaction.transactionId ?? ""
    let date = transaction.signedDate ?? .distantPast
    if let known = shown[id], date <= known.signedDate ?? .distantPast { return known }
    shown[id] = transaction
    return transaction
  }

  /// The first who comes has it, unless the purchase says otherwise, or a later one was made for another.
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

  /// A user uploads a purchase that other users have.
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

  /// Whether the policy lets a purchase move to the user who uploads it.
  private func moves(_ transaction: Transaction, at now: Timestamp) -> Bool {
    switch policy {
    case .keep: return false
    case .transfer, .share: return true
    case .transferIfInactive:
      return !shown.values.contains { $0.lineage == transaction.lineage && $0.givesAccess(at: now) }
    }
  }

  /// What becomes of a user's coins.
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

  /// Whether the purchase has a token of no user whom the server knows.
  func isForeign(_ transaction: Transaction) -> Bool {
    transaction.appAccountToken.map { tokens[$0.lowercased()] == nil } ?? false
  }
}

extension Transaction {
  var lineage: String { originalTransactionId ?? transactionId ?? "" }

  var isConsumable: Bool { type == .consumable }

  /// Whether it is a period that gives access.
  func givesAccess(at now: Timestamp) -> Bool {
    guard let expiresDate else { return false }
    return revocationDate == nil && purchaseDate ?? .distantPast <= now && now < expiresDate
  }
}
