package import AppStoreModel
package import Core
import Entitlements
import Storage

/// The team server's claim about a user and a product; it is shown with Apple's evidence and never replaces it.
package struct Claim: Hashable, Sendable {
  /// The user's token, or a transaction id of the purchase, by which the claim is found.
  package var subject: String
  package var user: String
  package var product: String
  package var entitled: Bool
  package var until: Timestamp?
  package var reason: String?
  /// The date of the server's decision; the newest claim counts.
  package var at: Timestamp

  /// Parses a claim: `{user, purchase?, productId, entitled, until?, reason?, at}`.
  ///
  /// - Throws: A `JSONError` that names the invalid member.
  package init(json: JSONObject) throws(JSONError) {
    guard let product = try json.string("productId") else { throw .missing("productId") }
    guard let entitled = try json.bool("entitled") else { throw .missing("entitled") }
    guard let at = try json.milliseconds("at") else { throw .missing("at") }
    let (user, purchase) = (try json.string("user"), try json.string("purchase"))
    guard let subject = purchase ?? user else { throw .missing("user") }
    self.subject = subject.lowercased()
    self.user = user ?? ""
    self.product = product
    self.entitled = entitled
    self.at = Timestamp(milliseconds: at)
    until = try json.milliseconds("until").map(Timestamp.init(milliseconds:))
    reason = try json.string("reason")
  }

  fileprivate init(row: borrowing DatabaseRow) throws {
    subject = try row["subject"]
    user = try row["user_id"]
    product = try row["product"]
    entitled = try row["entitled"]
    until = try row["until_date"]
    reason = try row["reason"]
    at = try row["at"]
  }

  /// Whether the claim's subject is a purchase, so that `user` is another id.
  var isOfPurchase: Bool { subject != user.lowercased() }

  /// Adds the team server's claims to Apple's answer: as a reason, and as the next step if they contradict it.
  ///
  /// - Returns: The claims that contradict Apple's data.
  static func lay(_ claims: [Claim], over statuses: inout [ProductStatus], at now: Timestamp) -> [Claim] {
    var differing: [Claim] = []
    for index in statuses.indices {
      statuses[index].askForEnd()
      for claim in claims where claim.product == statuses[index].product.id {
        let differs = claim.differs(from: statuses[index], at: now)
        statuses[index].reasons.append(
          Reason(
            supports: claim.entitled, rule: "claimed",
            text: DeskText.claim(
              entitled: claim.entitled, since: claim.at, until: claim.until,
              reason: claim.reason.map { safeText($0, limit: 200) }, differs: differs
            ).text))
        guard differs else { continue }
        differing.append(claim)
        statuses[index].next = NextStep(
          who: .us, text: DeskText.claimDiffers(entitled: statuses[index].entitled).text,
          say: CustomerText.disagrees(product: statuses[index].product.displayName).text)
      }
    }
    return differing
  }

  /// Returns whether the claim contradicts Apple's data.
  ///
  /// An expired claim does not, nor one about a consumable, of which Apple signs only the purchase.
  private func differs(from status: ProductStatus, at now: Timestamp) -> Bool {
    guard status.product.type != .consumable else { return false }
    let isOver = entitled && until.map { $0 <= now } ?? false
    return entitled != status.entitled && !isOver
  }

  /// Returns the end dates that the team's server claims, by product: Apple signs none for non-renewing subscriptions.
  static func ends(in claims: [Claim]) -> [String: ClaimedEnd] {
    var ends: [String: ClaimedEnd] = [:]
    for claim in claims {
      guard let until = claim.until, claim.entitled || until <= claim.at else { continue }
      ends[claim.product] = ClaimedEnd(until: until, date: claim.at)
    }
    return ends
  }
}

extension Product {
  /// Creates a product that only the team's server names: Apple signed nothing about it for this customer.
  init(claimed id: String) {
    self.init(
      id: id, type: ProductType(rawValue: ""), displayName: id, price: 0, currency: "", displayPrice: "")
  }
}

extension ProductStatus {
  /// Replaces the next step “set a duration”, which a desk does not have, by asking the team's server for the end.
  fileprivate mutating func askForEnd() {
    guard case .setDuration = next.action else { return }
    next = NextStep(who: .us, text: DeskText.endUnknown.text, say: next.say)
  }
}

