package import StrictJSON

extension Transaction: JSONRepresentable {
  /// Reads the object in one pass; throws a `JSONError` that names a member of another type.
  package init(json: JSONObject) throws(JSONError) {
    self.init()
    for (name, value) in json {
      switch name {
      case "originalTransactionId": originalTransactionId = try value.read(name)
      case "transactionId": transactionId = try value.read(name)
      case "webOrderLineItemId": webOrderLineItemId = try value.read(name)
      case "bundleId": bundleId = try value.read(name)
      case "productId": productId = try value.read(name)
      case "subscriptionGroupIdentifier": subscriptionGroupIdentifier = try value.read(name)
      case "purchaseDate": purchaseDate = try value.read(name)
      case "originalPurchaseDate": originalPurchaseDate = try value.read(name)
      case "expiresDate": expiresDate = try value.read(name)
      case "quantity": quantity = try value.read(name)
      case "type": type = try value.read(name)
      case "appAccountToken": appAccountToken = try value.read(name)
      case "inAppOwnershipType": inAppOwnershipType = try value.read(name)
      case "signedDate": signedDate = try value.read(name)
      case "revocationReason": revocationReason = try value.read(name)
      case "revocationDate": revocationDate = try value.read(name)
      case "isUpgraded": isUpgraded = try value.read(name)
      case "offerType": offerType = try value.read(name)
      case "offerIdentifier": offerIdentifier = try value.read(name)
      case "environment": environment = try value.read(name)
      case "storefront": storefront = try value.read(name)
      case "storefrontId": storefrontId = try value.read(name)
      case "transactionReason": transactionReason = try value.read(name)
      case "currency": currency = try value.read(name)
      case "price": price = try value.read(name)
      case "offerDiscountType": offerDiscountType = try value.read(name)
      case "appTransactionId": appTransactionId = try value.read(name)
      case "offerPeriod": offerPeriod = try value.read(name)
      case "revocationType": revocationType = try value.read(name)
      case "revocationPercentage": revocationPercentage = try value.read(name)
      case "advancedCommerceInfo": advancedCommerceInfo = value.opaque
      case "billingPlanType": billingPlanType = try value.read(name)
      case "commitmentInfo": commitmentInfo = try value.readModel(name)
      default: otherMembers.append(name, value)
      }
    }
  }

  /// The object with the members that are there, in Apple's order, unknown ones last.
  package var json: JSONObject {
    var json = JSONObject()
    json.write("originalTransactionId", originalTransactionId)
    json.write("transactionId", transactionId)
    json.write("webOrderLineItemId", webOrderLineItemId)
    json.write("bundleId", bundleId)
    json.write("productId", productId)
    json.write("subscriptionGroupIdentifier", subscriptionGroupIdentifier)
    json.write("purchaseDate", purchaseDate)
    json.write("originalPurchaseDate", originalPurchaseDate)
    json.write("expiresDate", expiresDate)
    json.write("quantity", quantity)
    json.write("type", type)
    json.write("appAccountToken", appAccountToken)
    json.write("inAppOwnershipType", inAppOwnershipType)
    json.write("signedDate", signedDate)
    json.write("revocationReason", revocationReason)
    json.write("revocationDate", revocationDate)
    json.write("isUpgraded", isUpgraded)
    json.write("offerType", offerType)
    json.write("offerIdentifier", offerIdentifier)
    json.write("environment", environment)
    json.write("storefront", storefront)
    json.write("storefrontId", storefrontId)
    json.write("transactionReason", transactionReason)
    json.write("currency", currency)
    json.write("price", price)
    json.write("offerDiscountType", offerDiscountType)
    json.write("appTransactionId", appTransactionId)
    json.write("offerPeriod", offerPeriod)
    json.write("revocationType", revocationType)
    json.write("revocationPercentage", revocationPercentage)
    json.append("advancedCommerceInfo", ifPresent: advancedCommerceInfo)
    json.write("billingPlanType", billingPlanType)
    json.writeModel("commitmentInfo", commitmentInfo)
    json.append(contentsOf: otherMembers)
    return json
  }
}
