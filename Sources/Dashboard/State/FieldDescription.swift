package import AppStoreModel
import Core

extension State {
  /// Returns the meaning of a payload field with its unit, or nil if the field's name already says it.
  func meaning(of member: SignedItemDetail.Member, among members: [SignedItemDetail.Member]) -> Words? {
    let name = member.name.split(separator: ".").last.map(String.init) ?? member.name
    switch member.value {
    case .number(let number): return meaning(ofNumber: number, name, among: members)
    case .text(let text): return meaning(ofText: text, name)
    case .other(let text): return meaning(ofTruth: text == "true", name)
    case .signed: return nil
    }
  }

  private func meaning(ofNumber number: Int64, _ name: String, among members: [SignedItemDetail.Member]) -> Words? {
    if name == "signedDate" {
      return Words(
        "\(instant(Timestamp(milliseconds: number))) (date of this statement; of several, the "
          + "newest counts)")
    }
    if name.hasSuffix("Date") { return Words("\(instant(Timestamp(milliseconds: number))); milliseconds since 1970") }
    switch name {
    case "price", "renewalPrice", "commitmentPrice", "commitmentRenewalPrice":
      let code = members.lazy.compactMap { item -> String? in
        guard item.name.hasSuffix("currency"), case .text(let text) = item.value else { return nil }
        return text
      }.first
      guard let code else { return nil }
      return Words(
        "\(money.text(Price(milliunits: number, currency: code))) in total, in thousandths of one "
          + "\(safeText(code))")
    case "revocationPercentage", "consumptionPercentage":
      return Words("\(RowText.percent(number)) of the price; thousandths of a percent")
    case "quantity": return Words("how many were bought")
    case "autoRenewStatus": return number == 1 ? Words("it renews") : Words("it does not renew")
    case "priceIncreaseStatus":
      return number == 1 ? Words("the customer agreed to the price increase") : Words("the customer has not answered")
    case "revocationReason":
      return number == 1 ? Words("refunded because of a problem with the app") : Words("refunded for another reason")
    case "appAppleId": return Words("the app's number in the App Store")
    default: return meaning(ofCode: number, name)
    }
  }

  /// Returns the meaning of one of Apple's enumerated numbers.
  private func meaning(ofCode number: Int64, _ name: String) -> Words? {
    switch (name, number) {
    case ("offerType", 1): Words("an introductory offer")
    case ("offerType", 2): Words("a promotional offer")
    case ("offerType", 3): Words("an offer code")
    case ("offerType", 4): Words("a win-back offer")
    case ("offerType", _): Words("an offer of an unknown type")
    case ("expirationIntent", 1): Words("the customer cancelled")
    case ("expirationIntent", 2): Words("the payment failed")
    case ("expirationIntent", 3): Words("the customer did not agree to the price increase")
    case ("expirationIntent", 4): Words("the product was not available at the renewal")
    case ("expirationIntent", _): Words("another reason")
    case ("status", 1): Words("active")
    case ("status", 2): Words("expired")
    case ("status", 3): Words("in billing retry")
    case ("status", 4): Words("in the grace period")
    case ("status", 5): Words("revoked")
    case ("status", _): Words("an unknown state")
    default: nil
    }
  }

  private func meaning(ofText text: String, _ name: String) -> Words? {
    switch name {
    case "transactionId": Words("this purchase or period")
    case "originalTransactionId":
      Words("the first transaction of the subscription or purchase, the same for every renewal")
    case "previousOriginalTransactionId": Words("the first of its line before a migration")
    case "webOrderLineItemId": Words("the subscription's event, across devices")
    case "bundleId": Words("the app")
    case "productId": products[text].map { Words("\($0.name)") }
    case "autoRenewProductId": Words("the product of the next period: \(self.name(of: text))")
    case "subscriptionGroupIdentifier": Words("the subscription group")
    case "inAppOwnershipType":
      text == InAppOwnershipType.familyShared.rawValue ? Words("shared by family") : Words("bought by this account")
    case "appAccountToken": Words("the UUID that the app attached")
    case "environment", "receiptType": Words("the App Store environment that signed it")
    case "storefront": Words("the country of the App Store")
    case "storefrontId": Words("Apple's id of that storefront")
    case "currency": Words("the price's currency")
    case "transactionReason":
      text == TransactionReason.renewal.rawValue ? Words("a renewal") : Words("bought by the customer")
    case "appTransactionId": Words("the customer's download of the app")
    case "type": Words("the type of the product")
    case "offerPeriod": Words("a duration of ISO 8601")
    case "notificationType", "subtype": Words("what happened")
    case "notificationUUID": Words("the same for every repetition")
    case "version": Words("of the notification format")
    default: nil
    }
  }

  private func meaning(ofTruth isTrue: Bool, _ name: String) -> Words? {
    switch name {
    case "isUpgraded": isTrue ? Words("replaced by an upgrade") : nil
    case "isInBillingRetryPeriod":
      isTrue ? Words("Apple is retrying the payment") : Words("Apple is not retrying a payment")
    default: nil
    }
  }
}

extension SignedItemDetail.Value {
  /// The value as safe text for the screen.
  package var shown: String {
    switch self {
    case .text(let text), .other(let text): safeText(text, limit: 2000)
    case .number(let number): "\(number)"
    case .signed(let characters): say("a signed object of \(characters) characters, shown below")
    }
  }
}
