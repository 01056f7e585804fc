import StoreModel

extension State {
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
      guard let item = selectedCase else { return nil }
      return [item.transactionId, Texts.safe(item.productName), Texts.safe(item.account)].joined(separator: " ")
    default: return nil
    }
  }
}
