import AppStoreModel
import Core
import TestSupport

@testable import Device

/// What support is told when a customer complains: at once, and when every failure has ended.
extension ExplorerWorld {
  func liesOfComplaints(counting statistics: inout ExplorerStatistics) throws -> [ExplorerLie] {
    let healed = try ExplorerWorld(copying: self)
    try healed.heal()
    return try ExplorerWorld(copying: self).liesOfComplaints(isHealed: false, counting: &statistics)
      + healed.liesOfComplaints(isHealed: true, counting: &statistics)
  }

  private func liesOfComplaints(isHealed: Bool, counting statistics: inout ExplorerStatistics) throws -> [ExplorerLie] {
    var lies: [ExplorerLie] = []
    for device in ExplorerAction.devices where devices[device]?.state.account != nil {
      let asked = try type(["help-customer", CustomerCase.paidAndNothing.rawValue], at: device)
      let (scene, truth) = (try scene(device).scene, try truth())
      let known = scene.statuses.map { CustomerHelp.Product($0) }
      for customerCase in CustomerCase.allCases {
        let help = CustomerHelp(customerCase, known, isChecked: true)
        // What the check changed is known to the command only.
        let answer =
          customerCase == .paidAndNothing
          ? (
            products: asked.document["products"]?.arrayValue?.compactMap { $0.objectValue?["productId"]?.stringValue }
              ?? [], next: asked.document["next"]?.objectValue?["text"]?.stringValue ?? ""
          )
          : (products: help.products.map(\.productId), next: help.next.text)
        for payment in truth.payments
        where payment.isComplained(of: customerCase, by: scene, truth) && (isHealed || payment.isBegun(at: scene)) {
          statistics.count(.complaintsAreHeard, 1)
          let group = payment.transaction.subscriptionGroupIdentifier
          let names = scene.statuses.map(\.product)
            .filter { $0.id == payment.productId || group != nil && $0.subscriptionGroupIdentifier == group }.map(\.id)
          guard Set(names).isDisjoint(with: answer.products), help.next.action != .restore else { continue }
          lies.append(
            ExplorerLie(
              .complaintsAreHeard, customerCase.rawValue + (isHealed ? ", healed" : ""),
              at: "\(device), \(payment.productId)", said: answer.next,
              truth: "\(payment.id) was paid with \(payment.account ?? "?") for \(payment.owner ?? "?")"))
        }
      }
    }
    return lies
  }
}

extension ExplorerPayment {
  /// Whether it was begun on a device, with the Apple Account that is signed in there.
  fileprivate func isBegun(at scene: ExplorerScene) -> Bool { scene.origin(of: self) == "here" && !isRenewal }

  /// Whether the user of a device can complain about a payment, of which the App Store or the app server knows.
  fileprivate func isComplained(of customerCase: CustomerCase, by scene: ExplorerScene, _ truth: ExplorerTruth) -> Bool
  {
    guard scene.isMine(self), isPaid, finalGround == nil, !truth.mayHaveForgotten,
      account == scene.state.account || truth.isCredited(self)
    else { return false }
    let has = scene.statuses.contains { $0.product.id == productId && $0.entitled }
    switch customerCase {
    case .paidAndNothing: return !isRevoked && isRunning(at: truth.now) && !has && !isConsumable
    case .endedThoughPaying:
      return !isRevoked && isRunning(at: truth.now) && !has && transaction.type == .autoRenewableSubscription
    case .changedPhone: return !isRevoked && isRunning(at: truth.now) && !isConsumable
    case .refundedAndStillThere: return isRevoked && !isConsumable && account == scene.state.account
    case .chargedTwice: return false
    }
  }
}
