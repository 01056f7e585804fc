import SafeText
import StoreModel
import Texts

/// What the lists say of refunds, transactions and orders.
enum RowText: Sentence {
  case reversed, refunded, revoked
  case sharedNoLonger, refundedInFull, amountNotStated
  /// How much of the price was paid back, with its sign.
  case refundedInPart(String)

  case verdict(TransactionWord)
  case origin(Origin, versions: Int, isUpgraded: Bool)
  case paid(by: String, for: String?)
  case transaction(String)

  case orderState(Order.State)
  /// A purchase that was begun and is not over.
  case notPaid, intentState(Intent.State)
  case attribution(Attribution)
  case policyOutcome(PolicyOutcome)
  case policy(RestorePolicy)
  case credited([String], Attribution)
  /// What an order was for, where nobody was logged in.
  case forNobody
  case anotherAccounts
  case tokenMissing
  case tokenOfThisPurchase(String)

  /// The labels of an order's facts.
  case toDo, lastError, givenUp, attempts, whom, creditedLabel, policyLabel, payer, verified, transactionLabel, token
  case order, restored

  /// How a transaction that is not revoked came here.
  enum TransactionWord: Hashable {
    case absent, attested, byReceipt, unsigned, notVerified
  }
}

extension RefundRecord {
  var word: RowText {
    if reversedDate != nil { return .reversed }
    return revocationType == .familyRevoke ? .revoked : .refunded
  }

  var note: RowText {
    switch (revocationType, revocationPercentage) {
    case (.some(.familyRevoke), _): .sharedNoLonger
    case (_, .some(let share)) where share != 100_000: .refundedInPart(Self.percent(share))
    case (_, .some): .refundedInFull
    default: .amountNotStated
    }
  }

  /// Milliunits of a percentage, where 100000 is all.
  private static func percent(_ milliunits: Int32) -> String {
    let (whole, rest) = milliunits.quotientAndRemainder(dividingBy: 1000)
    return rest == 0 ? "\(whole) %" : "\(whole).\(String(rest.magnitude + 1000).dropFirst()) %"
  }
}

extension StoredTransaction {
  var word: String {
    if transaction.revocationDate != nil {
      let isShare = transaction.revocationType == .familyRevoke || transaction.inAppOwnershipType == .familyShared
      return (isShare ? RowText.revoked : .refunded).text
    }
    if isAbsent { return RowText.verdict(.absent).text }
    switch verdict {
    case .verified: return origin.rawValue
    case .attested(.answer): return RowText.verdict(.attested).text
    case .attested(.receipt): return RowText.verdict(.byReceipt).text
    case .attested(.file): return RowText.verdict(.unsigned).text
    case .skipped, .failed: return RowText.verdict(.notVerified).text
    }
  }

  var note: RowText { .origin(origin, versions: versions, isUpgraded: transaction.isUpgraded == true) }
}

extension Order {
  /// Everything known about it, a label and a text each.
  var facts: [TabRow.Fact] {
    var facts: [TabRow.Fact] = []
    func add(_ label: RowText, _ text: String?) {
      if let text, !text.isEmpty { facts.append(TabRow.Fact(label: label.text, text: safeText(text))) }
    }
    add(.toDo, advice)
    add(.lastError, lastError)
    add(.givenUp, closedReason)
    if attempts > 0 { add(.attempts, "\(attempts)") }
    add(.whom, user ?? RowText.forNobody.text)
    if let credit {
      add(.creditedLabel, RowText.credited(credit.users, credit.attribution).text)
      add(.policyLabel, credit.policyOutcome.map { RowText.policyOutcome($0).text })
    }
    add(.payer, account)
    add(.verified, verification.text)
    add(.transactionLabel, transactionId)
    add(.token, tokenText)
    add(.order, id)
    return facts
  }

  /// A token, and whether it is the purchase's own; a payment that carries it again says so in its journal.
  private var tokenText: String {
    guard let token = appAccountToken else { return RowText.tokenMissing.text }
    return token.lowercased() == intentId?.lowercased() ? RowText.tokenOfThisPurchase(token).text : token
  }
}

extension Intent {
  var facts: [TabRow.Fact] {
    [
      (RowText.toDo, RowText.intentState(state).text), (.whom, user ?? RowText.forNobody.text), (.payer, account),
      (.transactionLabel, transactionId ?? ""), (.token, appAccountToken ?? RowText.tokenMissing.text), (.order, id),
    ].filter { !$0.1.isEmpty }.map { TabRow.Fact(label: $0.0.text, text: safeText($0.1)) }
  }
}

extension UnfinishedTransaction {
  var facts: [TabRow.Fact] {
    [
      (RowText.toDo, advice), (.lastError, lastError ?? ""), (.transactionLabel, transactionId),
      (.payer, account ?? ""),
    ]
    .filter { !$0.1.isEmpty }.map { TabRow.Fact(label: $0.0.text, text: safeText($0.1)) }
  }
}

extension RestorePolicy {
  /// What becomes of a purchase that another user has.
  var fact: TabRow.Fact { TabRow.Fact(label: RowText.restored.text, text: RowText.policy(self).text) }
}

// MARK: - English

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
    case .anotherAccounts: "other account"
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
