import SafeText
import StoreModel
import StoreVerbs
import StrictJSON
import Texts

/// What support reads and changes at the real App Store.
enum SupportText: Sentence {
  case title(product: String?)
  case lookUpTitle, lookUpText, lookUpLabel
  case testTokenTitle, testTokenText, testTokenLabel
  /// What support can do, and what it is.
  case name(Deed)
  case note(Deed)

  case journalKeeps(String)
  case extendTitle(product: String)
  case days(Int)
  case whyExtended
  /// Apple's reasons for an extension, by its codes.
  case extensionReason(Int)
  case reasonCode(Int)
  case extending(product: String, days: Int)
  case extendingFollows(days: Int)

  case consumptionTitle(product: String)
  case telling(product: String)
  case tellingFollows(answer: String, note: String)

  case tokenTitle(product: String)
  case tokenText, tokenLabel
  case settingToken
  case settingTokenFollows(product: String, uuid: String)
  case finishing(product: String)
  case finishingFollows
  case testing, testingFollows

  /// Something that support does.
  enum Deed: CaseIterable {
    case lookUp, statuses, notifications, testResult, extend, consumption, setToken, finish, test
  }
}

extension State {
  /// Everything that support can do, each with what it does or why it cannot be done.
  var supportChoice: Choice {
    let purchase = supportedPurchase
    return Choice(
      title: SupportText.title(product: purchase?.product).text, items: readingItems + changingItems(purchase),
      followsSelection: true)
  }

  private var readingItems: [Choice.Item] {
    let token = EntrySheet(
      purpose: .testToken, title: SupportText.testTokenTitle.text, text: [SupportText.testTokenText.text],
      label: SupportText.testTokenLabel.text)
    let nobody = account == nil ? ReasonText.nobodyLookedUp.text : nil
    return [
      item(.lookUp, nil, .enter(.lookingUp)),
      item(.statuses, nobody, .command(.support(.statuses))),
      item(.notifications, nil, .command(.support(.notifications))),
      item(.testResult, nil, .enter(token)),
    ]
  }

  private func changingItems(_ purchase: SupportedPurchase?) -> [Choice.Item] {
    let lock = setup.abilities.supportChanges
    let reason = lock ?? (purchase == nil ? ReasonText.noPurchaseChosen.text : nil)
    let isRenewable = [nil, .autoRenewableSubscription].contains(purchase?.type)
    let (id, product) = (purchase?.transactionId ?? "", purchase?.product ?? "")
    return [
      item(
        .extend, reason ?? (isRenewable ? nil : ReasonText.onlySubscriptions.text),
        .choose(.extensionDays(id, product))),
      item(.consumption, reason, .choose(.consumptionAnswers(id, product))),
      item(.setToken, reason, .enter(.token(id, product))),
      item(.finish, reason, .confirm(.finishing(id, product))),
      item(.test, lock, .confirm(.sendingTest)),
    ]
  }

  private func item(_ deed: SupportText.Deed, _ reason: String?, _ pick: Choice.Pick) -> Choice.Item {
    let title = SupportText.name(deed).text
    return Choice.Item(
      title: title, note: reason.map { ReasonText.notNow($0).text } ?? SupportText.note(deed).text,
      pick: reason.map { .no(ReasonText.cannot(title, because: $0).text) } ?? pick)
  }
}

extension Choice {
  fileprivate static func extensionDays(_ id: String, _ product: String) -> Choice {
    Choice(
      title: SupportText.extendTitle(product: product).text,
      items: [3, 7, 14, 30, 60, 90].map {
        Item(title: SupportText.days($0).text, note: "", pick: .choose(extensionReasons($0, id, product)))
      })
  }

  private static func extensionReasons(_ days: Int, _ id: String, _ product: String) -> Choice {
    Choice(
      title: SupportText.whyExtended.text,
      items: (0...3).map { code in
        let question = Confirmation(
          .extend(transactionId: id, days: days, reason: code), .extending(product: product, days: days),
          .extendingFollows(days: days))
        return Item(
          title: SupportText.extensionReason(code).text, note: SupportText.reasonCode(code).text,
          pick: .confirm(question))
      })
  }

  fileprivate static func consumptionAnswers(_ id: String, _ product: String) -> Choice {
    Choice(
      title: SupportText.consumptionTitle(product: product).text,
      items: Verb.usage.map { answer in
        let question = Confirmation(
          .consumption(transactionId: id, json: JSONValue.object(answer.answer).serialized()),
          .telling(product: product),
          .tellingFollows(answer: answer.title.text, note: answer.note.text))
        return Item(title: answer.title.text, note: answer.note.text, pick: .confirm(question))
      })
  }
}

