import StoreModel
import StrictJSON

// What else the App Store's side shows, as JSON.

extension AppStoreSubscription {
  init(remote json: JSONObject) throws(JSONError) {
    guard let state = State(rawValue: try json.text("state")) else { throw JSONError.missing("state") }
    self.init(
      originalTransactionId: try json.text("originalTransactionId"), productId: try json.text("productId"),
      productName: try json.text("productName"), displayPrice: try json.text("displayPrice"),
      account: try json.text("account"), state: state, autoRenew: try json.truth("autoRenew"),
      billingFails: try json.truth("billingFails"), nextDate: try json.date("nextDate"),
      renewals: Int(try json.integer("renewals")), nextProductName: try json.string("nextProductName"),
      priceIncrease: try json.string("priceIncrease").flatMap(PriceIncrease.init(rawValue:)))
  }

  var remote: JSONObject {
    var json: JSONObject = [
      "originalTransactionId": .string(originalTransactionId), "productId": .string(productId),
      "productName": .string(productName), "displayPrice": .string(displayPrice), "account": .string(account),
      "state": .string(state.rawValue), "autoRenew": .bool(autoRenew), "billingFails": .bool(billingFails),
      "nextDate": .number(nextDate.milliseconds), "renewals": .number(renewals),
    ]
    json.append("nextProductName", ifPresent: nextProductName.map(JSONValue.string))
    json.append("priceIncrease", ifPresent: priceIncrease.map { .string($0.rawValue) })
    return json
  }
}

extension AppStoreNotification {
  init(remote json: JSONObject) throws(JSONError) {
    guard let delivery = Delivery(rawValue: try json.text("delivery")) else { throw JSONError.missing("delivery") }
    self.init(
      notificationUUID: try json.text("notificationUUID"), type: NotificationType(rawValue: try json.text("type")),
      subtype: try json.string("subtype").map(NotificationSubtype.init(rawValue:)),
      productId: try json.string("productId"), account: try json.string("account"), date: try json.date("date"),
      delivery: delivery, attempts: Int(try json.integer("attempts")),
      nextAttempt: try json.int64("nextAttempt").map(Timestamp.init(milliseconds:)))
  }

  var remote: JSONObject {
    var json: JSONObject = [
      "notificationUUID": .string(notificationUUID), "type": .string(type.rawValue),
      "date": .number(date.milliseconds), "delivery": .string(delivery.rawValue), "attempts": .number(attempts),
    ]
    json.append("subtype", ifPresent: subtype.map { .string($0.rawValue) })
    json.append("productId", ifPresent: productId.map(JSONValue.string))
    json.append("account", ifPresent: account.map(JSONValue.string))
    json.append("nextAttempt", ifPresent: nextAttempt.map { .number($0.milliseconds) })
    return json
  }
}

extension PromotedPurchase {
  init(remote json: JSONObject) throws(JSONError) {
    self.init(
      id: try json.text("id"), account: try json.text("account"), productId: try json.text("productId"),
      date: try json.date("date"))
  }

  var remote: JSONObject {
    [
      "id": .string(id), "account": .string(account), "productId": .string(productId),
      "date": .number(date.milliseconds),
    ]
  }
}

extension AppStorePurchase {
  init(remote json: JSONObject) throws(JSONError) {
    self.init(
      transactionId: try json.text("transactionId"), productId: try json.text("productId"),
      productName: try json.text("productName"), account: try json.text("account"), date: try json.date("date"),
      expiresDate: try json.int64("expiresDate").map(Timestamp.init(milliseconds:)),
      quantity: Int(try json.integer("quantity")), displayPrice: try json.text("displayPrice"),
      isShared: try json.truth("isShared"), isUpgraded: try json.truth("isUpgraded"))
  }

  var remote: JSONObject {
    var json: JSONObject = [
      "transactionId": .string(transactionId), "productId": .string(productId), "productName": .string(productName),
      "account": .string(account), "date": .number(date.milliseconds), "quantity": .number(quantity),
      "displayPrice": .string(displayPrice), "isShared": .bool(isShared), "isUpgraded": .bool(isUpgraded),
    ]
    json.append("expiresDate", ifPresent: expiresDate.map { .number($0.milliseconds) })
    return json
  }
}
