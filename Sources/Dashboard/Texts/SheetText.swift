package import AppStoreModel
import Core

/// The texts of sheets: payment, use, refund requests, choices, questions, help.
enum SheetText {
  static func payer(account: String, storefront: String?) -> Words {
    "Apple Account \(account)" + (storefront.map { ", storefront \($0)" } ?? "")
  }
  static func per(_ period: SubscriptionPeriod) -> Words {
    switch (period.unit, period.value == 1) {
    case (.day, true): "per day"
    case (.week, true): "per week"
    case (.month, true): "per month"
    case (.year, true): "per year"
    default: "per \(period)"
    }
  }
  static func charges(price: String, account: String, isSubscription: Bool) -> Words {
    "Charges \(price) to \(account)"
      + (isSubscription ? ", again each period until cancelled." : ".")
  }
  static func offer(_ type: OfferType?, id: String?, words: String) -> Words {
    "\(word(for: type))\(id.map { " \($0)" } ?? ""): \(words)"
  }
  static func eligible(byItself: Bool) -> Words { byItself ? "for you, automatic" : "for you" }
  static var dropLabel: Words { "Reason: " }
  static func ground(_ ground: CloseGround) -> Words {
    switch ground {
    case .compensated: "compensated"
    case .duplicate: "duplicate"
    case .fraud: "fraud"
    case .overdue: "overdue"
    case .other: "another ground"
    }
  }
  /// Returns what happens to an order that is given up on a ground.
  static func follows(_ ground: CloseGround) -> Words {
    switch ground {
    case .compensated: "Something else made up for it; only reopening delivers it."
    case .duplicate: "The same purchase was credited in another way; only reopening delivers it."
    case .fraud: "Nothing of this purchase or its renewals is credited; only reopening delivers it."
    case .overdue, .other: "A restore still delivers it once."
    }
  }
  static func transferTitle(_ product: String) -> Words { "Move \(product) to which user?" }
  static func help(_ scope: Scope) -> Words {
    switch scope {
    case .main: "Keys"
    case .paymentSheet: "Keys of the payment sheet"
    case .appStore: "Keys of the App Store's side"
    default: "Keys here"
    }
  }

  private static func word(for type: OfferType?) -> String {
    switch type {
    case .introductoryOffer: say("introductory")
    case .promotionalOffer: say("promotional")
    case .offerCode: say("code")
    case .winBackOffer: say("win-back")
    case nil: say("billing plan")
    default: say("offer")
    }
  }
}

// MARK: The texts of open sheets

extension State {
  /// The payment sheet's title, which tells a real App Store from a simulated one.
  var paymentTitle: String {
    let text: Words =
      setup.isReal
      ? Words("App Store") : setup.abilities[.appStore] == nil ? Words("App Store (simulated)") : Words("Purchase")
    return text.text
  }

  /// Returns the consequences of paying, one sentence each.
  func consequences(of sheet: PaymentSheet, _ product: ProductRow) -> [String] {
    if var preview = sheet.preview {
      // The list of offers below shows this already.
      preview.isEligibleForIntroductoryOffer = nil
      return preview.sentences(date: minute, name: { name(of: $0) }).map { Language.sentence(safeText($0)) }
        + (preview.change == .owned ? [] : warnings(about: sheet))
    }
    if reads.isUnderWay(.preview) { return [say("\(Language.sentence(ReasonText.previewIsComing.text))")] }
    if product.isOwned { return [say("You already own this: you won't be charged.")] }
    let isSubscription = product.type == .autoRenewableSubscription
    return [
      SheetText.charges(price: total(of: sheet, product), account: account ?? "", isSubscription: isSubscription).text
    ] + warnings(about: sheet)
  }

  /// The price of what is bought; of several the total beside the price of one.
  func total(of sheet: PaymentSheet, _ product: ProductRow) -> String {
    guard product.type == .consumable, sheet.quantity > 1 else { return product.price }
    let (sum, overflow) = product.milliunits.multipliedReportingOverflow(by: Int64(sheet.quantity))
    let total = Price(milliunits: overflow ? .max : sum, currency: product.currency)
    return say("\(sheet.quantity) × \(product.price) = \(money.text(total))")
  }

  /// Returns a warning about a purchase that the customer would probably regret, if there is one.
  func warnings(about sheet: PaymentSheet) -> [String] {
    guard let product = products[sheet.productId],
      let warning = SaleWarning(buying: product, among: products.rows, sheet.preview)
    else { return [] }
    return [warning.sentence(user: device.user.map { safeText($0) }, date: minute, name: { name(of: $0) })]
  }

