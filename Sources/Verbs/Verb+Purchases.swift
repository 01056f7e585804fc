import AppStoreModel
import Core

/// The verbs of purchases: decisions of a parent and of Apple, purchases on other devices, and single transactions.
extension Verb {
  package static let approve: Verb = Verb(
    "approve", .word(.transaction), summary: "approve a pending purchase, as a parent",
    places: VerbPlace(
      "approve", in: .decisions, key: "y", title: "approve",
      summary: "As Apple: grant the refund. As a parent: approve the purchase. Asks first.", rank: 1
    ) { scene in
      let item = try scene.decision()
      let (price, account) = (safeText(item.displayPrice), safeText(item.account))
      let product = safeText(item.productName)
      switch item.kind {
      case .refunded: throw WhyNot(isRefunded)
      case .refundRequest:
        return .ask(
          "Grant the refund?",
          "Apple refunds \(price) to \(account), and \(product) of that "
            + "purchase no longer counts. The device notices at its next check.",
          VerbCall(.approveRefund).with(.transaction, item.transactionId))
      case .askToBuy:
        return .ask(
          "Approve the purchase?",
          item.change?.chargesNow == false
            ? changesRenewal(product)
            : "Charges \(price) to \(account), unless it owns \(product) already. The App Store sends \(product) to the "
              + "device.",
          VerbCall(.approve).with(.transaction, item.transactionId))
      case .interrupted:
        return .ask(
          "Resolve the interruption?",
          item.change?.chargesNow == false
            ? changesRenewal(product)
            : "The customer did what the App Store asked. Charges \(price) to "
              + "\(account), unless it owns \(product) already. The App Store sends \(product) to the device.",
          VerbCall(.resolve).with(.transaction, item.transactionId))
      }
    }, inFiles: true)

  package static let decline: Verb = Verb(
    "decline", .word(.transaction), summary: "decline a pending purchase, as a parent",
    places: VerbPlace(
      "decline", in: .decisions, key: "n", title: "decline",
      summary: "As Apple: decline the refund. As a parent: decline the purchase. Asks first.",
      rank: 1
    ) { scene in
      if case .promoted(let item) = scene.subject {
        return .ask(
          "Give up the started purchase?",
          "\(safeText(item.account)) no longer wants \(scene.name(of: item.productId)), so "
            + "the App Store no longer asks the app to continue. Nothing is charged.",
          VerbCall(.giveUpPromoted).with(.product, item.productId).with(.account, item.account))
      }
      let item = try scene.decision()
      let product = safeText(item.productName)
      switch item.kind {
      case .refunded: throw WhyNot(isRefunded)
      case .refundRequest:
        return .ask(
          "Decline the refund?",
          "\(product) stays purchased and paid. Apple writes to \(safeText(item.account)); the app is never told.",
          VerbCall(.declineRefund).with(.transaction, item.transactionId))
      case .askToBuy, .interrupted:
        return .ask(
          "Decline the purchase?",
          "Nothing is charged for \(product). The App Store never tells the app, where it stays pending.",
          VerbCall(.decline).with(.transaction, item.transactionId))
      }
    }, inFiles: true)

  /// Returns the text for a waiting purchase of a plan that is not charged now.
  private static func changesRenewal(_ product: String) -> Words {
    "Nothing is charged now: \(product) is only chosen for the next renewal."
  }

  static let isRefunded: Words = "already decided; you can only reverse a granted refund"

  package static let resolve: Verb = Verb(
    "resolve", .word(.transaction), summary: "resolve an interrupted purchase, as the customer", inFiles: true)

  package static let approveRefund: Verb = Verb(
    "refund approve", .word(.transaction), .option(.percentage),
    summary: "refund a purchase or a share of it, as Apple, with or without a request",
    places: VerbPlace(
      "refund", in: .decisions, .purchases, key: "f", title: "refund",
      summary: "As Apple: refund the purchase without a request, after asking.", rank: 1
    ) { scene in
      let item = try scene.purchase()
      return .ask(
        "Refund “\(safeText(item.productName))” without a request?",
        "Apple refunds \(safeText(item.displayPrice)) to \(safeText(item.account)), and "
          + "the purchase no longer counts. The device notices at its next check.",
        VerbCall(.approveRefund).with(.transaction, item.transactionId))
    },
    VerbPlace(
      "approve-part", in: .decisions, .purchases, key: "%", title: "in part",
      summary: "As Apple: refund a share of the price; you choose how much.", rank: 3
    ) { scene in
      if case .purchase = scene.subject {
        let item = try scene.purchase()
        return shares(of: item.transactionId, safeText(item.productName))
      }
      let item = try scene.decision()
      if item.kind == .refunded { throw WhyNot(isRefunded) }
      guard item.kind == .refundRequest else { throw WhyNot(onlyRefunds) }
      return shares(of: item.transactionId, safeText(item.productName))
    }, inFiles: true)

  private static let onlyRefunds: Words = "only for a requested refund"

  private static func shares(of id: String, _ product: String) -> VerbPlan {
    let call = VerbCall(.approveRefund).with(.transaction, id)
    return .choose(
      "How much does Apple refund?",
      [10, 25, 50, 75, 90].map { share in
        .init("\(share) %", "\(call.with(.percentage, share).line)", refund(share, of: product, call))
      } + [.init("another", "typed", .type(.init(call: call, product: product)))])
  }

