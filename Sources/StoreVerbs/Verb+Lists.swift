import SafeText
import StoreModel
package import StrictJSON
package import Texts

/// What the App Store's side shows, its failures on purpose, and what it tells the app's server.
extension Verb {
  package static let fault: Verb = Verb(
    "fault", .word(.fault), .maybe(.kind), .option(.once), summary: "lets the App Store fail in a way",
    places: [
      VerbPlace(
        "switch-fault", in: .faults, key: "x", title: "on or off",
        summary: "Switches the fault on until it is switched off, or off.", rank: 1
      ) { scene in
        let (fault, isOn) = try scene.fault()
        return .now(VerbCall(isOn ? .faultOff : .fault).with(.fault, fault))
      },
      VerbPlace(
        "fault-once", in: .faults, key: "t", title: "once", summary: "Switches the fault on for one time.", rank: 1
      ) { scene in .now(VerbCall(.fault).with(.fault, try scene.fault().fault).with(.once, true)) },
      VerbPlace(
        "fault-kind", in: .faults, key: "f", title: "how",
        summary: "Switches the fault on and says how the call fails.", rank: 1
      ) { scene in
        let fault = try scene.fault().fault
        if fault.kinds.isEmpty { throw WhyNot("it fails in one way only") }
        return .choose(
          "How does it fail?",
          fault.kinds.map {
            .init("\($0.rawValue)", "\($0.words)", .now(VerbCall(.fault).with(.fault, fault).with(.kind, $0)))
          })
      },
    ], inFiles: true)

  package static let faultOff: Verb = Verb(
    "fault", .word(.fault), .needed(.off), name: "fault --off", summary: "ends a failure on purpose", inFiles: true)

  package static let showFaults: Verb = Verb(
    "faults", .option(.limit), .option(.afterRow), summary: "every failure that there is, and which is on",
    isReading: true, inFiles: true)

  package static let faults = [fault, faultOff, showFaults]

  // MARK: Lists

  package static let root: Verb = Verb(
    "root", summary: "the root certificate to trust, in PEM", isReading: true, inFiles: true)

  package static let pending: Verb = Verb(
    "pending", .option(.limit), .option(.afterRow), summary: "what waits for Apple, a parent or the customer",
    isReading: true, inFiles: true)

  package static let showAccounts: Verb = Verb(
    "accounts", .option(.limit), .option(.afterRow), summary: "the Apple Accounts", isReading: true, inFiles: true)

  package static let transactions: Verb = Verb(
    "transactions", .option(.account), .option(.onlyProduct), .option(.limit), .option(.after),
    summary: "every transaction, newest modification first", isReading: true, inFiles: true)

  package static let transaction: Verb = Verb(
    "transactions", .word(.transaction), name: "transactions TXN", summary: "one transaction with all that is signed",
    isReading: true, inFiles: true)

  package static let showSubscriptions: Verb = Verb(
    "subscriptions", .option(.account), .option(.onlyProduct), .option(.limit), .option(.afterRow),
    summary: "every subscription with its newest renewal information", isReading: true, inFiles: true)

  package static let lists = [root, pending, showAccounts, transactions, transaction, showSubscriptions]

  // MARK: The app's server

  package static let showNotifications: Verb = Verb(
    "notifications", .option(.account), .option(.onlyProduct), .option(.limit), .option(.after),
    summary: "what the app's server was told, newest first", isReading: true, inFiles: true)

  package static let notification: Verb = Verb(
    "notifications", .word(.notification), name: "notifications UUID", summary: "one notification with all in it",
    isReading: true, inFiles: true)

  package static let testNotification: Verb = Verb(
    "notifications test", summary: "puts a TEST notification into the outbox",
    places: [
      VerbPlace(
        "test-notice", in: .notifications, key: "t", title: "test",
        summary: "Puts a TEST notification to the app's server into the outbox.", rank: 1
      ) { _ in .now(VerbCall(.testNotification)) }
    ], inFiles: true)

  package static let consumption: Verb = Verb(
    "consumption", summary: "what Apple asked about use, and what was answered", isReading: true, inFiles: true)

  package static let answerConsumption: Verb = Verb(
    "consumption", .word(.transaction), .word(.consumptionAnswer), name: "consumption TXN",
    summary: "the app's server answers how far a purchase was used",
    places: [
      VerbPlace(
        "answer-consumption", in: .decisions, key: "u", title: "used?",
        summary: "As the app's server: answers Apple, who asks how far a purchase was used, within 12 hours.", rank: 4
      ) { scene in
        let item = try scene.decision()
        guard item.kind == .refundRequest else {
          throw WhyNot(
            item.kind == .refunded
              ? "it is decided already: it can only be reversed" : "that goes with a refund that was asked for")
        }
        guard let asked = item.consumption else {
          throw WhyNot("Apple asks that of consumables and subscriptions only")
        }
        let late = asked == .missed ? say(", too late") : ""
        return .choose(
          "What does the app's server answer\(late)?",
          usage.map { title, note, answer in
            let call = VerbCall(.answerConsumption).with(.transaction, item.transactionId)
            return .init(title, note, .now(call.with(.consumptionAnswer, answer)))
          })
      }
    ], inFiles: true)

  /// What the app's server may tell Apple of a purchase (Apple: ConsumptionRequest).
  package static let usage: [(title: Words, note: Words, answer: JSONObject)] = [
    ("all used", "please decline", answer("DELIVERED", 100_000, "DECLINE")),
    ("half used", "please refund in part", answer("DELIVERED", 50_000, "GRANT_PRORATED")),
    ("not used", "please refund", answer("DELIVERED", 0, "GRANT_FULL")),
    (
      "not delivered", "an outage of ours; please refund", answer("UNDELIVERED_SERVER_OUTAGE", 0, "GRANT_FULL")
    ),
  ]

  private static func answer(_ delivery: String, _ milliunits: Int64, _ preference: String) -> JSONObject {
    [
      "customerConsented": true, "sampleContentProvided": false, "deliveryStatus": .string(delivery),
      "consumptionPercentage": .number(JSONNumber(milliunits)), "refundPreference": .string(preference),
    ]
  }

  package static let notifications = [
    showNotifications, notification, testNotification, consumption, answerConsumption,
  ]
}
