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
