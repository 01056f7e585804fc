import Texts

/// What to do next, and what the customer can be told.
enum NextStepText: Sentence {
  case askCustomerToUpdatePayment, askCustomerToUpdatePaymentMethod(String), askAppStoreAgain, nothingToDo
  case refundedAfterUse(UInt), customerCanUseWhat, customerCanBuy, customerCanRestoreEarlierPurchases
  case customerCanBuyItOrRestore, onlyAppleGivesItBack, buyItAgain
  case setHowLongProductLasts, askCustomerToUpdatePaymentMethodInSettings(String)
  case nothingToDoMemberOfFamilyWho(String), customerCanTurnAutoRenew(String), customerHasToAgree(
    price: String?, until: String)
  case nothingToDoAppleRenews(String), customerCanBuyProduct, customerCanBuyItOrAsk, lookForBundle
  case runRefundCheckToFetch, askCustomerToUpdatePaymentMethodInSettingsAndToSubscribe
  case customerCanSubscribeAgain, waitPurchaseIsBeingMade(String), customerHasToSettleWhat(String)
  case somebodyInFamily, appStoreDidNotList(String)
  case askAppStoreAgainWhetherItWasCharged, appsServerCould, appsServerIsStillDeciding
  case askItAgain(String), findOutWhoseToken
  case refusedAgain, lookAtWhyAppsServer, restoreAppStoreSigns, signatureDoesNotHold, appleDecidesAboutRefundMostly
  case nothingMoreComes, nothingAtAll

  case signInToAppStore, runRefundCheckAsSoon, addProductToCatalogue, lookAtWhatDid, lookAtWhatDidNotVerify
  case askAppleAboutCustomer, putProductsTypeInCatalogue, nobodyIsSigned, itsProductType, noPurchaseThatCounts
  case customerHasItAlready
  case youHaveThisAlreadySo
  case customerHasItAlreadyApprovalNowWould(String)
  case youHaveThisAlready
  case putRightWhyAppsServer
  case isNotSold, isOwnedHere
  case changesAnotherLoginsPlan(String, of: String?)
  case planBegins(String), planCanChange(from: String, at: String), planCanChangeNow(from: String)
  case isAskedFor(String)
  case refundWasDeclined(String)
  case appleRenewsAs(String, price: String?, at: String), appleRenewsAtAnotherPrice(String, at: String)
  case appleRenewsByOffer(String, at: String)

  case triedAgain(String, at: String?)
  case forMoreThanDay(String, orGiveItUp: Bool)
  case appleDecides(until: String)
}

// MARK: - English

