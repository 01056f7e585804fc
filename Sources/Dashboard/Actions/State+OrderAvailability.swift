extension State {
  /// The row of the order in front: of the order's sheet, or of the list that has one under its cursor.
  var selectedOrder: TabRow? {
    for case .order(let sheet) in overlays { return sheet.row }
    guard let row = tabs.front.selected, row.orderId != nil else { return nil }
    return row
  }

  var reasonAgainstDropping: String? {
    if let reason = setup.abilities.closeOrder { return reason }
    guard let row = selectedOrder else { return Texts.noOrder }
    return row.mark == .good ? Texts.orderIsClosed : nil
  }

  var reasonAgainstEntering: String? {
    guard case .entry(let sheet) = overlays.last else { return nil }
    return sheet.value.allSatisfy { $0 == " " } ? Texts.nothingTyped : nil
  }
}
