package import StoreModel
import Texts

/// What is said of a thing that is opened in full.
package enum ViewerText: Sentence {
  case title(Exhibit.Subject)
  case section(Viewer.Section)
  case kind(Exhibit.Kind)
  case nothingSigned, notHeld, onlyOneVersion, firstVersion
  case signed(String), arrived(String)
  case version(Int, of: Int)
  case newest, notThere, textNotKept
  case signedInside(characters: Int)

  // What is known beside what is signed.
  case labelOrigin, labelArrived, labelListed, labelRefund, labelRefused, labelAccount, labelOrderNumber, labelDelivery
  case labelAttempt, labelEntry, labelText, labelWhen, labelUser, labelMachine
  case origin(Origin)
  case notListed, refundAsked(String)
  case delivery(AppStoreNotification.Delivery)
  case attempt(status: Int64?, milliseconds: Int64?)

  // Why it is trusted.
  case verdict(Verdict), because(String)
  case validAt(String)
  case check(VerificationCheck), notReached, notAsked
  case chain, payload, signs, signedBy
  case role(CertificateFacts.Role)
  case validity(String, String)
  case pinned, notPinned, unmarked, brokenLink, noCertificates
  case forged(member: String, before: String, after: String)
  case forgedFollows(Verdict)
  case flipHint
}

/// What a member of a signed object means, with its unit.
package enum MemberText: Sentence {
  case date(String), price(String, currency: String), percent(String), seconds(String)
  case thisPurchase, firstOfLine, deviceEvent, app, product(String), nextProduct(String), group, quantity
  case ownership(isShared: Bool), token, environment, storefront, storefrontNumber, currency, reason(isRenewal: Bool)
  case customer, upgraded, type
  case offerType(Int64), expiration(Int64), renews(Bool), retrying(Bool), agreed(Bool), revokedBecause(Int64)
  case period, noticeType, noticeUUID, noticeVersion, appleId, status(Int64), signed(String)
}

// MARK: - English

extension ViewerText {
  package var english: String {
    switch self {
    case .title(let subject): title(of: subject)
    case .section(.fields): "Fields"
    case .section(.versions): "Versions"
    case .section(.json): "JSON"
    case .section(.trust): "Trust"
    case .kind(.transaction): "transaction"
    case .kind(.renewalInfo): "renewal information"
    case .kind(.notification): "notification"
    case .kind(.appTransaction): "app transaction"
    case .kind(.unknown): "signed object"
    case .nothingSigned: "nothing about it is signed"
    case .notHeld: "Nothing signed is held about it: it is no purchase, or what came was refused and is in quarantine."
    case .onlyOneVersion: "One version is held; nothing was signed anew since."
    case .firstVersion: "The first version that is held."
    case .signed(let date): "signed \(date)"
    case .arrived(let date): "here since \(date)"
    case .version(let number, let count): "version \(number) of \(count)"
    case .newest: "the newest, which counts"
    case .notThere: "not there"
    case .textNotKept: "Only what it said is kept; its signature gave way to the newer one."
    case .signedInside(let characters): "a signed object of \(characters) characters, shown below"

    case .labelOrigin: "came by"
    case .labelArrived: "arrived"
    case .labelListed: "listed"
    case .labelRefund: "refund"
    case .labelRefused: "refused"
    case .labelAccount: "Apple Account"
    case .labelOrderNumber: "order number"
    case .labelDelivery: "delivery"
    case .labelAttempt: "attempt"
    case .labelEntry: "step"
    case .labelText: "what"
    case .labelWhen: "when"
    case .labelUser: "user"
    case .labelMachine: "by the machine"
    case .origin(.history): "the account's history at the App Store"
    case .origin(.update): "an update that the App Store sent"
    case .origin(.purchase): "a purchase on this device"
    case .origin(.imported): "a file that was imported"
    case .notListed: "no: the account's complete history does not list it any more"
    case .refundAsked(let date): "asked for \(date), not decided as far as this device knows"
    case .delivery(.waiting): "waiting to be sent"
    case .delivery(.delivered): "the app's server took it"
    case .delivery(.failed): "every attempt failed, and none follows"
    case .delivery(.notPosted): "not posted"
    case .attempt(let status, let milliseconds):
      (status.map { "answered \($0)" } ?? "no answer") + (milliseconds.map { " after \($0) ms" } ?? "")

    case .verdict(.verified): "Trusted: every check passed."
    case .verdict(.failed): "Not trusted: it counts for nothing."
    case .verdict(.skipped): "Not checked: in this environment nothing is signed by Apple."
    case .verdict(.attested(.answer)): "No signature of its own: Apple's server told it as its answer to a receipt."
    case .verdict(.attested(.receipt)): "No signature of its own: the app receipt that lists it is signed."
    case .verdict(.attested(.file)): "No signature of its own: a file says so, and nobody vouches for it."
    case .because(let reason): English.sentence(reason)
    case .validAt(let date): "The certificates had to be valid at \(date)."
    case .check(let check): name(of: check)
    case .notReached: "not reached"
    case .notAsked: "not asked for here"
    case .chain: "Who vouches for whom"
    case .payload: "what it says"
    case .signs: "signed by"
    case .signedBy: "issued by"
    case .role(.leaf): "signing certificate"
    case .role(.intermediate): "intermediate"
    case .role(.root): "root"
    case .validity(let from, let until): "valid \(from) to \(until)"
    case .pinned: "this store trusts it: the chain ends here"
    case .notPinned: "no root that this store trusts"
    case .unmarked: "without Apple's mark"
    case .brokenLink: "the chain breaks here"
    case .noCertificates: "It carries no certificates that can be read."
    case .forged(let member, let before, let after):
      "One letter is changed: \(member) says \(after) instead of \(before)."
    case .forgedFollows(let verdict):
      if case .failed = verdict {
        "A device to which this came would keep it in quarantine with that reason, count it for nothing, and ask the "
          + "App Store again at its next action. Here nothing is stored."
      } else {
        "A device of this environment would believe it: no signature is checked there. Here nothing is stored."
      }
    case .flipHint:
      "\(ActionTable.key(of: "flip-letter")) changes one letter of what it says and shows which check notices."
    }
  }

