package import StrictJSON

extension RenewalInfo: JSONRepresentable {
  /// Reads the object in one pass; throws a `JSONError` that names a member of another type.
  package init(json: JSONObject) throws(JSONError) {
    self.init()
    for (name, value) in json {
      switch name {
      case "expirationIntent": expirationIntent = try value.read(name)
      case "originalTransactionId": originalTransactionId = try value.read(name)
      case "autoRenewProductId": autoRenewProductId = try value.read(name)
      case "productId": productId = try value.read(name)
      case "autoRenewStatus": autoRenewStatus = try value.read(name)
      case "isInBillingRetryPeriod": isInBillingRetryPeriod = try value.read(name)
      case "priceIncreaseStatus": priceIncreaseStatus = try value.read(name)
      case "gracePeriodExpiresDate": gracePeriodExpiresDate = try value.read(name)
      case "offerType": offerType = try value.read(name)
      case "offerIdentifier": offerIdentifier = try value.read(name)
      case "signedDate": signedDate = try value.read(name)
      case "environment": environment = try value.read(name)
      case "recentSubscriptionStartDate": recentSubscriptionStartDate = try value.read(name)
      case "renewalDate": renewalDate = try value.read(name)
      case "currency": currency = try value.read(name)
      case "renewalPrice": renewalPrice = try value.read(name)
      case "offerDiscountType": offerDiscountType = try value.read(name)
      case "eligibleWinBackOfferIds": eligibleWinBackOfferIds = try value.read(name)
      case "appAccountToken": appAccountToken = try value.read(name)
      case "appTransactionId": appTransactionId = try value.read(name)
      case "offerPeriod": offerPeriod = try value.read(name)
      case "advancedCommerceInfo": advancedCommerceInfo = value.opaque
      case "commitmentInfo": commitmentInfo = try value.readModel(name)
      case "renewalBillingPlanType": renewalBillingPlanType = try value.read(name)
      default: otherMembers.append(name, value)
      }
    }
  }

  /// The object with the members that are there, in Apple's order, unknown ones last.
  package var json: JSONObject {
    var json = JSONObject()
    json.write("expirationIntent", expirationIntent)
    json.write("originalTransactionId", originalTransactionId)
    json.write("autoRenewProductId", autoRenewProductId)
    json.write("productId", productId)
    json.write("autoRenewStatus", autoRenewStatus)
    json.write("isInBillingRetryPeriod", isInBillingRetryPeriod)
    json.write("priceIncreaseStatus", priceIncreaseStatus)
    json.write("gracePeriodExpiresDate", gracePeriodExpiresDate)
    json.write("offerType", offerType)
    json.write("offerIdentifier", offerIdentifier)
    json.write("signedDate", signedDate)
    json.write("environment", environment)
    json.write("recentSubscriptionStartDate", recentSubscriptionStartDate)
    json.write("renewalDate", renewalDate)
    json.write("currency", currency)
    json.write("renewalPrice", renewalPrice)
    json.write("offerDiscountType", offerDiscountType)
    json.write("eligibleWinBackOfferIds", eligibleWinBackOfferIds)
    json.write("appAccountToken", appAccountToken)
    json.write("appTransactionId", appTransactionId)
    json.write("offerPeriod", offerPeriod)
    json.append("advancedCommerceInfo", ifPresent: advancedCommerceInfo)
    json.writeModel("commitmentInfo", commitmentInfo)
    json.write("renewalBillingPlanType", renewalBillingPlanType)
    json.append(contentsOf: otherMembers)
    return json
  }
}
