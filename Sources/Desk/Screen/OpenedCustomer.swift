package import AppStoreModel
import Device
import Entitlements

/// An opened customer: one Apple Account, or all accounts of its user, with the evidence that the desk stores.
package struct OpenedCustomer: Sendable {
  /// The desk's own number of the customer.
  package let number: Int64
  package let identity: DeskIdentity
  /// The numbers of all Apple Accounts, this one first.
  package let customers: [Int64]
  package let tokens: [String]
  package let remarks: [DeskRemark]
  /// Apple's open consumption requests about the customer's purchases.
  package let questions: [ConsumptionQuestion]
  /// The app user, where the purchases name one.
  package let person: DeskPerson?
  private let evidence: CustomerEvidence
  private let history: CustomerHistory
  /// When Apple asked for consumption information about each transaction whose refund is undecided.
  private let asked: [String: Timestamp]
  /// The state of each product when the customer was opened, and that date.
  package let first: (statuses: [ProductStatus], date: Timestamp)
  /// The product that a question is probably about: one with a contradicting claim, else the one signed last.
  package let mainProduct: String?

  init(
    number: Int64, identity: DeskIdentity, customers: [Int64], tokens: [String], remarks: [DeskRemark],
    questions: [ConsumptionQuestion], person: DeskPerson?, evidence: CustomerEvidence, date: Timestamp,
    history: CustomerHistory, answer: CustomerAnswer
  ) {
    (self.number, self.identity, self.customers, self.tokens) = (number, identity, customers, tokens)
    (self.remarks, self.questions, self.person) = (remarks, questions, person)
    (self.evidence, self.history) = (evidence, history)
    asked = Dictionary(answer.decisions.open.map { ($0.transactionId, $0.askedDate) }) { $1 }
    first = (Self.named(answer.statuses, in: identity), date)
    mainProduct = answer.differingClaims.first?.product ?? answer.lastSignedProduct
  }

  /// Returns the state of each product according to what was known at a date.
  ///
  /// The team server's claims are part of it.
  package func statuses(at date: Timestamp) -> [ProductStatus] {
    Self.named(CustomerAnswer(evidence.known(at: date), in: identity, at: date).statuses, in: identity)
  }

  /// Leaves the prefix that all the app's product ids share out of the display names.
  private static func named(_ statuses: [ProductStatus], in identity: DeskIdentity) -> [ProductStatus] {
    let prefix = identity.bundleId + "."
    return statuses.map { status in
      var status = status
      let id = status.product.id
      if status.product.displayName == id, id.hasPrefix(prefix), id.count > prefix.count {
        status.product.displayName = String(id.dropFirst(prefix.count))
      }
      return status
    }
  }

  /// Returns whether both were made from the same data.
  package func isSame(as other: OpenedCustomer) -> Bool {
    number == other.number && tokens == other.tokens && remarks == other.remarks && questions == other.questions
      && person == other.person && evidence.statements == other.evidence.statements
      && evidence.claims == other.evidence.claims && evidence.usages == other.evidence.usages
      && evidence.events == other.evidence.events
  }
}

/// The lists of an opened customer's dashboard; a page is made of the rows that are asked for.
extension OpenedCustomer {
  /// Returns a page of transactions, newest purchase first.
  package func transactions(_ request: PageRequest) throws -> Page<StoredTransaction> {
    let rows = history(of: request).rows
    let wanted = request.productId.map { id in rows.filter { $0.productId == id } } ?? rows
    return try Page(of: wanted.map(\.key), request) { position in
      var stored = stored(wanted[position])
      if let asOf = request.asOf, let date = stored.refundAskedDate, date > asOf { stored.refundAskedDate = nil }
      return stored
    }
  }

  /// Returns a transaction as its list shows it.
  package func transaction(_ id: String) -> StoredTransaction? { history.row(of: DeskID.number(id)).map(stored) }

  private func stored(_ row: CustomerHistory.Row) -> StoredTransaction {
    var stored = evidence.stored(row.newest)
    (stored.versions, stored.arrivedDate, stored.refundAskedDate) = (row.versions, row.arrived, asked[row.key.id])
    return stored
  }

  /// Returns a page of revoked transactions, the newest first; one whose refund was reversed says so.
  package func refunds(_ request: PageRequest) throws -> Page<RefundRecord> {
    let records = history(of: request).rows.compactMap { row -> RefundRecord? in
      guard let position = row.revoked, request.productId == nil || row.productId == request.productId else {
        return nil
      }
      var record = RefundRecord(evidence.stored(position).transaction)
      if position != row.newest { record?.reversedDate = evidence.stored(row.newest).transaction.signedDate }
      return record
    }
    let sorted = records.map { (key: RowKey(sort: $0.revocationDate.milliseconds, id: $0.transactionId), record: $0) }
      .sorted { $0.key > $1.key }
    return try Page(of: sorted.map(\.key), request) { sorted[$0].record }
  }

