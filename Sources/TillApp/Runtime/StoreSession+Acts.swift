import AppStoreModel
import Core
import Dashboard
import Device
import Simulator
import Verbs

extension StoreSession {
  /// Starts the undoable action of an App Store verb.
  func begin(call: VerbCall) {
    guard !call.verb.isReading, appStore != nil else { return }
    // A reset cannot be undone, nor can any action before it.
    if call.verb.effect == .newEpoch { return acts.forget() }
    let id = call[maybe: .transaction]
    let name = id.flatMap { try? productName(ofTransaction: $0) } ?? id ?? ""
    switch call.verb {
    case .approve: begin(Words("approval of \(name)"))
    case .decline: begin(Words("declined purchase of \(name)"))
    case .approveRefund: begin(Words("refund of \(name)"))
    case .declineRefund: begin(Words("declined refund of \(name)"))
    case .reverseRefund: begin(Words("reversed refund of \(name)"))
    default: begin(ActText.verb(call.line))
    }
  }

  /// Starts the undoable action of a dashboard command.
  func begin(command: Dashboard.Command) {
    func product(_ id: String) -> String { (try? productName(id)) ?? id }
    switch command {
    case .start, .newDevice, .lookUp, .support, .undo, .desk: break
    case .buy(let purchase): begin(Words("purchase of \(product(purchase.productId))"))
    case .restore: begin(Words("restore"))
    case .refundCheck, .helpCustomer: begin(Words("refund check"))
    case .askRefund(let id, _): begin(Words("request for a refund of \((try? productName(ofTransaction: id)) ?? id)"))
    case .use(let id, _): begin(Words("use of \(product(id))"))
    case .signIn(let account): begin(Words("sign-in of \(account)"))
    case .signOut: begin(Words("sign-out"))
    case .logIn(let user, _): begin(ActText.logIn(user))
    case .retry: begin(Words("retry of pending work"))
    case .closeOrder(let id, _, _, _): begin(Words("giving up order \(id)"))
    case .reopenOrder(let id, _): begin(Words("reopening of order \(id)"))
    case .transfer(let id, _, _): begin(ActText.command("transfer \((try? productName(ofTransaction: id)) ?? id)"))
    case .setFault(let kind, _): begin(Words("fault \(kind.name)"))
    case .backToNormal: begin(Words("reset"))
    case .setUpdates(let mode): begin(Words("updates \(mode.rawValue)"))
    case .deferPurchase(let promoted): begin(ActText.command(product(promoted.productId)))
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
