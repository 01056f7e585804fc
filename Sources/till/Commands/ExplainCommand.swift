import Purchasing
import SafeText
import StoreModel
import StrictJSON

extension Command {
  static let explain = Command(
    name: "explain", summary: "why a product is, or is not, entitled, and what to do next",
    usage: ["explain PRODUCT [--json] [--refresh]"], examples: ["till explain com.example.piglet.premium"], words: 1...1
  ) { call in
    let session = try call.session()
    defer { session.directory.discard() }
    let status = try call.status(of: call.words[0], in: session)
    call.output.document(status.explainDocument)
    var lines = [
      "\(safeText(status.product.displayName)): \(status.entitled ? "entitled" : "not entitled") (\(status.state.words))"
    ]
    if let expires = status.expiresDate { lines.append("until \(call.output.date(expires))") }
    lines.append("because")
    lines += status.reasons.map { reason in
      let id = reason.transactionId.map { safeText($0) + " " } ?? ""
      return "  \(reason.supports ? "+" : "-") \(id)\(safeText(reason.text, limit: 600))"
    }
    lines.append("next (\(status.next.who.rawValue)): \(safeText(status.next.text, limit: 600))")
    call.output.text(lines.joined(separator: "\n"))
    return .done
  }

  static let check = Command(
    name: "check", summary: "exit 0 when a product is entitled, 3 when it is not",
    usage: ["check PRODUCT [--strict] [--refresh] [--json]"], options: ["strict"],
    examples: ["till check com.example.piglet.premium && echo yes"], words: 1...1
  ) { call in
    let session = try call.session()
    defer { session.directory.discard() }
    let productId = call.words[0]
    guard let status = try call.statuses(in: session).statuses.first(where: { $0.product.id == productId }) else {
      call.output.note("no product \(safeText(productId)) is known here: till status lists them")
      call.output.document(["ok": false, "message": "not known here", "productId": .string(productId)])
      return .notEntitled
    }
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
    let (productId, text) = (call.words[0], call.words[1])
    let period = SubscriptionPeriod(iso8601: text)
    guard period != nil || text == "none" else {
      throw UsageError("\(safeText(text)) is no period: write P1W, P1M, P3M, P1Y or none")
    }
    let session = try call.actingSession()
    defer { session.directory.discard() }
    guard try call.status(of: productId, in: session).product.type == .nonRenewingSubscription else {
      throw CommandError(
        .failed, "\(safeText(productId)) is not a non-renewing subscription: only those need a duration")
    }
    let purchasing = try session.purchasing()
    try blocking {
      try await purchasing.setDuration(period, of: productId)
      try await purchasing.rememberStatuses()
    }
    let message = period.map { "entitles for \($0) from each purchase" } ?? "no duration"
    call.output.document(["ok": true, "message": .string(message), "productId": .string(productId)])
    call.output.text("\(safeText(productId)): \(message)")
    return .done
  }
}

extension Invocation {
  /// One product's status.
  ///
  /// - Throws: A `CommandError` (exit 1) that names a product that is not known here.
  func status(of productId: String, in session: StoreSession) throws -> ProductStatus {
    let statuses = try statuses(in: session).statuses
    guard let status = statuses.first(where: { $0.product.id == productId }) else {
      throw CommandError(.failed, "no product \(safeText(productId)): till status lists them")
    }
    return status
  }
}
