import AppStoreModel
import Core
import Entitlements

/// An answer as the program gave it before it was mended, planted to see that the explorer finds it.
///
/// A mend of the resolver is planted in the evidence that it weighs or in the answer that it gives; one of an action in
/// what it reports. A new mend adds a case here, and one line where it bends something. The numbers are those of what
/// was seen.
enum ExplorerFlaw: String, CaseIterable, Hashable, Sendable {
  /// 11: what the App Store did not answer is not under way.
  case unansweredIsNothing
  /// 1: what Apple signed entitles, whatever the app server credited.
  case chargedIsDelivered
  /// 5: what was given up was never bought.
  case givenUpIsNothing
  /// 2: what waits for one user waits for the user who is logged in.
  case waitsForTheUserWhoIsLoggedIn
  /// 4: owned by the Apple Account is a success, also for a user who gets nothing by it.
  case ownedIsSuccess
  /// 13: a signature that does not hold is tried again.
  case signatureIsTriedAgain
  /// 17: what was credited stays with the Apple Account that paid.
  case creditStaysWithTheAccount
  /// 1: the app server never hears the App Store.
  case serverNeverHears
  /// 15: what waits has no end.
  case waitsForEver
  /// 14: a failure that strikes once is spent by what is done before and after.
  case faultIsSpent
  /// 1: a device that has not asked yet knows all.
  case unaskedKnowsAll
  /// 1: what this user paid with another Apple Account is not this user's money.
  case otherAccountsDoNotCount
  /// 1: the lists leave out what was paid with another Apple Account.
  case otherAccountsAreUnlisted
  /// 1: the list of orders knows of a purchase without an answer only what the App Store said.
  case ordersDoNotAskTheServer
  /// 2: what the user paid on another device is not asked about.
  case otherDevicesDoNotCount
  /// 6: a duration lives in one device.
  case durationStaysOnOneDevice
  /// 7: what the App Store hands over of another Apple Account is this user's.
  case queueIsMine
  /// 8: a period that ended has ended, whether it was renewed or not.
  case renewalIsNeverAwaited
  /// 9: a grant of a consumable adds nothing.
  case grantAddsNothing
  /// 10: a refund can be asked of nothing.
  case refundListIsEmpty
  /// 10: a product whose price comes without its text has none.
  case priceIsItsText
  /// 14: whatever the app server has not credited could not be asked about.
  case undecidedIsUnreachable
  /// 14: what the app server credited was bought on another device.
  case creditedIsBoughtElsewhere
  /// 15: a request that waits for approval is not there.
  case requestIsNothing
  /// 16: a lifetime purchase is left out of the answers.
  case lastingIsLeftOut
  /// 17: a consumable that was not asked about is restored.
  case consumableIsRestored
  /// 18: a trial and what a family shares were paid.
  case freeIsPaid
  /// 18: a plan of another login is this user's to change.
  case anotherLoginsPlanIsMine
  /// 18: what was paid twice is not said.
  case twiceIsNotSaid
  /// 4: what a restore brings and the user does not get is reported as entitled.
  case inactiveIsReportedEntitled

  /// What the program with the flaw said on a device; nil where it is the same.
  ///
  /// Only the answers that differ stand in it.
  func bent(_ scene: ExplorerScene, _ evidence: EvidenceSet) -> ExplorerScene? {
    var bent = scene
    var other = evidence
    if self == .otherAccountsAreUnlisted {
      bent.listed.subtract(evidence.orders.filter { $0.account != evidence.account }.map(\.transactionId))
      return bent.listed == scene.listed ? nil : bent
    }
    if self == .ordersDoNotAskTheServer {
      for index in bent.unanswered.indices { bent.unanswered[index].goneThrough = nil }
      return bent.unanswered == scene.unanswered ? nil : bent
    }
    if self == .refundListIsEmpty {
      bent.refundable = []
      return scene.refundable.isEmpty ? nil : bent
    }
    if self == .lastingIsLeftOut {
      bent.answered.subtract(ExplorerAction.nonConsumables)
      return bent
    }
    if bend(&other) {
      guard scene.state.account != nil, other != evidence else { return nil }
      bent.statuses = Resolver.resolve(other, at: scene.now)
    } else {
      for index in bent.statuses.indices { bend(&bent.statuses[index]) }
    }
    let unbent = Set(scene.statuses)
    bent.statuses.removeAll(where: unbent.contains)
    return bent.statuses.isEmpty ? nil : bent
  }

  /// Bends what is weighed; false where the flaw is not in that.
  private func bend(_ evidence: inout EvidenceSet) -> Bool {
    switch self {
    case .unansweredIsNothing: evidence.intents.removeAll { $0.state == .open }
    case .requestIsNothing: evidence.intents.removeAll { $0.state == .pending }
    case .chargedIsDelivered: evidence.isConfirmedByServer = false
    case .givenUpIsNothing:
      evidence.orders.removeAll(where: \.isGivenUp)
      evidence.purchasesAtServer.removeAll { $0.state == .closed }
    case .waitsForTheUserWhoIsLoggedIn:
      for index in evidence.orders.indices { evidence.orders[index].user = evidence.user }
      for index in evidence.intents.indices { evidence.intents[index].user = evidence.user }
    case .creditStaysWithTheAccount: evidence.rights = []
    case .unaskedKnowsAll: (evidence.isAsked, evidence.lastChecked) = (true, evidence.lastChecked ?? .distantPast)
    case .otherAccountsDoNotCount:
      evidence.orders.removeAll { $0.account != evidence.account }
      evidence.intents.removeAll { $0.account != evidence.account }
      evidence.purchasesAtServer = []
    case .otherDevicesDoNotCount: evidence.purchasesAtServer = []
    case .durationStaysOnOneDevice:
      evidence.durations = [:]
      for index in evidence.rights.indices where evidence.rights[index].type == .nonRenewingSubscription {
        (evidence.rights[index].expiresDate, evidence.rights[index].ended) = (nil, nil)
      }
    case .renewalIsNeverAwaited: evidence.renewalInfos = []
    case .grantAddsNothing:
      for id in evidence.consumables.keys { evidence.consumables[id]?.granted = 0 }
    case .creditedIsBoughtElsewhere:
      (evidence.transactions, evidence.orders, evidence.intents, evidence.quarantined) = ([], [], [], [])
    case .freeIsPaid:
      for index in evidence.transactions.indices where evidence.transactions[index].transaction.isFree {
        evidence.transactions[index].transaction.price = 8000
        evidence.transactions[index].transaction.inAppOwnershipType = .purchased
      }
    case .anotherLoginsPlanIsMine:
      for id in evidence.owners.keys { evidence.owners[id]?.users = [evidence.user] }
    default: return false
    }
    return true
  }

