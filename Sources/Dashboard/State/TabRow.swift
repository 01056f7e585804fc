package import AppStoreModel
import Core
package import Verbs

/// A row of a list as texts for the screen; all foreign text has passed the sanitiser.
package struct TabRow: Hashable, Sendable {
  /// The row's id, the same in every read.
  package var id: String
  package var date: Timestamp?
  /// The product's id, as the backend knows it.
  package var productId: String?
  /// The price paid; it is formatted when the row is drawn.
  var price: Price?
  /// The quantity, for a row without a price.
  package var amount = ""
  /// The state in one or two words; `mark` gives its glyph and colour.
  package var word = ""
  package var mark = Mark.none
  /// Further details.
  package var note = ""
  /// Whether the note is shown with the product's name, because the list has no product column.
  var isAboutProduct = false
  /// The id that the user may want to copy.
  package var reference = ""
  /// The `appAccountToken`, by which the row can be searched.
  var token = ""
  /// The id of the row's order.
  var orderId: String?
  /// Whether the order may still be delivered.
  var isUndelivered = false
  /// Whether the order was given up, so that it can be reopened.
  var isGivenUp = false
  /// Whether the row is an intent: a purchase that was started and is not known to be paid.
  var isIntent = false
  /// The time of the next automatic retry.
  var retryDate: Timestamp?
  /// All other facts about the row.
  var facts: [Fact] = []

  /// A label and its text.
  struct Fact: Hashable, Sendable {
    var label: String
    var text: String
  }
}

/// A stored item that a list can show.
protocol TabRowConvertible: Hashable, Sendable {
  var tabRow: TabRow { get }
}

extension Page where Row: TabRowConvertible {
  /// The page as a list shows it.
  var tabRows: Page<TabRow> { Page<TabRow>(rows: rows.map(\.tabRow), next: next, previous: previous) }
}

extension RefundRecord: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: transactionId, date: revocationDate, productId: productId, price: Price(price, currency),
      word: word.text,
      mark: reversedDate == nil ? .bad : .good, note: note, reference: safeText(transactionId))
  }
}

extension StoredTransaction: TabRowConvertible {
  var tabRow: TabRow {
    let id = transaction.transactionId ?? ""
    return TabRow(
      id: id, date: transaction.purchaseDate, productId: transaction.productId,
      price: Price(transaction.price, transaction.currency), word: word, mark: mark,
      note: note.text, reference: safeText(id), token: transaction.appAccountToken ?? "")
  }

  private var mark: Mark {
    if transaction.revocationDate != nil { return .bad }
    return isAbsent ? .empty : .good
  }
}

extension Order: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: id, date: createdDate, productId: productId, amount: quantity == 1 ? "" : PaneText.times(quantity).text,
      word: stateWords, mark: mark,
      note: (isCredited ? advice : lastError).map { safeText($0) }
        ?? RowText.paid(by: safeText(account), for: loginName(user).map { safeText($0, limit: 200) }).text,
      reference: safeText(transactionId), token: appAccountToken ?? "", orderId: id,
      isUndelivered: state.isUndelivered && !isGivenUp, isGivenUp: isGivenUp, retryDate: nextRetryDate, facts: facts)
  }

  private var mark: Mark {
    switch state {
    case .closed: closedReason == nil ? .good : .empty
    case .refused, .halfSuccess: .bad
    case .overdue: .empty
    default: .waiting
    }
  }
}

extension WaitingPurchase: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: intent.id, date: intent.createdDate, productId: intent.productId,
      amount: intent.quantity == 1 ? "" : PaneText.times(intent.quantity).text,
      word: stateWords, mark: .waiting, note: why,
      reference: intent.transactionId.map { safeText($0) } ?? "", token: intent.appAccountToken ?? "",
      orderId: intent.id,
      isUndelivered: true, isIntent: true,
      facts: facts)
  }
}

extension UnfinishedTransaction: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: transactionId, date: date, productId: productId,
      word: stateWords, mark: .waiting,
      note: safeText(isCredited ? advice : lastError ?? advice), reference: safeText(transactionId), orderId: orderId,
      isUndelivered: Order.State(rawValue: state)?.isUndelivered ?? false, retryDate: nextRetryDate,
      facts: facts)
  }
}

extension JournalEntry: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: String(id), date: date, productId: productId, word: safeText(kind), note: safeText(text),
      isAboutProduct: productId != nil,
      reference: transactionId.map { safeText($0) } ?? orderId.map { safeText($0) } ?? "")
  }
}

extension State {
  /// Returns the note of a row, with the product's name if the list has no column for it.
  func note(of row: TabRow) -> String {
    let name = row.isAboutProduct ? name(of: row.productId) : ""
    return name.isEmpty || row.note.contains(name) ? row.note : say("\(name): \(row.note)")
  }
}

extension QuarantinedItem: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: String(id), date: date, productId: productId, word: safeText(failure.kind.rawValue), mark: .bad,
      note: safeText(failure.message), reference: transactionId.map { safeText($0) } ?? "")
  }
}
