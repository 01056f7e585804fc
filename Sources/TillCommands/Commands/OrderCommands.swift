import Purchasing
import SafeText
import StoreModel
import StrictJSON
import Texts
import TillRuntime

extension Command {
  static let retry = Command(
    name: "retry", summary: "try what waits again at once: orders, and purchases without an answer",
    usage: ["retry [ORDER|TRANSACTION] [--json]"],
    examples: ["till retry", "till retry --json"], words: 0...1
  ) { call in
    let session = try call.actingSession()
    defer { session.close() }
    let purchasing = try session.purchasing()
    let orderId = call.words.first
    let report = try blocking {
      let report = try await purchasing.retry(orderId)
      try await purchasing.rememberStatuses()
      return report
    }
    return call.answer(report, nothing: say("nothing waits"))
  }

  static let order = Command(
    name: "order",
    summary: "everything known of an order; give one up that was charged and not delivered, or that waits",
    usage: [
      "order show ORDER|TRANSACTION|TOKEN [--json]",
      "order close ORDER|TRANSACTION [--ground compensated|duplicate|fraud|other] --reason TEXT [--yes] [--json]",
      "order reopen ORDER|TRANSACTION --reason TEXT [--json]",
    ],
    options: ["reason", "ground"],
    examples: [
      "till order show 2000000000000001",
      "till order close 1b4e28ba-2fa1-41d2-883f-0016d3cca427 --reason --ground compensated --reason \"paid back by "
        + "hand\" --yes",
      "till order reopen 2000000000000001 --reason \"closed by mistake\"",
    ],
    words: 2...2
  ) { call in
    if call.words[0] == "show", !call.options.has("reason"), !call.options.has("ground") { return try call.showOrder() }
    let isReopening = call.words[0] == "reopen" && !call.options.has("ground")
    guard call.words[0] == "close" || isReopening else {
      throw UsageError(
        say(
          "till order \(safeText(call.words[0])): there are till order show ORDER and till order close ORDER "
            + "--reason TEXT"
        )
      )
    }
    guard let reason = call.options["reason"], !reason.isEmpty else {
      throw UsageError(say("an order is closed with a reason: till order close ORDER --reason TEXT"))
    }
    let ground = try call.options["ground"].map { name throws(UsageError) in
      guard let ground = CloseGround.named.first(where: { $0.rawValue == name }) else {
        throw UsageError(
          say(
            "unknown ground “\(safeText(name))”; use one of "
              + "\(CloseGround.named.map(\.rawValue).joined(separator: ", "))"
          ))
      }
      return ground
    }
    let session = try call.actingSession()
    defer { session.close() }
    let orderId = call.words[1]
    if isReopening {
      let purchasing = try session.purchasing()
      let report = try blocking {
        let report = try await purchasing.reopenOrder(orderId, because: reason)
        try await purchasing.rememberStatuses()
        return report
      }
      return call.answer(report, nothing: PurchaseText.nothingWasClosed.text)
    }
    try call.confirm(
      say(
        "finish order \(safeText(orderId)) with the App Store without delivering it? Only ground other lets a "
          + "restore deliver it later."
      ))
    let purchasing = try session.purchasing()
    let report = try blocking {
      let report = try await purchasing.closeOrder(orderId, on: ground ?? .other, because: reason)
      try await purchasing.rememberStatuses()
      return report
    }
    return call.answer(report, nothing: PurchaseText.nothingWasClosed.text)
  }
}

extension Invocation {
  /// Prints what became of orders; done when nothing waits any more.
  fileprivate func answer(_ report: RetryReport, nothing: String) -> ExitStatus {
    let isDone = report.message == nil && !report.items.contains(where: \.isWaiting)
    let message =
      report.message ?? (report.items.isEmpty ? nothing : report.items.map(\.after).joined(separator: ", "))
    output.document([
      "ok": .bool(isDone), "message": .string(message),
      "orders": .array(report.orders.map { .object($0.document) }),
      "done": .array(report.items.map { .object($0.document) }),
    ])
    if report.items.isEmpty && report.message == nil { output.text(nothing) }
    for item in report.items {
      let id = item.orderId ?? item.intentId ?? ""
      let states = item.before == item.after ? item.after : "\(item.before) -> \(item.after)"
      output.text("\(id)  \(safeText(item.productId))  \(states): \(safeText(item.text, limit: 400))")
    }
    if let message = report.message { output.note(safeText(message, limit: 400)) }
    return isDone ? .done : .failed
  }
}

extension RetryReport.Item {
  fileprivate var document: JSONObject {
    var document: JSONObject = ["productId": .string(productId)]
    document["orderId"] = orderId.map { .string($0) }
    document["intentId"] = intentId.map { .string($0) }
    document["transactionId"] = transactionId.map { .string($0) }
    document.append("before", .string(before))
    document.append("after", .string(after))
    document.append("text", .string(text))
    return document
  }
}
