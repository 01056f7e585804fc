import StoreModel
import Texts

/// What the app's server writes into its journal; it is kept in the words of the day.
enum ServerJournalText: Sentence {
  case wasTakenBack(product: String, cause: String, count: Int, of: Int), wasRefunded(count: Int, of: Int)
  case wasReversed(Int)
  case wasCredited(product: String, told: String, byDevice: Bool, others: String?)
  case wasCreditedToNobody(String)
  case tokenIsOnOthers(String)

  case foundInHistory(String), serverLostItsData

  case uploadedForAnother(order: String, transaction: String), refusedOnPurpose, overdueOnPurpose, markedAsOverdue
  case boughtTooLongAgo, tokenIsNobodys, creditedBefore, noOrder(String), closedByHand(String)
  case closingIsVoid(String), reopened(String)

  case hasIt(String), hasItInstead(others: String, told: String), byRestorePolicy(outcome: String, others: String)

  case fileHolds(value: String, type: String), restorePolicyIsNow(String)

  case wasSwept(Int)
  case wasMoved(from: String?, reason: String)

  case attribution(Attribution)
}

// MARK: - English

extension ServerJournalText {
  var english: String {
    switch self {
    case .wasTakenBack(let product, let cause, let count, let of):
      "\(product): \(cause): \(count) of \(of) taken back"
    case .wasRefunded(let count, let of): "the App Store refunded it: \(count) of \(of) taken back"
    case .wasReversed(let count): "the refund was reversed: \(count) given back"
    case .wasCredited(let product, let told, let byDevice, let others):
      "\(product) credited, told by \(told)\(byDevice ? "" : "; no device has reported it")"
        + (others.map { "; \($0)" } ?? "")
    case .wasCreditedToNobody(let productId): "\(productId) had been credited to nobody"
    case .tokenIsOnOthers(let others): "its order's token is on \(others) too: each was paid, each is credited"

    case .foundInHistory(let name): "\(name): found in the App Store's history"
    case .serverLostItsData: "the server lost its data (a fault that was set): it begins anew"

    case .uploadedForAnother(let order, let transaction):
      "the order \(order) was uploaded for transaction \(transaction)"
    case .refusedOnPurpose: "the app's server refused it (a fault that was set)"
    case .overdueOnPurpose: "the app's server finds it too old (a fault that was set)"
    case .markedAsOverdue: "support marked it as overdue"
    case .boughtTooLongAgo: "it was bought too long ago to be credited"
    case .tokenIsNobodys:
      "its token is nobody's here, and the restore policy leaves it: let its user log in once, or "
        + "choose another policy (till restore-policy transfer), then retry the order"
    case .creditedBefore: "a device reported what was credited before"
    case .noOrder(let orderId): "no order \(orderId) was uploaded"
    case .closedByHand(let reason): "closed by hand: \(reason)"
    case .closingIsVoid(let reason): "not closed (\(reason)): it had been credited before"
    case .reopened(let reason): "opened again after it had been given up (\(reason))"

    case .hasIt(let attribution): "has it, told by \(attribution)"
    case .hasItInstead(let others, let told): "has it instead of \(others), told by \(told)"
    case .byRestorePolicy(let outcome, let others): "the restore policy: \(outcome), from \(others)"

    case .fileHolds(let value, let type):
      "its file holds \"\(value)\", which is no \(type): check it with till doctor"
    case .restorePolicyIsNow(let policy): "the restore policy is now \(policy)"

    case .wasSwept(let count):
      English.counted(count, "statement of before was looked through", "statements of before were looked through")
    case .wasMoved(let user, let reason):
      "moved by hand from \(user ?? "nobody"): \(reason)"

    case .attribution(let attribution):
      told(attribution)
    }
  }

  private func told(_ attribution: Attribution) -> String {
    switch attribution {
    case .intent: "the purchase that was made for this user"
    case .token: "its token"
    case .lineage: "an earlier transaction of the same subscription"
    case .missingToken: "nothing but who was logged in: it carries no token"
    case .foreignToken: "the restore policy: its token is nobody's here"
    case .support: "our own people"
    case .otherPlatform: "our own people: it was bought on another platform"
    }
  }
}