  private func title(of subject: Exhibit.Subject) -> String {
    switch subject {
    case .transaction(let id): "Transaction \(id)"
    case .order: "Order"
    case .quarantined: "In quarantine"
    case .journal(let id): "Journal entry \(id)"
    case .storeTransaction(let id): "Transaction \(id), as the App Store has it"
    case .notification: "Notification"
    case .subscription(let id, _): "Subscription \(id), as the App Store has it"
    }
  }

  private func name(of check: VerificationCheck) -> String {
    switch check {
    case .size: "no larger than any signed object is"
    case .form: "three parts in base64url"
    case .json: "header and payload are JSON objects"
    case .algorithm: "the header asks for ES256 and no extension"
    case .certificateCount: "exactly three certificates"
    case .certificates: "each certificate can be read"
    case .path: "they lead to a trusted root"
    case .marks: "they carry Apple's marks"
    case .key: "the signing key is on the curve P-256"
    case .dates: "all were valid when it was signed"
    case .signature: "the signature fits what it says"
    case .kind: "it is of the kind that was expected"
    case .content: "the payload can be read"
    case .app: "it is for this app"
    case .environment: "it is from this environment"
    }
  }
}

extension MemberText {
  package var english: String {
    switch self {
    case .date(let date): "\(date); milliseconds since 1970"
    case .price(let amount, let currency): "\(amount) for all; thousandths of one \(currency)"
    case .percent(let share): "\(share) of the price; thousandths of a percent"
    case .seconds(let span): span
    case .thisPurchase: "this purchase or period"
    case .firstOfLine: "the first of its line, the same for every renewal"
    case .deviceEvent: "the subscription's event, across devices"
    case .app: "the app"
    case .product(let name): name
    case .nextProduct(let name): "the product of the next period: \(name)"
    case .group: "the subscription group"
    case .quantity: "how many were bought"
    case .ownership(let isShared): isShared ? "had through the family" : "bought by this account"
    case .token: "the UUID that the app attached"
    case .environment: "the App Store that signed it"
    case .storefront: "the country of the App Store"
    case .storefrontNumber: "Apple's number of that storefront"
    case .currency: "the price's currency"
    case .reason(let isRenewal): isRenewal ? "a renewal" : "the customer bought it"
    case .customer: "the customer's download of the app"
    case .upgraded: "an upgrade took its place"
    case .type: "the type of the product"
    case .offerType(1): "an introductory offer"
    case .offerType(2): "a promotional offer"
    case .offerType(3): "an offer code"
    case .offerType(4): "a win-back offer"
    case .offerType: "an offer of a kind that is not known here"
    case .expiration(1): "the customer cancelled"
    case .expiration(2): "the payment failed"
    case .expiration(3): "the customer did not agree to a higher price"
    case .expiration(4): "the product was not available at the renewal"
    case .expiration: "another reason"
    case .renews(let isOn): isOn ? "it renews" : "it does not renew"
    case .retrying(let isOn): isOn ? "Apple tries the payment again" : "no payment is being tried again"
    case .agreed(let isOn): isOn ? "the customer agreed to the higher price" : "the customer has not answered"
    case .revokedBecause(1): "refunded because of a problem with the app"
    case .revokedBecause: "refunded for another reason"
    case .period: "a duration of ISO 8601"
    case .noticeType: "what happened"
    case .noticeUUID: "the same in every repetition"
    case .noticeVersion: "of the notification's form"
    case .appleId: "the app's number in the App Store"
    case .status(1): "active"
    case .status(2): "expired"
    case .status(3): "in billing retry"
    case .status(4): "in the grace period"
    case .status(5): "revoked"
    case .status: "a state that is not known here"
    case .signed(let date): "\(date), when this was said; of several the newest counts"
    }
  }
}
