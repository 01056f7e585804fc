import StoreModel
import Texts

/// What is asked before Apple, a parent or the app's server decides, and what it leads to.
extension Texts {
  static func detail(of item: AppStoreCase) -> String {
    let note = item.note.map(safe) ?? ""
    let told = note.isEmpty ? transaction(safe(item.transactionId)) : words(note)
    return item.consumption.map { "\(told); \(AppStoreText.consumption($0))" } ?? told
  }

  // MARK: Promoted purchases

  static var promotedWord: String { AppStoreText.promoted.text }
  static var promotedDetail: String { AppStoreText.promotedDetail.text }
}
