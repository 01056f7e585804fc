import AppStoreModel
import Core
import Device
import Verbs

extension Command {
  static let explain = Command(
    name: "explain", summary: "explain why a product is or is not entitled, and the next step",
    forms: [UsageForm(.value("PRODUCT", .products), .option(.asOf), .option(.json), .option(.refresh))],
    examples: [
      "till explain com.example.piglet.premium",
      "till explain com.example.piglet.premium --as-of 2026-01-31T12:00:00Z",
    ], words: 1...1
  ) { call in
    let session = try await call.session()
    let status = try await call.status(of: call.words[0], in: session)
    let environment = session.backend.identity.environment
    var document = status.explainDocument(next: call.document(of: status.next))
    document.mark(environment)
    call.output.document(document)
    var lines = [
      environment.warning,
      say("\(safeText(status.product.displayName)): \(status.answer())"),
    ].compactMap(\.self)
    if let expires = status.expiresDate {
      // A subscription that is paid but not delivered is still active at Apple, so “paid until”; trials are free.
      let text: Words =
        status.entitled
        ? Words("until \(call.output.date(expires))")
        : status.state == .paidNotDelivered
          ? status.isFree
            ? Words("free until \(call.output.date(expires))") : Words("paid until \(call.output.date(expires))")
          : Words("ended \(call.output.date(expires))", context: "Answer")
      lines.append(text.text)
    }
    lines.append(say("because"))
    lines += status.reasons.map { reason in
      let id = (reason.transactionId ?? reason.orderId ?? reason.intentId).map { safeText($0) + " " } ?? ""
      return "  \(reason.supports ? "+" : "-") \(id)\(safeText(reason.text, limit: 600))"
    }
    lines.append(AnswerText.next(status.next).text)
    if let command = call.shownCommand(for: status.next) {
      lines.append("  \(safeText(command, limit: 600))")
    }
    if let say = status.next.say { lines.append(AnswerText.sentence(safeText(say, limit: 600)).text) }
    call.output.text(lines.joined(separator: "\n"))
    return .done
  }

  static let check = Command(
    name: "check", summary: "exit with 0 if a product is entitled, else with 3",
    forms: [UsageForm(.value("PRODUCT", .products), .option(.strict), .option(.refresh), .option(.json))],
    examples: ["till check com.example.piglet.premium && echo yes"], words: 1...1
  ) { call in
    let session = try await call.session()
    let status: ProductStatus
    do { status = try await call.status(of: call.words[0], in: session) } catch let error as CommandError {
      call.output.note(error.message)
      call.output.document([
        "ok": false, "message": .string(say("unknown to this device")), "productId": .string(call.words[0]),
        "entitled": false, "confirmed": false,
      ])
      return .notEntitled
    }
    let productId = status.product.id
    let isGood = status.entitled && (status.confirmed || !call.options.has(.strict))
    let environment = session.backend.identity.environment
    var document: JSONObject = [
      "ok": .bool(isGood), "message": .string(status.words), "productId": .string(productId),
      "entitled": .bool(status.entitled), "confirmed": .bool(status.confirmed),
    ]
    document.mark(environment)
    call.output.document(document)
    if let warning = environment.warning { call.output.text(warning) }
    call.output.text(
      status.answer()
        + (status.entitled && !status.confirmed ? say(", unconfirmed") : ""))
    return isGood ? .done : .notEntitled
  }
}

extension Invocation {
  /// Returns the status of the one product that a name means.
  ///
  /// - Throws: A `CommandError` (exit 1) for a name that no known product matches.
  func status(of name: String, in session: StoreSession) async throws -> ProductStatus {
    try await refresh(session)
    let store = try session.reader()
    let isListed = try store.products().contains { $0.id == name }
    return try session.statuses(from: store, for: isListed ? name : nil).statuses.one(named: name, product: \.product)
  }
}

extension Parameter where Value == Bool {
  fileprivate static var strict: Self { .flag("strict", "count an unconfirmed answer as not entitled") }
}
