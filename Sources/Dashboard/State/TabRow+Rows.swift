import StoreModel

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
      id: transactionId, date: revocationDate, productId: productId, amount: Texts.money(price, currency),
      word: reversedDate == nil ? Texts.refundWord(revocationType) : Texts.reversed,
      mark: reversedDate == nil ? .bad : .good, note: Texts.refundNote(self), reference: Texts.safe(transactionId))
  }
}

extension StoredTransaction: TabRowConvertible {
  var tabRow: TabRow {
    let id = transaction.transactionId ?? ""
    return TabRow(
      id: id, date: transaction.purchaseDate, productId: transaction.productId,
      amount: Texts.money(transaction.price, transaction.currency), word: Texts.word(for: self), mark: mark,
      note: Texts.note(on: self), reference: Texts.safe(id))
  }

  private var mark: Mark {
    if transaction.revocationDate != nil { return .bad }
    return isAbsent ? .empty : .good
  }
}

extension Order: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: id, date: createdDate, productId: productId, amount: quantity == 1 ? "" : Texts.times(quantity),
      word: state.rawValue, mark: state == .closed ? .good : state == .refused ? .bad : .waiting,
      note: lastError.map(Texts.safe) ?? Texts.customer(user: user, account: account),
      reference: Texts.safe(transactionId), orderId: id, facts: Texts.facts(of: self))
  }
}

extension UnfinishedTransaction: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: transactionId, date: date, productId: productId, word: Texts.safe(state), mark: .waiting,
      note: orderId.map { Texts.order(Texts.safe($0)) } ?? "", reference: Texts.safe(transactionId), orderId: orderId)
  }
}

extension JournalEntry: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: String(id), date: date, productId: productId, word: Texts.safe(kind), note: Texts.safe(text),
      reference: transactionId.map(Texts.safe) ?? orderId.map(Texts.safe) ?? "")
  }
}

extension QuarantinedItem: TabRowConvertible {
  var tabRow: TabRow {
    TabRow(
      id: String(id), date: date, productId: productId, word: Texts.safe(failure.kind.rawValue), mark: .bad,
      note: Texts.quarantineNote(self), reference: transactionId.map(Texts.safe) ?? "")
  }
}
