import AppStoreModel
import Core

/// A recorded purchase, with all that the simulator needs to sell a similar one.
struct RecordedPurchase {
  let original: String
  /// The ids of the purchase's transactions, oldest first; the first one is the original transaction.
  var ids: [String]
  var newest: Transaction
  /// The transactions' web order line item ids, in the order of `ids`.
  var lineItems: [String?]

  /// Returns all purchases in the recorded answers, in the order of the first purchase.
  static func all(in exchanges: [RecordedExchange]) -> [RecordedPurchase] {
    var versions: [String: Transaction] = [:]
    for payload in exchanges.flatMap({ $0.answer.map(SignedText.payloads) ?? [] }) {
      guard let transaction = try? Transaction(json: payload), let id = transaction.transactionId,
        transaction.productId != nil, transaction.type != nil
      else { continue }
      let known = versions[id]?.signedDate ?? Timestamp(milliseconds: .min)
      if (transaction.signedDate ?? known) >= known { versions[id] = transaction }
    }
    let lineages = Dictionary(grouping: versions.values) { $0.originalTransactionId ?? $0.transactionId ?? "" }
    return lineages.compactMap { original, transactions -> RecordedPurchase? in
      let sorted = transactions.sorted { ($0.date, $0.transactionId ?? "") < ($1.date, $1.transactionId ?? "") }
      guard let newest = sorted.last else { return nil }
      var ids = sorted.compactMap(\.transactionId)
      var items = sorted.map(\.webOrderLineItemId)
      if ids.first != original {
        ids.removeAll { $0 == original }
        ids.insert(original, at: 0)
        items.insert(nil, at: 0)
      }
      return RecordedPurchase(original: original, ids: ids, newest: newest, lineItems: items)
    }.sorted {
      ($0.newest.originalPurchaseDate?.milliseconds ?? 0, $0.original) < (
        $1.newest.originalPurchaseDate?.milliseconds ?? 0, $1.original
      )
    }
  }

  /// Returns a `.storekit` catalogue of the products that were bought.
  static func catalogue(_ purchases: [RecordedPurchase]) -> JSONObject {
    var seen: Set<String> = []
    var (products, others, groups): ([JSONValue], [JSONValue], [(id: String, products: [JSONValue])]) = ([], [], [])
    for purchase in purchases {
      let bought = purchase.newest
      guard let id = bought.productId, seen.insert(id).inserted else { continue }
      let price = (bought.price ?? 990) / Int64(max(1, bought.quantity ?? 1))
      var product: JSONObject = [
        "productID": .string(id), "referenceName": .string(id), "internalID": .string("R\(seen.count)"),
        "displayPrice": .string("\(price / 1000).\(String(price % 1000 + 1000).dropFirst())"),
        "familyShareable": .bool(bought.inAppOwnershipType == .familyShared), "localizations": [],
      ]
      switch bought.type {
      case .autoRenewableSubscription?:
        let group = bought.subscriptionGroupIdentifier ?? "recorded"
        product.append("type", "RecurringSubscription")
        product.append("groupNumber", 1)
        product.append("subscriptionGroupID", .string(group))
        product.append("recurringSubscriptionPeriod", .string(bought.period))
        if let index = groups.firstIndex(where: { $0.id == group }) {
          groups[index].products.append(.object(product))
        } else {
          groups.append((group, [.object(product)]))
        }
      case .nonRenewingSubscription?:
        product.append("type", "NonRenewingSubscription")
        others.append(.object(product))
      default:
        product.append("type", .string(bought.type == .consumable ? "Consumable" : "NonConsumable"))
        products.append(.object(product))
      }
    }
    return [
      "version": ["major": 4, "minor": 0], "products": .array(products), "nonRenewingSubscriptions": .array(others),
      "subscriptionGroups": .array(
        groups.map { group in
          [
            "id": .string(group.id), "name": .string(group.id), "localizations": [],
            "subscriptions": .array(group.products),
          ]
        }),
    ]
  }
}

extension Transaction {
  fileprivate var date: Int64 { purchaseDate?.milliseconds ?? 0 }

  /// The subscription's period; a length that matches no period, such as the sandbox's minutes, counts as a month.
  fileprivate var period: String {
    guard let start = purchaseDate, let end = expiresDate else { return "P1M" }
    let days = end.milliseconds(since: start) / Timestamp.millisecondsPerDay
    return switch days {
    case 6...8: "P1W"
    case 55...65: "P2M"
    case 85...95: "P3M"
    case 175...190: "P6M"
    case 360...370: "P1Y"
    default: "P1M"
    }
  }
}
