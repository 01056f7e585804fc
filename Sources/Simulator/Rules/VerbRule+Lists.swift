import AppStoreModel
import Core
import Verbs

/// Verbs that list the App Store's data, its notifications and its consumption requests.
extension VerbRule {
  static let lists: [VerbRule] = [
    VerbRule(.root) { session, _ in
      let pem = session.identity.rootCertificatePEM
      return VerbAnswer(
        "the root certificate of this simulated App Store",
        ["root": .string(pem), "fingerprint": .string(session.identity.rootFingerprint)],
        text: pem.hasSuffix("\n") ? String(pem.dropLast()) : pem)
    },
    VerbRule(.pending) { session, call in
      VerbAnswer(
        list: "pending", try session.openCases(), call,
        header: ["WAITING", "TRANSACTION", "PRODUCT", "ACCOUNT", "PRICE", "SINCE", "NOTE"], document: \.document,
        cells: { row in
          [
            row.kind.rawValue, row.transactionId, row.productId, row.account, row.displayPrice, call.date(row.date),
            row.note ?? "",
          ]
        })
    },
    VerbRule(.showAccounts) { session, call in
      VerbAnswer(
        list: "accounts", try session.listedAccounts(), call, header: ["ACCOUNT", "STOREFRONT", "NOTE"],
        document: { ["name": .string($0.name), "storefront": .string($0.storefront), "note": .string($0.note)] },
        cells: { [$0.name, $0.storefront, term($0.note)] })
    },
    VerbRule(.transactions) { session, call in
      let page = try session.transactions(of: call[maybe: .account], call.page)
      var table = Table(titles: ["TRANSACTION", "PRODUCT", "BOUGHT", "EXPIRES", "TAKEN BACK"])
      for row in page.rows {
        let dates = [row.purchaseDate, row.expiresDate, row.revocationDate].map { call.date($0) }
        table.append([row.transactionId ?? "", row.productId ?? ""] + dates)
      }
      return VerbAnswer(list: "transactions", page.rows.map { .object($0.json) }, next: page.next, table)
    },
    VerbRule(.showSubscriptions) { session, call in
      let account = try call[maybe: .account].map { try session.account($0).name }
      let rows = try session.accounts().filter { account == nil || $0.name == account }
        .flatMap { try session.subscriptions(of: $0.name) }
        .filter { call[maybe: .onlyProduct] == nil || $0.productId == call[maybe: .onlyProduct] }
      let shown = try rows.map { (item: try session.shown($0), signed: try session.text(of: $0)) }
      return try VerbAnswer(
        list: "subscriptions", shown, call,
        header: ["SUBSCRIPTION", "PRODUCT", "ACCOUNT", "STATE", "RENEWS", "NEXT", "ENDS"],
        document: { row in
          var members = row.item.members
          members.append("renewals", .number(row.item.renewals))
          members.append("nextDate", row.item.nextDate.json)
          members.append("renewalInfo", .object(try CompactJWS(row.signed.utf8).claims()))
          members.append("signedRenewalInfo", .string(row.signed))
          return members
        },
        cells: { row in
          [
            row.item.originalTransactionId, row.item.productId, row.item.account, term(row.item.state.rawValue),
            term(row.item.autoRenew ? "yes" : "no"), row.item.nextProductId ?? "", call.date(row.item.expiresDate),
          ]
        })
    },
    VerbRule(.transaction) { session, call in
      let row = try session.knownTransaction(call[.transaction])
      let signed = try session.text(of: row)
      let payload = try CompactJWS(signed.utf8).claims()
      let number = row.ownership == .purchased ? OrderNumber.text(row.id) : nil
      var members: JSONObject = ["transaction": .object(payload)]
      members.append("orderNumber", text: number)
      members.append("signedTransactionInfo", .string(signed))
      var table = Table(titles: ["FIELD", "VALUE"])
      SignedPayload.append(payload, to: &table, call)
      if let number { table.append(["order number", number]) }
      return VerbAnswer("the transaction \(row.id)", members, text: table.text)
    },
  ]

  // MARK: Notifications and consumption requests

