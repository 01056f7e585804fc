import Texts

/// What a customer says who writes to support.
package enum CustomerCase: String, CaseIterable, Hashable, Sendable {
  case paidAndNothing = "paid-and-nothing"
  case refundedAndStillThere = "refunded-and-still-there"
  case endedThoughPaying = "ended-though-paying"
  case changedPhone = "changed-phone"
  case chargedTwice = "charged-twice"

  /// The customer's words.
  package var words: String { CustomerHelpText.says(self).text }
}

/// What is to be done for a customer who says something: for each product concerned an action, or a wait with the
/// sentence to send.
package struct CustomerHelp: Hashable, Sendable {
  /// A product with as much of its answer as is looked at.
  package struct Product: Hashable, Sendable {
    package var productId: String
    package var name: String
    package var type: ProductType
    package var state: EntitlementState
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
      productId: String, name: String, type: ProductType, state: EntitlementState, entitled: Bool, isWaiting: Bool,
      isChargedTwice: Bool, rules: Set<String>, next: NextStep
    ) {
      self.productId = productId
      self.name = name
      self.type = type
      self.state = state
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
  /// What to do: the first product's step, or how to go on where none is concerned.
  package var next: NextStep

  /// The answer to what a customer says.
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
    if found.isEmpty, customerCase == .endedThoughPaying {
      found = products.enumerated().filter { $0.element.type == .autoRenewableSubscription && $0.element.entitled }
    }
    let concerned =
      found
      .sorted { (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset) }
    self.products = concerned.map { $0.element.saying }
    next = self.products.first?.next ?? Self.step(withoutProducts: customerCase, products)
  }

  private static func isConcerned(_ product: Product, _ customerCase: CustomerCase) -> Bool {
    switch customerCase {
    case .paidAndNothing:
      return product.isChanged || product.isWaiting || product.rules.contains("belongsToAnotherUser")
        || [.paidNotDelivered, .chargeUnknown, .interrupted, .pending, .verificationFailed].contains(product.state)
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

  /// What waits or may be lost comes before what is had.
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
          "We see one purchase only. A pending line at your bank usually disappears by itself; please send us the "
            + "order IDs if it doesn't."
        )
      }
    return customerCase == .refundedAndStillThere
      ? NextStep(
        who: .apple, text: Words("no refund is known here: Apple tells the customer what it decided").text,
        say: say.text)
      : NextStep(
        who: .customer,
        text: Words("wait for the order ID of Apple's receipt e-mail: nothing of the kind is known here").text,
        say: say.text)
  }
}

extension CustomerHelp.Product {
  package init(_ status: ProductStatus) {
    self.init(
      productId: status.product.id, name: status.product.displayName, type: status.product.type, state: status.state,
      entitled: status.entitled, isWaiting: !status.underWay.isEmpty,
      isChargedTwice: status.chargedTwice != nil, rules: Set(status.reasons.map(\.rule)), next: status.next)
  }

  /// Whether something paid is not had and support decides.
  fileprivate var isOwed: Bool { if case .grant? = next.action { true } else { false } }

  /// With a sentence for the customer, whatever its state.
  fileprivate var saying: Self {
    guard next.say == nil else { return self }
    var product = self
    product.next.say =
      (entitled
      ? Words("Everything looks fine: \(name) is active.")
      : Words("We see \(name) as “\(state.words)”. Please reply if that isn't right.")).text
    return product
  }
}
