import AppStoreSimulator
import Dashboard
import LocalStore
import Purchasing
import SafeText
import StoreModel
import StoreVerbs

extension StoreSession {
  /// Begins what a verb of the App Store's side does.
  func begin(call: VerbCall) {
    guard !call.verb.isReading, appStore != nil else { return }
    // What starts over cannot be taken back, nor can what was before it.
    if call.verb.effect == .newEpoch { return acts.forget() }
    let id = call[maybe: .transaction]
    let name = id.flatMap { try? productName(ofTransaction: $0) } ?? id ?? ""
    switch call.verb {
    case .approve: begin(.approval(name))
    case .decline: begin(.decline(name))
    case .approveRefund: begin(.refund(name))
    case .declineRefund: begin(.refundDeclined(name))
    case .reverseRefund: begin(.refundReversed(name))
    default: begin(.verb(call.line))
    }
  }

  /// Begins what the dashboard is told to do.
  func begin(command: Dashboard.Command) {
    func product(_ id: String) -> String { (try? productName(id)) ?? id }
    switch command {
    case .start, .newDevice, .lookUp, .support, .undo, .desk: break
    case .buy(let purchase): begin(.purchase(product(purchase.productId)))
    case .restore: begin(.restore)
    case .refundCheck, .helpCustomer: begin(.refundCheck)
    case .askRefund(let id, _): begin(.refundRequest((try? productName(ofTransaction: id)) ?? id))
    case .use(let id, _): begin(.use(product(id)))
    case .signIn(let account): begin(.signIn(account))
    case .signOut: begin(.signOut)
    case .logIn(let user): begin(.logIn(user))
    case .retry: begin(.retry)
    case .closeOrder(let id, _): begin(.closeOrder(id))
    case .transfer(let id, _, _): begin(.command("transfer \((try? productName(ofTransaction: id)) ?? id)"))
    case .setFault(let kind, _): begin(.fault(kind.name))
    case .backToNormal: begin(.backToNormal)
    case .setUpdates(let mode): begin(.updates(mode.rawValue))
    case .deferPurchase(let promoted): begin(.command(product(promoted.productId)))
    }
  }

  private func productName(_ id: String) throws -> String {
    try reader().products().first { $0.id == id }?.displayName ?? id
  }

  private func productName(ofTransaction id: String) throws -> String? {
    if let known = try reader().transaction(id)?.transaction.productId { return try productName(known) }
    return try appStore?.productId(ofTransaction: id).flatMap { try productName($0) }
  }
}
