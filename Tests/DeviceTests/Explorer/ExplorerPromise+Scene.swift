import AppStoreModel
import Core
import Device
import Entitlements
import Simulator

/// The promises that are looked at after every command, from what one device says: each is a function of its own.
extension ExplorerPromise {
  /// Those that `lies` of a scene look at.
  static let ofScenes: [ExplorerPromise] = [
    .neverBuyOverMoney, .neverBuyTwice, .buyIsWhatThePreviewSays, .restoreBringsSomething, .entitledIsCredited,
    .refundedIsRefunded, .paidIsPaid, .claimsAreSo, .elsewhereIsElsewhere, .unreachableWasUnreachable, .waitsHaveAnEnd,
    .signaturesAreSignedAnew, .appleShowsWhatItShows, .approvedIsNotPending, .chargedTwiceIsSaid, .moneyIsListed,
    .creditedToTheBuyer, .pricesAreShown,
  ]

  /// Whether it is about what an app server credits; without one, the Apple Account alone decides.
  var needsServer: Bool { [.entitledIsCredited, .moneyIsListed, .creditedToTheBuyer].contains(self) }

  /// How the promise is broken by what a device says of a product.
  func lies(of status: ProductStatus, in scene: ExplorerScene, _ truth: ExplorerTruth, _ world: ExplorerWorld)
    -> [ExplorerLie]
  {
    switch self {
    case .neverBuyOverMoney: Self.boughtOverMoney(status, scene, truth)
    case .neverBuyTwice: Self.boughtTwice(status, scene, truth, world)
    case .buyIsWhatThePreviewSays: Self.foretold(status, scene, truth, world)
    case .restoreBringsSomething: Self.restored(status, scene, world)
    case .entitledIsCredited: Self.entitledByNobody(status, scene, truth)
    case .refundedIsRefunded: Self.neverRefunded(status, scene, truth, world)
    case .paidIsPaid: Self.neverPaid(status, scene, truth)
    case .claimsAreSo: Self.claimed(status, scene, truth)
    case .elsewhereIsElsewhere: Self.boughtHere(status, scene, truth)
    case .unreachableWasUnreachable: Self.neverUnreachable(status, scene, world)
    case .waitsHaveAnEnd: Self.endless(status, scene)
    case .signaturesAreSignedAnew: Self.notSignedAnew(status, scene)
    case .appleShowsWhatItShows: Self.denied(status, scene, truth)
    case .approvedIsNotPending: Self.approved(status, scene, truth)
    case .chargedTwiceIsSaid: Self.chargedTwice(status, scene, truth)
    case .moneyIsListed: Self.unlisted(status, scene, truth)
    case .creditedToTheBuyer: Self.misdirected(status, scene, truth)
    case .pricesAreShown: Self.unpriced(status, scene)
    default: []
    }
  }

  static func place(_ status: ProductStatus, _ scene: ExplorerScene) -> String {
    "\(scene.device), \(scene.state.account ?? "nobody"), \(scene.state.user ?? "not logged in"), \(status.product.id)"
  }

  private static func entitledByNobody(
    _ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth
  ) -> [ExplorerLie] {
    let isApples: Set<EntitlementState> = [.purchased, .subscribed, .gracePeriod, .refundAsked]
    guard status.entitled, status.product.type != .consumable, isApples.contains(status.state), !truth.mayHaveForgotten,
      scene.state.verification != .none,
      let payment = truth.payments.first(where: { $0.id == status.decidingTransactionId })
    else { return [] }
    if let end = payment.serverEnd, end <= scene.now, let known = truth.durationDate,
      scene.serverDate.map({ known < $0 }) ?? false
    {
      return [
        ExplorerLie(
          .entitledIsCredited, "over at the server", at: place(status, scene), said: status.inOneLine,
          truth: "the app server says that \(payment.id) ended \(end.formatted(.minute))")
      ]
    }
    guard !truth.isCredited(payment) else { return [] }
    return [
      ExplorerLie(
        .entitledIsCredited, at: place(status, scene), said: status.inOneLine,
        truth: "\(payment.id) is credited to nobody")
    ]
  }

