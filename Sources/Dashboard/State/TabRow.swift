package import AppStoreModel
import Core

/// A row of a tab, ready to be drawn: every foreign text in it has passed the sanitiser.
package struct TabRow: Hashable, Sendable {
  /// The row's identity, stable across reads.
  package var id: String
  package var date: Timestamp?
  /// The product, as the backend knows it.
  package var productId: String?
  /// The price paid; formatted when drawn, like all money.
  var price: Price?
  /// How much or how many, where that is no price.
  package var amount = ""
  /// How it stands, in one or two words, and whether that is good.
  package var word = ""
  package var mark = Mark.none
  /// Further details.
  package var note = ""
  /// Whether the note needs the product's name before it, having no column for it.
  var isAboutProduct = false
  /// The identifier that a person may want to copy.
  package var reference = ""
  /// The `appAccountToken`, which it can be found by.
  var token = ""
  /// The order that it is about.
  var orderId: String?
  /// Whether a delivery may still come of that order.
  var isUndelivered = false
  /// Whether that order was given up, so that it can be opened again.
  var isGivenUp = false
  /// Whether it is a purchase that was begun and not paid as far as is known.
  var isIntent = false
  /// When something is tried again by itself.
  var retryDate: Timestamp?
  /// Everything else about it.
  var facts: [Fact] = []

  /// A label and a text.
  struct Fact: Hashable, Sendable {
    var label: String
    var text: String
  }
}

/// A state's glyph and colour; a word always stands beside it.
package enum Mark: Hashable, Sendable {
  case none
  /// Entitled, done.
  case good
  /// Partly, or waiting.
  case waiting
  /// Lost, refused.
  case bad
  /// Nothing there.
  case empty
  /// A number.
  case count
}

/// A row of the store that a tab can show.
protocol TabRowConvertible: Hashable, Sendable {
  var tabRow: TabRow { get }
}

extension RowList.Chunk {
  init<Row: TabRowConvertible>(_ page: Page<Row>) {
    self.init(rows: page.rows.map(\.tabRow), next: page.next, previous: page.previous)
  }
}

extension RefundRecord: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: transactionId, date: revocationDate, productId: productId, price: Price(price, currency),
      word: word.text,
      mark: reversedDate == nil ? .bad : .good, note: note.text, reference: safeText(transactionId))
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
      note: lastError.map { safeText($0) }
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

extension Intent: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: id, date: createdDate, productId: productId, amount: quantity == 1 ? "" : PaneText.times(quantity).text,
      word: state == .open ? EntitlementState.chargeUnknown.words : say("not paid"), mark: .waiting,
      note: RowText.intentState(state).text,
      reference: transactionId.map { safeText($0) } ?? "", token: appAccountToken ?? "", orderId: id,
      isUndelivered: true, isIntent: true,
      facts: facts)
  }
}

extension UnfinishedTransaction: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: transactionId, date: date, productId: productId,
      word: stateWords, mark: .waiting,
      note: lastError.map { safeText($0) } ?? safeText(advice), reference: safeText(transactionId), orderId: orderId,
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
  /// A row's text, with its subject.
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