extension CustomerDesk {
  /// Stores claims of the team's own server.
  ///
  /// - Parameter batch: The import that brings them.
  /// - Returns: How many were new, and the subjects that already have the largest number of claims.
  @discardableResult
  package func store(claims: [Claim], batch: Int64? = nil) throws -> (count: Int, full: Set<String>) {
    try engine.transaction {
      let claims = try withoutForgotten(claims) { [$0.subject, $0.user] }
      let date = now().databaseValue
      var newest: [[String]: Claim] = [:]
      var kept: [String: Set<[String]>] = [:]
      var full: Set<String> = []
      for claim in claims {
        let key = [claim.subject, claim.product, "\(claim.at.milliseconds)"]
        var keys =
          try kept[claim.subject]
          ?? Set(self.claims(about: claim.subject).map { [$0.subject, $0.product, "\($0.at.milliseconds)"] })
        if keys.contains(key) || keys.count < Claim.limit {
          keys.insert(key)
          newest[key] = claim.shortened
        } else {
          full.insert(claim.subject)
        }
        kept[claim.subject] = keys
      }
      let rows = newest.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
      let isNew = try engine.insert(
        rows.map { claim in
          [
            .deskText(claim.subject), .integer(app), .integer(environment), .deskText(claim.product),
            claim.at.databaseValue, .deskText(claim.user), claim.entitled.databaseValue, claim.until.databaseValue,
            .deskText(claim.reason), date, .integer(batch),
          ]
        }, into: DeskTables.claims, whenThere: .keep)
      var customers: Set<Int64> = []
      for subject in Set(zip(rows, isNew).filter { $1 }.map(\.0.subject)) {
        customers.formUnion(try customersNamed(exactly: subject))
      }
      try mark(customers)
      return (isNew.count { $0 }, full)
    }
  }

  /// The team server's data about customers.
  struct Told {
    /// The newest claim of each product, by customer.
    var claims: [Int64: [Claim]] = [:]
    /// The records of consent and usage, by customer.
    var usages: [Int64: [Usage]] = [:]
  }

  /// Returns the team server's data about each customer, found by token and by purchase.
  func told(of customers: [Int64]) throws -> Told {
    var told = Told()
    let claim: Int64? = try engine.value(DeskQueries.anyClaim)
    let usage: Int64? = try engine.value(DeskQueries.anyUsage)
    guard claim != nil || usage != nil else { return told }
    for customer in customers {
      var newest: [String: Claim] = [:]
      var usages: [Usage] = []
      for subject in try subjects(of: customer) {
        if usage != nil { usages += try self.usages(about: subject) }
        guard claim != nil else { continue }
        for claim in try claims(about: subject) where newest[claim.product].map({ $0.at < claim.at }) ?? true {
          newest[claim.product] = claim
        }
      }
      if !newest.isEmpty { told.claims[customer] = newest.values.sorted { $0.product < $1.product } }
      if !usages.isEmpty { told.usages[customer] = usages }
    }
    return told
  }

  private func claims(about subject: String) throws -> [Claim] {
    try engine.rows(
      DeskQueries.claims, values: [.deskText(subject), .integer(app), .integer(environment)]
    ) { try Claim(row: $0) }
  }

  /// Returns the ids by which a claim may name a customer: tokens and transaction ids.
  private func subjects(of customer: Int64) throws -> [String] {
    let statements = try engine.rows(DeskQueries.evidence.one, values: owner(customer)) {
      try StoredCustomer.Statement($0)
    }
    let evidence = CustomerEvidence(customer: customer, statements: try StoredCustomer.parsed(statements))
    let ids = evidence.transactions.flatMap { [$0.transaction.transactionId, $0.transaction.originalTransactionId] }
    return evidence.tokens.union(ids.compactMap { $0?.lowercased() }).sorted()
  }
}

/// The limits of claims over HTTP, so that no sender can fill a desk or send a claim that no later one can replace.
extension Claim {
  /// The most claims in one request.
  package static let requestLimit = 500
  /// The most claims that are kept about one user token or purchase.
  package static let limit = 200
  /// The longest id, in bytes.
  private static let idLimit = 200
  /// How many characters of a reason are kept.
  private static let reasonLimit = 200
  /// How far the team server's clock may be ahead, in milliseconds: five minutes.
  private static let aheadLimit: Int64 = 5 * 60 * 1000
  /// The year 2000: a date in seconds instead of milliseconds is before it.
  private static let earliest = Timestamp(milliseconds: 946_684_800_000)

  /// Checks the date and the ids.
  ///
  /// - Throws: a `JSONError` that names the invalid member: a date in the future, which no later claim could replace,
  ///   one in seconds, or an id that no signed data can contain.
  package func check(now: Timestamp) throws(JSONError) {
    guard at >= Self.earliest else {
      throw .invalid("at", say("is before the year 2000; use milliseconds since 1970"))
    }
    guard at <= Timestamp(milliseconds: now.milliseconds + Self.aheadLimit) else {
      throw .invalid("at", say("is more than five minutes ahead of the desk's clock"))
    }
    for (name, text) in [("user", user), ("purchase", subject), ("productId", product)] {
      let isPlain = text.utf8.count <= Self.idLimit && !text.unicodeScalars.contains { $0.properties.isUnsafe }
      guard isPlain else {
        throw .invalid(name, say("is not an id of at most \(Self.idLimit) bytes without control characters"))
      }
    }
  }

  /// The claim with its reason shortened and made safe to print.
  var shortened: Claim {
    var claim = self
    claim.reason = reason.map { safeText($0, limit: Self.reasonLimit) }
    return claim
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isUnsafe: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(generalCategory)
  }
}
