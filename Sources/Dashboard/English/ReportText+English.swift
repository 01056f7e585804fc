import StoreModel
import Texts

extension ReportText {
  var english: String {
    switch self {
    case .lastAction: "Last action"
    case .refundCheck: "Refund check"
    case .news: "News from the App Store"
    case .restore: "Restore"
    case .orders: "Orders"
    case .answer: "The App Store's answer"
    case .showsAll(let text): "\(text) (\(key(.lastReport)) shows all)"

    case .takenUp: "Taken up again"
    case .healed(let count):
      "\(English.counted(count, "paid order")) of before the program ended \(English.agreeing(count, "is", "are")) delivered now."
    case .healedOrder(let product):
      "\(product): paid, but the program ended before it was delivered; it is delivered now, and charged once"
    case .healedHow:
      "Each step is stored before the next one begins, so the start knew how far it was (\(key(.showOrders)) lists the order)."

    case .bought(let product, let account):
      "Bought \(product); \(account.isEmpty ? "the Apple Account" : account) paid."
    case .chargedNothing(let product, let change): chargedNothing(product, change)
    case .chargedBefore(let product):
      "\(product): an earlier purchase of it was charged and is delivered now; nothing was bought again."
    case .interrupted(let product):
      "\(product) is interrupted: nothing is charged before the customer settles it with the App Store "
        + "(\(keys(to: "approve")))."
    case .waitsForParent(let product):
      "\(product) waits for a parent: nothing is charged or unlocked until approved (\(keys(to: "approve")))."
    case .cancelled(let product): "Cancelled: \(product) was not bought, nothing was charged."
    case .failedTitle: "Purchase failed"
    case .notBought(let product, let reason):
      "\(product) was not bought: \(English.closed(reason ?? "the App Store gave no reason"))"
    case .chargedNothingTryAgain: "Nothing was charged. Press \(key(.buy)) to try again."
    case .unanswered(let product, let message):
      "\(product): \(English.closed(message ?? "the App Store did not answer"))"
    case .halfSuccess(let product, let message):
      "\(product): \(English.closed(message ?? "charged, not delivered yet; it goes on by itself"))"
    case .refused(let product, let message):
      "\(product): \(English.closed(message ?? "charged, but the app's server refused it"))"
    case .unverifiedTitle: "Signature does not verify"
    case .unverified(let product): "\(product): paid, but the signature does not verify; not unlocked."
    case .staysLocked(let product, let reason):
      "\(product) stays locked: \(English.closed(reason ?? "the signature does not hold"))"
    case .keptInQuarantine: "The signed transaction is kept in quarantine with this reason."
    case .fetchesProperCopy:
      "If the App Store did charge, a refund check (\(key(.refundCheck))) or a restore (\(key(.restore))) fetches a "
        + "proper copy and unlocks it."

    case .restored(let count, let entitled, let inactive):
      (count == 0 ? "Restored, nothing was missing" : "Restored \(English.counted(count, "transaction"))")
        + ": \(entitled) entitled" + (inactive == 0 ? "." : ", \(inactive) inactive.")
    case .nothingToRestore: "Nothing to restore: this Apple Account owns nothing here."
    case .restoreCancelled: "Restore cancelled: nothing was removed."
    case .restoreFailed(let reason):
      "Restore failed: \(English.closed(reason ?? "the App Store gave no reason")) Nothing was removed."
    case .entitled(let product): "\(product): entitled"
    case .inactive(let product, let state): "\(product): \(state.words), not entitled"
    case .otherUser(let name, let reason): "\(name): of another user, \(reason)"
    case .notRestorable(let name, let reason): "\(name): not restorable, \(reason)"
    case .failedVerification(let name, let reason): "\(name): failed verification, \(reason)"
    case .unnamedTransaction: "a transaction"
    case .knownBefore(let count): "\(English.counted(count, "transaction")) known before"

    case .checkCancelled: "Refund check cancelled: nothing was removed."
    case .checkIncomplete: "Refund check incomplete: nothing was removed."
    case .checkFailed(let reason):
      "Refund check failed: \(English.closed(reason ?? "the App Store gave no reason")) Nothing was removed."
    case .nothingChanged(let count): "Nothing changed: \(English.counted(count, "product")) as before."
    case .changed(let refunded, let reversed, let entitled, let removed):
      "Refund check: "
        + [
          (refunded, "refunded"), (reversed, "reversed"), (entitled, "newly entitled"),
          (removed, "no longer entitled"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + "."
    case .refunded(let product, let date, let isLost):
      "\(product): refunded\(date.map { " on \($0)" } ?? ""), \(isLost ? "no longer entitled" : "entitlement unchanged")"
    case .refundReversed(let product, let isBack): "\(product): refund reversed\(isBack ? ", entitled again" : "")"
    case .newlyEntitled(let product): "\(product): newly entitled"
    case .noLongerEntitled(let product): "\(product): no longer entitled"
    case .unchanged(let count): "\(English.counted(count, "product")) unchanged"

    case .filed(let product):
      "Filed, not refunded: Apple decides on \(product). Press \(key(.refundCheck)) later to look."
    case .notAsked: "No refund was asked for."
    case .askedBefore(let product): "A refund of \(product) was asked for already: Apple decides."
    case .notAskedBecause(let reason): "No refund was asked for: \(reason)"
    case .remaining(let count): "\(count) left."
    case .used(let count, let product, let rest): "Used \(count) × \(product): \(rest) left."
    case .nothingWaits: "Nothing waits: everything paid was delivered and reported."
    case .order(let product, let state, let error, let advice):
      "\(product): \(RowText.orderState(state))" + (error.map { " (\($0))" } ?? "")
        + (advice.isEmpty ? "" : "; \(advice)")
    case .ordersSettled(let count): "\(English.counted(count, "order")): nothing is left to do."
    case .ordersOpen(let count): "\(English.counted(count, "order")) still open."
    case .answered(let count):
      "The App Store answered: \(English.counted(count, "line")) (\(key(.lastReport)) shows \(English.agreeing(count, "it", "them")))."
    }
  }

  /// What a purchase led to that cost nothing: it changed the plan, or nothing at all.
  private func chargedNothing(_ product: String, _ change: PlanChange?) -> String {
    switch change {
    case .downgrade, .crossgradeAtRenewal: "\(product) begins with the next renewal: nothing was charged now."
    case .takenBack: "\(product) goes on: the change was taken back, nothing was charged."
    case .alreadyChosen: "\(product) begins with the next renewal, as was chosen before: nothing was charged."
    default: "\(product) is owned already: nothing was charged."
    }
  }
}
