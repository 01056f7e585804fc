import AppServer
import AppStoreModel
import Core
import Device

extension Invocation {
  /// Prints all known data of an order: its origin, its token's other transactions, and its history.
  func showOrder() async throws -> ExitStatus {
    let session = try await session()
    let store = try session.reader()
    let named = try store.order(named: words[1]) ?? store.orders(withToken: words[1], limit: 1).first
    guard let order = try named.map(store.withPrice) else {
      let clock = try session.clock(for: store.deviceState(), from: store)
      guard let waiting = try store.waitingPurchase(words[1], at: clock) else {
        throw CommandError(
          .failed, say("unknown order or transaction “\(safeText(words[1]))”; till orders lists the orders"))
      }
      output.document(["ok": true, "message": .string(waiting.words), "waiting": .object(waiting.document)])
      output.text(facts(of: waiting).text)
      return .done
    }
    let bearer = try store.bearer(of: order.appAccountToken, bundleId: session.backend.identity.bundleId)
    let twins =
      try bearer.isOneOrders
      ? store.orders(withToken: order.appAccountToken ?? "", limit: 100).filter { $0.id != order.id } : []
    let journal = try store.journal(PageRequest(limit: 100, orderId: order.id)).rows.reversed()
    let server = try session.serverEvents(of: order, in: store)

    output.document([
      "ok": true, "message": .string(order.state.rawValue), "order": .object(order.document),
      "token": .string(bearer.rawValue), "sameToken": .array(twins.map { .object($0.document) }),
      "journal": .array(journal.map { .object($0.document) }),
      "serverJournal": .array((server ?? []).map { .object($0.document) }),
    ])
    output.text(facts(of: order, bearer, twins).text)
    output.text(say("\non this device"))
    for entry in journal { output.text("  \(output.date(entry.date))  \(entry.kind)  \(safeText(entry.text))") }
    output.text(say("\nat the app server (\(safeText(order.verification.text)))"))
    guard let server else {
      output.text(say("  this device does not have its journal"))
      return .done
    }
    for event in server { output.text("  \(output.date(event.date))  \(term(event.kind.rawValue))  \(event.text)") }
    return .done
  }

  /// Returns what is known of a purchase that has led to no order yet.
  private func facts(of waiting: WaitingPurchase) -> Table {
    let intent = waiting.intent
    let rows = [
      ("state", waiting.stateWords), (say("to do"), waiting.advice), ("why", waiting.why),
      ("product", intent.productId + (intent.quantity == 1 ? "" : " x\(intent.quantity)")),
      ("transaction", waiting.goneThrough?.transactionId ?? intent.transactionId ?? ""),
      ("for", shownUser(intent.user)), (say("Apple Account"), intent.account), ("token", intent.appAccountToken ?? ""),
    ]
    var table = Table(titles: ["ORDER", "\(intent.id)"])
    for (label, text) in rows where !text.isEmpty { table.append([label, text]) }
    return table
  }

  private func facts(of order: Order, _ bearer: TokenBearer, _ twins: [Order]) -> Table {
    var table = Table(titles: ["ORDER", "\(order.id)"])
    func add(_ label: String, _ text: String?) {
      if let text, !text.isEmpty { table.append([label, text]) }
    }
    add("state", order.stateWords)
    add(say("to do"), order.advice)
    add("why", order.why)
    add("product", order.productId + (order.quantity == 1 ? "" : " x\(order.quantity)"))
    add("transaction", order.transactionId)
    add("for", shownUser(order.user))
    add(say("Apple Account"), order.account)
    add("purchase", order.intentId ?? say("none: a renewal, or a purchase on another device"))
    add("token", [order.appAccountToken, bearer.words].compactMap { $0 }.joined(separator: ": "))
    for twin in twins {
      add(
        say("same token"), "\(twin.transactionId) \(twin.productId), order \(twin.id), \(twin.stateWords)"
      )
    }
    return table
  }
}

/// The kind of owner of a transaction's `appAccountToken`.
private enum TokenBearer: String {
  case user, order, foreign, missing

  var isOneOrders: Bool { self == .order }

  var words: String {
    switch self {
    case .user: say("the user's, which all of their purchases carry")
    case .order: say("this purchase's own, which its renewals carry; a new payment with it is credited again")
    case .foreign: say("of no user here: the restore policy decides")
    case .missing: say("none: the user logged in when it was first seen gets it")
    }
  }
}

extension LocalStore {
  fileprivate func bearer(of token: String?, bundleId: String) throws -> TokenBearer {
    guard let token = token?.lowercased() else { return .missing }
    if try intent(token) != nil { return .order }
    return try userTokens()[token] == nil ? .foreign : .user
  }
}

extension StoreSession {
  /// Returns the app server's events of an order; nil where its file is not on this machine.
  fileprivate func serverEvents(of order: Order, in store: LocalStore) throws -> [AppServerEvent]? {
    guard order.verification == .embedded else { return nil }
    let original = try store.transaction(order.transactionId)?.transaction.originalTransactionId
    do {
      return try appServers.opened().events(
        ofOrder: order.id, intent: order.intentId, transaction: order.transactionId, original: original, limit: 100)
    } catch let error as VerificationError {
      throw CommandError(.unusable, error.message)
    }
  }
}
