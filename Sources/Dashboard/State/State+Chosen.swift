import StoreModel

extension State {
  /// What was bought with a transaction that the App Store's side shows; nil for any other text.
  package func productName(ofTransaction id: String) -> String? {
    guard let situation else { return nil }
    let name =
      situation.cases.first { $0.transactionId == id }?.productName
      ?? situation.purchases.first { $0.transactionId == id }?.productName
    return name.map(Texts.safe)
  }

  /// What the row under the cursor of the sheet in front says; nil where the sheet has no rows.
  package var chosenText: String? {
    switch overlays.last {
    case .choice(let choice):
      guard choice.items.indices.contains(choice.cursor) else { return nil }
      return choice.items[choice.cursor].title + " " + choice.items[choice.cursor].note
    case .refundList(let list):
      guard let row = list.rows.selected else { return nil }
      return [name(of: row.productId), row.amount, row.word, row.note, row.reference].joined(separator: " ")
    case .appStore:
      guard let row = selectedAppStoreRow else { return nil }
      let id = selectedCase?.transactionId ?? row.shown.id
      return [id, row.shown.reference, row.shown.note, row.shown.word].joined(separator: " ")
    default: return nil
    }
  }
}