  private static func neverRefunded(
    _ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth, _ world: ExplorerWorld
  ) -> [ExplorerLie] {
    for id in status.calledRefunded {
      guard let payment = truth.payments.first(where: { $0.id == id }) else { continue }
      if !payment.isPaid {
        return [
          ExplorerLie(
            .refundedIsRefunded, "nothing was paid", at: place(status, scene),
            said: status.next.say ?? status.next.text,
            truth: "\(id) cost nothing\(payment.isShared ? ": the family shares it" : "")")
        ]
      }
      let isReversed = world.typed.contains { $0.words.contains("reverse") }
      if !payment.isRevoked, !isReversed {
        return [
          ExplorerLie(
            .refundedIsRefunded, "never refunded", at: place(status, scene), said: status.next.text,
            truth: "\(id) stands")
        ]
      }
    }
    if let said = status.next.say, said.holds("was refunded"),
      !world.typed.contains(where: { $0.words.contains("reverse") }),
      !truth.payments.contains(where: { $0.productId == status.product.id && $0.isRevoked })
    {
      return [
        ExplorerLie(
          .refundedIsRefunded, "by the sentence", at: place(status, scene), said: said,
          truth: "Apple refunded no purchase of it")
      ]
    }
    return []
  }

  private static func neverPaid(
    _ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth
  ) -> [ExplorerLie] {
    // A device that could not verify a purchase does not know what it cost.
    let unread = Set(status.reasons.filter { $0.rule == Rule.verified.rawValue && !$0.supports }.map(\.transactionId))
    for payment in truth.payments
    where payment.productId == status.product.id && !payment.isPaid && !unread.contains(payment.id) {
      guard let said = status.callsPaid(payment.id) else { continue }
      return [
        ExplorerLie(
          .paidIsPaid, payment.isShared ? "family" : "free", at: place(status, scene), said: said,
          truth: "\(payment.id) cost nothing")
      ]
    }
    return []
  }

  private static func claimed(
    _ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth
  ) -> [ExplorerLie] {
    func payment(_ id: String) -> ExplorerPayment? { truth.payments.first { $0.id == id } }
    // What was credited after the device asked last cannot be known.
    if let id = status.calledUncredited, let payment = payment(id), truth.isCredited(payment),
      truth.creditDates[id].map({ $0 <= scene.serverDate ?? .distantPast }) ?? true
    {
      return [
        ExplorerLie(
          .claimsAreSo, "it was credited", at: place(status, scene), said: status.inOneLine,
          truth: "\(id) is credited to \(truth.credits[id] ?? "a user")")
      ]
    }
    // A person looks up the transactions that an answer names.
    let lineItems = Set(truth.payments.compactMap(\.transaction.webOrderLineItemId))
    if let reason = status.reasons.first(where: { $0.transactionId.map(lineItems.contains) ?? false }) {
      return [
        ExplorerLie(
          .claimsAreSo, "a transaction that does not exist", at: place(status, scene), said: reason.text,
          truth: "\(reason.transactionId ?? "") is a line item of an order")
      ]
    }
    for claim in status.claims {
      let wrong: String? =
        switch claim {
        case .charged(let id): payment(id).flatMap { $0.isPaid ? nil : "it cost nothing" }
        case .free(let id): payment(id).flatMap { $0.isPaid ? "it was paid" : nil }
        case .takenBack(let id): payment(id).flatMap { $0.isPaid ? "it was paid" : nil }
        case .delivered(let id):
          payment(id).flatMap { payment in
            truth.mayHaveForgotten || scene.state.verification == .none || truth.isCredited(payment)
              ? nil : "it was credited to nobody"
          }
        case .boughtElsewhere(let id):
          payment(id).flatMap { payment in
            payment.device == scene.device && payment.generation == scene.generation
              && payment.account == scene.state.account ? "it was bought here" : nil
          }
        case .belongsToAnotherUser(let id):
          payment(id).flatMap { payment in
            // A restore or a change of plan elsewhere, after the app server's last answer, cannot be known.
            let asked = scene.serverDate ?? .distantPast
            let isKnown =
              (truth.movedDates[id] ?? .distantPast) <= asked
              && !truth.payments.contains {
                $0.lineage == payment.lineage && ($0.transaction.purchaseDate ?? .distantPast) > asked
              }
            return scene.state.user != nil && truth.holders[payment.id] == [scene.state.user ?? ""] && isKnown
              ? "it is this user's" : nil
          }
        default: nil
        }
      if let wrong {
        return [
          ExplorerLie(.claimsAreSo, wrong, at: place(status, scene), said: "\(claim)", truth: wrong)
        ]
      }
    }
    return []
  }

