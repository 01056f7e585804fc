import AppStoreModel
import Core
import Entitlements
import Simulator

/// The promises about advice to buy or to restore.
extension ExplorerPromise {
  static func boughtOverMoney(
    _ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth
  ) -> [ExplorerLie] {
    guard !truth.mayHaveForgotten else { return [] }
    if let wait = scene.waiting[status.product.id] {
      guard let advice = status.adviceToBuy else { return [] }
      return [
        ExplorerLie(
          .neverBuyOverMoney, "a purchase is \(wait)", at: place(status, scene), said: advice,
          truth: "a purchase of this user's with this Apple Account is \(wait)")
      ]
    }
    for payment in truth.payments where payment.productId == status.product.id && scene.isMine(payment) {
      // Without an app server, a device knows nothing of another Apple Account's money, and delivers consumables itself.
      if scene.state.verification == .none, payment.isConsumable || payment.account != scene.state.account { continue }
      guard payment.isPaid, !payment.isRevoked, payment.isRunning(at: truth.now),
        !(payment.owner.map { truth.has($0, payment) } ?? false),
        let origin = scene.origin(of: payment), let advice = status.adviceToBuy
      else { continue }
      return [
        ExplorerLie(
          .neverBuyOverMoney, origin + (payment.isClosedByHand ? ", given up" : ""), at: place(status, scene),
          said: advice + (status.confirmed ? " (confirmed)" : ""),
          truth: "\(payment.id) was paid with \(payment.account ?? "?") and credited to nobody")
      ]
    }
    return boughtOverCoinsLeftBehind(status, scene, truth)
  }

  /// A consumable of this device's installation before, where no user was logged in: it may not have been received.
  private static func boughtOverCoinsLeftBehind(
    _ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth
  ) -> [ExplorerLie] {
    guard status.product.type == .consumable, status.state == .notPurchased, let advice = status.adviceToBuy,
      let payment = truth.payments.last(where: { payment in
        payment.productId == status.product.id && payment.device == scene.device
          && payment.generation < scene.generation && payment.account == scene.state.account && payment.isPaid
          && !payment.isRevoked && scene.origin(of: payment) != nil
      }), let owner = truth.credits[payment.id], owner != scene.state.appUser, AnonymousUser(name: owner) != nil
    else { return [] }
    return [
      ExplorerLie(
        .neverBuyOverMoney, "an installation that is gone", at: place(status, scene), said: advice,
        truth: "\(payment.id) was paid on this device before, and its installation is gone")
    ]
  }

  static func boughtTwice(
    _ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth, _ world: ExplorerWorld
  ) -> [ExplorerLie] {
    guard case .buy = status.next.action, status.product.type != .consumable, let account = scene.state.account,
      !truth.mayHaveForgotten
    else { return [] }
    let user = scene.state.appUser
    for payment in truth.payments where truth.has(user, payment) {
      // Another plan that this Apple Account pays for is changed; of another account's, both would be paid.
      let isOtherPlan =
        payment.account != account && status.product.subscriptionGroupIdentifier != nil
        && payment.transaction.subscriptionGroupIdentifier == status.product.subscriptionGroupIdentifier
      guard payment.productId == status.product.id || isOtherPlan, payment.isPaid, !payment.isRevoked,
        payment.isRunning(at: truth.now),
        let origin = scene.origin(of: payment),
        let preview = world.preview(status.product.id, account: account), preview.chargesNow,
        !isOtherPlan || preview.currentProductId == nil
      else { continue }
      return [
        ExplorerLie(
          .neverBuyTwice, payment.productId == status.product.id ? origin : origin + ", another plan",
          at: place(status, scene), said: status.next.text,
          truth: "\(user) has \(payment.id); buying with \(account) charges \(preview.charged)")
      ]
    }
    return []
  }