  /// Returns a page of Apple's notifications about the customer as entries of a journal, newest first.
  package func notifications(_ request: PageRequest) throws -> Page<JournalEntry> {
    let entries = evidence.events.indices.reversed().filter { index in
      let isKnown = request.asOf.map { evidence.events[index].signed <= $0 } ?? true
      return isKnown && (request.productId == nil || product(of: evidence.events[index]) == request.productId)
    }
    return try Page(of: entries.map { RowKey(sort: Int64($0 + 1), id: "0") }, request) { entry(entries[$0]) }
  }

  /// Returns one of Apple's notifications by its number in the journal.
  package func notification(_ number: Int64) -> JournalEntry? {
    evidence.events.indices.contains(Int(clamping: number) - 1) ? entry(Int(number) - 1) : nil
  }

  private func entry(_ index: Int) -> JournalEntry {
    let event = evidence.events[index]
    let words = [event.type.rawValue, event.subtype?.rawValue].compactMap { $0 }.joined(separator: " ")
    return JournalEntry(
      id: Int64(index + 1), date: event.signed, machineDate: event.signed, kind: "notification", text: words,
      productId: product(of: event), transactionId: event.transaction.flatMap(history.row(of:))?.key.id)
  }

  private func product(of event: CustomerEvidence.Event) -> String? {
    event.transaction.flatMap(history.row(of:))?.productId
  }

  /// Returns the timeline of every product that the customer bought.
  package func lives(at now: Timestamp) -> [ProductLife] {
    var counts: [String?: Int] = [:]
    // A timeline is drawn from the newest transactions.
    let drawn = Set(
      history.rows.filter { row in
        counts[row.productId, default: 0] += 1
        return counts[row.productId, default: 0] <= Lives.longest
      }.map(\.key.id))
    let stored = evidence.statements.indices.filter { position in
      guard case .transaction(let it) = evidence.statements[position].content else { return false }
      return it.transactionId.map(drawn.contains) ?? false
    }.map(evidence.stored)
    let products = CustomerAnswer.products(of: stored, stored.indices)
    return Lives.derive(EvidenceSet(of: evidence, stored, products, in: identity), at: now)
  }

  /// Returns the dates on which something became known, after one date and up to another, in order.
  ///
  /// Dates within one second count as one, the last of them.
  package func arrivals(after first: Timestamp, until last: Timestamp) -> [Timestamp] {
    let dates = Set(evidence.dates.filter { $0 > first && $0 <= last }).sorted()
    return dates.enumerated().filter { index, date in
      index + 1 >= dates.count || dates[index + 1].milliseconds(since: date) > 1000
    }.map(\.element)
  }

  /// The date from which something is known; nil without data.
  package var knownSince: Timestamp? { evidence.dates.min() }

  private func history(of request: PageRequest) -> CustomerHistory {
    request.asOf.map { CustomerHistory(evidence, until: $0) } ?? history
  }
}

/// The transactions of a customer by their positions in the evidence: one row each, newest purchase first.
struct CustomerHistory: Sendable {
  struct Row: Sendable {
    var key: RowKey
    var productId: String?
    /// The position of the newest version, and of the newest revoked one.
    var newest: Int
    var revoked: Int?
    var versions = 1
    var arrived: Timestamp
  }

  let rows: [Row]
  /// The positions of the rows by the numbers that notifications name.
  private let positions: [Int64: Int]

  init(_ evidence: CustomerEvidence, until date: Timestamp? = nil) {
    var rows: [String: Row] = [:]
    for (position, statement) in evidence.statements.enumerated() {
      guard case .transaction(let it) = statement.content, let id = it.transactionId,
        date.map({ statement.knownDate <= $0 }) ?? true
      else { continue }
      func isNewer(than other: Int) -> Bool { evidence.stored(position).supersedes(evidence.stored(other)) }
      var row =
        rows[id] ?? Row(key: RowKey(sort: 0, id: id), newest: position, versions: 0, arrived: statement.arrived)
      row.versions += 1
      row.arrived = min(row.arrived, statement.arrived)
      if row.versions == 1 || isNewer(than: row.newest) {
        row.newest = position
        (row.key, row.productId) = (RowKey(sort: it.purchaseDate?.milliseconds ?? 0, id: id), it.productId)
      }
      if it.revocationDate != nil, row.revoked.map(isNewer) ?? true { row.revoked = position }
      rows[id] = row
    }
    self.rows = rows.values.sorted { $0.key > $1.key }
    positions = Dictionary(self.rows.enumerated().map { (DeskID.number($1.key.id), $0) }) { first, _ in first }
  }

  /// Returns the row of a transaction, by the number of its id.
  func row(of number: Int64) -> Row? { positions[number].map { rows[$0] } }
}

extension CustomerEvidence {
  /// Returns the transaction at a position as the resolver reads it; the position must be a transaction's.
  fileprivate func stored(_ position: Int) -> StoredTransaction {
    let statement = statements[position]
    let transaction = if case .transaction(let it) = statement.content { it } else { Transaction() }
    return StoredTransaction(
      transaction: transaction, verdict: statement.verdict, origin: .imported, arrivedDate: statement.arrived)
  }

  /// When each statement, notification, claim and record of use became known.
  fileprivate var dates: [Timestamp] {
    statements.map(\.knownDate) + events.map(\.signed) + claims.map(\.at) + usages.map(\.at)
  }
}
