import AppStoreModel
import Core
import Verbs

/// Verbs that change a subscription of the signed-in account.
extension VerbRule {
  static let subscriptions: [VerbRule] = [
    subscription(.renew) { session, name, account, _ in
      (try session.forceRenewal(of: name, account: account), "renewed")
    },
    subscription(.expire) { session, name, account, _ in (try session.expire(name, account: account), "ended") },
    subscription(.autoRenew, under: .manageSubscriptions) { session, name, account, call in
      let isOn = try call[.isOn]
      return (
        try session.setAutoRenew(isOn, of: name, account: account), isOn ? "auto-renewal is on" : "auto-renewal is off"
      )
    },
    subscription(.failBilling) { session, name, account, _ in
      (try session.setBilling(fails: true, of: name, account: account), "the next renewal will fail")
    },
    subscription(.resolveBilling) { session, name, account, _ in
      (try session.setBilling(fails: false, of: name, account: account), "payment works again")
    },
    subscription(.increasePrice) { session, name, account, call in
      let isNotice = call.has(.notice)
      let row = try session.increasePrice(
        of: name, to: call[maybe: .price].map { Int64($0) }, needsConsent: !isNotice, account: account)
      return (
        row,
        isNotice
          ? "Apple tells the customer the higher price, which the next renewal costs"
          : "Apple announced the price increase; the customer has to agree before the period ends"
      )
    },
    subscription(.consent, under: .manageSubscriptions) { session, name, account, call in
      let agrees = try call[.agrees]
      return (
        try session.answerPriceIncrease(agrees: agrees, of: name, account: account),
        agrees
          ? "the customer agreed to the price increase"
          : "the customer declined the price increase; the subscription ends with the period"
      )
    },
    subscription(.extend) { session, name, account, call in
      (try session.extendRenewal(of: name, days: call[.days], account: account), "extended the renewal date")
    },
  ]

  static let retention: [VerbRule] = [
    VerbRule(.retention) { session, call in
      let row = try session.subscription(named: call[.subscription], account: call.account())
      let locale = try call[maybe: .userLocale] ?? session.account(row.account).locale
      let signed = try session.signRealtimeRequest(ofOriginal: String(row.originalId), locale: locale)
      let url = try session.retention(.realtimeURL, "url")?["realtimeURL"]?.stringValue
      let standing = try session.retention(
        .default, SimulatedAppStore.name(row.productId, locale))?["messageIdentifier"]?.stringValue
      var members: JSONObject = [
        "originalTransactionId": .string(String(row.originalId)), "signedPayload": .string(signed),
      ]
      members.append("realtimeURL", text: url)
      members.append("defaultMessageIdentifier", text: standing)
      let asked: Words =
        url.map { "the App Store sends signedPayload to \($0)" } ?? "no URL is configured, so Apple asks no server"
      let shown: Words = standing.map { "; the default message is \($0)" } ?? "; there is no default message"
      return VerbAnswer("\(row.account) is about to cancel \(row.productId): \(asked)\(shown)", members)
    }
  ]

  /// Creates a rule that changes a subscription and answers with its new state.
  private static func subscription(
    _ verb: Verb, under fault: AppStoreFault? = nil,
    _ change:
      @escaping @Sendable (
        inout LedgerSession, _ name: String, _ account: String, VerbCall
      ) throws -> (SubscriptionRow, what: Words)
  ) -> VerbRule {
    VerbRule(verb, under: fault) { session, call in
      let (row, what) = try change(&session, call[.subscription], call.account(), call)
      let item = try session.shown(row)
      let end = call.date(item.expiresDate)
      return VerbAnswer("\(item.productId): \(what); \(item.state.rawValue), period ends \(end)", item.members)
    }
  }
}

extension Subscription {
  /// The subscription's members in a document.
  var members: JSONObject {
    var members: JSONObject = [
      "originalTransactionId": .string(originalTransactionId), "transactionId": .string(transactionId),
      "productId": .string(productId), "account": .string(account), "state": .string(state.rawValue),
      "autoRenew": .bool(autoRenew), "billingFails": .bool(billingFails), "expiresDate": expiresDate.json,
    ]
    members.append("gracePeriodExpiresDate", date: gracePeriodExpiresDate)
    members.append("nextProductId", text: nextProductId)
    members.append("priceIncrease", text: priceIncrease?.rawValue)
    return members
  }
}
