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
