import StoreModel

/// What is asked before Apple, a parent or the app's server decides, and what it leads to.
extension Texts {
  static func detail(of item: AppStoreCase) -> String {
    let note = item.note.map(safe) ?? ""
    let told = note.isEmpty ? transaction(safe(item.transactionId)) : words(note)
    return item.consumption.map { "\(told); \(words(for: $0))" } ?? told
  }

  private static func words(for consumption: AppStoreCase.Consumption) -> String {
    switch consumption {
    case .waiting: "Apple asks how far it was used (u answers)"
    case .answered: "the app's server said how far it was used"
    case .missed: "nobody told Apple in time how far it was used"
    }
  }

  // MARK: Promoted purchases

  static let promotedWord = "promoted"
  static let promotedDetail = "begun in the App Store: the app continues it (p there); n gives it up"
}
