import StoreModel
import Texts

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
