import AppStoreModel
import Core

@testable import TillApp

extension ExplorerPromise {
  /// Lies in the report of a restore or a refund check, compared with the device's answers right after it.
  static func liesOfReport(
    _ typed: ExplorerWorld.Typed, _ scene: ExplorerScene, _ truth: ExplorerTruth
  ) -> [ExplorerLie] {
    guard isReporting(typed) else { return [] }
    let statuses = Dictionary(scene.statuses.map { ($0.product.id, $0) }) { first, _ in first }
    var lies: [ExplorerLie] = []
    func lie(_ how: String, _ id: String, _ truth: String?) {
      lies.append(
        ExplorerLie(.reportIsSo, how, at: "\(scene.device), \(id)", said: how, truth: truth ?? "it is not known"))
    }
    for (name, isEntitled) in [("entitled", true), ("removed", false)] {
      for id in (typed.document[name]?.arrayValue ?? []).compactMap(\.stringValue)
      where statuses[id]?.entitled != isEntitled {
        lie(name, id, statuses[id]?.inOneLine)
      }
    }
    for item in typed.items("inactive") where statuses[item.id]?.state.rawValue != item.state {
      lie("inactive", item.id, statuses[item.id]?.inOneLine)
    }
    for (name, isRevoked) in [("refunded", true), ("reversed", false)] {
      for item in typed.items(name) {
        guard let payment = truth.payments.first(where: { $0.id == item.transaction }),
          payment.isRevoked != isRevoked || !payment.isPaid
        else { continue }
        lie(name, item.id, payment.isPaid ? "revoked: \(payment.isRevoked)" : "it cost nothing")
      }
    }
    return lies
  }

  static func isReporting(_ typed: ExplorerWorld.Typed) -> Bool {
    (typed.words == ["restore"] || typed.words == ["refund-check"]) && !typed.crashed
  }
}

extension ExplorerPromise {
  /// Lies in what any other command reports of money: a purchase, a retry, a use, and what support does.
  static func liesOfMoneyReport(
    _ typed: ExplorerWorld.Typed, _ scene: ExplorerScene, _ truth: ExplorerTruth
  ) -> [ExplorerLie] {
    guard !typed.crashed, !truth.mayHaveForgotten, let wrong = wrongMoney(typed, scene, truth) else { return [] }
    let said = typed.document["message"]?.stringValue ?? typed.document["result"]?.stringValue ?? typed.message
    return [
      ExplorerLie(
        .reportIsSo, "\(typed.words[0]): \(wrong)", at: "\(scene.device), \(typed.words.joined(separator: " "))",
        said: said, truth: wrong)
    ]
  }

  private static func wrongMoney(
    _ typed: ExplorerWorld.Typed, _ scene: ExplorerScene, _ truth: ExplorerTruth
  ) -> String? {
    let message = typed.document["message"]?.stringValue ?? ""
    func payment(_ id: String?) -> ExplorerPayment? { truth.payments.first { $0.id == id } }
    let named = payment(typed.document["transactionId"]?.stringValue)
    let isDone = typed.status == .done
    switch typed.words[0] {
    case "buy":
      let paid = typed.made.compactMap(payment).filter {
        $0.isPaid && !$0.isRenewal && $0.productId == typed.words[1] && $0.account == scene.state.account
      }
      if message.holds("nothing was charged"), let paid = paid.first { return "\(paid.id) was charged" }
      if message.hasPrefix("charged"), let named, !named.isPaid { return "\(named.id) cost nothing" }
      if message.holds("nothing to pay"), let named, named.isPaid { return "\(named.id) was paid" }
      guard typed.document["result"]?.stringValue == "success",
        typed.document["alreadyOwned"]?.boolValue != true, scene.state.verification != .none
      else { return nil }
      guard let named else { return "no such payment" }
      return truth.isCredited(named) ? nil : "\(named.id) is credited to nobody"
    case "retry":
      guard scene.state.verification != .none else { return nil }
      return typed.items("done").lazy.compactMap { item -> String? in
        guard item.after == "closed", item.text?.hasPrefix("delivered") == true, let payment = payment(item.transaction)
        else { return nil }
        if payment.device != scene.device, truth.credits[payment.id].map({ $0 != scene.state.appUser }) ?? false,
          !truth.has(scene.state.appUser, payment)
        {
          return "it is another user's"
        }
        return truth.isCredited(payment) || payment.isRevoked ? nil : "\(payment.id) is credited to nobody"
      }.first
    case "use":
      guard message.hasPrefix("not enough") else { return nil }
      let balance = scene.statuses.first { $0.product.id == typed.words[1] }?.balance ?? 0
      return balance > 0 ? "the balance is \(balance)" : nil
    case "transfer" where isDone:
      guard let named else { return nil }
      return truth.has(typed.words[3], named) ? nil : "\(typed.words[3]) does not have it"
    case "ask-refund" where isDone:
      guard let named else { return nil }
      return named.isRevoked ? "it was refunded" : nil
    case "order" where isDone && typed.words[1] == "close":
      return typed.items("done").lazy.compactMap { item -> String? in
        guard item.text?.holds("given up") == true, let payment = payment(item.transaction) else { return nil }
        return truth.isCredited(payment) ? "\(payment.id) is credited" : nil
      }.first
    default: return nil
    }
  }
}

extension ExplorerWorld.Typed {
  fileprivate func items(_ name: String) -> [(
    id: String, transaction: String?, state: String?, after: String?, text: String?
  )] {
    (document[name]?.arrayValue ?? []).compactMap(\.objectValue).map {
      (
        $0["productId"]?.stringValue ?? "", $0["transactionId"]?.stringValue, $0["state"]?.stringValue,
        $0["after"]?.stringValue, $0["text"]?.stringValue
      )
    }
  }
}
