package import AppStoreModel
import Core
import Dispatch
import Storage

/// The evidence about one customer.
package struct CustomerEvidence: Sendable {
  /// A stored statement with its verification verdict.
  package struct Statement: Hashable, Sendable {
    package let content: SignedStatement.Content
    package let verdict: Verdict
    package let arrived: Timestamp
  }

  /// The facts of a notification, without the transaction it carried.
  package struct Event: Hashable, Sendable {
    package let type: NotificationType
    package let subtype: NotificationSubtype?
    package let signed: Timestamp
    package let uuid: String
    package let transaction: Int64?
  }

  package let customer: Int64
  /// Whether it is of several Apple Accounts of one user.
  var isOfSeveralAccounts = false
  package var statements: [Statement] = []
  package var events: [Event] = []
  package var claims: [Claim] = []
  /// The team server's records of consent and usage.
  package var usages: [Usage] = []

  /// The transactions, with every version of each; read one by one, since each is a large value.
  package var transactions: some Collection<(transaction: Transaction, verdict: Verdict, arrived: Timestamp)> {
    statements.lazy.compactMap { statement in
      guard case .transaction(let it) = statement.content else { return nil }
      return (transaction: it, verdict: statement.verdict, arrived: statement.arrived)
    }
  }

  package var renewals: [RenewalInfo] {
    statements.compactMap { statement in
      guard case .renewal(let it) = statement.content else { return nil }
      return it
    }
  }

  /// The app account tokens in the purchases, in lower case.
  package var tokens: Set<String> { Set(transactions.compactMap { $0.transaction.appAccountToken?.lowercased() }) }
}

/// A customer's rows before they are parsed; they are parsed on all cores.
struct StoredCustomer: Sendable {
  struct Statement: Sendable {
    let kind: Int64
    let payload: [UInt8]
    let verdict: Verdict
    let arrived: Timestamp
  }

  /// What needs no parsing.
  let rest: CustomerEvidence
  let statements: [Statement]

  /// Parses the rows, those of a large customer on all cores.
  ///
  /// - Throws: A `DeskRowError` or `JSONError` if a payload cannot be read.
  func evidence() throws -> CustomerEvidence {
    var evidence = rest
    evidence.statements = try Self.parsed(statements)
    return evidence
  }

  static func parsed(_ statements: [Statement]) throws -> [CustomerEvidence.Statement] {
    try mapOnAllCores(statements, part: 512) { row in Result { try row.parsed() } }.map { try $0.get() }
  }
}

extension StoredCustomer.Statement {
  /// Reads a row of evidence.
  init(_ row: borrowing DatabaseRow) throws {
    self.init(
      kind: try row["kind"], payload: try row["payload"], verdict: try row["verdict"], arrived: try row["arrived"])
  }

  fileprivate func parsed() throws -> CustomerEvidence.Statement {
    guard let object = try JSONValue(parsing: payload).objectValue else {
      throw DeskRowError(column: "payload", holds: say("not a JSON object"))
    }
    return CustomerEvidence.Statement(
      content: kind == 0 ? .transaction(try Transaction(json: object)) : .renewal(try RenewalInfo(json: object)),
      verdict: verdict, arrived: arrived)
  }
}

/// Maps elements on all cores, in parts of this many; what fits into one part on this thread.
func mapOnAllCores<Element: Sendable, Mapped: Sendable>(
  _ elements: [Element], part size: Int, _ map: @Sendable (Element) -> Mapped
) -> [Mapped] {
  guard elements.count > size else { return elements.map(map) }
  let parts = Mutex([[Mapped]](repeating: [], count: (elements.count + size - 1) / size))
  DispatchQueue.concurrentPerform(iterations: (elements.count + size - 1) / size) { number in
    let some = elements[(number * size)..<min((number + 1) * size, elements.count)].map(map)
    parts.withLock { $0[number] = some }
  }
  return parts.withLock { $0.flatMap { $0 } }
}

extension CustomerDesk {
  /// Returns the parsed evidence of several customers.
  func evidence(of customers: [Int64]) throws -> [CustomerEvidence] {
    try stored(customers).map { try $0.evidence() }
  }

  /// Returns the parsed evidence of one customer, who may have thousands of purchases: the rows are parsed in parts.
  func evidence(ofLarge customer: Int64) throws -> CustomerEvidence {
    var evidence = try stored([customer], withStatements: false)[0].rest
    var part: [StoredCustomer.Statement] = []
    try engine.forEachRow(DeskQueries.evidence.one, values: owner(customer)) { row in
      part.append(try StoredCustomer.Statement(row))
      if part.count == 2048 {
        evidence.statements += try StoredCustomer.parsed(part)
        part = []
      }
      return true
    }
    evidence.statements += try StoredCustomer.parsed(part)
    return evidence
  }

  /// Returns the unparsed rows of several customers.
  func stored(_ customers: [Int64], withStatements: Bool = true) throws -> [StoredCustomer] {
    let statements =
      withStatements ? try engine.rows(DeskQueries.evidence, of: customers, scope) : customers.map { _ in [] }
    let events = try engine.rows(DeskQueries.notifications, of: customers, scope)
    let told = try told(of: customers)
    return try customers.indices.map { index in
      let rest = CustomerEvidence(
        customer: customers[index],
        events: try events[index].map { row in
          CustomerEvidence.Event(
            type: NotificationType(rawValue: try row["type"]),
            subtype: (try row["subtype"] as String?).map(NotificationSubtype.init(rawValue:)),
            signed: try row["signed"], uuid: try row["uuid"], transaction: try row["transaction_id"])
        }, claims: told.claims[customers[index]] ?? [], usages: told.usages[customers[index]] ?? [])
      return StoredCustomer(
        rest: rest, statements: try statements[index].map { try StoredCustomer.Statement(DatabaseRow(of: $0)) })
    }
  }
}

/// The evidence about a customer as of a past date.
extension CustomerEvidence {
  /// Returns the evidence that was known at a date.
  ///
  /// A desk may have been filled much later by an import, so a statement counts from the date when Apple could first
  /// sign its content, or from its arrival if that was earlier.
  func known(at date: Timestamp) -> CustomerEvidence {
    var past = self
    // Usually all of it is known, and then a large customer's statements are not copied.
    if past.statements.contains(where: { $0.knownDate > date }) {
      past.statements.removeAll { $0.knownDate > date }
    }
    past.events.removeAll { $0.signed > date }
    past.claims.removeAll { $0.at > date }
    past.usages.removeAll { $0.at > date }
    return past
  }
}

extension CustomerEvidence.Statement {
  /// When Apple could first sign this content; the stored copy may have been signed again later.
  var knownDate: Timestamp {
    let date: Timestamp? =
      switch content {
      case .transaction(let it): it.revocationDate ?? (it.isUpgraded == true ? it.signedDate : it.purchaseDate)
      case .renewal(let it): it.signedDate
      }
    return min(date ?? arrived, arrived)
  }
}
