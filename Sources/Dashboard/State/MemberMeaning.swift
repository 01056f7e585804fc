import SafeText
package import StoreModel
import Texts

extension State {
  /// What a member of a payload means, with its unit; nil for one that says it itself.
  func meaning(of member: Exhibit.Member, among members: [Exhibit.Member]) -> MemberText? {
    let name = member.name.split(separator: ".").last.map(String.init) ?? member.name
    switch member.value {
    case .number(let number): return meaning(ofNumber: number, name, among: members)
    case .text(let text): return meaning(ofText: text, name)
    case .other(let text): return meaning(ofTruth: text == "true", name)
    case .signed: return nil
    }
  }

  private func meaning(ofNumber number: Int64, _ name: String, among members: [Exhibit.Member]) -> MemberText? {
    if name == "signedDate" { return .signed(instant(Timestamp(milliseconds: number))) }
    if name.hasSuffix("Date") { return .date(instant(Timestamp(milliseconds: number))) }
    switch name {
    case "price", "renewalPrice", "commitmentPrice", "commitmentRenewalPrice":
      let code = members.lazy.compactMap { item -> String? in
        guard item.name.hasSuffix("currency"), case .text(let text) = item.value else { return nil }
        return text
      }.first
      guard let code else { return nil }
      return .price(money.text(Price(milliunits: number, currency: code)), currency: safeText(code))
    case "revocationPercentage", "consumptionPercentage":
      let (whole, rest) = number.quotientAndRemainder(dividingBy: 1000)
      return .percent(rest == 0 ? "\(whole) %" : "\(whole).\(String(rest.magnitude + 1000).dropFirst()) %")
    case "quantity": return .quantity
    case "offerType": return .offerType(number)
    case "expirationIntent": return .expiration(number)
    case "autoRenewStatus": return .renews(number == 1)
    case "priceIncreaseStatus": return .agreed(number == 1)
    case "revocationReason": return .revokedBecause(number)
    case "appAppleId": return .appleId
    case "status": return .status(number)
    default: return nil
    }
  }

  private func meaning(ofText text: String, _ name: String) -> MemberText? {
    switch name {
    case "transactionId": .thisPurchase
    case "originalTransactionId": .firstOfLine
    case "webOrderLineItemId": .deviceEvent
    case "bundleId": .app
    case "productId": products[text].map { .product($0.name) }
    case "autoRenewProductId": .nextProduct(self.name(of: text))
    case "subscriptionGroupIdentifier": .group
    case "inAppOwnershipType": .ownership(isShared: text == InAppOwnershipType.familyShared.rawValue)
    case "appAccountToken": .token
    case "environment", "receiptType": .environment
    case "storefront": .storefront
    case "storefrontId": .storefrontNumber
    case "currency": .currency
    case "transactionReason": .reason(isRenewal: text == TransactionReason.renewal.rawValue)
    case "appTransactionId": .customer
    case "type": .type
    case "offerPeriod": .period
    case "notificationType", "subtype": .noticeType
    case "notificationUUID": .noticeUUID
    case "version": .noticeVersion
    default: nil
    }
  }

  private func meaning(ofTruth isTrue: Bool, _ name: String) -> MemberText? {
    switch name {
    case "isUpgraded": isTrue ? .upgraded : nil
    case "isInBillingRetryPeriod": .retrying(isTrue)
    default: nil
    }
  }
}

extension Exhibit.Value {
  /// As it may be shown.
  package var shown: String {
    switch self {
    case .text(let text), .other(let text): safeText(text, limit: 2000)
    case .number(let number): "\(number)"
    case .signed(let characters): ViewerText.signedInside(characters: characters).text
    }
  }
}
