import Entitlements
import StoreModel

@testable import Purchasing

/// An answer as the program gave it before, planted to see that the search would find it.
///
/// Each stands for a case of "I paid and have nothing" by its number. Not planted are 11 (a store of Xcode's
/// environment), 12 (the secret: every route, in `AppServerSecretTests`) and 13 (texts of what customers do in Settings,
/// which is no step that is followed: `answer-13-texts.json5`).
enum FollowFlaw: Int, CaseIterable, Hashable, Sendable {
  /// What the App Store did not answer is not under way.
  case unansweredIsNothing = 1
  /// What Apple signed entitles, whatever the app's server credited.
  case chargedIsDelivered
  /// Coins that were given up were never bought.
  case givenUpIsNothing
  /// What waits for somebody waits for whoever is logged in.
  case waitsForWhoeverIsLoggedIn
  /// Owned by the Apple Account is a success, also for a user who gets nothing by it.
  case ownedIsSuccess
  /// A signature that does not hold is tried again.
  case signatureIsTriedAgain
  /// What was credited stays with the Apple Account that paid.
  case creditStaysWithTheAccount
  /// The app's server never hears the App Store.
  case serverNeverHears
  /// What waits for somebody waits without an end.
  case waitsForEver
  /// A failure that strikes once is eaten by what is done before and after.
  case faultIsEaten

  /// The evidence as the program with the flaw weighed it; nil where the flaw is not in that.
  func bent(_ evidence: EvidenceSet) -> EvidenceSet? {
    var evidence = evidence
    switch self {
    case .unansweredIsNothing: evidence.intents.removeAll { $0.state == .open }
    case .chargedIsDelivered: evidence.isConfirmedByServer = false
    case .givenUpIsNothing: evidence.orders.removeAll(where: \.isGivenUp)
    case .waitsForWhoeverIsLoggedIn:
      for index in evidence.orders.indices { evidence.orders[index].user = evidence.user }
      evidence.intents = evidence.intents.map { intent in
        var intent = intent
        intent.user = evidence.user
        return intent
      }
    case .creditStaysWithTheAccount: evidence.rights = []
    default: return nil
    }
    return evidence
  }

  /// What the program with the flaw answered where it answers so; nil where the flaw is not in that.
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

  /// What the program with the flaw said of a purchase; nil where the flaw is not in that.
  func bent(_ report: BuyReport) -> BuyReport? {
    guard [.ownedIsSuccess, .faultIsEaten].contains(self) else { return nil }
    var report = report
    if self == .faultIsEaten || report.alreadyOwned { report.result = .success }
    return report
  }
}
