import SafeText
package import StoreModel
import Texts

/// What sheets say: payment, use, refund requests, lists to pick from, questions, help.
enum SheetText: Sentence {
  // The payment sheet.
  case realAppStore, simulatedAppStore, purchase
  case payer(account: String, storefront: String?)
  case per(SubscriptionPeriod)
  case ownedAlready
  /// Sales that customers regret: a second pass while one runs, a subscription that the family shares already.
  case passRuns(until: String?)
  case sharedByFamily(String)
  /// Another user's subscription of the group, paid by the same Apple Account.
  case changesAnothersPlan(String)
  /// The user has it by a credit or a grant, and the Apple Account that would pay has not bought it.
  case hadAlready(user: String?)
  case charges(price: String, times: Int, account: String, isSubscription: Bool)
  case previewIsComing
  case userToken(String?)
  case orderToken
  case ownToken(String)
  case offer(OfferType?, id: String?, words: String)
  case eligible(byItself: Bool)
  case offersTitle, noOffer, noOfferNote
  case waysToFail

  // Using, and asking for a refund.
  case use
  case using(Int, balance: Int)
  case refundList, refundReason, nothingRefundable
  case filedIsNotRefunded, turnsRenewalOff, reasonLabel

  // Orders and users.
  case order, orderJournal
  case nextTry(String)
  case dropTitle
  case dropWhat(product: String, transaction: String)
  case dropFollows, dropLabel
  /// The same for a purchase that was begun and not paid.
  case dropWaitingTitle, dropWaitingFollows
  case logInTitle, anotherUser, byName, logOut
  case of(String)
  case newUserTitle, newUserText, newUserLabel
  case transferTitle(String), transferFollows(String)

  // Signing in, the clock, beginning anew.
  case signInTitle, signOut
  case newDeviceTitle, newDeviceKeeps, newDeviceStays
  case quitTitle, quitKeeps

  // Walkthroughs and help.
  case walkthroughs
  case help(Scope)
}

// MARK: What sheets ask

extension State {
  /// The payment sheet's title: a real App Store is never mistaken for a simulated one.
  var paymentTitle: String {
    let text: SheetText =
      setup.isReal ? .realAppStore : setup.abilities.appStore == nil ? .simulatedAppStore : .purchase
    return text.text
  }

  /// What paying will do, a sentence each.
  func consequences(of sheet: PaymentSheet, _ product: ProductRow) -> [String] {
    if var preview = sheet.preview {
      // The list of offers says it below.
      preview.isEligibleForIntroductoryOffer = nil
      return preview.sentences(date: minute, name: { name(of: $0) }).map { Language.sentence(safeText($0)) }
        + (preview.change == .owned ? [] : warnings(about: product))
    }
    if reads.isUnderWay(.preview) { return [SheetText.previewIsComing.text] }
    if product.isOwned { return [SheetText.ownedAlready.text] }
    let times = product.type == .consumable ? sheet.quantity : 1
    let isSubscription = product.type == .autoRenewableSubscription
    return [
      SheetText.charges(price: product.price, times: times, account: account ?? "", isSubscription: isSubscription).text
    ] + warnings(about: product)
  }

  /// Sales that customers regret.
  private func warnings(about product: ProductRow) -> [String] {
    guard let warning = SaleWarning(buying: product, among: products.rows) else { return [] }
    return [warning.sentence(user: device.user.map { safeText($0) }, date: minute, name: { name(of: $0) })]
  }

  func tokenLine(_ token: TokenChoice) -> String {
    switch token {
    case .user: SheetText.userToken(device.user.map { safeText($0) }).text
    case .order: SheetText.orderToken.text
    case .own(let uuid): SheetText.ownToken(safeText(uuid)).text
    }
  }

  /// Why an order is given up.
  func dropping(_ row: TabRow) -> EntrySheet {
    guard !row.isIntent else {
      return EntrySheet(
        purpose: .closeOrder(row.orderId ?? ""), title: SheetText.dropWaitingTitle.text,
        text: ["\(name(of: row.productId)): \(row.note)", SheetText.dropWaitingFollows.text],
        label: SheetText.dropLabel.text)
    }
    let what = SheetText.dropWhat(product: name(of: row.productId), transaction: row.reference)
    return EntrySheet(
      purpose: .closeOrder(row.orderId ?? ""), title: SheetText.dropTitle.text,
      text: [what.text, SheetText.dropFollows.text], label: SheetText.dropLabel.text)
  }

