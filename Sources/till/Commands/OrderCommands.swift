import Purchasing
import SafeText
import StoreModel
import StrictJSON

extension Command {
  static let retry = Command(
    name: "retry", summary: "try orders that wait again at once", usage: ["retry [ORDER] [--json]"],
    examples: ["till retry", "till retry --json"], words: 0...1
  ) { call in
    let session = try call.actingSession()
    defer { session.directory.discard() }
    let purchasing = try session.purchasing()
    let orderId = call.words.first
    let report = try blocking {
      let report = try await purchasing.retry(orderId)
      try await purchasing.rememberStatuses()
      return report
    }
    return call.answer(report, nothing: "nothing waits")
  }

  static let order = Command(
    name: "order", summary: "everything known of an order; give one up that was charged and not delivered",
    usage: ["order show ORDER|TRANSACTION [--json]", "order close ORDER --reason TEXT [--yes] [--json]"],
    options: ["reason"],
    examples: [
      "till order show 2000000000000001",
      "till order close 1b4e28ba-2fa1-41d2-883f-0016d3cca427 --reason \"paid back by hand\" --yes",
    ],
    words: 2...2
  ) { call in
    if call.words[0] == "show", !call.options.has("reason") { return try call.showOrder() }
    guard call.words[0] == "close" else {
      throw UsageError(
        "till order \(safeText(call.words[0])): there are till order show ORDER and till order close ORDER --reason TEXT"
      )
    }
    guard let reason = call.options["reason"], !reason.isEmpty else {
      throw UsageError("an order is closed with a reason: till order close ORDER --reason TEXT")
    }
    let session = try call.actingSession()
    defer { session.directory.discard() }
    let orderId = call.words[1]
    try call.confirm(
      "finish order \(safeText(orderId)) with the App Store without delivering it? It is never delivered afterwards;")
    let purchasing = try session.purchasing()
    let report = try blocking {
      let report = try await purchasing.closeOrder(orderId, because: reason)
      try await purchasing.rememberStatuses()
      return report
    }
    return call.answer(report, nothing: "nothing was closed")
  }
}

extension Invocation {
  /// Prints what became of orders; done when nothing waits any more.
  fileprivate func answer(_ report: RetryReport, nothing: String) -> ExitStatus {
    let isDone = report.message == nil && !report.orders.contains { $0.state.isWaiting }
    let message =
      report.message
      ?? (report.orders.isEmpty ? nothing : report.orders.map(\.state.rawValue).joined(separator: ", "))
    output.document([
      "ok": .bool(isDone), "message": .string(message),
      "orders": .array(report.orders.map { .object($0.document) }),
    ])
    if report.orders.isEmpty && report.message == nil { output.text(nothing) }
    for order in report.orders {
      let reason = order.lastError.map { ": " + safeText($0, limit: 400) } ?? ""
      output.text("\(order.id)  \(safeText(order.productId))  \(order.state.rawValue)\(reason)")
    }
    if let message = report.message { output.note(safeText(message, limit: 400)) }
    return isDone ? .done : .failed
  }
}

extension Order.State {
  /// Whether something is still expected of an order.
  fileprivate var isWaiting: Bool {
    switch self {
    case .closed: false
    default: true
    }
  }
}