  private static func boughtHere(
    _ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth
  ) -> [ExplorerLie] {
    guard let reason = status.saidToBeElsewhere,
      let payment = truth.payments.first(where: {
        $0.id == reason.transactionId
          || reason.transactionId == nil && $0.productId == status.product.id
            && truth.has(scene.state.appUser, $0) && $0.isRunning(at: truth.now)
      }), payment.device == scene.device, payment.generation == scene.generation, payment.account == scene.state.account
    else { return [] }
    return [
      ExplorerLie(
        .elsewhereIsElsewhere, at: place(status, scene), said: reason.text,
        truth: "\(payment.id) was bought on this device with this Apple Account")
    ]
  }

  private static func neverUnreachable(
    _ status: ProductStatus, _ scene: ExplorerScene, _ world: ExplorerWorld
  ) -> [ExplorerLie] {
    guard status.cause == .unreachable || status.underWay.contains(where: { $0.cause == .unreachable }) else {
      return []
    }
    let excuses: Set<String> = ["app-server-down", "network", "late-id"]
    let wasOff = world.typed.contains { $0.words.starts(with: ["simulator", "network", "off"]) }
    guard world.everArmed.isDisjoint(with: excuses), !wasOff else { return [] }
    return [
      ExplorerLie(
        .unreachableWasUnreachable, at: place(status, scene), said: status.inOneLine,
        truth: "the app server was never down, nor the network off")
    ]
  }

  private static func endless(_ status: ProductStatus, _ scene: ExplorerScene) -> [ExplorerLie] {
    func lie(_ how: String, _ said: String, _ truth: String) -> ExplorerLie {
      ExplorerLie(.waitsHaveAnEnd, how, at: place(status, scene), said: said, truth: truth)
    }
    if let until = status.next.until, until <= scene.now {
      return [lie("over already", status.next.text, "that was over \(until.formatted(.minute))")]
    }
    if status.state == .refundAsked, status.next.until == nil {
      return [lie("a refund without an end", status.inOneLine, "Apple decides within 72 hours")]
    }
    for item in status.underWay {
      if item.account == nil, [item.orderId, item.intentId].contains(where: { $0.map(scene.others.contains) ?? false })
      {
        return [lie("somebody else's", "\(item.kind)", "it is another user's, or another Apple Account's")]
      }
      if item.kind == .pending || item.kind == .interrupted, item.until.map({ $0 <= scene.now }) ?? true {
        return [lie("\(item.kind) without an end", "\(item.kind)", "it lapses")]
      }
    }
    return []
  }

  private static func notSignedAnew(_ status: ProductStatus, _ scene: ExplorerScene) -> [ExplorerLie] {
    guard status.cause == .badSignature, status.next.action != .restore else { return [] }
    // The Apple Account that bought it has to be signed in for that.
    let isElsewhere =
      scene.state.account == nil || status.underWay.contains { $0.cause == .badSignature && $0.account != nil }
    if isElsewhere, case .signIn = status.next.action, status.next.text.holds("restore") { return [] }
    return [
      ExplorerLie(
        .signaturesAreSignedAnew, at: place(status, scene), said: status.inOneLine,
        truth: "only a restore has the App Store sign it anew")
    ]
  }

  private static func denied(_ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth) -> [ExplorerLie] {
    guard status.deniesCharge, let item = status.underWay.first(where: { $0.kind == .chargeUnknown }),
      let payment = truth.payments.first(where: {
        $0.productId == status.product.id && $0.account == scene.state.account && $0.device == scene.device
          && ($0.transaction.purchaseDate ?? .distantPast) >= item.since.adding(milliseconds: -60_000) && !$0.isShared
      })
    else { return [] }
    return [
      ExplorerLie(
        .appleShowsWhatItShows, truth.isCredited(payment) ? "credited already" : "charged", at: place(status, scene),
        said: status.next.say ?? "", truth: "Apple charged \(payment.id)")
    ]
  }

