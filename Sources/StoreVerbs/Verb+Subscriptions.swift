import SafeText
import StoreModel
import Texts

/// What happens to a subscription of the signed-in account.
extension Verb {
  package static let retention: Verb = Verb(
    "retention", .word(.subscription), .option(.userLocale),
    summary: "signs the question to the app's server, which message a customer sees who is about to cancel",
    inFiles: true)

  package static let renew: Verb = Verb(
    "renew", .word(.subscription), summary: "a new period begins now and is charged",
    places: [
      VerbPlace(
        "renew", in: .subscriptions, key: "r", title: "renew",
        summary: "Begins a new period now and charges it, after asking.", rank: 1
      ) { scene in
        let (item, id) = try scene.subscription()
        return .ask(
          "Renew \(safeText(item.productName)) now?",
          "Charges \(safeText(item.displayPrice)) to \(safeText(item.account)); a new period begins now, "
            + "auto-renew is on.", VerbCall(.renew).with(.subscription, id))
      }
    ], inFiles: true)

  package static let expire: Verb = Verb(
    "expire", .word(.subscription), summary: "a subscription ends now",
    places: [
      VerbPlace(
        "expire", in: .subscriptions, key: "e", title: "end", summary: "Ends the subscription now, after asking.",
        rank: 1
      ) { scene in
        let (item, id) = try scene.subscription(isOver: false)
        return .ask(
          "End \(safeText(item.productName)) now?",
          "Access ends now, as if it had been cancelled and run out. Nothing is paid back; buying begins it anew.",
          VerbCall(.expire).with(.subscription, id))
      }
    ], inFiles: true)

  package static let autoRenew: Verb = Verb(
    "auto-renew", .word(.isOn), .word(.subscription), summary: "the customer switches auto-renew",
    places: [
      VerbPlace(
        "auto-renew", in: .subscriptions, key: "a", title: "auto-renew",
        summary: "Switches auto-renew off or on, as the customer would, after asking.", rank: 1
      ) { scene in
        let (item, id) = try scene.subscription(isOver: false)
        let date = scene.date(item.nextDate)
        let call = VerbCall(.autoRenew).with(.isOn, !item.autoRenew).with(.subscription, id)
        return item.autoRenew
          ? .ask(
            "Switch auto-renew off?", "Access lasts until \(date) and ends then; nothing more is charged.", call)
          : .ask(
            "Switch auto-renew on?",
            "It renews on \(date) for \(safeText(item.displayPrice)), and each period from then on.", call)
      }
    ], inFiles: true)

  package static let failBilling: Verb = Verb(
    "billing fail", .word(.subscription), summary: "the next renewal's payment fails, and its repetitions too",
    places: [
      VerbPlace(
        "billing", in: .subscriptions, key: "b", title: "billing",
        summary: "Lets the next renewal's payment fail, or lets payment work again, after asking.", rank: 1
      ) { scene in
        let (item, id) = try scene.subscription(isOver: false)
        if item.billingFails || item.state == .grace || item.state == .retry {
          return .ask(
            "Let payment work again?", "What could not be charged is charged now, and access is back at once.",
            VerbCall(.resolveBilling).with(.subscription, id))
        }
        let access =
          scene.situation.grace ? say("A grace period keeps access for a while; then") : say("Access ends then, and")
        return .ask(
          "Let the next renewal fail?",
          "The renewal on \(scene.date(item.nextDate)) fails. \(access) Apple retries until payment works or time is "
            + "up.", VerbCall(.failBilling).with(.subscription, id))
      }
    ], inFiles: true)

  package static let resolveBilling: Verb = Verb(
    "billing resolve", .word(.subscription), summary: "payment works again; what waits is charged at once",
    inFiles: true)

  package static let increasePrice: Verb = Verb(
    "price-increase", .word(.subscription), .option(.price), .option(.notice),
    summary: "a higher price is announced; a quarter more than now without --price",
    places: [
      VerbPlace(
        "price-increase", in: .subscriptions, key: "l", title: "price rise",
        summary: "Raises the price, which the customer has to agree to, after asking.", rank: 5
      ) { scene in
        let (item, id) = try scene.subscription(isOver: false)
        return .ask(
          "Raise the price of \(safeText(item.productName))?",
          "The customer has to agree before the period ends; without that it ends with the period.",
          VerbCall(.increasePrice).with(.subscription, id))
      }
    ], inFiles: true)

  package static let consent: Verb = Verb(
    "consent", .word(.subscription), .word(.agrees), summary: "the customer answers a higher price",
    places: [
      VerbPlace(
        "consent", in: .subscriptions, key: "c", title: "consent",
        summary: "As the customer: agrees to the higher price that was announced, or refuses it.", rank: 5
      ) { scene in
        let (item, id) = try scene.subscription(isOver: false)
        if item.priceIncrease == nil { throw WhyNot("no higher price was announced: announce one first") }
        let date = scene.date(item.nextDate)
        let call = VerbCall(.consent).with(.subscription, id)
        return .choose(
          "Does the customer agree to the higher price?",
          [
            .init("yes", "it renews on \(date) at the higher price", .now(call.with(.agrees, true))),
            .init("no", "it ends on \(date)", .now(call.with(.agrees, false))),
          ])
      }
    ], inFiles: true)

  package static let extend: Verb = Verb(
    "extend", .word(.subscription), .word(.days), summary: "the next renewal moves by days that nobody pays for",
    places: [
      VerbPlace(
        "extend", in: .subscriptions, key: "x", title: "extend",
        summary: "Moves the next renewal by days that nobody pays for; you pick how many.", rank: 5
      ) { scene in
        let (item, id) = try scene.subscription(isOver: false)
        if item.state != .active { throw WhyNot("only a period that is paid for can be extended") }
        return .choose(
          "By how many days, which nobody pays for?",
          [3, 7, 14, 30, 90].map { days in
            let call = VerbCall(.extend).with(.subscription, id).with(.days, days)
            return .init("\(days)", "\(call.line)", .now(call))
          })
      }
    ], inFiles: true)

  package static let subscriptions = [
    renew, expire, autoRenew, failBilling, resolveBilling, increasePrice, consent, extend, retention,
  ]
}