  /// Asks for confirmation before a partial refund.
  static func refund(_ share: Int, of product: String, _ call: VerbCall) -> VerbPlan {
    .ask(
      "Refund \(share) %?",
      "Apple refunds \(share) % of the price of \(product). A "
        + "subscription's period ends; a consumable loses that share.", call.with(.percentage, share))
  }

  package static let declineRefund: Verb = Verb(
    "refund decline", .word(.transaction), summary: "decline a requested refund, as Apple", inFiles: true)

  package static let reverseRefund: Verb = Verb(
    "refund reverse", .word(.transaction), summary: "reverse a granted refund, as Apple",
    places: VerbPlace(
      "reverse", in: .decisions, key: "v", title: "reverse",
      summary: "Reverse a granted refund, after asking: the purchase counts again.", rank: 2
    ) { scene in
      guard case .decision(let item) = scene.subject, item.kind == .refunded else {
        throw WhyNot("only a granted refund can be reversed")
      }
      let price = safeText(item.displayPrice)
      return .ask(
        "Reverse the refund?",
        "\(safeText(item.account)) pays \(price) again, and "
          + "\(safeText(item.productName)) counts again. The device notices at its "
          + "next check.", VerbCall(.reverseRefund).with(.transaction, item.transactionId))
    }, inFiles: true)

  package static let askForRefund: Verb = Verb(
    "refund ask", .word(.transaction), .option(.reason),
    summary: "request a refund, as a customer outside the app; with the reason DECLINE Apple declines", inFiles: true)

  package static let decisions = [
    approve, decline, resolve, askForRefund, reverseRefund, approveRefund, declineRefund,
  ]

  // MARK: Buying

  package static let buy: Verb = Verb(
    "buy", .word(.product), .option(.account), .option(.quantity), .option(.ago), .option(.renewals), .option(.offer),
    .option(.code), .option(.winBack), .option(.billingPlan), .option(.introductory), .option(.signature),
    .option(.offerJWS), .option(.token),
    summary: "buy on another device of the customer, now or in the past",
    places: VerbPlace(
      "buy-elsewhere", in: .accounts, key: "b", title: "buy",
      summary: "Buy on another device of this Apple Account, now or in the past; you choose the product.", rank: 2
    ) { scene in
      let account = try scene.account().name
      return .choose(
        "What does \(safeText(account)) buy on another device?",
        try scene.sold(else: "the App Store sells nothing").map {
          .init("\($0.name)", "\($0.price)", try waysToBuy($0, account))
        })
    }, inFiles: true)

  /// Asks for the purchase's date, and for the renewals of a subscription since then.
  private static func waysToBuy(_ product: VerbScene.Sold, _ account: String) throws -> VerbPlan {
    let now = VerbCall(.buy).with(.product, product.id).with(.account, account)
    let past = now.with(.ago, try VerbDuration("45d"))
    var ways: [(Words, Words, VerbCall)] = [("now", "a normal purchase", now)]
    if product.isSubscription {
      ways += [
        ("45 days ago", "renewed ever since", past.with(.renewals, .untilNow)),
        ("45 days ago", "one renewal now for the missed ones", past.with(.renewals, .default)),
        ("45 days ago", "auto-renewal off at once", past.with(.renewals, .cancelImmediately)),
      ]
    } else {
      ways.append(("45 days ago", "in the past", past))
    }
    return .choose(
      "When was \(product.name) bought?",
      ways.map { title, note, call in
        .init(
          title, note,
          .ask(
            "Buy \(product.name) on another device?",
            "Charges \(product.price) to \(safeText(account)), \(title): "
              + "\(note). This device notices at its next check.", call))
      })
  }

  package static let preview: Verb = Verb(
    "preview", .word(.product), .option(.account), .option(.quantity),
    summary: "show what a purchase would charge and change", isReading: true, inFiles: true)

  package static let promote: Verb = Verb(
    "promote", .word(.product), .option(.account),
    summary: "start a purchase in the App Store, which the app then continues",
    places: VerbPlace(
      "promote", in: .accounts, key: "t", title: "promote",
      summary: "Start a purchase in the App Store for the app to continue; you choose the product.", rank: 3
    ) { scene in
      let account = try scene.account().name
      return .choose(
        "What does \(safeText(account)) start to buy in the App Store?",
        try scene.sold(else: "the App Store sells nothing").map { product in
          .init(
            "\(product.name)", "\(product.price)",
            .ask(
              "Start to buy \(product.name) in the App Store?",
              "Nothing is charged. The App Store asks the app, where "
                + "\(safeText(account)) is signed in, to continue the purchase.",
              VerbCall(.promote).with(.product, product.id).with(.account, account)))
        })
    }, inFiles: true)

  package static let giveUpPromoted: Verb = Verb(
    "promote", .word(.product), .option(.account), .needed(.off), name: "promote --off",
    summary: "give up a purchase that the customer started in the App Store", inFiles: true)

  package static let promoted: Verb = Verb(
    "promoted", .option(.limit), .option(.afterRow), summary: "a purchase started in the App Store", isReading: true,
    inFiles: true)

  package static let purchases = [buy, preview, promote, giveUpPromoted, promoted]
}