  /// Bends what was answered.
  private func bend(_ status: inout ProductStatus) {
    switch self {
    case .signatureIsTriedAgain:
      if status.cause == .badSignature { status.next.action = .retry(orderId: nil) }
    case .waitsForEver:
      status.next.until = nil
      for index in status.underWay.indices { status.underWay[index].until = nil }
    case .undecidedIsUnreachable: if status.cause != nil { status.cause = .unreachable }
    case .consumableIsRestored:
      if status.product.type == .consumable, status.next.action == .refundCheck { status.next.action = .restore }
    case .priceIsItsText: status.product.displayPrice = ""
    case .twiceIsNotSaid: status.reasons.removeAll { $0.rule == Rule.chargedTwice.rawValue }
    default: break
    }
  }

  /// How the program with the flaw reported a purchase; nil where the flaw is not in that.
  func bent(_ report: ExplorerBuyReport) -> ExplorerBuyReport? {
    guard [.ownedIsSuccess, .faultIsSpent].contains(self) else { return nil }
    var report = report
    if self == .faultIsSpent || report.alreadyOwned { report.result = "success" }
    return report
  }

  /// How the program with the flaw reported a restore or a refund check; nil where the flaw is not in that.
  func bent(_ typed: ExplorerWorld.Typed) -> ExplorerWorld.Typed? {
    guard self == .inactiveIsReportedEntitled, ExplorerPromise.isReporting(typed),
      let inactive = typed.document["inactive"]?.arrayValue, !inactive.isEmpty
    else { return nil }
    var typed = typed
    typed.document["inactive"] = .array([])
    typed.document["entitled"] = .array(
      (typed.document["entitled"]?.arrayValue ?? []) + inactive.compactMap { $0.objectValue?["productId"] })
    return typed
  }

  /// Worlds that show the flaws; what they do not show is looked for in random ones.
  static let worlds: [[String]] = [
    // Coins that are given up.
    ["first refund-check", "first fault app-server-overdue --once", "first buy P.coins100"],
    // The same, looked at with another Apple Account.
    [
      "first user one", "first fault app-server-overdue --once", "first buy P.coins100", "first account again@",
      "first refund-check",
    ],
    [
      "first user one", "first fault app-server-refused", "first buy P.premium", "first account again@",
      "first refund-check",
    ],
    // What the Apple Account has for another login.
    ["first user one", "first buy P.premium", "first user two", "first buy P.premium"],
    // Paid with one Apple Account, looked at with another, and on a new device.
    ["first refund-check", "first fault app-server-down", "first buy P.coins100", "first account again@"],
    ["first fault app-server-down", "first buy P.coins100", "first fault app-server-down --off", "first new-device"],
    [
      "first user one", "first fault app-server-refused", "first buy P.coins100", "second user one",
      "second refund-check",
    ],
    // A pass that is over.
    [
      "first user one", "first duration P.season P1M", "first buy P.season", "first simulator advance 1680h",
      "first refund-check",
    ],
    // A subscription whose renewal was not seen.
    [
      "first buy P.plus.monthly", "first refund-check", "first simulator network off", "first simulator advance 1464h",
    ],
    // What waits for the login before.
    ["first user one", "first fault app-server-down", "first buy P.premium", "first user two"],
    ["first grant P.coins100 --reason test"],
    // Charged, as only the app server has heard.
    ["first simulator fault late", "first buy P.coins100", "first use P.coins100"],
    ["first fault app-server-refused", "first buy P.premium"],
    ["first fault no-callback", "first buy P.premium"],
    ["first buy P.season --outcome unverified"],
    // Paid on one device, looked at on another one with another Apple Account.
    [
      "first user one", "first fault app-server-refused", "first buy P.premium", "second account again@",
      "second user one", "second refund-check",
    ],
    [
      "first user one", "first fault app-server-refused", "first buy P.coins100", "second account again@",
      "second user one", "second refund-check",
    ],
    // What a restore brings and the app server cannot credit.
    ["first fault app-server-down", "first buy P.premium", "first restore"],
    ["first buy P.premium"],
    // Another Apple Account's purchase in the queue.
    ["first user one", "first fault other-account", "first buy P.darkicons"],
    ["first refund-check", "first buy P.premium --outcome pending"],
    ["first refund-check", "first fault app-server-down", "first buy P.plus.yearly"],
    ["first user one", "first buy P.plus.monthly", "first refund-check", "first user two", "first refund-check"],
    [
      "first user one", "first buy P.plus.monthly", "first account again@", "first buy P.plus.monthly --again",
      "first refund-check",
    ],
  ]
}

/// What a purchase came to, as its document says.
struct ExplorerBuyReport {
  var result: String
  var alreadyOwned: Bool
}
