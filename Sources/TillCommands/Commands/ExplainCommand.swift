import LocalStore
import Purchasing
import SafeText
import StoreModel
import StrictJSON
import TillRuntime

extension Command {
  static let explain = Command(
    name: "explain", summary: "why a product is, or is not, entitled, and what to do next",
    usage: ["explain PRODUCT [--as-of DATE] [--json] [--refresh]"], options: ["as-of"],
    examples: [
      "till explain com.example.piglet.premium",
      "till explain com.example.piglet.premium --as-of 2026-01-31T12:00:00Z",
    ], words: 1...1
  ) { call in
    let session = try call.session()
    defer { session.close() }
    let status = try call.status(of: call.words[0], in: session)
    call.output.document(status.explainDocument(next: call.document(of: status.next)))
    var lines = [
      "\(safeText(status.product.displayName)): \(status.entitled ? "entitled" : "not entitled") (\(status.state.words))"
    ]
    if let expires = status.expiresDate {
      // What was charged and not delivered runs at Apple all the same.
      let word = status.entitled ? "until" : status.state == .paidNotDelivered ? "paid until" : "ended"
      lines.append("\(word) \(call.output.date(expires))")
    }
    lines.append("because")
    lines += status.reasons.map { reason in
      let id = (reason.transactionId ?? reason.orderId ?? reason.intentId).map { safeText($0) + " " } ?? ""
      return "  \(reason.supports ? "+" : "-") \(id)\(safeText(reason.text, limit: 600))"
    }
    lines.append("next (\(status.next.who.rawValue)): \(safeText(status.next.text, limit: 600))")
    if let command = call.command(for: status.next) { lines.append("  \(safeText(command, limit: 600))") }
    if let say = status.next.say { lines.append("  say: \(safeText(say, limit: 600))") }
    call.output.text(lines.joined(separator: "\n"))
    return .done
  }

  static let check = Command(
    name: "check", summary: "exit 0 when a product is entitled, 3 when it is not",
    usage: ["check PRODUCT [--strict] [--refresh] [--json]"], options: ["strict"],
    examples: ["till check com.example.piglet.premium && echo yes"], words: 1...1
  ) { call in
    let session = try call.session()
    defer { session.close() }
    let status: ProductStatus
    do { status = try call.status(of: call.words[0], in: session) } catch let error as CommandError {
      call.output.note(error.message)
      call.output.document(["ok": false, "message": "not known here", "productId": .string(call.words[0])])
      return .notEntitled
    }
    let productId = status.product.id
    let isGood = status.entitled && (status.confirmed || !call.options.has("strict"))
    call.output.document([
      "ok": .bool(isGood), "message": .string(status.state.words), "productId": .string(productId),
      "entitled": .bool(status.entitled), "confirmed": .bool(status.confirmed),
    ])
    call.output.text(
      (status.entitled ? "entitled" : "not entitled") + " (\(status.state.words))"
        + (status.entitled && !status.confirmed ? ", unconfirmed" : ""))
    return isGood ? .done : .notEntitled
  }

  static let duration = Command(
    name: "duration", summary: "how long a non-renewing subscription entitles",
    usage: ["duration PRODUCT PERIOD|none"],
    examples: ["till duration com.example.piglet.season P1M", "till duration com.example.piglet.season none"],
    words: 2...2
  ) { call in
    let text = call.words[1]
    let period = SubscriptionPeriod(iso8601: text)
    guard period != nil || text == "none" else {
      throw UsageError("\(safeText(text)) is no period: write P1W, P1M, P3M, P1Y or none")
    }
    let session = try call.actingSession()
    defer { session.close() }
    let product = try call.status(of: call.words[0], in: session).product
    let productId = product.id
    guard product.type == .nonRenewingSubscription else {
      throw CommandError(
        .failed, "\(safeText(productId)) is not a non-renewing subscription: only those need a duration")
    }
    let purchasing = try session.purchasing()
    try blocking {
      try await purchasing.setDuration(period, of: productId)
      try await purchasing.rememberStatuses()
    }
    let message = period.map { "entitles for \($0.value == 1 ? "a " : "")\($0) from each purchase" } ?? "no duration"
    call.output.document(["ok": true, "message": .string(message), "productId": .string(productId)])
    call.output.text("\(safeText(productId)): \(message)")
    return .done
  }
}

extension Invocation {
  /// The status of the one product that a name stands for.
  ///
  /// - Throws: A `CommandError` (exit 1) that names a product that is not known here.
  func status(of name: String, in session: StoreSession) throws -> ProductStatus {
    let isListed = try session.reader().products().contains { $0.id == name }
    return try statuses(in: session, for: isListed ? name : nil).statuses.one(named: name, product: \.product)
  }
}