  func tokenLine(_ token: TokenChoice) -> String {
    switch token {
    case .user:
      device.user.map { say("appAccountToken: the UUID of user \(safeText($0))") }
        ?? say("appAccountToken: the UUID of this installation (not logged in)")
    case .order: say("appAccountToken: the order's own UUID")
    case .own(let uuid): say("appAccountToken: \(safeText(uuid))")
    }
  }

  /// Returns the sheet for the reason to stop waiting for an unpaid purchase.
  func dropping(_ row: TabRow) -> EntrySheet {
    EntrySheet(
      purpose: .closeOrder(row.orderId ?? "", .other, compensatedBy: nil),
      title: say("Stop waiting for this purchase?"),
      text: [
        "\(name(of: row.productId)): \(row.note)",
        say(
          "This charges or refunds nothing, and the App Store is not told. If the purchase is paid or approved later, it still arrives and is delivered."
        ),
      ],
      label: SheetText.dropLabel.text)
  }

  private func sheet(dropping row: TabRow, on ground: CloseGround) -> EntrySheet {
    let id = row.orderId ?? ""
    let isCompensated = ground == .compensated
    return EntrySheet(
      purpose: isCompensated ? .compensation(id) : .closeOrder(id, ground, compensatedBy: nil),
      title: say("Give up this order?"),
      text: [
        Words("\(name(of: row.productId)), transaction \(row.reference)").text,
        say(
          "The App Store is told that it is finished, and nothing is delivered. What was signed stays here as evidence."
        ),
        SheetText.follows(ground).text,
      ], label: (isCompensated ? Words("Grant or transaction: ") : SheetText.dropLabel).text)
  }

  /// Returns the list of grounds for giving up an order; picking one asks for the reason.
  func groundsToDrop(_ row: TabRow) -> Choice {
    Choice(
      title: say("On which ground is this order given up?"),
      items: CloseGround.named.reversed().map { ground in
        Choice.Item(
          title: SheetText.ground(ground).text, note: SheetText.follows(ground).text,
          pick: .enter(sheet(dropping: row, on: ground)))
      })
  }

  /// Returns the sheet for the reason to reopen an order that was given up.
  func reopening(_ row: TabRow) -> EntrySheet {
    EntrySheet(
      purpose: .reopenOrder(row.orderId ?? ""), title: say("Open this order again?"),
      text: [
        Words("\(name(of: row.productId)), transaction \(row.reference)").text,
        say("Till asks the app server to credit it after all. Nothing is charged. Till records the reason you give."),
      ], label: SheetText.dropLabel.text)
  }

  /// The users to whom another login's purchase can be moved; picking one asks for the reason.
  ///
  /// The user who is logged in comes first.
  var usersToTransferTo: Choice {
    let known = (device.user.map { [$0] } ?? []) + facts.users.filter { $0 != device.user }
    return Choice(
      title: SheetText.transferTitle(name(of: selected?.id)).text,
      items: known.map { user in
        Choice.Item(
          title: safeText(user), note: "",
          pick: .enter(
            EntrySheet(
              purpose: .transfer(transactionId: transferable ?? "", to: user),
              title: SheetText.transferTitle(name(of: selected?.id)).text,
              text: [
                say(
                  "\(safeText(user)) has it from then on; the other login loses it. Nothing is charged. Till "
                    + "keeps the reason."
                )
              ], label: SheetText.dropLabel.text)))
      })
  }

  /// The users who can log in, and logging out.
  var waysToLogIn: Choice {
    let user = device.user
    var items = facts.users.filter { $0 != user }.map {
      Choice.Item(title: safeText($0), note: "", pick: .command(.logIn($0)))
    }
    items.append(
      Choice.Item(title: say("another user"), note: say("by name"), pick: .enter(.newUser)))
    if let user {
      items.append(
        Choice.Item(title: say("log out"), note: say("of \(safeText(user))"), pick: .command(.logIn(nil))))
    }
    return Choice(title: say("Which user logs in to the app?"), items: items)
  }
}

