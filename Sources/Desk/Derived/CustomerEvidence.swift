package import AppStoreModel
import Core
import Device
import Storage

/// The evidence about one customer.
package struct CustomerEvidence: Sendable {
  /// A stored statement with its verification verdict.
  package struct Statement: Sendable {
    package let content: SignedStatement.Content
    package let verdict: Verdict
    package let arrived: Timestamp
    /// The signed payload, by which the stored row is recognised.
    let payload: [UInt8]
  }

  /// The facts of a notification, without the transaction it carried.
  package struct Event: Sendable {
    package let type: NotificationType
    package let subtype: NotificationSubtype?
    package let signed: Timestamp
    package let uuid: String
    package let transaction: Int64?
  }

  package let customer: Int64
  package var statements: [Statement] = []
  package var events: [Event] = []
  package var claims: [Claim] = []
  /// The team server's records of consent and usage.
  package var usages: [Usage] = []

  /// The transactions, with every version of each.
  package var transactions: [(transaction: Transaction, verdict: Verdict, arrived: Timestamp)] {
    statements.compactMap { statement in
      guard case .transaction(let it) = statement.content else { return nil }
      return (it, statement.verdict, statement.arrived)
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

  let customer: Int64
  let statements: [Statement]
  var events: [CustomerEvidence.Event] = []
  var claims: [Claim] = []
  var usages: [Usage] = []

  /// Parses the rows.
  ///
  /// - Throws: A `DeskRowError` or `JSONError` if a payload cannot be read.
  func evidence() throws -> CustomerEvidence {
    var evidence = CustomerEvidence(customer: customer, events: events, claims: claims, usages: usages)
    evidence.statements = try statements.map { row in
      guard let object = try JSONValue(parsing: row.payload).objectValue else {
        throw DeskRowError(column: "payload", holds: say("not a JSON object"))
      }
      return CustomerEvidence.Statement(
        content: row.kind == 0 ? .transaction(try Transaction(json: object)) : .renewal(try RenewalInfo(json: object)),
        verdict: row.verdict, arrived: row.arrived, payload: row.payload)
    }
    return evidence
  }
}

extension CustomerDesk {
  /// Returns the parsed evidence of several customers.
  func evidence(of customers: [Int64]) throws -> [CustomerEvidence] {
    try stored(customers).map { try $0.evidence() }
  }

  /// Returns the unparsed rows of several customers.
  func stored(_ customers: [Int64]) throws -> [StoredCustomer] {
    let statements = try engine.rows(DeskQueries.evidence, of: customers, app: app, environment: environment)
    let events = try engine.rows(DeskQueries.notifications, of: customers, app: app, environment: environment)
    let told = try told(of: customers)
    return try customers.indices.map { index in
      StoredCustomer(
        customer: customers[index],
        statements: try statements[index].map { row in
          StoredCustomer.Statement(
            kind: try row["kind"], payload: try row["payload"], verdict: try row["verdict"],
            arrived: try row["arrived"])
        },
        events: try events[index].map { row in
          CustomerEvidence.Event(
            type: NotificationType(rawValue: try row["type"]),
            subtype: (try row["subtype"] as String?).map(NotificationSubtype.init(rawValue:)),
            signed: try row["signed"], uuid: try row["uuid"], transaction: try row["transaction_id"])
        }, claims: told.claims[customers[index]] ?? [], usages: told.usages[customers[index]] ?? [])
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
    past.statements.removeAll { $0.knownDate > date }
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