  private static func approved(_ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth) -> [ExplorerLie]
  {
    guard let checked = scene.state.lastChecked else { return [] }
    for item in status.underWay where item.kind == .pending {
      guard let payment = truth.payments.first(where: { $0.id == item.transactionId }),
        (payment.transaction.signedDate ?? .distantFuture) <= checked
      else { continue }
      return [
        ExplorerLie(
          .approvedIsNotPending, at: place(status, scene), said: status.inOneLine,
          truth: "\(payment.id) was approved before the last check")
      ]
    }
    return []
  }

  private static func chargedTwice(
    _ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth
  ) -> [ExplorerLie] {
    // A second charge without an answer is named as that until the App Store was asked, and one without delivery until
    // the app server was.
    guard status.product.type != .consumable, !status.saysChargedTwice,
      !status.underWay.contains(where: { $0.kind == .chargeUnknown || $0.kind == .paidNotDelivered && $0.ground == nil }
      )
    else { return [] }
    let user = scene.state.appUser
    let group = status.product.subscriptionGroupIdentifier
    let paid = truth.payments.filter { payment in
      (payment.productId == status.product.id
        || group != nil && payment.transaction.subscriptionGroupIdentifier == group)
        && truth.has(user, payment) && payment.isPaid && !payment.isRevoked && payment.isRunning(at: truth.now)
        && payment.transaction.type != .nonRenewingSubscription
        && (payment.transaction.purchaseDate ?? .distantPast) <= truth.now && scene.origin(of: payment) != nil
        // What another Apple Account paid is known through the app server only, until the device asks again.
        && (payment.account == scene.state.account || !truth.mayHaveForgotten)
    }
    guard Set(paid.map(\.lineage)).count > 1, status.entitled,
      paid.contains(where: { $0.productId == status.product.id })
    else { return [] }
    return [
      ExplorerLie(
        .chargedTwiceIsSaid, group == nil ? "lasting" : "subscription", at: place(status, scene),
        said: status.inOneLine,
        truth: "\(user) paid \(paid.map { "\($0.id) with \($0.account ?? "?")" }.joined(separator: " and "))")
    ]
  }

  private static func unlisted(_ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth) -> [ExplorerLie]
  {
    guard !truth.mayHaveForgotten else { return [] }
    for payment in truth.payments where payment.productId == status.product.id && scene.isMine(payment) {
      guard payment.isPaid, !payment.isRevoked, payment.isRunning(at: truth.now), !truth.isCredited(payment),
        payment.device == scene.device, payment.generation == scene.generation, !payment.isRenewal,
        !scene.listed.contains(payment.id), !scene.listed.contains(payment.productId)
      else { continue }
      return [
        ExplorerLie(
          .moneyIsListed, payment.account == scene.state.account ? "this Apple Account's" : "another Apple Account's",
          at: place(status, scene), said: "till orders leaves it out",
          truth: "\(payment.id) was paid here with \(payment.account ?? "?") and credited to nobody")
      ]
    }
    return []
  }

  private static func unpriced(_ status: ProductStatus, _ scene: ExplorerScene) -> [ExplorerLie] {
    guard status.product.displayPrice.isEmpty else { return [] }
    return [
      ExplorerLie(
        .pricesAreShown, at: place(status, scene), said: "no price",
        truth: "\(status.product.price) milliunits of \(status.product.currency)")
    ]
  }

  private static func misdirected(
    _ status: ProductStatus, _ scene: ExplorerScene, _ truth: ExplorerTruth
  ) -> [ExplorerLie] {
    for payment in truth.payments where payment.productId == status.product.id && payment.device == scene.device {
      guard let user = payment.user, payment.transferredTo == nil, !payment.isRenewal,
        let credit = truth.credits[payment.id], credit != user,
        // Bought without logging in: the user who restores it gets it, or, at a server that forgot, who brings it first.
        // Without its token, it is taken for the purchase of another device that waits for an answer about the same.
        payment.transaction.appAccountToken != nil,
        !payment.isBoughtLoggedOut || !(payment.restorers.contains(credit) || truth.mayHaveForgotten),
        // A login sets its token on the newest transaction of a subscription too, which another user may have bought.
        payment.transaction.appAccountToken?.lowercased() != userToken(of: credit, bundleId: ExplorerAction.app)
      else { continue }
      return [
        ExplorerLie(
          .creditedToTheBuyer, "to another user", at: place(status, scene), said: "credited to \(credit)",
          truth: "\(payment.id) was bought for \(user)")
      ]
    }
    return []
  }
}
