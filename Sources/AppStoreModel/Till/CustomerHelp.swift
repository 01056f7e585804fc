import Core

/// The complaint of a customer who writes to support.
package enum CustomerCase: String, CaseIterable, Hashable, Sendable {
  case paidAndNothing = "paid-and-nothing"
  case refundedAndStillThere = "refunded-and-still-there"
  case endedThoughPaying = "ended-though-paying"
  case changedPhone = "changed-phone"
  case chargedTwice = "charged-twice"

  /// The complaint in the customer's words.
  package var words: String {
    switch self {
    case .paidAndNothing: say("I paid and have nothing")
    case .refundedAndStillThere: say("I was refunded and still have it")
    case .endedThoughPaying: say("It ended though I pay")
    case .changedPhone: say("I changed my phone")
    case .chargedTwice: say("I was charged twice")
    }
  }
}

/// The help for a customer's complaint: for each product concerned, what to do or wait for, and what to write.
package struct CustomerHelp: Hashable, Sendable {
  /// The part of a product's status that the help needs.
  package struct Product: Hashable, Sendable {
    package var productId: String
    package var name: String
    package var type: ProductType
    /// The subscription group.
    package var group: String?
    package var state: EntitlementState
    /// The state in plain words; free products are not called paid.
    package var stateWords: String
    package var entitled: Bool
    /// Whether an unfinished purchase exists for the product.
    package var isWaiting: Bool
    package var isChargedTwice: Bool
    /// The names of the rules on which the product's status is based.
    package var rules: Set<String>
    package var next: NextStep
    /// Whether the latest check with the App Store changed the status of the product.
    package var isChanged = false

    package init(
      productId: String, name: String, type: ProductType, group: String? = nil, state: EntitlementState,
      stateWords: String? = nil, entitled: Bool, isWaiting: Bool, isChargedTwice: Bool, rules: Set<String>,
      next: NextStep
    ) {
      self.productId = productId
      self.name = name
      self.type = type
      self.group = group
      self.state = state
      self.stateWords = stateWords ?? state.words
      self.entitled = entitled
      self.isWaiting = isWaiting
      self.isChargedTwice = isChargedTwice
      self.rules = rules
      self.next = next
    }
  }

  package var customerCase: CustomerCase
  /// Whether Till checked with the App Store just before.
  package var isChecked: Bool
  /// Why the App Store could not be reached, in one line.
  package var problem: String?
  /// The products concerned, most urgent first; empty if none fits the complaint.
  package var products: [Product]
  /// The next step: that of the first product, or a general one if no product is concerned.
  package var next: NextStep
  /// Whether nothing became another, so that there is nothing to take back.
  package let changedNothing: Bool

  /// Makes the help for a complaint.
  ///
  /// - Parameters:
  ///   - products: All products with their current status.
  ///   - isChecked: Whether Till has just checked with the App Store.
  package init(
    _ customerCase: CustomerCase, _ products: [Product], isChecked: Bool = false, problem: String? = nil
  ) {
    self.customerCase = customerCase
    self.isChecked = isChecked
    self.problem = problem
    changedNothing = !products.contains(where: \.isChanged)
    // What the customer pays for is the plan that followed an ended one of the same group.
    let activeGroups = Set(products.filter(\.entitled).compactMap(\.group))
    var found = products.enumerated().filter { _, product in
      Self.isConcerned(product, customerCase)
        && !(customerCase == .endedThoughPaying && product.state == .expired
          && product.group.map(activeGroups.contains) == true)
    }
    let isFine = found.isEmpty
    if isFine {
      found = products.enumerated().filter { Self.isFine($0.element, customerCase) }
    }
    // What the customer had is shown where nothing else fits, and the order id finds a payment that Till does not know.
    let general = Self.step(withoutProducts: customerCase, products, isChecked: isChecked)
    let isPast = found.isEmpty && general.action != .restore
    if isPast {
      found = products.enumerated().filter { Self.isPast($0.element, customerCase) }
    }
    let concerned =
      found
      .sorted { (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset) }
    self.products = concerned.map { concerned in
      var product = concerned.element.saying
      // The customer may have paid for something that Till does not know.
      if isFine {
        product.next.say =
          (product.next.say ?? "")
          + say(" If you paid for something else, please reply with the order ID from Apple's receipt e-mail.")
      }
      if isPast {
        let text = say("Till knows of no later purchase; ask for the order id in Apple's receipt e-mail")
        product.next = NextStep(who: general.who, text: text, say: product.next.say)
      }
      if customerCase == .refundedAndStillThere, let refund = product.refundWords {
        product.next.say = "\(refund.text) \(product.next.say ?? "")"
      }
      if customerCase == .changedPhone, product.entitled {
        product.next.say =
          (product.next.say ?? "")
          + say(" If it's missing on your new phone, please choose “Restore Purchases” in the app there.")
      }
      return product
    }
    next = self.products.first?.next ?? general
  }

  private static func isConcerned(_ product: Product, _ customerCase: CustomerCase) -> Bool {
    switch customerCase {
    case .paidAndNothing:
      return product.isChanged || product.isWaiting || product.rules.contains("belongsToAnotherUser")
        || [.paidNotDelivered, .chargeUnknown, .interrupted, .pending, .verificationFailed, .refunded, .refundAsked]
          .contains(product.state)
        || product.awaitsPayment || product.isOwed || product.rules.contains("knownType")
    case .refundedAndStillThere:
      return !product.rules.isDisjoint(with: ["refunded", "refundAsked", "refundDeclined"])
        || [.refunded, .refundAsked].contains(product.state)
    case .endedThoughPaying:
      guard product.isSubscription else { return false }
      return product.isChanged || product.isWaiting || product.rules.contains("belongsToAnotherUser")
        || [.expired, .billingRetry, .gracePeriod, .renewalAwaited, .refunded, .revoked, .paidNotDelivered]
          .contains(product.state)
    case .changedPhone:
      return product.isChanged || product.entitled || product.isWaiting
        || product.rules.contains("belongsToAnotherUser") || product.state == .paidNotDelivered
        || product.awaitsPayment || product.isOwed
    case .chargedTwice: return product.isChargedTwice
    }
  }

  /// Returns whether the complaint may be about this owned product; used if no product fits the complaint.
  private static func isFine(_ product: Product, _ customerCase: CustomerCase) -> Bool {
    switch customerCase {
    case .paidAndNothing: product.entitled || product.type == .consumable && product.state == .purchased
    case .endedThoughPaying: product.isSubscription && product.entitled
    case .refundedAndStillThere, .changedPhone, .chargedTwice: false
    }
  }

  /// Returns whether a customer who misses something may mean this product, which has ended.
  private static func isPast(_ product: Product, _ customerCase: CustomerCase) -> Bool {
    [.paidAndNothing, .changedPhone].contains(customerCase) && [.expired, .revoked].contains(product.state)
  }

  /// Returns the urgency of a product, most urgent 0: waiting or possibly lost products come before owned ones.
  private static func rank(_ product: Product) -> Int {
    if product.isWaiting || product.state == .paidNotDelivered { return 0 }
    if product.isChargedTwice { return 1 }
    if !product.entitled { return product.isChanged ? 2 : 3 }
    return product.isChanged ? 4 : 5
  }

  private static let nothingSeen: Words =
    "We can't see a purchase yet. Please reply with the order ID from Apple's receipt e-mail, and we'll look again."

  fileprivate static let noRefundSeen: Words =
    "We can't see a refund yet. Apple can say what became of the request, at reportaproblem.apple.com."

  /// Returns the next step if no product fits the complaint.
  private static func step(
    withoutProducts customerCase: CustomerCase, _ products: [Product], isChecked: Bool
  ) -> NextStep {
    let unrestored = products.first { $0.next.action == .restore }
    if let restore = unrestored, customerCase != .chargedTwice || !isChecked {
      var next = restore.next
      next.say = next.say ?? Self.nothingSeen.text
      return next
    }
    let say: Words =
      switch customerCase {
      case .paidAndNothing, .changedPhone, .endedThoughPaying: nothingSeen
      case .refundedAndStillThere:
        noRefundSeen
      case .chargedTwice:
        Words(
          "We don't see two purchases that overlap. A pending line at your bank usually disappears by itself; please "
            + "send us the order IDs if it doesn't."
        )
      }
    let (who, text): (NextStep.Party, Words) =
      switch customerCase {
      case .refundedAndStillThere: (.apple, "Till knows of no refund; Apple tells the customer its decision")
      case .chargedTwice:
        (.customer, "Till knows of no second charge; ask for the order ids in Apple's receipt e-mails")
      default: (.customer, "Till knows of no such purchase; ask for the order id in Apple's receipt e-mail")
      }
    return NextStep(who: who, text: text.text, say: say.text)
  }
}

