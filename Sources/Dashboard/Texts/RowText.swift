import AppStoreModel
import Core

/// The texts of the lists of refunds, transactions and orders.
enum RowText {
  static var refunded: Words { "refunded" }
  static var revoked: Words { "revoked" }
  static func origin(_ origin: Origin, versions: Int, isUpgraded: Bool) -> Words {
    let more = versions > 1 ? say(versions, ", \(versions) version", ", \(versions) versions") : ""
    return "\(Words("by \(origin.rawValue)", context: "Row"))\(more)\(isUpgraded ? say(", upgraded") : "")"
  }
  static func paid(by account: String, for user: String?) -> Words {
    (user.map { "for \($0), " } ?? "") + "with \(account)"
  }
  /// Returns a percentage, given in thousandths of a percent.
  static func percent(_ thousandths: Int64) -> String {
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    return rest == 0 ? "\(whole) %" : "\(whole).\(String(rest.magnitude + 1000).dropFirst()) %"
  }
  static func transaction(_ id: String) -> Words { "transaction \(id)" }
  static func attribution(_ attribution: Attribution) -> Words {
    switch attribution {
    case .intent: "the purchase was made for this user"
    case .token: "its account token belongs to this user"
    case .lineage: "an earlier transaction of it belongs to this user"
    case .missingToken: "it has no account token, and this user was logged in when Till first saw it"
    case .foreignToken: "its account token matches no user here, so the restore policy decided"
    case .restore: "a restore moved it to this user"
    case .support: "support moved it to this user"
    case .otherPlatform: "it was bought on another platform"
    }
  }
  static func policyOutcome(_ policyOutcome: PolicyOutcome) -> Words {
    switch policyOutcome {
    case .kept: "stays with its user; support can grant access, or the customer logs in as that user"
    case .transferred: "transferred: the previous user no longer has it"
    case .shared: "shared: another user has it too"
    }
  }
  /// The text for the missing token of an order that was placed without a login.
  static var tokenMissing: Words { "missing" }
  /// The labels of an order's facts.
  static var toDo: Words { "to do" }
  static var lastError: Words { "last error" }
  static var whom: Words { "for" }
  static var payer: Words { "Apple Account" }
  static var transactionLabel: Words { "transaction" }
  static var token: Words { "token" }
  static var order: Words { "order" }
}

extension RefundRecord {
  var word: Words {
    if reversedDate != nil { return Words("reversed") }
    return isRefunded ? RowText.refunded : RowText.revoked
  }

  var note: String {
    guard isRefunded else { return words }
    return switch revocationPercentage {
    case .some(let share) where share != 100_000: say("\(RowText.percent(Int64(share))) refunded")
    case .some: say("refunded in full")
    case nil: say("amount unknown")
    }
  }
}

extension StoredTransaction {
  /// The state: of one that is not revoked, how Till received it, and whether it is verified.
  var word: String {
    if transaction.revocationDate != nil {
      return (transaction.isRefunded ? RowText.refunded : RowText.revoked).text
    }
    if isAbsent { return say("none") }
    switch verdict {
    case .verified: return origin.rawValue
    case .attested(.answer): return say("attested")
    case .attested(.receipt): return say("by receipt")
    case .attested(.file): return say("unsigned")
    case .skipped, .failed: return say("not verified")
    }
  }

  var note: Words { RowText.origin(origin, versions: versions, isUpgraded: transaction.isUpgraded == true) }
}

extension Order {
  /// All facts about the order.
  var facts: [TabRow.Fact] {
    var facts: [TabRow.Fact] = []
    func add(_ label: Words, _ text: String?) {
      if let text, !text.isEmpty { facts.append(TabRow.Fact(label: label.text, text: safeText(text))) }
    }
    add(RowText.toDo, advice)
    add(RowText.lastError, lastError)
    add(Words("given up"), closedReason == nil ? nil : why)
    if attempts > 0 { add(Words("attempts"), "\(attempts)") }
    add(RowText.whom, shownUser(user))
    if let credit {
      add(
        Words("credited", context: "Row"),
        say("\(Language.list(credit.users)): \(RowText.attribution(credit.attribution))"))
      add(Words("policy"), credit.policyOutcome.map { RowText.policyOutcome($0).text })
    }
    add(RowText.payer, account)
    add(Words("verified", context: "Row"), verification.text)
    add(RowText.transactionLabel, transactionId)
    add(RowText.token, tokenText)
    add(RowText.order, id)
    return facts
  }

  /// The token, and whether it belongs to this purchase only.
  private var tokenText: String {
    guard let token = appAccountToken else { return RowText.tokenMissing.text }
    return token.lowercased() == intentId?.lowercased() ? say("\(token), for this purchase only") : token
  }
}

extension WaitingPurchase {
  var facts: [TabRow.Fact] {
    [
      (RowText.toDo, advice), (RowText.whom, shownUser(intent.user)), (RowText.payer, intent.account),
      (RowText.transactionLabel, intent.transactionId ?? ""),
      (RowText.token, intent.appAccountToken ?? RowText.tokenMissing.text), (RowText.order, intent.id),
    ].filter { !$0.1.isEmpty }.map { TabRow.Fact(label: $0.0.text, text: safeText($0.1)) }
  }
}

extension UnfinishedTransaction {
  var facts: [TabRow.Fact] {
    [
      (RowText.toDo, advice), (RowText.lastError, lastError ?? ""), (RowText.transactionLabel, transactionId),
      (RowText.payer, account ?? ""),
    ]
    .filter { !$0.1.isEmpty }.map { TabRow.Fact(label: $0.0.text, text: safeText($0.1)) }
  }
}

extension RestorePolicy {
  /// The restore policy for purchases of other users, as a fact.
  var fact: TabRow.Fact { TabRow.Fact(label: say("restored"), text: say("\(self.rawValue): \(self.words)")) }
}