  static let notifications: [VerbRule] = [
    VerbRule(.showNotifications) { session, call in
      let page = try session.notifications(of: call[maybe: .account], call.page)
      var table = Table(titles: ["SIGNED", "TYPE", "SUBTYPE", "TRANSACTION", "ACCOUNT", "DELIVERY", "UUID"])
      for row in page.rows {
        table.append([
          call.date(row.signedDate), row.notificationType.rawValue, row.subtype?.rawValue ?? "",
          row.transactionId ?? "", row.account ?? "", row.delivery.words, row.notificationUUID,
        ])
      }
      return VerbAnswer(list: "notifications", page.rows.map { .object($0.document) }, next: page.next, table)
    },
    VerbRule(.notification) { session, call in try session.notification(call) },
    VerbRule(.testNotification) { session, _ in
      let test = try session.listed(session.notifyOfTest())
      return VerbAnswer(
        "put a TEST notification into the outbox",
        [
          "notificationUUID": .string(test.notificationUUID),
          "testNotificationToken": .string(test.testNotificationToken),
        ])
    },
    VerbRule(.consumption) { session, call in
      VerbAnswer(
        list: "consumption", try session.consumptionRequests(), call,
        header: ["TRANSACTION", "PRODUCT", "ACCOUNT", "REASON", "ANSWER", "UNTIL"], document: \.document,
        cells: { row in
          [
            row.transactionId, row.productId, row.account, row.reason?.rawValue ?? "", row.state.rawValue,
            call.date(row.deadline),
          ]
        })
    },
    VerbRule(.askConsumptionAgain) { session, call in
      let id = try call[.transaction]
      try session.askForConsumptionAgain(id)
      return VerbAnswer("Apple asks again how much of \(id) was used", ["transactionId": .string(id)])
    },
    VerbRule(.answerConsumption) { session, call in
      let id = try call[.transaction]
      try session.answerConsumption(of: id, call[.consumptionAnswer], .version2)
      return VerbAnswer("the app server answered about \(id)", ["transactionId": .string(id)])
    },
  ]
}

extension VerbCall {
  /// The page that `--limit`, `--after` and `--product` select.
  fileprivate var page: PageRequest {
    PageRequest(limit: self[maybe: .limit] ?? 50, after: self[maybe: .after], productId: self[maybe: .onlyProduct])
  }
}

extension LedgerSession {
  /// Returns a notification with the decoded payloads of all that is signed in it.
  fileprivate func notification(_ call: VerbCall) throws -> VerbAnswer {
    let row = try listed(notification(call[.notification]))
    let payload = try CompactJWS(row.signedPayload.utf8).claims()
    var members = row.document
    members.append("payload", .object(payload))
    var table = Table(titles: ["FIELD", "VALUE"])
    for (name, value) in payload {
      guard case .object(let data) = value else {
        table.append([name, SignedPayload.text(of: value, call)])
        continue
      }
      SignedPayload.append(data, to: &table, below: "\(name).", call)
    }
    for (name, key) in [("transaction", "signedTransactionInfo"), ("renewalInfo", "signedRenewalInfo")] {
      guard let signed = payload["data"]?.objectValue?[key]?.stringValue else { continue }
      let inner = try CompactJWS(signed.utf8).claims()
      members.append(name, .object(inner))
      SignedPayload.append(inner, to: &table, below: "\(name).", call)
    }
    members.append("signedPayload", .string(row.signedPayload))
    return VerbAnswer("the notification \(row.notificationUUID)", members, text: table.text)
  }
}

/// Decodes signed texts, to show data that this ledger signed.
private enum SignedPayload {
  static func append(_ payload: JSONObject, to table: inout Table, below prefix: String = "", _ call: VerbCall) {
    for (name, value) in payload { table.append([prefix + name, text(of: value, call)]) }
  }

  /// Formats a value for a table: dates as dates, long signed texts by their length.
  static func text(of value: JSONValue, _ call: VerbCall) -> String {
    switch value {
    case .string(let text): text.utf8.count > 100 ? "\(text.utf8.count) characters" : text
    case .number(let number):
      // Dates are the only numbers of this size in Apple's signed data.
      if let milliseconds = number.int64, milliseconds > 100_000_000_000 {
        call.date(Timestamp(milliseconds: milliseconds))
      } else {
        value.serialized()
      }
    default: value.serialized()
    }
  }
}

extension AppStoreCase {
  fileprivate var document: JSONObject {
    var document: JSONObject = [
      "kind": .string(kind.rawValue), "transactionId": .string(transactionId), "productId": .string(productId),
      "account": .string(account), "date": date.json, "displayPrice": .string(displayPrice),
    ]
    document.append("note", text: note)
    return document
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
    document.append(
      "sendAttempts",
      .array(
        zip(sendAttempts, answers).map { attempt, answer in
          var json = attempt.json
          json.append("status", ifPresent: answer.status.map { .number($0) })
          json.append("milliseconds", ifPresent: answer.milliseconds.map { .number($0) })
          return .object(json)
        }))
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
    document.append("answer", ifPresent: answer.map(JSONValue.object))
    return document
  }
}