extension NextStepText {
  var english: String {
    switch self {
    case .askCustomerToUpdatePayment:
      "ask the customer to update the payment method in Settings; Apple retries, and access stays until "
    case .askCustomerToUpdatePaymentMethod(let day):
      "ask the customer to update the payment method in Settings; Apple retries until \(day) at "
        + "most, and access returns with the payment"
    case .askAppStoreAgain: "check with the App Store: whether it was renewed is not known yet"
    case .nothingToDo: "nothing to do: another product of the group is served instead"
    case .refundedAfterUse(let count): "\(count) refunded after use: decide whether the customer still owes them"
    case .customerCanUseWhat: "the customer can use what is left"
    case .customerCanBuy: "the customer can buy it; a consumable is never restored"
    case .customerCanRestoreEarlierPurchases: "the customer can restore earlier purchases, or buy it"
    case .customerCanBuyItOrRestore: "the customer can buy it, or restore what was bought elsewhere"
    case .onlyAppleGivesItBack:
      "the customer can buy it again; only Apple can take a refund back, on the customer's request"
    case .buyItAgain: "the customer can buy it again"
    case .setHowLongProductLasts: "set how long the product lasts"
    case .askCustomerToUpdatePaymentMethodInSettings(let end):
      "ask the customer to update the payment method in Settings before access ends \(end)"
    case .nothingToDoMemberOfFamilyWho(let end): "nothing to do: the member of the family who pays let it end \(end)"
    case .customerCanTurnAutoRenew(let end): "the customer can turn auto-renew on again in Settings before \(end)"
    case .customerHasToAgree(let price, let end):
      "the customer has to agree to the higher price\(price.map { " of \($0)" } ?? "") before \(end), or it ends then"
    case .isNotSold: "nothing to do: the App Store does not sell it here"
    case .isOwnedHere: "restore: this Apple Account has it already, so buying would charge nothing"
    case .changesAnotherLoginsPlan(let current, let user):
      "have the customer log in as \(user ?? "the user whose plan it is"): buying would change \(current), which runs on "
        + "this Apple Account for that login"
    case .planBegins(let date): "nothing to do: it begins with the next renewal, \(date)"
    case .planCanChange(let current, let date):
      "the customer can choose it for the next renewal, \(date); until then \(current) goes on, and nothing is charged"
    case .planCanChangeNow(let current):
      "the customer can change to it now: \(current) ends at once, and Apple gives the rest of its price back"
    case .isAskedFor(let date):
      "wait for the parent or guardian: a request of this Apple Account for it is open until \(date)"
    case .refundWasDeclined(let end): "nothing to do: Apple declined the refund, and it ends \(end)"
    case .appleRenewsAs(let product, let price, let date):
      "nothing to do: it becomes \(product) at the renewal \(date)\(price.map { ", for \($0)" } ?? "")"
    case .appleRenewsAtAnotherPrice(let price, let date):
      "nothing to do: Apple renews it \(date) for \(price), which is another price than now"
    case .appleRenewsByOffer(let price, let date): "nothing to do: Apple renews it \(date) for \(price), by an offer"
    case .nothingToDoAppleRenews(let end): "nothing to do: Apple renews it \(end)"
    case .customerCanBuyProduct: "the customer can buy the product, or ask the family's organizer to share it again"
    case .customerCanBuyItOrAsk: "the customer can buy it, or ask the organisation for it again"
    case .lookForBundle: "look for the bundle that it became part of, then restore"
    case .runRefundCheckToFetch:
      "run a refund check to fetch the transaction again; a date that its end depends on is missing"
    case .askCustomerToUpdatePaymentMethodInSettingsAndToSubscribe:
      "ask the customer to update the payment method in Settings and to subscribe again"
    case .customerCanSubscribeAgain: "the customer can subscribe again"
    case .waitPurchaseIsBeingMade(let since): "wait: a purchase is being made right now, begun \(since)"
    case .customerHasToSettleWhat(let minute):
      "the customer has to settle what the App Store asks for (a payment method, new terms); the "
        + "purchase goes on then, or lapses \(minute)"
    case .somebodyInFamily:
      "a parent or guardian has to approve the purchase; a refusal is never reported to an app, and it lapses "
    case .appStoreDidNotList(let minute):
      "the App Store did not list it: it is asked once more after \(minute), then nothing was charged"
    case .askAppStoreAgainWhetherItWasCharged: "ask the App Store again: whether it was charged shows then"
    case .appsServerCould: "the app's server could not be reached"
    case .appsServerIsStillDeciding: "the app's server is still deciding"
    case .askItAgain(let what): "\(what): ask it again"
    case .findOutWhoseToken: "find out whose token it is: give the customer a grant, or move the purchase to them"
    case .refusedAgain: "refused again: look at why with the server's journal, or give it up with a reason"
    case .lookAtWhyAppsServer: "look at why the app's server refused it, then try it again"
    case .restoreAppStoreSigns: "restore: the App Store signs it anew then, and it is delivered"
    case .signatureDoesNotHold:
      "the signature does not hold, and asking again does not help: give it up, so that Apple can refund it"
    case .appleDecidesAboutRefundMostly:
      "Apple decides about the refund, mostly within two days; then check for refunds"
    case .nothingMoreComes:
      "nothing more comes of it here, because it was given up or is too old: ask Apple for a refund, or we grant it"
    case .nothingAtAll: "nothing to do"

    case .signInToAppStore: "sign in to the App Store, then restore: purchases come back with the account"
    case .runRefundCheckAsSoon: "run a refund check as soon as the App Store can be reached"
    case .addProductToCatalogue: "add the product to the catalogue, or keep honouring it"
    case .lookAtWhatDid: "look at what did not verify and why, then restore: the App Store signs it anew"
    case .lookAtWhatDidNotVerify:
      "look at what did not verify and why: it does not count, and asking again brings the same signature"
    case .askAppleAboutCustomer: "ask Apple about the customer: till lookup ID with --backend appstore:PLACE"
    case .putProductsTypeInCatalogue: "put the product's type in the catalogue right, then restore"
    case .nobodyIsSigned: "nobody is signed in to the App Store on this device"
    case .itsProductType: "its product type is not known here, so it grants nothing"
    case .noPurchaseThatCounts: "no purchase that counts is known on this device"
    case .customerHasItAlready:
      "the customer has it already: what is settled with Apple now would be a second purchase; it lapses "
    case .youHaveThisAlreadySo:
      "You have this already, so there is nothing left to settle for it."
    case .customerHasItAlreadyApprovalNowWould(let minute):
      "the customer has it already: an approval now would be a second purchase, so let the family "
        + "decline it; it lapses \(minute)"
    case .youHaveThisAlready:
      "You have this already. Please ask your parent or guardian to decline the request that still waits."
    case .putRightWhyAppsServer:
      "put right why the app's server does not take it (see WHY), then try it again"

    case .triedAgain(let what, let date):
      "\(what): tried again by itself \(date ?? "by the next action"), or at once"
    case .forMoreThanDay(let what, let givesUp):
      "\(what) for more than a day: see to it, then try again"
        + (givesUp ? "; or give it up, so that Apple can refund it" : "")
    case .appleDecides(let date):
      "Apple decides about the refund, mostly within two days; then check for refunds: it is waited for until \(date)"
    }
  }
}
