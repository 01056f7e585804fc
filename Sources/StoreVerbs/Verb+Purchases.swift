import SafeText
import StoreModel
import Texts

/// Purchases: what a parent and Apple decide, what customers do elsewhere, single transactions.
extension Verb {
  package static let approve: Verb = Verb(
    "approve", .word(.transaction), summary: "a parent allows a purchase that waits",
    places: [
      VerbPlace(
        "approve", in: .decisions, key: "y", title: "approve",
        summary: "As Apple: grants the refund. As a parent: allows the purchase. Says what follows, and asks.", rank: 1
      ) { scene in
        let item = try scene.decision()
        let (price, account) = (safeText(item.displayPrice), safeText(item.account))
        let product = safeText(item.productName)
        switch item.kind {
        case .refunded: throw WhyNot(isRefunded)
        case .refundRequest:
          return .ask(
            "Grant the refund?",
            "Apple pays \(price) back to \(account); \(product) of that purchase counts no more. The device learns of it "
              + "when it checks.", VerbCall(.approveRefund).with(.transaction, item.transactionId))
        case .askToBuy:
          return .ask(
            "Allow the purchase?", "Charges \(price) to \(account); \(product) reaches the device by itself.",
            VerbCall(.approve).with(.transaction, item.transactionId))
        case .interrupted:
          return .ask(
            "Settle what interrupted it?",
            "The customer did what the App Store asked for: charges \(price) to \(account); \(product) reaches the "
              + "device by itself.", VerbCall(.resolve).with(.transaction, item.transactionId))
        }
      }
    ], inFiles: true)

  package static let decline: Verb = Verb(
    "decline", .word(.transaction), summary: "a parent declines a purchase that waits",
    places: [
      VerbPlace(
        "decline", in: .decisions, key: "n", title: "decline",
        summary: "As Apple: declines the refund. As a parent: declines the purchase. Says what follows, and asks.",
        rank: 1
      ) { scene in
        if case .promoted(let item) = scene.subject {
          return .ask(
            "Give up the purchase that was begun?",
            "\(safeText(item.account)) no longer wants \(scene.name(of: item.productId)): the app is not asked to continue "
              + "it any more. Nothing is charged.",
            VerbCall(.giveUpPromoted).with(.product, item.productId).with(.account, item.account))
        }
        let item = try scene.decision()
        let product = safeText(item.productName)
        switch item.kind {
        case .refunded: throw WhyNot(isRefunded)
        case .refundRequest:
          return .ask(
            "Decline the refund?",
            "\(product) stays bought and paid. Apple writes to \(safeText(item.account)); the app is never told.",
            VerbCall(.declineRefund).with(.transaction, item.transactionId))
        case .askToBuy, .interrupted:
          return .ask(
            "Decline the purchase?",
            "Nothing is charged for \(product). The app is never told: there it stays pending.",
            VerbCall(.decline).with(.transaction, item.transactionId))
        }
      }
    ], inFiles: true)

  private static let isRefunded: Words = "it is decided already: it can only be reversed"

  package static let resolve: Verb = Verb(
    "resolve", .word(.transaction), summary: "the customer settles what interrupted a purchase", inFiles: true)

  package static let approveRefund: Verb = Verb(
    "refund approve", .word(.transaction), .option(.percentage),
    summary: "Apple pays a purchase back, asked or not; or a share of it",
    places: [
      VerbPlace(
        "refund", in: .decisions, .purchases, key: "f", title: "refund",
        summary: "As Apple: pays it back, though nobody asked, after asking you.", rank: 1
      ) { scene in
        let item = try scene.purchase()
        return .ask(
          "Refund \(safeText(item.productName)), though nobody asked?",
          "Apple pays \(safeText(item.displayPrice)) back to \(safeText(item.account)), and it counts no more. The device "
            + "learns of it when it checks.", VerbCall(.approveRefund).with(.transaction, item.transactionId))
      },
      VerbPlace(
        "approve-part", in: .decisions, .purchases, key: "%", title: "in part",
        summary: "As Apple: pays a share of the price back; you pick how much.", rank: 3
      ) { scene in
        if case .purchase = scene.subject {
          let item = try scene.purchase()
          return shares(of: item.transactionId, safeText(item.productName))
        }
        let item = try scene.decision()
        if item.kind == .refunded { throw WhyNot(isRefunded) }
        guard item.kind == .refundRequest else { throw WhyNot(onlyRefunds) }
        return shares(of: item.transactionId, safeText(item.productName))
      },
    ], inFiles: true)

  private static let onlyRefunds: Words = "that goes with a refund that was asked for"

  private static func shares(of id: String, _ product: String) -> VerbPlan {
    let call = VerbCall(.approveRefund).with(.transaction, id)
    let typed = VerbPlan.Typed(
      title: say("Which share is paid back?"),
      text: say("Whole percent from 1 to 100; what will follow is said before anything happens."),
      label: say("Percent: "),
      call: call, product: product)
    return .choose(
      "How much is paid back?",
      [10, 25, 50, 75, 90].map { share in
        .init("\(share) %", "\(call.with(.percentage, share).line)", refund(share, of: product, call))
      } + [.init("another", "typed", .type(typed))])
  }

