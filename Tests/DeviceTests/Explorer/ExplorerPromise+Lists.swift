import AppStoreModel
import Core

/// The promises about a device's lists, and about what it holds, whether an answer speaks of it or not.
extension ExplorerPromise {
  static func liesOfWhatIsHeld(by scene: ExplorerScene, _ truth: ExplorerTruth) -> [ExplorerLie] {
    truth.payments.flatMap { payment -> [ExplorerLie] in
      let place = "\(scene.device), \(scene.state.account ?? "no account"), \(payment.productId)"
      var lies = payment.isPaid ? [] : calledPaid(payment, at: place, scene)
      guard scene.held.contains(payment.id) else { return lies }
      if !scene.answered.contains(payment.productId) {
        lies.append(
          ExplorerLie(
            .everythingIsAnswered, at: place, said: "no answer", truth: "the device holds \(payment.id)"))
      }
      if payment.isPaid, !payment.isRevoked, !scene.refundable.contains(payment.id) {
        lies.append(
          ExplorerLie(
            .refundsCanBeAsked, at: place, said: "not in the list", truth: "\(payment.id) was paid and stands"))
      }
      return lies
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
