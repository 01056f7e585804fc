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
    [(RowText.toDo, advice), (.lastError, lastError ?? ""), (.transactionLabel, transactionId)]
      .filter { !$0.1.isEmpty }.map { TabRow.Fact(label: $0.0.text, text: safeText($0.1)) }
  }
}

extension RestorePolicy {
  /// What becomes of a purchase that another user has.
  var fact: TabRow.Fact { TabRow.Fact(label: RowText.restored.text, text: RowText.policy(self).text) }
}
