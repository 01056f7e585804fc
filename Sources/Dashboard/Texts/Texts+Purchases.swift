import StoreModel

/// Purchases as the App Store's side has them, and what customers do elsewhere.
extension Texts {

  static func standing(of item: AppStorePurchase, now: Timestamp) -> (String, Mark) {
    if item.isUpgraded { return ("upgraded", .empty) }
    if let end = item.expiresDate, end <= now { return ("over", .empty) }
    return item.isShared ? ("shared", .good) : ("stands", .good)
  }

  static func detail(of item: AppStorePurchase, _ state: State) -> String {
    let end = item.expiresDate.map { ", until \(state.minute($0))" } ?? ""
    let how = item.isShared ? ", through the family" : ""
    return "\(transaction(safe(item.transactionId)))\(end)\(how)"
  }
}
