import StoreModel

/// What is asked before Apple, a parent or the app's server decides, and what it leads to.
extension Texts {
  typealias Question = (title: String, text: String)

  static let onlyRefunds = "that goes with a refund that was asked for"
  static let notAskedAbout = "Apple asks that of consumables and subscriptions only"

  static func detail(of item: AppStoreCase) -> String {
    let note = item.note.map(safe) ?? ""
    let told = note.isEmpty ? transaction(safe(item.transactionId)) : words(note)
    return item.consumption.map { "\(told); \(words(for: $0))" } ?? told
  }

  private static func words(for consumption: AppStoreCase.Consumption) -> String {
    switch consumption {
    case .waiting: "Apple asks how far it was used (u answers)"
    case .answered: "the app's server said how far it was used"
    case .missed: "nobody told Apple in time how far it was used"
    }
  }

  static func granting(_ item: AppStoreCase) -> Question {
    (
      "Grant the refund?",
      "Apple pays \(safe(item.displayPrice)) back to \(safe(item.account)); \(safe(item.productName)) of that purchase "
        + "counts no more. The device learns of it when it checks."
    )
  }

  static func declining(_ item: AppStoreCase) -> Question {
    (
      "Decline the refund?",
      "\(safe(item.productName)) stays bought and paid. Apple writes to \(safe(item.account)); the app is never told."
    )
  }

  static func reversing(_ item: AppStoreCase) -> Question {
    (
      "Take the refund back?",
      "\(safe(item.displayPrice)) is \(safe(item.account))'s to pay again, and \(safe(item.productName)) counts again. "
        + "The device learns of it when it checks."
    )
  }

  static func allowing(_ item: AppStoreCase) -> Question {
    (
      "Allow the purchase?",
      "Charges \(safe(item.displayPrice)) to \(safe(item.account)); \(safe(item.productName)) reaches the device by itself."
    )
  }

  static func settling(_ item: AppStoreCase) -> Question {
    (
      "Settle what interrupted it?",
      "The customer did what the App Store asked for: charges \(safe(item.displayPrice)) to \(safe(item.account)); "
        + "\(safe(item.productName)) reaches the device by itself."
    )
  }

  static func forbidding(_ item: AppStoreCase) -> Question {
    (
      "Decline the purchase?",
      "Nothing is charged for \(safe(item.productName)). The app is never told: there it stays pending."
    )
  }

  // MARK: Refunds

  static let isShared = "nobody paid for it here: refund it where it was bought, and the family loses it"

  static func refunding(_ item: AppStorePurchase) -> Question {
    (
      "Refund \(safe(item.productName)), though nobody asked?",
      "Apple pays \(safe(item.displayPrice)) back to \(safe(item.account)), and it counts no more. The device learns of it "
        + "when it checks."
    )
  }

  /// The question before a part is paid back.
  static func refunding(_ share: Int, of transactionId: String, _ product: String) -> Confirmation {
    let move = AppStoreMove.verb(["refund", "approve", transactionId, "--percentage", "\(share)"])
    return Confirmation(
      decision: .move(move), title: "Pay \(share) % back?",
      text: [
        "Apple pays \(share) % of the price of \(product) back. A subscription's period ends with it; a consumable "
          + "loses that share.", move.verb,
      ])
  }

  static func noShare(_ text: String) -> String { "\(safe(text)): say a whole number of percent from 1 to 100" }

  static func shares(of transactionId: String, _ product: String) -> Choice {
    let items = [10, 25, 50, 75, 90].map { share in
      let question = refunding(share, of: transactionId, product)
      return Choice.Item(title: "\(share) %", note: question.text[1], pick: .confirm(question))
    }
    let entry = EntrySheet(
      purpose: .share(of: transactionId, product: product), title: "Which share is paid back?",
      text: ["Whole percent from 1 to 100; what will follow is said before anything happens."], label: "Percent: ")
    let another = Choice.Item(title: "another", note: "typed", pick: .enter(entry))
    return Choice(title: "How much is paid back?", items: items + [another])
  }

  // MARK: Consumption

  /// What the app's server may tell Apple of a purchase (Apple: ConsumptionRequest).
  static func consumptionAnswers(of transactionId: String, isLate: Bool) -> Choice {
    Choice(
      title: isLate ? "What does the app's server answer, too late?" : "What does the app's server answer?",
      items: ConsumptionAnswer.all.map { answer in
        Choice.Item(
          title: answer.title, note: answer.note, pick: .move(.verb(["consumption", transactionId, answer.json])))
      })
  }

  // MARK: Promoted purchases

  static let promotedWord = "promoted"
  static let promotedDetail = "begun in the App Store: the app continues it (p there); n gives it up"
  static let promotedIsTheApps = "the app continues it: Esc, then p"

  static func givingUp(_ item: PromotedPurchase, _ product: String) -> Question {
    (
      "Give up the purchase that was begun?",
      "\(safe(item.account)) no longer wants \(product): the app is not asked to continue it any more. Nothing is charged."
    )
  }
}

/// An answer to Apple's question how far a purchase was used.
struct ConsumptionAnswer {
  let title: String
  let note: String
  /// Apple's ConsumptionRequest.
  let json: String

  static let all = [
    ConsumptionAnswer("all used", "please decline", "DELIVERED", 100_000, "DECLINE"),
    ConsumptionAnswer("half used", "please refund in part", "DELIVERED", 50_000, "GRANT_PRORATED"),
    ConsumptionAnswer("not used", "please refund", "DELIVERED", 0, "GRANT_FULL"),
    ConsumptionAnswer(
      "not delivered", "an outage of ours; please refund", "UNDELIVERED_SERVER_OUTAGE", 0, "GRANT_FULL"),
  ]

  private init(_ title: String, _ note: String, _ delivery: String, _ milliunits: Int, _ preference: String) {
    self.title = title
    self.note = note
    json =
      "{\"customerConsented\":true,\"sampleContentProvided\":false,\"deliveryStatus\":\"\(delivery)\","
      + "\"consumptionPercentage\":\(milliunits),\"refundPreference\":\"\(preference)\"}"
  }
}