extension EntrySheet {
  /// The entrance to the real App Store is a customer.
  static var lookingUp: EntrySheet {
    EntrySheet(
      purpose: .customer, title: SupportText.lookUpTitle.text, text: [SupportText.lookUpText.text],
      label: SupportText.lookUpLabel.text)
  }

  fileprivate static func token(_ id: String, _ product: String) -> EntrySheet {
    EntrySheet(
      purpose: .token(transactionId: id, product: product), title: SupportText.tokenTitle(product: product).text,
      text: [SupportText.tokenText.text], label: SupportText.tokenLabel.text)
  }
}

extension Confirmation {
  /// Support's question: what is asked, what will follow, and the same on the command line.
  fileprivate init(_ move: SupportMove, _ title: SupportText, _ text: SupportText) {
    self.init(
      decision: .support(move), title: title.text,
      text: [SupportText.journalKeeps(text.text).text, safeText(move.verb)])
  }

  static func settingToken(_ uuid: String, of id: String, _ product: String) -> Confirmation {
    Confirmation(
      .token(transactionId: id, uuid: uuid), .settingToken, .settingTokenFollows(product: product, uuid: uuid))
  }

  fileprivate static func finishing(_ id: String, _ product: String) -> Confirmation {
    Confirmation(.finish(transactionId: id), .finishing(product: product), .finishingFollows)
  }

  fileprivate static var sendingTest: Confirmation {
    Confirmation(.testNotification, .testing, .testingFollows)
  }
}

/// A UUID in lower case; nil for any other text.
func uuidText(_ text: String) -> String? {
  let groups = text.lowercased().split(separator: "-", omittingEmptySubsequences: false)
  guard groups.map(\.count) == [8, 4, 4, 4, 12], groups.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
  else { return nil }
  return text.lowercased()
}

// MARK: - English

extension SupportText {
  var english: String {
    switch self {
    case .title(let product): product.map { "Support, about \($0)" } ?? "Support"
    case .lookUpTitle: "Look a customer up"
    case .lookUpText: "By any transaction id of theirs, or by the order number on their invoice (production only)."
    case .lookUpLabel: "Id or order number: "
    case .testTokenTitle: "What became of a test notification?"
    case .testTokenText: "The token is what asking for the test answered."
    case .testTokenLabel: "Token: "
    case .name(let deed): name(deed)
    case .note(let deed): note(deed)

    case .journalKeeps(let text): "\(text) The journal keeps it."
    case .extendTitle(let product): "By how many days does \(product) renew later?"
    case .days(let days): English.counted(days, "day")
    case .whyExtended: "Why is it extended?"
    case .extensionReason(1): "the customer was not satisfied"
    case .extensionReason(2): "another reason"
    case .extensionReason(3): "an outage of the service"
    case .extensionReason: "not said"
    case .reasonCode(let code): "reason code \(code)"
    case .extending(let product, let days): "Extend \(product) by \(English.counted(days, "day"))?"
    case .extendingFollows(let days):
      "The customer keeps access and pays \(English.counted(days, "day")) later. Apple allows it twice a year."

    case .consumptionTitle(let product): "What did the customer have of \(product)? Ask for their consent first."
    case .telling(let product): "Tell Apple about \(product)?"
    case .tellingFollows(let answer, let note):
      "Says: \(answer), \(note); the customer consented. Apple weighs the refund by it."

    case .tokenTitle(let product): "Whose is \(product)?"
    case .tokenText: "The user's UUID; what will follow is said before anything happens."
    case .tokenLabel: "UUID: "
    case .settingToken: "Set the app account token?"
    case .settingTokenFollows(let product, let uuid): "\(product) and all its renewals carry \(uuid) from now on."
    case .finishing(let product): "Finish \(product)?"
    case .finishingFollows: "The App Store stops delivering it: be sure that the customer has it."
    case .testing: "Send a test notification?"
    case .testingFollows: "The App Store posts a TEST notification to the app's server. It touches no customer."
    }
  }

  private func name(_ deed: Deed) -> String {
    switch deed {
    case .lookUp: "look up"
    case .statuses: "statuses"
    case .notifications: "notifications"
    case .testResult: "test result"
    case .extend: "extend"
    case .consumption: "consumption"
    case .setToken: "set token"
    case .finish: "finish"
    case .test: "test"
    }
  }

  private func note(_ deed: Deed) -> String {
    switch deed {
    case .lookUp: "a customer, by transaction id or order number"
    case .statuses: "what Apple says of every subscription of the customer"
    case .notifications: "what was sent to the app's server in the last 30 days"
    case .testResult: "whether a test notification arrived"
    case .extend: "moves the renewal date by days that nobody pays for"
    case .consumption: "tells Apple how far it was used, for a refund"
    case .setToken: "attaches a user's UUID to the purchase"
    case .finish: "tells the App Store that it was delivered"
    case .test: "has a test notification sent to the app's server"
    }
  }
}