extension State {
  /// Returns the question before a login, if the user already has a product that was bought before the login.
  func claims(before question: LoginQuestion) -> Choice {
    let user = safeText(question.user)
    let names = Language.list(question.productIds.map { name(of: $0) })
    return Choice(
      title: say("Log in as \(user)"),
      items: [
        Choice.Item(
          title: say("move it"), note: say("\(user) gets all that was bought here before this login"),
          pick: .command(.logIn(question.user, .claim))),
        Choice.Item(
          title: say("keep it separate"), note: say("restoring it later gives it to the user who restores"),
          pick: .command(.logIn(question.user, .leave))),
      ], head: [say("\(user) has \(names) already, and it was bought here without logging in too.")])
  }
}

extension SaleWarning {
  /// Returns the warning as a sentence, for the payment sheet and the command line.
  ///
  /// - Parameters:
  ///   - user: The user who is logged in, if any.
  ///   - date: Returns a date as text.
  ///   - name: Returns the name of a product.
  package func sentence(user: String?, date: (Timestamp) -> String, name: (String) -> String) -> String {
    let text: Words =
      switch self {
      case .notCompleted: "Careful: an earlier purchase of it is not completed; this may be a second payment."
      case .isAdvisedAgainst(let advice): "Careful: \(advice)"
      case .owes(let count): "\(count) owed: this purchase is first set off against that."
      case .passRuns(let end):
        Words(
          "Careful: one is already active\(end.map(date).map { say(" until \($0)") } ?? ""), and a second one "
            + "does not extend it."
        )
      case .hadAlready:
        Words(
          "Careful: \(user.map { say("user \($0)") } ?? say("a user who is not logged in")) already has it; this "
            + "would be a second payment."
        )
      case .sharedByFamily(let id):
        Words(
          "Careful: \(name(id)) is already shared with this account by the "
            + "family.")
      case .hasPlanElsewhere(let id):
        Words(
          "Careful: another Apple Account or platform pays for \(name(id)); this would be a second subscription of the "
            + "group.")
      case .changesAnothersPlan(let id):
        Words("Careful: this Apple Account pays for another user's \(name(id)); buying this changes that user's plan.")
      }
    return text.text
  }
}

extension ProductRow {
  /// Whether buying the product again costs nothing, because the customer owns it.
  fileprivate var isOwned: Bool {
    guard entitled, state != .grantedByUs, state != .creditedToUser else { return false }
    return type == .nonConsumable || type == .autoRenewableSubscription
  }
}

extension PreviewedOffer {
  /// The offer's kind and price, in one line.
  var title: String {
    SheetText.offer(type, id: (id ?? plan?.rawValue).map { safeText($0) }, words: safeText(words)).text
  }

  var eligibility: String {
    reason.map { safeText($0) } ?? SheetText.eligible(byItself: type == .introductoryOffer).text
  }
}

extension PurchasePreview {
  /// Returns the list of offers, with the selected one under the cursor.
  func choice(_ chosen: OfferName?) -> Choice {
    let regular = Choice.Item(title: say("none of these"), note: say("automatic offer"), pick: .offer(nil))
    let items = offers.map { offer in
      Choice.Item(
        title: offer.title, note: offer.eligibility,
        pick: offer.reason.map { .no(ReasonText.cannot(offer.title, because: safeText($0)).text) } ?? .offer(offer.name)
      )
    }
    let index = offers.firstIndex { $0.name != nil && $0.name == chosen }
    return Choice(title: say("Which offer?"), items: [regular] + items, cursor: index.map { $0 + 1 } ?? 0)
  }
}

extension Choice {
  static var waysToFail: Choice {
    Choice(
      title: say("How does the payment fail?"),
      items: FailureKind.ofPurchases.map { Item(title: $0.rawValue, note: $0.words, pick: .failPurchase($0)) })
  }

  static func walkthroughs(_ listings: [WalkthroughListing]) -> Choice {
    Choice(
      title: say("Which walkthrough? It uses its own files and leaves your data alone."),
      items: listings.map { Item(title: safeText($0.title), note: safeText($0.note), pick: .walkthrough($0.name)) })
  }
}

extension EntrySheet {
  static var newUser: EntrySheet {
    EntrySheet(
      purpose: .user, title: say("Log in to the app"),
      text: [
        say(
          "This user gets the purchases made here without logging in, and all later ones. The Apple Account that pays "
            + "stays signed in.")
      ],
      label: say("User: "))
  }
}

extension Confirmation {
  static var quitWhileBuying: Confirmation {
    Confirmation(
      decision: .quit, title: say("Quit while a purchase is in progress?"),
      text: [say("Paid purchases don't get lost: Till checks the outcome at its next start.")])
  }
}
