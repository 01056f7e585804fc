import StoreModel
import Texts

/// Purchases as the App Store's side has them, and what customers do elsewhere.
extension Texts {

  static func standing(of item: AppStorePurchase, now: Timestamp) -> (String, Mark) {
    if item.isUpgraded { return (AppStoreText.upgraded.text, .empty) }
    if let end = item.expiresDate, end <= now { return (AppStoreText.over.text, .empty) }
    return ((item.isShared ? AppStoreText.shared : .stands).text, .good)
  }

  static func detail(of item: AppStorePurchase, _ state: State) -> String {
    AppStoreText.purchase(
      transaction: transaction(safe(item.transactionId)), until: item.expiresDate.map { state.minute($0) },
      isShared: item.isShared
    ).text
  }
}