  /// The question before a part is paid back.
  static func refund(_ share: Int, of product: String, _ call: VerbCall) -> VerbPlan {
    .ask(
      "Pay \(share) % back?",
      "Apple pays \(share) % of the price of \(product) back. A subscription's period ends with it; a consumable loses "
        + "that share.", call.with(.percentage, share))
  }

  package static let declineRefund: Verb = Verb(
    "refund decline", .word(.transaction), summary: "Apple declines a refund that was asked for", inFiles: true)

  package static let reverseRefund: Verb = Verb(
    "refund reverse", .word(.transaction), summary: "Apple takes a granted refund back",
    places: [
      VerbPlace(
        "reverse", in: .decisions, key: "v", title: "reverse",
        summary: "Takes a granted refund back, after asking: the purchase counts again.", rank: 2
      ) { scene in
        let item = try scene.decision()
        guard item.kind == .refunded else { throw WhyNot("only a granted refund can be reversed") }
        let price = safeText(item.displayPrice)
        return .ask(
          "Take the refund back?",
          "\(price) is \(safeText(item.account))'s to pay again, and \(safeText(item.productName)) counts again. The "
            + "device learns of it when it checks.", VerbCall(.reverseRefund).with(.transaction, item.transactionId))
      }
    ], inFiles: true)

  package static let askForRefund: Verb = Verb(
    "refund ask", .word(.transaction), .option(.reason),
    summary: "a customer asks for a refund elsewhere; DECLINE as the reason has it declined", inFiles: true)

  package static let decisions = [
    approve, decline, resolve, askForRefund, reverseRefund, approveRefund, declineRefund,
  ]

  // MARK: Buying

  package static let buy: Verb = Verb(
    "buy", .word(.product), .option(.account), .option(.quantity), .option(.ago), .option(.renewals), .option(.offer),
    .option(.code), .option(.winBack), .option(.billingPlan), .option(.introductory), .option(.token),
    summary: "a customer buys on another device, now or in the past",
    places: [
      VerbPlace(
        "buy-elsewhere", in: .accounts, key: "b", title: "buy",
        summary: "Buys on another device of this Apple Account, now or in the past; you pick what.", rank: 2
      ) { scene in
        let account = try scene.account().name
        return .choose(
          "What does \(safeText(account)) buy on another device?",
          try scene.sold(else: "the App Store sells nothing").map {
            .init("\($0.name)", "\($0.price)", try waysToBuy($0, account))
          })
      }
    ], inFiles: true)

  /// When it is bought, and what has become of a subscription since.
  private static func waysToBuy(_ product: VerbScene.Sold, _ account: String) throws -> VerbPlan {
    let now = VerbCall(.buy).with(.product, product.id).with(.account, account)
    let past = now.with(.ago, try VerbDuration("45d"))
    var ways: [(Words, Words, VerbCall)] = [("now", "as anybody buys", now)]
    if product.isSubscription {
      ways += [
        ("45 days ago", "renewed ever since", past.with(.renewals, .untilNow)),
        ("45 days ago", "one renewal now for the missed ones", past.with(.renewals, .default)),
        ("45 days ago", "cancelled at once", past.with(.renewals, .cancelImmediately)),
      ]
    } else {
      ways.append(("45 days ago", "its date lies in the past", past))
    }
    return .choose(
      "When was \(product.name) bought?",
      ways.map { title, note, call in
        .init(
          title, note,
          .ask(
            "Buy \(product.name) on another device?",
            "Charges \(product.price) to \(safeText(account)), \(title): \(note). This device learns of it when it "
              + "checks.", call))
      })
  }

  package static let preview: Verb = Verb(
    "preview", .word(.product), .option(.account), .option(.shownQuantity),
    summary: "what buying would charge and change", isReading: true, inFiles: true)

  package static let promote: Verb = Verb(
    "promote", .word(.product), .option(.account),
    summary: "a customer begins a purchase in the App Store; till buy continues it",
    places: [
      VerbPlace(
        "promote", in: .accounts, key: "t", title: "promote",
        summary: "Begins a purchase in the App Store, which the app is to continue; you pick what.", rank: 3
      ) { scene in
        let account = try scene.account().name
        return .choose(
          "What does \(safeText(account)) begin to buy in the App Store?",
          try scene.sold(else: "the App Store sells nothing").map { product in
            .init(
              "\(product.name)", "\(product.price)",
              .ask(
                "Begin to buy \(product.name) in the App Store?",
                "Nothing is charged: the app, where \(safeText(account)) is signed in, is asked to continue the purchase.",
                VerbCall(.promote).with(.product, product.id).with(.account, account)))
          })
      }
    ], inFiles: true)

  package static let giveUpPromoted: Verb = Verb(
    "promote", .word(.product), .option(.account), .needed(.off), name: "promote --off",
    summary: "the customer gives up what was begun in the App Store", inFiles: true)

  package static let promoted: Verb = Verb(
    "promoted", .option(.limit), .option(.afterRow), summary: "what was begun in the App Store", isReading: true,
    inFiles: true)

  package static let purchases = [buy, preview, promote, giveUpPromoted, promoted]
}
