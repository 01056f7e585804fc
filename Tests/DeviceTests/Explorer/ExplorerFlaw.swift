import AppStoreModel
import Entitlements

/// An answer as the program gave it before it was mended, planted to see that the explorer finds it.
///
/// A mend of the resolver is planted in the evidence that it weighs or in the answer that it gives; one of an action in
/// what it reports. A new mend adds a case here, and one line where it bends something.
enum ExplorerFlaw: String, CaseIterable, Hashable, Sendable {
  /// What the App Store did not answer is not under way.
  case unansweredIsNothing
  /// What Apple signed entitles, whatever the app's server credited.
  case chargedIsDelivered
  /// What was given up was never bought.
  case givenUpIsNothing
  /// What waits for one user waits for the user who is logged in.
  case waitsForTheUserWhoIsLoggedIn
  /// Owned by the Apple Account is a success, also for a user who gets nothing by it.
  case ownedIsSuccess
  /// A signature that does not hold is tried again.
  case signatureIsTriedAgain
  /// What was credited stays with the Apple Account that paid.
  case creditStaysWithTheAccount
  /// The app's server never hears the App Store.
  case serverNeverHears
  /// What waits has no end.
  case waitsForEver
  /// A failure that strikes once is spent by what is done before and after.
  case faultIsSpent

  /// The evidence as the program with the flaw weighed it; nil where the flaw is not in that.
  func bent(_ evidence: EvidenceSet) -> EvidenceSet? {
    var evidence = evidence
    switch self {
    case .unansweredIsNothing: evidence.intents.removeAll { $0.state == .open }
    case .chargedIsDelivered: evidence.isConfirmedByServer = false
    case .givenUpIsNothing:
      evidence.orders.removeAll(where: \.isGivenUp)
      evidence.purchasesAtServer.removeAll { $0.state == .closed }
    case .waitsForTheUserWhoIsLoggedIn:
      for index in evidence.orders.indices { evidence.orders[index].user = evidence.user }
      for index in evidence.intents.indices { evidence.intents[index].user = evidence.user }
    case .creditStaysWithTheAccount: evidence.rights = []
    default: return nil
    }
    return evidence
  }

  /// What the program with the flaw answered; nil where the flaw is not in that.
  func bent(_ status: ProductStatus) -> ProductStatus? {
    var status = status
    switch self {
    case .signatureIsTriedAgain:
      if status.cause == .badSignature { status.next.action = .retry(orderId: nil) }
    case .waitsForEver:
      status.next.until = nil
      for index in status.underWay.indices { status.underWay[index].until = nil }
    default: return nil
    }
    return status
  }

  /// How the program with the flaw reported a purchase; nil where the flaw is not in that.
  func bent(_ report: ExplorerBuyReport) -> ExplorerBuyReport? {
    guard [.ownedIsSuccess, .faultIsSpent].contains(self) else { return nil }
    var report = report
    if self == .faultIsSpent || report.alreadyOwned { report.result = "success" }
    return report
  }
}

/// What a purchase came to, as its document says.
struct ExplorerBuyReport {
  var result: String
  var alreadyOwned: Bool
}
