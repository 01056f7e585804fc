import AppStoreModel
import Core
import Entitlements

/// The promises about a device's lists, and about what it holds, whether an answer speaks of it or not.
extension ExplorerPromise {
  static func liesOfWhatIsHeld(by scene: ExplorerScene, _ truth: ExplorerTruth) -> [ExplorerLie] {
    liesOfUnanswered(by: scene, truth)
      + truth.payments.flatMap { payment -> [ExplorerLie] in
        let place = "\(scene.device), \(scene.state.account ?? "no account"), \(payment.productId)"
        var lies = payment.isPaid ? [] : calledPaid(payment, at: place, scene)
        guard scene.held.contains(payment.id) else { return lies }
        if !scene.answered.contains(payment.productId) {
          lies.append(
            ExplorerLie(
              .everythingIsAnswered, at: place, said: "no answer", truth: "the device holds \(payment.id)"))
        }
        // The upgrade refunded the rest of a period that it ended.
        let isUpgraded = payment.transaction.isUpgraded == true
        if payment.isPaid, !payment.isRevoked, !isUpgraded, !scene.refundable.contains(payment.id) {
          lies.append(
            ExplorerLie(
              .refundsCanBeAsked, at: place, said: "not in the list", truth: "\(payment.id) was paid and stands"))
        }
        return lies
      }
  }

  /// What the list of orders says of an unanswered purchase against the answer about the product, and what it cost.
  private static func liesOfUnanswered(by scene: ExplorerScene, _ truth: ExplorerTruth) -> [ExplorerLie] {
    scene.unanswered.compactMap { row -> ExplorerLie? in
      guard let status = scene.statuses.first(where: { $0.product.id == row.intent.productId }) else { return nil }
      let place = "\(scene.device), \(scene.state.account ?? "no account"), \(row.intent.productId)"
      let reason = status.reasons.first { $0.intentId == row.intent.id && $0.rule == Rule.credited.rawValue }
      if row.why.holds("Apple told the app server") != (reason?.supports ?? false) {
        return ExplorerLie(
          .surfacesAgree, "the orders", at: place, said: row.why, truth: reason?.text ?? "the answer does not say it")
      }
      guard row.why.holds("charged"), let id = row.goneThrough?.transactionId,
        let payment = truth.payments.first(where: { $0.id == id }), !payment.isPaid
      else { return nil }
      return ExplorerLie(.paidIsPaid, "in a list", at: place, said: row.why, truth: "\(id) cost nothing")
    }
  }

  /// What a list calls paid or refunded although it cost nothing.
  private static func calledPaid(
    _ payment: ExplorerPayment, at place: String, _ scene: ExplorerScene
  ) -> [ExplorerLie] {
    (scene.words[payment.id] ?? []).compactMap { word in
      let promise: ExplorerPromise? =
        word.holds("paid") ? .paidIsPaid : word.holds("refunded") ? .refundedIsRefunded : nil
      return promise.map {
        ExplorerLie($0, "in a list", at: place, said: word, truth: "\(payment.id) cost nothing")
      }
    }
  }
}
