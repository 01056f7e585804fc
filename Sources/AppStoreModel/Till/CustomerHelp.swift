import Core

/// The complaint of a customer who writes to support.
package enum CustomerCase: String, CaseIterable, Hashable, Sendable {
  case paidAndNothing = "paid-and-nothing"
  case refundedAndStillThere = "refunded-and-still-there"
  case endedThoughPaying = "ended-though-paying"
  case changedPhone = "changed-phone"
  case chargedTwice = "charged-twice"

  /// The customer's words.
  package var words: String { CustomerHelpText.says(self).text }
}

/// The help for a customer's complaint: for each product concerned an action, or a wait with the
/// sentence to send.
package struct CustomerHelp: Hashable, Sendable {
  /// A product with the part of its answer that help needs.
  package struct Product: Hashable, Sendable {
    package var productId: String
    package var name: String
    package var type: ProductType
    package var state: EntitlementState
    /// The state in plain words; what nothing was paid for is not called paid.
    package var stateWords: String
    package var entitled: Bool
    /// Whether something that was begun or paid is not over yet.
    package var isWaiting: Bool
    package var isChargedTwice: Bool
    /// The rules that its reasons name.
    package var rules: Set<String>
    package var next: NextStep
    /// Whether the check that was just made changed its answer.
    package var isChanged = false

    package init(
      productId: String, name: String, type: ProductType, state: EntitlementState, stateWords: String? = nil,
      entitled: Bool, isWaiting: Bool, isChargedTwice: Bool, rules: Set<String>, next: NextStep
    ) {
      self.productId = productId
      self.name = name
      self.type = type
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
  /// Whether the App Store was asked before.
  package var isChecked: Bool
  /// Why it could not be asked, in one line.
  package var problem: String?
  /// The products concerned, the most urgent first; none where nothing of the kind is known.
  package var products: [Product]
  /// The next step: the first product's, or the general one where none is concerned.
  package var next: NextStep

  /// The help for a complaint.
  ///
  /// - Parameters:
  ///   - products: All products, as they are now.
  ///   - isChecked: Whether the App Store was asked just now.
  package init(
    _ customerCase: CustomerCase, _ products: [Product], isChecked: Bool = false, problem: String? = nil
  ) {
    self.customerCase = customerCase
    self.isChecked = isChecked
    self.problem = problem
    var found = products.enumerated().filter { Self.isConcerned($0.element, customerCase) }
    let isFine = found.isEmpty
    if isFine {
      found = products.enumerated().filter { Self.isFine($0.element, customerCase) }
    }
    let concerned =
      found
      .sorted { (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset) }
    self.products = concerned.map { concerned in
      var product = concerned.element.saying
      // They may have paid for something that is not known here.
      if isFine { product.next.say = (product.next.say ?? "") + CustomerHelpText.orSomethingElse.text }
      return product
    }
    next = self.products.first?.next ?? Self.step(withoutProducts: customerCase, products)
  }

  private static func isConcerned(_ product: Product, _ customerCase: CustomerCase) -> Bool {
    switch customerCase {
    case .paidAndNothing:
      return product.isChanged || product.isWaiting || product.rules.contains("belongsToAnotherUser")
        || [.paidNotDelivered, .chargeUnknown, .interrupted, .pending, .verificationFailed, .refunded, .refundAsked]
          .contains(product.state)
        || product.isOwed
    case .refundedAndStillThere:
      return !product.rules.isDisjoint(with: ["refunded", "refundAsked"])
        || [.refunded, .refundAsked].contains(product.state)
    case .endedThoughPaying:
      guard product.type == .autoRenewableSubscription else { return false }
      return product.isChanged || product.isWaiting || product.rules.contains("belongsToAnotherUser")
        || [.expired, .billingRetry, .gracePeriod, .renewalAwaited, .refunded, .revoked, .paidNotDelivered]
          .contains(product.state)
    case .changedPhone:
      return product.isChanged || product.entitled || product.isWaiting
        || product.rules.contains("belongsToAnotherUser") || product.state == .paidNotDelivered
    case .chargedTwice: return product.isChargedTwice
    }
  }

  /// Whether the customer has a product that the complaint may be about, where none fits it.
  private static func isFine(_ product: Product, _ customerCase: CustomerCase) -> Bool {
    switch customerCase {
    case .paidAndNothing: product.entitled || product.type == .consumable && product.state == .purchased
    case .endedThoughPaying: product.type == .autoRenewableSubscription && product.entitled
    case .refundedAndStillThere, .changedPhone, .chargedTwice: false
    }
  }

  /// Products that wait or may be lost come before owned ones.
  private static func rank(_ product: Product) -> Int {
    if product.isWaiting || product.state == .paidNotDelivered { return 0 }
    if product.isChargedTwice { return 1 }
    if !product.entitled { return product.isChanged ? 2 : 3 }
    return product.isChanged ? 4 : 5
  }

  /// How to go on where no product is concerned.
  private static func step(withoutProducts customerCase: CustomerCase, _ products: [Product]) -> NextStep {
    let isNeverAsked = products.contains { $0.next.action == .restore }
    if isNeverAsked, customerCase != .chargedTwice, let restore = products.first(where: { $0.next.action == .restore })
    {
      var next = restore.next
      next.say = next.say ?? CustomerHelpText.sayNothingSeen.text
      return next
    }
    let say: Words =
      switch customerCase {
      case .paidAndNothing, .changedPhone, .endedThoughPaying: CustomerHelpText.sayNothingSeen
      case .refundedAndStillThere:
        Words("We can't see a refund yet. Apple can say what became of the request, at reportaproblem.apple.com.")
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
      productId: status.product.id, name: status.product.displayName, type: status.product.type, state: status.state,
      stateWords: status.words, entitled: status.entitled, isWaiting: !status.underWay.isEmpty,
      isChargedTwice: status.chargedTwice != nil, rules: Set(status.reasons.map(\.rule)), next: status.next)
  }

  /// Whether something paid is not had and support decides.
  fileprivate var isOwed: Bool { if case .grant? = next.action { true } else { false } }

  /// With a sentence for the customer in any state.
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
