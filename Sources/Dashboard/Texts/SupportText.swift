import AppStoreModel
import Core
import Verbs

/// The texts of support's look-ups and changes at the real App Store.
enum SupportText {
  static func title(product: String?) -> Words { product.map { "Support, about \($0)" } ?? "Support" }
  /// Returns Apple's reason for an extension, by its code.
  static func extensionReason(_ int: Int) -> Words {
    switch int {
    case 1: "the customer was not satisfied"
    case 2: "another reason"
    case 3: "an outage of the service"
    default: "not said"
    }
  }
}

extension State {
  /// The list of support's actions, each with its description or the reason why it is unavailable.
  var supportChoice: Choice {
    let purchase = supportedPurchase
    return Choice(
      title: SupportText.title(product: purchase?.product).text, items: readingItems + changingItems(purchase),
      topic: .support)
  }

  private var readingItems: [Choice.Item] {
    let token = EntrySheet(
      purpose: .testToken, title: say("Result of which test notification?"),
      text: [say("Use the token that came back when the test was requested.")],
      label: say("Token: "))
    let reason = account == nil ? ReasonText.nobodyLookedUp.text : nil
    return [
      item("look up", "a customer, by transaction id or order number", nil, .enter(.lookingUp)),
      item(
        "statuses", "Apple's status of every subscription of the customer", reason,
        .command(.support(SupportCall(.statuses)))),
      item(
        "notifications", "notifications sent to the app server in the last 30 days", nil,
        .command(.support(SupportCall(.notifications)))),
      item("test result", "whether a test notification arrived", nil, .enter(token)),
    ]
  }

  private func changingItems(_ purchase: SupportedPurchase?) -> [Choice.Item] {
    let lock = setup.abilities[.supportChanges]
    let reason = lock ?? (purchase == nil ? say("first choose a product or a transaction of the customer") : nil)
    let isRenewable = [nil, .autoRenewableSubscription].contains(purchase?.type)
    let (id, product) = (purchase?.transactionId ?? "", purchase?.product ?? "")
    return [
      item(
        "extend", "postpones the renewal date by free days",
        reason ?? (isRenewable ? nil : say("only an auto-renewable subscription can be extended")),
        .choose(.extensionDays(id, product))),
      item(
        "consumption", "tells Apple how much was used, for a refund", reason,
        .choose(.consumptionAnswers(id, product))),
      item("set token", "attaches a user's UUID to the purchase", reason, .enter(.token(id, product))),
      item("finish", "tells the App Store that it was delivered", reason, .confirm(.finishing(id, product))),
      item(
        "test", "asks the App Store to send a test notification to the app server", lock, .confirm(.sendingTest)),
    ]
  }

  private func item(_ title: Words, _ note: Words, _ reason: String?, _ pick: Choice.Pick) -> Choice.Item {
    Choice.Item(
      title: title.text, note: (reason.map { ReasonText.notNow($0) } ?? note).text,
      pick: reason.map { .no(ReasonText.cannot(title.text, because: $0).text) } ?? pick)
  }
}

extension Choice {
  fileprivate static func extensionDays(_ id: String, _ product: String) -> Choice {
    Choice(
      title: say("Postpone the renewal of \(product) by how many days?"),
      items: [3, 7, 14, 30, 60, 90].map {
        Item(title: say($0, "\($0) day", "\($0) days"), note: "", pick: .choose(extensionReasons($0, id, product)))
      })
  }

  private static func extensionReasons(_ days: Int, _ id: String, _ product: String) -> Choice {
    Choice(
      title: say("Why is it extended?"),
      items: (0...3).map { code in
        let question = Confirmation(
          SupportCall(.extend).with(.extended, id).with(.freeDays, days).with(.reasonCode, code),
          Words(days, "Extend \(product) by \(days) day?", "Extend \(product) by \(days) days?"),
          Words(
            days, "The customer keeps access and pays \(days) day later. Apple allows it twice a year.",
            "The customer keeps access and pays \(days) days later. Apple allows it twice a year."))
        return Item(
          title: SupportText.extensionReason(code).text, note: say("reason code \(code)"),
          pick: .confirm(question))
      })
  }

  fileprivate static func consumptionAnswers(_ id: String, _ product: String) -> Choice {
    Choice(
      title: say("How much of \(product) did the customer use? Ask for consent first."),
      items: Verb.usage.map { answer in
        let question = Confirmation(
          SupportCall(.consumption).with(.purchase, id)
            .with(.consumption, JSONValue.object(answer.answer).serialized()),
          Words("Tell Apple about \(product)?"),
          Words(
            "Says: \(answer.title.text), \(answer.note.text); the customer consented. Apple considers it for "
              + "the refund."))
        return Item(title: answer.title.text, note: answer.note.text, pick: .confirm(question))
      })
  }
}

extension EntrySheet {
  /// The sheet for looking up a customer, which a dashboard of the real App Store needs first.
  static var lookingUp: EntrySheet {
    EntrySheet(
      purpose: .customer, title: say("Look up a customer"),
      text: [say("By any transaction id of the customer, or the order number on the invoice (production only).")],
      label: say("Id or order number: "))
  }

  fileprivate static func token(_ id: String, _ product: String) -> EntrySheet {
    EntrySheet(
      purpose: .token(transactionId: id, product: product), title: say("Which user owns \(product)?"),
      text: [say("The user's UUID; the next screen shows what will follow.")], label: say("UUID: "))
  }
}

extension Confirmation {
  /// Creates the question before a change by support: the consequences, and the equivalent command line.
  fileprivate init(_ call: SupportCall, _ title: Words, _ text: Words) {
    self.init(
      decision: .support(call), title: title.text,
      text: [say("\(text.text) The journal records it."), safeText(call.line)])
  }

  static func settingToken(_ uuid: String, of id: String, _ product: String) -> Confirmation {
    Confirmation(
      SupportCall(.token).with(.purchase, id).with(.ownerToken, uuid), Words("Set the app account token?"),
      Words("\(product) and all its renewals carry \(uuid) from now on."))
  }

  fileprivate static func finishing(_ id: String, _ product: String) -> Confirmation {
    Confirmation(
      SupportCall(.finish).with(.purchase, id), Words("Finish \(product)?"),
      Words("The App Store stops delivering it: make sure that the customer has it."))
  }

  fileprivate static var sendingTest: Confirmation {
    Confirmation(
      SupportCall(.testNotification), Words("Send a test notification?"),
      Words("The App Store posts a TEST notification to the app server. No customer is affected."))
  }
}
