import AppStoreModel
import Core

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

extension ExplorerWorld.Typed {
  fileprivate func items(_ name: String) -> [(id: String, transaction: String?, state: String?)] {
    (document[name]?.arrayValue ?? []).compactMap(\.objectValue).map {
      ($0["productId"]?.stringValue ?? "", $0["transactionId"]?.stringValue, $0["state"]?.stringValue)
    }
  }
}
