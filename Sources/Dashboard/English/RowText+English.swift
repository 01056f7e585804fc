import StoreModel
import Texts

extension RowText {
  var english: String {
    switch self {
    case .reversed: "reversed"
    case .refunded: "refunded"
    case .revoked: "revoked"
    case .sharedNoLonger: "shared no longer"
    case .refundedInFull: "refunded in full"
    case .amountNotStated: "amount not stated"
    case .refundedInPart(let share): "\(share) refunded"

    case .verdict(.absent): "absent"
    case .verdict(.attested): "attested"
    case .verdict(.byReceipt): "by receipt"
    case .verdict(.unsigned): "unsigned"
    case .verdict(.notVerified): "not verified"
    case .origin(let origin, let versions, let isUpgraded):
      "by \(origin.rawValue)" + (versions > 1 ? ", \(English.counted(versions, "version"))" : "")
        + (isUpgraded ? ", upgraded" : "")
    case .paid(let account, let user): (user.map { "for \($0), " } ?? "") + "\(account) paid"
    case .transaction(let id): "transaction \(id)"

    case .orderState(let state): state == .halfSuccess ? "half success" : state.rawValue
    case .notPaid: "not paid"
    case .intentState(.open): "no answer from the App Store: it may have been charged, ask again"
    case .intentState(.pending): "waits for somebody in the family to approve it; lapses after a day"
    case .intentState(.interrupted): "waits until the customer has settled what the App Store asks; lapses after a day"
    case .intentState(.closed): "over"
    case .attribution(let attribution): words(attribution)
    case .policyOutcome(.kept):
      "kept with the user who had it; support can grant access (till grant), or the customer logs in there"
    case .policyOutcome(.transferred): "transferred: the user who had it has it no more"
    case .policyOutcome(.shared): "shared: another user has it too"
    case .policy(let policy): "\(policy.rawValue): \(policy.words)"
    case .credited(let users, let attribution): "\(English.list(users)): \(RowText.attribution(attribution))"
    case .forNobody: "nobody: no user was logged in"
    case .tokenMissing: "missing"
    case .tokenOfThisPurchase(let token): "\(token), of this purchase alone"

    case .toDo: "to do"
    case .lastError: "last error"
    case .givenUp: "given up"
    case .attempts: "attempts"
    case .whom: "for"
    case .creditedLabel: "credited"
    case .policyLabel: "policy"
    case .payer: "paid by"
    case .verified: "verified"
    case .transactionLabel: "transaction"
    case .token: "token"
    case .order: "order"
    case .restored: "restored"
    }
  }

  /// How the app's server told whose it is.
  private func words(_ attribution: Attribution) -> String {
    switch attribution {
    case .intent: "the purchase was made for this user"
    case .token: "its token is this user's"
    case .lineage: "an earlier transaction of it is theirs"
    case .missingToken: "it carries no token, and this user was logged in when it was first seen"
    case .foreignToken: "its token is nobody's here, and the restore policy decided"
    case .support: "our own people moved it to this user"
    case .otherPlatform: "it was bought on another platform"
    }
  }
}
