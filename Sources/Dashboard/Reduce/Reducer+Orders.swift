import StoreModel

extension Reducer {
  /// Shows the order of the row under the cursor with its journal.
  mutating func openOrder() {
    guard let row = state.selectedOrder, let id = row.orderId else { return }
    state.overlays.append(.order(OrderSheet(orderId: id, row: row)))
    readOrderJournal(.replacing(cursor: .first))
  }

  /// Goes on with the order that is shown, else with all that can go on.
  mutating func retry() {
    run(.retry(orderId: state.overlays.isEmpty ? nil : state.selectedOrder?.orderId))
  }

  mutating func askWhyToDrop() {
    if let row = state.selectedOrder { state.overlays.append(.entry(Texts.dropping(row, state))) }
  }

  /// Takes a text that was typed.
  mutating func enter(_ sheet: EntrySheet) {
    let text = sheet.value.split(separator: " ").joined(separator: " ")
    switch sheet.purpose {
    case .closeOrder(let id): leaveEntry(andRun: .closeOrder(id, reason: text))
    case .user: leaveEntry(andRun: .logIn(text))
    case .customer: leaveEntry(andRun: .lookUp(text))
    case .testToken: leaveEntry(andRun: .support(.testResult(token: text)))
    case .share(let id, let product):
      guard let share = Int(text), (1...100).contains(share) else { return say(Texts.noShare(text), .warning) }
      leaveEntry(andAsk: Texts.refunding(share, of: id, product))
    case .token(let id, let product):
      guard let uuid = Texts.uuid(text) else { return say(Texts.noUUID(text), .warning) }
      leaveEntry(andAsk: Texts.setting(uuid, of: id, product))
    }
  }

  private mutating func leaveEntry(andRun command: Command) {
    state.overlays.removeLast()
    run(command)
  }

  private mutating func leaveEntry(andAsk question: Confirmation) {
    state.overlays.removeLast()
    state.overlays.append(.confirmation(question))
  }

  /// Reads a page of the journal of the order that is shown.
  mutating func readOrderJournal(_ joining: RowList.Joining) {
    for case .order(let sheet) in state.overlays {
      var request = sheet.rows.request(joining, productId: nil)
      request.orderId = sheet.orderId
      changeOrderSheet { $0.rows.joining = joining }
      return begin(.orderJournal, .orderJournal(request))
    }
  }

  mutating func changeOrderSheet(_ change: (inout OrderSheet) -> Void) {
    for index in state.overlays.indices {
      guard case .order(var sheet) = state.overlays[index] else { continue }
      change(&sheet)
      state.overlays[index] = .order(sheet)
    }
  }
}
