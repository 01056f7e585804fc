import AppStoreSimulator
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// What the App Store tells and asks the app's server.
  static let notifications: [SimulatorVerb] = [
    SimulatorVerb(
      name: "notifications",
      usage: "notifications [UUID | test] [--account NAME] [--product ID] [--limit N] [--after NEXT]", upTo: 1,
      options: ["account", "product", "limit", "after"]
    ) { call in
      switch call.words.first {
      case "test"?:
        let test = try call.appStore.requestTestNotification()
        return SimulatorAnswer(
          "a TEST notification is in the outbox",
          [
            "notificationUUID": .string(test.notificationUUID),
            "testNotificationToken": .string(test.testNotificationToken),
          ])
      case let uuid?: return try call.notification(uuid)
      case nil: return try call.notifications()
      }
    },
    SimulatorVerb(name: "rescind-consent", usage: "rescind-consent [NAME]", upTo: 1) { call in
      let account = try call.words.first ?? call.account()
      try call.appStore.rescindConsent(of: account)
      return SimulatorAnswer(
        "a parent took back the consent for \(account), and the app's server is told", ["account": .string(account)])
    },
    SimulatorVerb(name: "consumption", usage: "consumption [TXN JSON]", upTo: 2) { call in
      switch call.words.count {
      case 0:
        return try call.list(
          "consumption", call.appStore.consumptionRequests(),
          header: ["TRANSACTION", "PRODUCT", "ACCOUNT", "REASON", "ANSWER", "UNTIL"], document: \.document
        ) { row in
          [
            row.transactionId, row.productId, row.account, row.reason?.rawValue ?? "", row.state.rawValue,
            call.invocation.output.date(row.deadline),
          ]
        }
      case 2:
        guard case .object(let answer)? = try? JSONValue(parsing: Array(call.words[1].utf8)) else {
          throw UsageError("the answer must be a JSON object, such as Apple's ConsumptionRequest")
        }
        try call.appStore.answerConsumption(of: call.words[0], answer)
        return SimulatorAnswer(
          "the app's server answered about \(call.words[0])", ["transactionId": .string(call.words[0])])
      default:
        throw UsageError("usage: till simulator consumption [TXN JSON]")
      }
    },
  ]
}

extension SimulatorCall {
  fileprivate func notifications() throws -> SimulatorAnswer {
    let options = invocation.options
    let limit = try options.number("limit", in: 1...10_000) ?? 50
    let page = try appStore.notifications(
      of: options["account"], PageRequest(limit: limit, after: options["after"], productId: options["product"]))
    var table = Table(["SIGNED", "TYPE", "SUBTYPE", "TRANSACTION", "ACCOUNT", "DELIVERY", "UUID"])
    for row in page.rows {
      table.append([
        invocation.output.date(row.signedDate), row.notificationType.rawValue, row.subtype?.rawValue ?? "",
        row.transactionId ?? "", row.account ?? "", row.delivery.rawValue, row.notificationUUID,
      ])
    }
    return SimulatorAnswer.list(
      "notifications", page.rows.map { .object($0.document) }, next: page.next, table: table)
  }

  /// One notification with all that is signed in it.
  fileprivate func notification(_ uuid: String) throws -> SimulatorAnswer {
    let row = try appStore.notification(uuid)
    let payload = try CompactPayload.json(of: row.signedPayload)
    var members = row.document
    members.append("payload", .object(payload))
    var table = Table(["FIELD", "VALUE"])
    for (name, value) in payload {
      guard case .object(let data) = value else {
        table.append([name, CompactPayload.text(of: value, invocation.output)])
        continue
      }
      for (member, value) in data {
        table.append(["\(name).\(member)", CompactPayload.text(of: value, invocation.output)])
      }
    }
    for (name, key) in [("transaction", "signedTransactionInfo"), ("renewalInfo", "signedRenewalInfo")] {
      guard let signed = payload["data"]?.objectValue?[key]?.stringValue else { continue }
      let inner = try CompactPayload.json(of: signed)
      members.append(name, .object(inner))
      for (member, value) in inner {
        table.append(["\(name).\(member)", CompactPayload.text(of: value, invocation.output)])
      }
    }
    members.append("signedPayload", .string(row.signedPayload))
    return SimulatorAnswer("the notification \(row.notificationUUID)", members, text: table.text)
  }
}

extension SimulatedNotification {
  fileprivate var document: JSONObject {
    var document: JSONObject = [
      "notificationUUID": .string(notificationUUID), "notificationType": .string(notificationType.rawValue),
    ]
    document.append("subtype", text: subtype?.rawValue)
    document.append("account", text: account)
    document.append("productId", text: productId)
    document.append("transactionId", text: transactionId)
    document.append("signedDate", signedDate.json)
    document.append("delivery", .string(delivery.rawValue))
    document.append("sendAttempts", .array(sendAttempts.map { .object($0.json) }))
    document.append("nextAttempt", date: nextAttempt)
    return document
  }
}

extension SimulatedConsumption {
  fileprivate var document: JSONObject {
    var document: JSONObject = [
      "transactionId": .string(transactionId), "productId": .string(productId), "account": .string(account),
    ]
    document.append("consumptionRequestReason", text: reason?.rawValue)
    document.append("state", .string(state.rawValue))
    document.append("askedDate", date: askedDate)
    document.append("deadline", date: deadline)
    document.append("answeredDate", date: answeredDate)
    if let answer { document.append("answer", .object(answer)) }
    return document
  }
}
