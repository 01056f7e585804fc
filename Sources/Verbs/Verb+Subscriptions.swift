import AppStoreModel
import Core

/// The verbs that change a subscription of the signed-in account.
extension Verb {
  package static let retention: Verb = Verb(
    "retention", .word(.subscription), .option(.userLocale),
    summary: "sign the question to the app server which message to show to a customer about to cancel",
    inFiles: true)

  package static let renew: Verb = Verb(
    "renew", .word(.subscription), summary: "start a new period now and charge it",
    places: VerbPlace(
      "renew", in: .subscriptions, key: "r", title: "renew",
      summary: "Start a new period now and charge it, after asking.", rank: 1
    ) { scene in
      let (item, id) = try scene.subscription(isOver: false)
      if item.billingFails { throw WhyNot("its payment fails; let payments succeed first") }
      return .ask(
        "Renew \(safeText(item.productName)) now?",
        "Charges \(safeText(item.displayPrice)) to "
          + "\(safeText(item.account)); a new period starts now, "
          + "auto-renewal is on.", VerbCall(.renew).with(.subscription, id))
    }, inFiles: true)

  package static let expire: Verb = Verb(
    "expire", .word(.subscription), summary: "end a subscription now",
    places: VerbPlace(
      "expire", in: .subscriptions, key: "e", title: "end", summary: "End the subscription now, after asking.",
      rank: 1
    ) { scene in
      let (item, id) = try scene.subscription(isOver: false)
      return .ask(
        "End \(safeText(item.productName)) now?",
        "Access ends now, as after a cancellation. Apple refunds nothing; the customer can buy it again.",
        VerbCall(.expire).with(.subscription, id))
    }, inFiles: true)

  package static let autoRenew: Verb = Verb(
    "auto-renew", .word(.isOn), .word(.subscription), summary: "switch auto-renewal, as the customer",
    places: VerbPlace(
      "auto-renew", in: .subscriptions, key: "a", title: "auto-renewal",
      summary: "Switch auto-renewal off or on as the customer, after asking.", rank: 1
    ) { scene in
      let (item, id) = try scene.subscription(isOver: false)
      let date = scene.date(item.nextDate)
      let call = VerbCall(.autoRenew).with(.isOn, !item.autoRenew).with(.subscription, id)
      return item.autoRenew
        ? .ask(
          "Switch auto-renewal off?", "Access lasts until \(date); nothing more is charged.", call)
        : .ask(
          "Switch auto-renewal on?",
          "It renews on \(date) for \(safeText(item.displayPrice)), then every period.", call)
    }, inFiles: true)

  package static let failBilling: Verb = Verb(
    "billing fail", .word(.subscription), summary: "let the next renewal's payment and its retries fail",
    places: VerbPlace(
      "billing", in: .subscriptions, key: "b", title: "billing",
      summary: "Let the next renewal's payment fail, or let payments succeed again, after asking.", rank: 1
    ) { scene in
      let (item, id) = try scene.subscription(isOver: false)
      if item.billingFails || item.state == .grace || item.state == .retry {
        return .ask(
          "Let payments succeed again?", "Apple collects the outstanding payment now, and access returns at once.",
          VerbCall(.resolveBilling).with(.subscription, id))
      }
      let access =
        scene.situation.grace
        ? say("Access continues during the Billing Grace Period. After that") : say("Access ends, and")
      return .ask(
        "Let the next renewal fail?",
        "The renewal on \(scene.date(item.nextDate)) fails. \(access) Apple retries until payment works or time is "
          + "up.", VerbCall(.failBilling).with(.subscription, id))
    }, inFiles: true)

  package static let resolveBilling: Verb = Verb(
    "billing resolve", .word(.subscription),
    summary: "let payments succeed again; Apple collects outstanding payments at once",
    inFiles: true)

  package static let increasePrice: Verb = Verb(
    "price-increase", .word(.subscription), .option(.price), .option(.notice),
    summary: "announce a price increase, by a quarter without --price",
    places: VerbPlace(
      "price-increase", in: .subscriptions, key: "l", title: "price increase",
      summary: "Announce a price increase, which the customer has to agree to, after asking.", rank: 5
    ) { scene in
      let (item, id) = try scene.subscription(isOver: false)
      return .ask(
        "Increase the price of \(safeText(item.productName))?",
        "The customer has to agree before the period ends; otherwise the subscription ends with it.",
        VerbCall(.increasePrice).with(.subscription, id))
    }, inFiles: true)

  package static let consent: Verb = Verb(
    "consent", .word(.subscription), .word(.agrees), summary: "answer a price increase, as the customer",
    places: VerbPlace(
      "consent", in: .subscriptions, key: "c", title: "consent",
      summary: "As the customer: agree to the announced price increase, or decline it.", rank: 5
    ) { scene in
      let (item, id) = try scene.subscription(isOver: false)
      if item.priceIncrease == nil { throw WhyNot("no price increase is announced; announce one first") }
      let date = scene.date(item.nextDate)
      let call = VerbCall(.consent).with(.subscription, id)
      return .choose(
        "Does the customer agree to the price increase?",
        [
          .init("yes", "it renews on \(date) at the higher price", .now(call.with(.agrees, true))),
          .init("no", "it ends on \(date)", .now(call.with(.agrees, false))),
        ])
    }, inFiles: true)

  package static let extend: Verb = Verb(
    "extend", .word(.subscription), .word(.days), summary: "move the next renewal by free days",
    places: VerbPlace(
      "extend", in: .subscriptions, key: "x", title: "extend",
      summary: "Move the next renewal by free days; you choose how many.", rank: 5
    ) { scene in
      let (item, id) = try scene.subscription(isOver: false)
      if item.state != .active { throw WhyNot("only a paid period can be extended") }
      return .choose(
        "By how many free days?",
        [3, 7, 14, 30, 90].map { days in
          let call = VerbCall(.extend).with(.subscription, id).with(.days, days)
          return .init("\(days)", "\(call.line)", .now(call))
        })
    }, inFiles: true)

  package static let subscriptions = [
    renew, expire, autoRenew, failBilling, resolveBilling, increasePrice, consent, extend, retention,
  ]
}