  static func foretold(
    _ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth, _ world: ExplorerWorld
  ) -> [ExplorerLie] {
    guard case .buy = status.next.action, let account = scene.state.account,
      let preview = world.preview(status.product.id, account: account)
    else { return [] }
    // What the App Store did after the device asked last cannot be known; that a period ran out can, and not that
    // another device began a new one.
    let isUnseen =
      [.notPurchased, .refunded, .expired].contains(status.state)
      && scene.state.lastChecked.map { checked in
        truth.payments.contains {
          $0.account == account && ($0.transaction.signedDate ?? .distantPast) > checked
            && ($0.productId == status.product.id || $0.transaction.type == .autoRenewableSubscription)
            && (status.state != .expired || $0.device != scene.device && !$0.isRenewal)
        }
      } ?? false
    if isUnseen { return [] }
    guard preview.chargesNow else {
      // Until the App Store lists a late purchase, only the device that made it knows of it.
      if world.listsLate { return [] }
      return [
        ExplorerLie(
          .buyIsWhatThePreviewSays, "charges nothing, \(preview.change?.rawValue ?? "")",
          at: place(status, scene), said: status.inOneLine,
          truth: "preview with \(account): \(preview.change?.rawValue ?? "") \(preview.charged)")
      ]
    }
    // Without an app server, the Apple Account alone decides who has the plan.
    guard world.parties != .noServer, let current = preview.currentProductId,
      preview.change == .upgrade || preview.change == .crossgrade,
      let running = truth.payments.last(where: {
        $0.account == account && $0.productId == current && $0.isRunning(at: truth.now) && !$0.isRevoked
      }), let owner = running.owner, owner != scene.state.appUser,
      // A restore took over what was bought without logging in, or the app server credited it to no user at all.
      !truth.has(scene.state.appUser, running), !running.isBoughtLoggedOut || truth.credits[running.id] != nil,
      // A restore on another device that came after the app server's last answer cannot be known, nor what it lost.
      !truth.mayHaveForgotten,
      truth.movedDates[running.id].map({ $0 <= scene.serverDate ?? .distantPast }) ?? true
    else { return [] }
    return [
      ExplorerLie(
        .buyIsWhatThePreviewSays, "changes another user's plan", at: place(status, scene), said: status.inOneLine,
        truth: "\(current) on \(account) is \(owner)'s, and buying takes its place")
    ]
  }

  static func restored(_ status: ProductStatus, _ scene: ExplorerScene, _ world: ExplorerWorld) -> [ExplorerLie] {
    if status.product.type == .consumable { return restoredConsumable(status, scene) }
    guard status.next.action == .restore, scene.state.lastChecked != nil, let account = scene.state.account,
      let history = try? world.shop.appStore.transactions(of: account, product: status.product.id), history.isEmpty
    else { return [] }
    // A restore brings the plan of its group that runs, where the answer names that one.
    if let current = world.preview(status.product.id, account: account)?.currentProductId,
      let name = scene.statuses.first(where: { $0.product.id == current })?.product.displayName,
      status.next.text.holds(name)
    {
      return []
    }
    return [
      ExplorerLie(
        .restoreBringsSomething, status.state.rawValue, at: place(status, scene), said: status.inOneLine,
        truth: "\(account) was checked and has no purchase of it")
    ]
  }

  /// A restore brings no consumable back: it only has a signature made anew, and what was given up taken in again.
  private static func restoredConsumable(_ status: ProductStatus, _ scene: ExplorerScene) -> [ExplorerLie] {
    let isToRestore = status.next.action == .restore && status.state == .notPurchased
    guard isToRestore || status.next.say?.holds("Restore Purchases") == true else { return [] }
    return [
      ExplorerLie(
        .restoreBringsSomething, "a consumable", at: place(status, scene), said: status.inOneLine,
        truth: "a consumable is never restored")
    ]
  }
}

extension PurchasePreview {
  /// Whether money is taken at once.
  var chargesNow: Bool { change?.chargesNow ?? true }
}

extension SimulatedAppStore {
  /// What an Apple Account has of a product, its family's shares included.
  func transactions(of account: String, product productId: String) throws -> [Transaction] {
    try transactions(PageRequest(limit: 1000)).rows.filter {
      $0.productId == productId && ExplorerTemplate.accountIds[$0.appTransactionId ?? ""] == account
    }
  }
}
