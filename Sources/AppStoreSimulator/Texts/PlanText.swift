import Texts

/// Why a subscription, an offer or a family cannot be as was asked, and what an offer charges.
enum PlanText: Sentence {
  case isShared(String), hasNoRenewalDate(id: String, type: String), noSuchSubscription(String)
  case extendedByDays(most: Int, days: Int), onlyPaidPeriodIsExtended(productId: String, state: String)
  case wasExtendedTwice(String)

  case cannotJoinItself(String), isInFamily(account: String, organizer: String)
  case familyIsFull(organizer: String, most: Int), isInNoFamily(String), cannotBeShared(String)

  case hasNoBillingPlan(product: String, type: String), notSoldWithCommitment(String)

  case introductoryWordDoesNotHold(String), hasNoIntroductoryOffer(String)
  case hasNoPromotionalOffer(product: String, id: String), notForPromotionalOffers
  case hasNoOfferCode(product: String, name: String)
  case codeIsForOthers(name: String, eligibility: String, customer: String)
  case hasRedeemedAlready(account: String, name: String), offerSignatureDoesNotHold(String)

  case notInCatalogue(String), withNextRenewal(String), thenCode(offer: String, code: String)
  case commitment(payments: Int32, price: String), payments(count: Int32, price: String, total: String), atOnce(String)
  case usedBefore, onlyWithACharge, hasNoId, freeForOne(String), freeFor(String)
  case firstPeriod(price: String, period: String)

  case priceRisesInPaidPeriod(productId: String, state: String), hasNoPrice(String), needsHigherPrice
  case noIncreaseWaits(String), dateMustLieInPast, hadSubscriptionThen(String)

  case hasNoWinBackOffer(product: String, id: String), notForWinBack, nobodyIsEligible(String)
}

// MARK: - English

extension PlanText {
  var english: String {
    switch self {
    case .isShared(let id): "\(id) is shared by a family: extend the buyer's subscription"
    case .hasNoRenewalDate(let id, let type): "\(id) is a \(type): it has no renewal date"
    case .noSuchSubscription(let productId): "no subscription here is called \(productId)"
    case .extendedByDays(let most, let days): "a renewal date is extended by 1 to \(most) days, not by \(days)"
    case .onlyPaidPeriodIsExtended(let productId, let state):
      "\(productId) is in \(state): only a paid period can be extended"
    case .wasExtendedTwice(let productId):
      "\(productId) was extended twice in the last 365 days: Apple allows no third time"

    case .cannotJoinItself(let account): "\(account) cannot join itself: name another account"
    case .isInFamily(let account, let organizer): "\(account) is in the family of \(organizer): it has to leave first"
    case .familyIsFull(let organizer, let most):
      "the family of \(organizer) is full: Apple allows \(English.counted(most, "member"))"
    case .isInNoFamily(let account): "\(account) is in no family"
    case .cannotBeShared(let productId): "\(productId) cannot be shared: the catalogue does not allow it"

    case .hasNoBillingPlan(let product, let type): "\(product) has no billing plan \(type) that is enabled"
    case .notSoldWithCommitment(let storefront): "not sold with a commitment in \(storefront)"

    case .introductoryWordDoesNotHold(let product):
      "the developer's word on the introductory offer does not hold for \(product)"
    case .hasNoIntroductoryOffer(let product): "\(product) has no introductory offer"
    case .hasNoPromotionalOffer(let product, let id): "\(product) has no promotional offer \(id)"
    case .notForPromotionalOffers: "promotional offers are for those who have, or had, a subscription of the group"
    case .hasNoOfferCode(let product, let name): "\(product) has no offer code \(name)"
    case .codeIsForOthers(let name, let eligibility, let customer):
      "the code \(name) is for \(eligibility) customers; this one is \(customer)"
    case .hasRedeemedAlready(let account, let name): "\(account) has redeemed \(name) already"
    case .offerSignatureDoesNotHold(let offer): "the developer's signature of the offer \(offer) does not hold"

    case .notInCatalogue(let productId): "\(productId) is not in this App Store's catalogue"
    case .withNextRenewal(let words): "with the next renewal: \(words)"
    case .thenCode(let offer, let code): "\(offer), then the code \(code)"
    case .commitment(let payments, let price):
      "\(payments) monthly payments, \(price) in all, cannot be cancelled before"
    case .payments(let count, let price, let total): "\(English.counted(count, "payment")) of \(price), \(total) in all"
    case .atOnce(let price): "\(price) at once"
    case .usedBefore: "used before in this group"
    case .onlyWithACharge: "only with a purchase that is charged at once"
    case .hasNoId: "it has no id"
    case .freeForOne(let period): "free for one \(period)"
    case .freeFor(let period): "free for \(period)"
    case .firstPeriod(let price, let period): "\(price) for the first \(period)"

    case .priceRisesInPaidPeriod(let productId, let state):
      "\(productId) is in \(state): the price is raised while a paid period runs"
    case .hasNoPrice(let productId): "\(productId) is no longer in the catalogue: it has no price"
    case .needsHigherPrice: "a price increase needs a price higher than now"
    case .noIncreaseWaits(let productId):
      "no price increase of \(productId) waits for an answer: `till simulator price-increase` makes one"
    case .dateMustLieInPast: "the purchase date must lie in the past of this App Store's clock"
    case .hadSubscriptionThen(let account): "\(account) had a subscription of the group at that time already"

    case .hasNoWinBackOffer(let product, let id): "\(product) has no win-back offer \(id)"
    case .notForWinBack: "win-back offers are for those whose subscription of the group has expired"
    case .nobodyIsEligible(let id): "the file says that nobody is eligible for \(id)"
    }
  }
}
