import AppStoreModel
import Core
import Device
import Verbs

extension Command {
  static let retry = Command(
    name: "retry", summary: "retry pending orders and unanswered purchases now",
    forms: [UsageForm(.group(.value("ORDER|TRANSACTION", .purchases)), .option(.json))],
    examples: ["till retry", "till retry --json"]
  ) { call in
    let session = try await call.actingSession()
    let orderId = call.words.first
    let report = try await session.act(isUnchanged: \.changedNothing) { try await $0.retry(orderId) }
    return call.report(
      report,
      nothing: report.answered == 0
        ? say("nothing to retry")
        : say(
          report.answered, "the app server has answered \(report.answered) request that waited for it",
          "the app server has answered \(report.answered) requests that waited for it"))
  }

  static let order = Command(
    name: "order",
    summary: "show an order, or give up one that is charged and not delivered, or pending",
    forms: [
      UsageForm("show", .value("ORDER|TRANSACTION|TOKEN", .purchases), .option(.json)),
      UsageForm(
        "close", .value("ORDER|TRANSACTION", .purchases), .option(.ground("duplicate|fraud|other")), .needed(.why),
        .option(.yes), .option(.json)),
      UsageForm(
        "close", .value("ORDER|TRANSACTION", .purchases), .needed(.ground("compensated")), .needed(.compensatedBy),
        .needed(.why), .option(.yes), .option(.json)),
      UsageForm("reopen", .value("ORDER|TRANSACTION", .purchases), .needed(.why), .option(.json)),
    ],
    examples: [
      "till order show 2000000000000001",
      "till order close 1b4e28ba-2fa1-41d2-883f-0016d3cca427 --ground duplicate --reason \"bought twice\" --yes",
      "till order reopen 2000000000000001 --reason \"closed by mistake\"",
    ]
  ) { call in
    if call.words[0] == "show", !call.options.has(.why), !call.options.has(.ground()),
      !call.options.has(.compensatedBy)
    {
      return try await call.showOrder()
    }
    let isReopening = call.words[0] == "reopen" && !call.options.has(.ground())
    guard call.words[0] == "close" || isReopening else {
      throw UsageError(
        say(
          "invalid use “till order \(safeText(call.words[0]))”; use till "
            + "order show ORDER or till order close ORDER --reason TEXT"
        )
      )
    }
    let reason = try call.required(.why, else: "missing reason; use till order close ORDER --reason TEXT")
    let ground = try call.options[.ground()]
    let compensation = try call.options[.compensatedBy]
    guard (compensation == nil) == (ground != .compensated) else {
      throw UsageError(
        say("the ground compensated names what made up for it, and no other does: --compensated-by GRANT|TRANSACTION"))
    }
    let session = try await call.actingSession()
    let orderId = call.words[1]
    let nothing = say("no order was given up")
    if isReopening {
      let report = try await session.act { try await $0.reopenOrder(orderId, because: reason) }
      return call.report(report, nothing: nothing)
    }
    try call.confirm(
      say(
        "give up order \(safeText(orderId)) and finish it at the App Store without "
          + "delivery? Only the ground other lets a restore deliver it later."
      ))
    let report = try await session.act {
      try await $0.closeOrder(orderId, on: ground ?? .other, compensatedBy: compensation, because: reason)
    }
    return call.report(report, nothing: nothing)
  }
}

extension Parameter where Value == CloseGround {
  /// The ground for closing an order; `form` are the grounds that a usage line names.
  fileprivate static func ground(_ form: String? = nil) -> Self {
    Parameter(
      option: "ground", "GROUND", "the ground for closing an order: compensated, duplicate, fraud or other", form: form
    ) { text throws(StoreError) in
      let known = CloseGround.named.map(\.rawValue)
      if let ground = CloseGround.named.first(where: { $0.rawValue == text }) { return ground }
      throw StoreError(.usage, said: "unknown ground “\(safeText(text))”; \(remedy(for: text, among: known))")
    }
  }
}

extension Parameter where Value == String {
  fileprivate static var compensatedBy: Self {
    .words(
      "compensated-by", "ID", "the grant or transaction that made up for a closed order", reach: .value,
      form: "GRANT|TRANSACTION")
  }
}

extension Invocation {
  /// Prints the results of a retry; returns `done` when no order still waits.
  fileprivate func report(_ report: RetryReport, nothing: String) -> ExitStatus {
    let isDone = report.message == nil && !report.items.contains(where: \.isWaiting)
    let message =
      report.message ?? (report.items.isEmpty ? nothing : Language.series(report.items.map(\.after)))
    output.document([
      "ok": .bool(isDone), "message": .string(message),
      "orders": .array(report.orders.map { .object($0.document) }),
      "done": .array(report.items.map { .object($0.document) }),
    ])
    if report.items.isEmpty && report.message == nil { output.text(nothing) }
    for item in report.items {
      let id = item.orderId ?? item.intentId ?? ""
      let order = report.orders.first { $0.id == item.orderId }
      let (before, after) = (item.words(before: true, order), item.words(before: false, order))
      // The sentence about a purchase without an answer says more than its state.
      let states = before != after ? "\(before) -> \(after): " : item.orderId == nil ? "" : "\(after): "
      output.text("\(id)  \(safeText(item.productId))  \(states)\(safeText(item.text, limit: 400))")
    }
    if let message = report.message { output.note(safeText(message, limit: 400)) }
    return isDone ? .done : .failed
  }
}

extension RetryReport.Item {
  /// Returns the state in plain words: the order's, or the intent's where a purchase led to no order.
  fileprivate func words(before isBefore: Bool, _ order: Order?) -> String {
    let state = isBefore ? before : after
    // Of closed orders only given-up ones are retried, so “closed” before the retry means “given up”.
    if isBefore ? orderId != nil && state == Order.State.closed.rawValue : order?.isGivenUp == true {
      return Order.State.overdue.text
    }
    let known = orderId == nil ? nil : Order.State(rawValue: state)
    return known?.words(isFree: order?.isFree == true) ?? Intent.State(rawValue: state)?.text ?? state
  }

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