  /// The users to whom the purchase of another login can be moved, the one who is logged in first; then the reason is asked.
  var usersToTransferTo: Choice {
    let known = (device.user.map { [$0] } ?? []) + users.filter { $0 != device.user }
    return Choice(
      title: SheetText.transferTitle(name(of: selected?.id)).text,
      items: known.map { user in
        Choice.Item(
          title: safeText(user), note: "",
          pick: .enter(
            EntrySheet(
              purpose: .transfer(transactionId: transferable ?? "", to: user),
              title: SheetText.transferTitle(name(of: selected?.id)).text,
              text: [SheetText.transferFollows(safeText(user)).text], label: SheetText.dropLabel.text)))
      })
  }

  /// The users who can log in, and logging out.
  var waysToLogIn: Choice {
    let user = device.user
    var items = users.filter { $0 != user }.map { Choice.Item(title: safeText($0), note: "", pick: .logIn($0)) }
    items.append(
      Choice.Item(title: SheetText.anotherUser.text, note: SheetText.byName.text, pick: .newUser))
    if let user {
      items.append(
        Choice.Item(title: SheetText.logOut.text, note: SheetText.of(safeText(user)).text, pick: .logIn(nil)))
    }
    return Choice(title: SheetText.logInTitle.text, items: items)
  }
}

extension SaleWarning {
  /// The warning in a sentence, for the payment sheet and the command line.
  ///
  /// - Parameters:
  ///   - user: Who is logged in; nil for nobody.
  ///   - date: Writes a date.
  ///   - name: Names a product.
  package func sentence(user: String?, date: (Timestamp) -> String, name: (String) -> String) -> String {
    let text: SheetText =
      switch self {
      case .passRuns(let end): .passRuns(until: end.map(date))
      case .hadAlready: .hadAlready(user: user)
      case .sharedByFamily(let id): .sharedByFamily(name(id))
      case .changesAnothersPlan(let id): .changesAnothersPlan(name(id))
      }
    return text.text
  }
}

extension ProductRow {
  /// Whether the App Store gives it again without a charge.
  fileprivate var isOwned: Bool {
    guard entitled, state != .grantedByUs, state != .creditedToUser else { return false }
    return type == .nonConsumable || type == .autoRenewableSubscription
  }
}

extension PreviewedOffer {
  /// What kind it is and what it charges, in one line.
  var title: String {
    SheetText.offer(type, id: (id ?? plan?.rawValue).map { safeText($0) }, words: safeText(words)).text
  }

  var eligibility: String {
    reason.map { safeText($0) } ?? SheetText.eligible(byItself: type == .introductoryOffer).text
  }
}

extension PurchasePreview {
  /// The offers to pick from; the one that is asked for now has the cursor.
  func choice(_ chosen: OfferName?) -> Choice {
    let regular = Choice.Item(title: SheetText.noOffer.text, note: SheetText.noOfferNote.text, pick: .offer(nil))
    let items = offers.map { offer in
      Choice.Item(
        title: offer.title, note: offer.eligibility,
        pick: offer.reason.map { .no(ReasonText.cannot(offer.title, because: safeText($0)).text) } ?? .offer(offer.name)
      )
    }
    let index = offers.firstIndex { $0.name != nil && $0.name == chosen }
    return Choice(title: SheetText.offersTitle.text, items: [regular] + items, cursor: index.map { $0 + 1 } ?? 0)
  }
}

extension Choice {
  static var waysToFail: Choice {
    Choice(
      title: SheetText.waysToFail.text,
      items: FailureKind.ofPurchases.map { Item(title: $0.rawValue, note: $0.words, pick: .failPurchase($0)) })
  }

  static func walkthroughs(_ listings: [WalkthroughListing]) -> Choice {
    Choice(
      title: SheetText.walkthroughs.text,
      items: listings.map { Item(title: safeText($0.title), note: safeText($0.note), pick: .walkthrough($0.name)) })
  }
}

extension EntrySheet {
  static var newUser: EntrySheet {
    EntrySheet(
      purpose: .user, title: SheetText.newUserTitle.text, text: [SheetText.newUserText.text],
      label: SheetText.newUserLabel.text)
  }
}

extension Confirmation {
  static var quitWhileBuying: Confirmation {
    Confirmation(
      decision: .quit, title: SheetText.quitTitle.text, text: [SheetText.quitKeeps.text])
  }
}

// MARK: - English

