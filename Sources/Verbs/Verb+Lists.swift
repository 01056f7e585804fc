import AppStoreModel
package import Core

/// The verbs for the App Store's lists, its simulated failures, and its notifications.
extension Verb {
  package static let fault: Verb = Verb(
    "fault", .word(.fault), .maybe(.kind), .option(.once), summary: "let calls to the App Store fail",
    places: VerbPlace(
      "switch-fault", in: .faults, key: "x", title: "on or off",
      summary: "Switch the fault on until you switch it off, or off.", rank: 1
    ) { scene in
      let (fault, isOn) = try scene.fault()
      return .now(VerbCall(isOn ? .faultOff : .fault).with(.fault, fault))
    },
    VerbPlace(
      "fault-once", in: .faults, key: "t", title: "once", summary: "Switch the fault on for one call.", rank: 1
    ) { scene in .now(VerbCall(.fault).with(.fault, try scene.fault().fault).with(.once, true)) },
    VerbPlace(
      "fault-kind", in: .faults, key: "f", title: "how",
      summary: "Switch the fault on and choose how the call fails.", rank: 1
    ) { scene in
      let fault = try scene.fault().fault
      if fault.kinds.isEmpty { throw WhyNot("it fails in one way only") }
      return .choose(
        "How does it fail?",
        fault.kinds.map {
          .init("\($0.rawValue)", "\($0.words)", .now(VerbCall(.fault).with(.fault, fault).with(.kind, $0)))
        })
    }, inFiles: true)

  package static let faultOff: Verb = Verb(
    "fault", .word(.fault), .needed(.off), name: "fault --off", summary: "end a simulated failure", inFiles: true)

  package static let showFaults: Verb = Verb(
    "faults", .option(.limit), .option(.afterRow), summary: "list the simulated failures and which are on",
    isReading: true, inFiles: true)

  package static let faults = [fault, faultOff, showFaults]

  // MARK: Lists

  package static let root: Verb = Verb(
    "root", summary: "print the root certificate to trust, in PEM", isReading: true, inFiles: true)

  package static let pending: Verb = Verb(
    "pending", .option(.limit), .option(.afterRow), summary: "list what is pending for Apple, a parent or the customer",
    isReading: true, inFiles: true)

  package static let showAccounts: Verb = Verb(
    "accounts", .option(.limit), .option(.afterRow), summary: "list the Apple Accounts", isReading: true, inFiles: true)

  package static let transactions: Verb = Verb(
    "transactions", .option(.account), .option(.onlyProduct), .option(.limit), .option(.after),
    summary: "list the transactions, last modified first", isReading: true, inFiles: true)

  package static let transaction: Verb = Verb(
    "transactions", .word(.transaction), name: "transactions TXN", summary: "show a transaction with its signed data",
    isReading: true, inFiles: true)

  package static let showSubscriptions: Verb = Verb(
    "subscriptions", .option(.account), .option(.onlyProduct), .option(.limit), .option(.afterRow),
    summary: "list the subscriptions with their newest renewal info", isReading: true, inFiles: true)

  package static let lists = [root, pending, showAccounts, transactions, transaction, showSubscriptions]

  // MARK: The app server

  package static let showNotifications: Verb = Verb(
    "notifications", .option(.account), .option(.onlyProduct), .option(.limit), .option(.after),
    summary: "list the notifications to the app server, newest first", isReading: true, inFiles: true)

  package static let notification: Verb = Verb(
    "notifications", .word(.notification), name: "notifications UUID", summary: "show a notification in full",
    isReading: true, inFiles: true)

  package static let testNotification: Verb = Verb(
    "notifications test", summary: "put a TEST notification into the outbox",
    places: VerbPlace(
      "test-notice", in: .notifications, key: "t", title: "test",
      summary: "Put a TEST notification to the app server into the outbox.", rank: 1
    ) { _ in .now(VerbCall(.testNotification)) }, inFiles: true)

  package static let consumption: Verb = Verb(
    "consumption", summary: "list Apple's questions about consumption, and the answers", isReading: true, inFiles: true)

  package static let askConsumptionAgain: Verb = Verb(
    "consumption again", .word(.transaction), summary: "Apple asks again about a refund that waits: a new notification",
    inFiles: true)

  package static let answerConsumption: Verb = Verb(
    "consumption", .word(.transaction), .word(.consumptionAnswer), name: "consumption TXN",
    summary: "answer Apple's question about consumption, as the app server",
    places: VerbPlace(
      "answer-consumption", in: .decisions, key: "u", title: "used?",
      summary: "As the app server: answer Apple's question about consumption, within 12 hours.", rank: 4
    ) { scene in
      let item = try scene.decision()
      guard item.kind == .refundRequest else {
        throw WhyNot(
          item.kind == .refunded
            ? "already decided; you can only reverse a granted refund" : "only for a requested refund")
      }
      guard let asked = item.consumption else {
        throw WhyNot("Apple has not asked about this refund")
      }
      let late = asked == .missed ? say(", too late") : ""
      return .choose(
        "How does the app server answer\(late)?",
        usage.map { title, note, answer in
          let call = VerbCall(.answerConsumption).with(.transaction, item.transactionId)
          return .init(title, note, .now(call.with(.consumptionAnswer, answer)))
        })
    }, inFiles: true)

  /// The app server's possible answers about consumption (Apple: ConsumptionRequest).
  package static let usage: [(title: Words, note: Words, answer: JSONObject)] = [
    ("all used", "please decline", consumptionReply("DELIVERED", 100_000, "DECLINE")),
    ("half used", "please refund in part", consumptionReply("DELIVERED", 50_000, "GRANT_PRORATED")),
    ("not used", "please refund", consumptionReply("DELIVERED", 0, "GRANT_FULL")),
    (
      "not delivered", "an outage of ours; please refund",
      consumptionReply("UNDELIVERED_SERVER_OUTAGE", 0, "GRANT_FULL")
    ),
  ]

  private static func consumptionReply(_ delivery: String, _ milliunits: Int64, _ preference: String) -> JSONObject {
    [
      "customerConsented": true, "sampleContentProvided": false, "deliveryStatus": .string(delivery),
      "consumptionPercentage": .number(JSONNumber(milliunits)), "refundPreference": .string(preference),
    ]
  }

  package static let notifications = [
    showNotifications, notification, testNotification, consumption, askConsumptionAgain, answerConsumption,
  ]
}