extension CustomerHelp.Product {
  package init(_ status: ProductStatus) {
    self.init(
      productId: status.product.id, name: status.product.displayName, type: status.product.type,
      group: status.product.subscriptionGroupIdentifier, state: status.state, stateWords: status.words,
      entitled: status.entitled, isWaiting: !status.underWay.isEmpty,
      isChargedTwice: status.chargedTwice != nil, rules: Set(status.reasons.map(\.rule)), next: status.next)
  }

  /// Whether access to the product ends by itself, unless the customer pays again.
  fileprivate var isSubscription: Bool { type == .autoRenewableSubscription || type == .nonRenewingSubscription }

  /// Whether access is paused until Apple collects or confirms a renewal.
  fileprivate var awaitsPayment: Bool { !entitled && [.billingRetry, .renewalAwaited].contains(state) }

  /// Whether something was paid but not delivered to this user: support grants or moves it, or its user logs in.
  fileprivate var isOwed: Bool {
    switch next.action {
    case .grant, .transfer, .logIn: true
    default: false
    }
  }

  /// What is known of a refund, where the product's own sentence is about what the customer has besides; nil elsewhere.
  fileprivate var refundWords: Words? {
    let isUsable = if case .use? = next.action { true } else { false }
    guard entitled || isUsable, state != .refundAsked else { return nil }
    if rules.contains("refunded") { return "Apple tells us that a purchase of \(name) was refunded." }
    return rules.contains("refundDeclined")
      ? "Apple tells us that it declined the refund request for \(name)." : CustomerHelp.noRefundSeen
  }

  /// The product with a sentence for the customer, whatever its state.
  fileprivate var saying: Self {
    guard next.say == nil else { return self }
    var product = self
    product.next.say =
      (entitled
      ? Words("Everything looks fine: \(name) is active.")
      : Words("We see \(name) as “\(stateWords)”. Please reply if that isn't right.")).text
    return product
  }
}