extension SheetText {
  var english: String {
    switch self {
    case .realAppStore: "App Store"
    case .simulatedAppStore: "App Store (simulated)"
    case .purchase: "Purchase"
    case .payer(let account, let storefront):
      "Apple Account \(account)" + (storefront.map { ", storefront \($0)" } ?? "")
    case .per(let period): "per \(period)"
    case .ownedAlready: "You own this already: nothing will be charged."
    case .passRuns(let end):
      "Careful: one runs already\(end.map { " until \($0)" } ?? ""), and a second one does not make it longer."
    case .changesAnothersPlan(let name):
      "Careful: this Apple Account pays for another user's \(name); buying this changes that user's plan."
    case .sharedByFamily(let name): "Careful: the family shares \(name) with this account already."
    case .hadAlready(let user):
      "Careful: \(user.map { "user \($0)" } ?? "whoever is not logged in") has it already, and this would be another payment for it."
    case .charges(let price, let times, let account, let isSubscription):
      "Charges \(times > 1 ? "\(times) times " : "")\(price) to \(account)"
        + (isSubscription ? ", again each period until cancelled." : ".")
    case .previewIsComing: English.sentence(ReasonText.previewIsComing.text)
    case .userToken(let user): "appAccountToken: the UUID of user \(user ?? "(none)")"
    case .orderToken: "appAccountToken: the order's own UUID"
    case .ownToken(let uuid): "appAccountToken: \(uuid)"
    case .offer(let type, let id, let words): "\(word(for: type))\(id.map { " \($0)" } ?? ""): \(words)"
    case .eligible(let byItself): byItself ? "for you, by itself" : "for you"
    case .offersTitle: "Which offer?"
    case .noOffer: "none of these"
    case .noOfferNote: "what applies by itself"
    case .waysToFail: "How does the payment fail?"

    case .use: "Use"
    case .using(let count, let balance):
      "Uses \(count); \(balance - count) will be left. What is used is not given back."
    case .refundList: "Which purchase shall Apple refund?"
    case .refundReason: "Ask Apple for a refund"
    case .nothingRefundable:
      "No purchase of this Apple Account on this device can be refunded: none is paid and unrefunded, or Apple was asked."
    case .filedIsNotRefunded: "Filed is not refunded: Apple decides, usually within two days."
    case .turnsRenewalOff: "First: asking also turns the subscription's auto-renewal off."
    case .reasonLabel: "Reason (optional): "

    case .order: "Order"
    case .orderJournal: "What happened"
    case .nextTry(let when): "next try \(when)"
    case .dropTitle: "Give up this order?"
    case .dropWhat(let product, let transaction): "\(product), transaction \(transaction)"
    case .dropFollows:
      "The App Store is told that it is finished, and nothing is delivered. What was signed stays here as evidence; "
        + "the customer can ask Apple for a refund."
    case .dropWaitingTitle: "Wait no longer for this purchase?"
    case .dropWaitingFollows:
      "Nothing is charged or taken back by this, and the App Store is not told. If it was paid all the same, or is "
        + "approved later, it still arrives and is delivered."
    case .dropLabel: "Reason: "
    case .logInTitle: "Which user logs in to the app?"
    case .anotherUser: "another user"
    case .byName: "by name"
    case .logOut: "log out"
    case .of(let name): "of \(name)"
    case .transferTitle(let product): "Move \(product) to which user?"
    case .transferFollows(let user):
      "\(user) has it from then on, and the other login no longer. Nothing is charged. The reason is kept."
    case .newUserTitle: "Log in to the app"
    case .newUserText: "Purchases made from now on are for this user; the Apple Account that pays stays signed in."
    case .newUserLabel: "User: "

    case .signInTitle: "Which Apple Account signs in?"
    case .signOut: "sign out"
    case .newDeviceTitle: "A new device?"
    case .newDeviceKeeps: "This device's store is set aside, not deleted, and an empty one begins."
    case .newDeviceStays:
      "The same Apple Account and user stay signed in. Nothing changes at the App Store; a restore "
        + "(\(key(.restore))) brings back what it knows."
    case .quitTitle: "Quit while a purchase is under way?"
    case .quitKeeps: "Nothing that is paid gets lost: the next start finds out what became of it."

    case .walkthroughs: "Which walkthrough? It plays in files of its own."
    case .help(.main): "Keys"
    case .help(.paymentSheet): "Keys of the payment sheet"
    case .help(.appStore): "Keys of the App Store's side"
    case .help: "Keys here"
    }
  }

  private func word(for type: OfferType?) -> String {
    switch type {
    case .introductoryOffer: "introductory"
    case .promotionalOffer: "promotional"
    case .offerCode: "code"
    case .winBackOffer: "win-back"
    case nil: "billing plan"
    default: "offer"
    }
  }
}
