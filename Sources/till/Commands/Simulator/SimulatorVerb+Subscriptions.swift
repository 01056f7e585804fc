import AppStoreSimulator
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// What happens to a subscription of the signed-in account.
  static let subscriptions: [SimulatorVerb] = [
    SimulatorVerb(name: "renew", usage: "renew SUB", words: 1) { call in
      try call.subscription("renewed") { try call.appStore.renew(call.words[0], account: $0) }
    },
    SimulatorVerb(name: "expire", usage: "expire SUB", words: 1) { call in
      try call.subscription("ended") { try call.appStore.expire(call.words[0], account: $0) }
    },
    SimulatorVerb(name: "auto-renew", usage: "auto-renew on|off SUB", words: 2) { call in
      let isOn = try call.isOn()
      return try call.subscription("auto-renew is \(call.words[0])") {
        try call.appStore.setAutoRenew(isOn, of: call.words[1], account: $0)
      }
    },
    SimulatorVerb(name: "billing", usage: "billing fail|resolve SUB", words: 2) { call in
      switch call.words[0] {
      case "fail":
        return try call.subscription("the next renewal fails") {
          try call.appStore.failBilling(of: call.words[1], account: $0)
        }
      case "resolve":
        return try call.subscription("payment works again") {
          try call.appStore.resolveBilling(of: call.words[1], account: $0)
        }
      default:
        throw UsageError("usage: till simulator billing fail|resolve SUB")
      }
    },
  ]
}

extension SimulatorCall {
  /// Does something to a subscription of the signed-in account and says how it stands then.
  func subscription(
    _ what: String, _ change: (_ account: String) throws -> SimulatedSubscription
  ) throws -> SimulatorAnswer {
    let subscription = try change(account())
    var members: JSONObject = [
      "originalTransactionId": .string(subscription.originalTransactionId),
      "transactionId": .string(subscription.transactionId), "productId": .string(subscription.productId),
      "account": .string(subscription.account), "state": .string(subscription.state.rawValue),
      "autoRenew": .bool(subscription.autoRenew), "billingFails": .bool(subscription.billingFails),
      "expiresDate": subscription.expiresDate.json,
    ]
    members.append("gracePeriodExpiresDate", date: subscription.gracePeriodExpiresDate)
    members.append("nextProductId", text: subscription.nextProductId)
    members.append("priceIncrease", text: subscription.priceIncrease)
    let end = invocation.output.date(subscription.expiresDate)
    return SimulatorAnswer(
      "\(subscription.productId): \(what); \(subscription.state.rawValue), period ends \(end)", members)
  }
}
