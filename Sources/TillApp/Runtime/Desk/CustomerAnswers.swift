import AppStoreModel
import Core
import Dashboard
import Desk

/// Answers the dashboard's queries about an open customer of a desk, from the desk's own rows.
///
/// Opening a customer verifies nothing: the desk verified each signature when it arrived. What a person looks at is read
/// and verified again at that moment.
struct CustomerAnswers: QueryAnswers {
  private let customer: OpenedCustomer
  /// Opens the desk for the signed texts; the first look at one needs it.
  private let open: () throws -> CustomerDesk
  private var desk: CustomerDesk?
  /// Whether the answer from the opening was given already.
  private var isAnswered = false

  init(_ customer: OpenedCustomer, desk open: @escaping () throws -> CustomerDesk) {
    (self.customer, self.open) = (customer, open)
  }

  func freeMemory() {}

  mutating func answer(_ query: Query) throws -> Loaded {
    switch query {
    case .overview:
      defer { isAnswered = true }
      return .overview(isAnswered ? customer.overview(at: Timestamp.machine) : customer.overview)
    case .lives: return .lives(customer.lives(at: Timestamp.machine))
    case .past(let step):
      return .past(
        step,
        try PastAnswers(
          now: Timestamp.machine, since: customer.knownSince,
          arrivals: { [customer] in customer.arrivals(after: $0, until: $1) },
          overview: { [customer] in customer.overview(at: $0, isPast: true) }
        ).moment(step))
    case .page(let tab, let request), .exported(let tab, let request): return try page(tab, request)
    case .refundable: return .refundable(Page(rows: []))
    case .orderJournal: return .orderJournal(Page(rows: []))
    case .signedItem(let subject): return .signedItem(try signedItem(subject))
    case .forgery(let jws): return .forgery(try opened().verifier().forgery(of: jws))
    case .situation, .preview, .desk:
      throw CommandError(.usage, say("the desk does not know the state of the App Store"))
    }
  }

  private func page(_ tab: Tab, _ request: PageRequest) throws -> Loaded {
    switch tab {
    case .refunds: .refunds(try customer.refunds(request))
    case .transactions: .transactions(try customer.transactions(request))
    case .journal: .journal(try customer.notifications(request))
    // An app's orders are not at the desk, and what does not verify is no customer's.
    case .orders: .orders(Page(rows: []))
    case .unfinished: .unfinished(Page(rows: []))
    case .quarantine: .quarantine(Page(rows: []))
    }
  }

  private mutating func opened() throws -> CustomerDesk {
    if let desk { return desk }
    let opened = try open()
    desk = opened
    return opened
  }

  /// Reads the signed texts of a transaction and verifies them.
  private mutating func signedItem(_ subject: SignedItemDetail.Subject) throws -> SignedItemDetail {
    var entry: JournalEntry?
    let id: String?
    switch subject {
    case .transaction(let transaction): id = transaction
    case .journal(let number):
      entry = customer.notification(number)
      id = entry?.transactionId
    default: id = nil
    }
    var item = SignedItemDetail(subject, id: id ?? "", productId: entry?.productId)
    let stored = id.flatMap(customer.transaction)
    item.describe(stored)
    if let entry { item.facts = [.entry(entry)] }
    if let id {
      let desk = try opened()
      let verifier = try desk.verifier()
      item.add(
        .transaction, try desk.signedTexts(of: id, isRenewal: false, among: customer.customers), verifier)
      if let lineage = stored?.transaction.originalTransactionId {
        item.add(
          .renewalInfo, try desk.signedTexts(of: lineage, isRenewal: true, among: customer.customers), verifier)
      }
    }
    if item.documents.isEmpty { item.facts.append(.unsigned) }
    return item
  }
}

extension OpenedCustomer {
  /// What the dashboard shows of the customer as it was opened.
  var overview: Overview { overview(first.statuses, at: first.date, isPast: false) }

  /// Derives what the dashboard shows of the customer at a date.
  func overview(at date: Timestamp, isPast: Bool = false) -> Overview {
    overview(statuses(at: date), at: date, isPast: isPast)
  }

  private func overview(_ statuses: [ProductStatus], at date: Timestamp, isPast: Bool) -> Overview {
    Overview(
      now: date,
      device: DeviceState(account: "#\(number)", user: tokens.first, machineDate: date, verification: .none),
      statuses: statuses, isPast: isPast)
  }
}
