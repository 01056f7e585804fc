import AppStoreModel
import Core
import Device
import Verbs

extension Command {
  static let lookUp = Command(
    name: "lookup", summary: "look a customer up at the real App Store and read their purchases",
    forms: [UsageForm(.value("ID"))],
    details: [
      "ID is a transaction, or the order id of Apple's receipt e-mail. With --backend receipt:PLACE it is the file of a",
      "receipt; its shared secret is in TILL_RECEIPT_SECRET, or in the file that TILL_RECEIPT_SECRET_FILE names.",
      "A sandbox receipt is refused by production's server and the other way round; the message names the option.",
    ],
    examples: [
      "till lookup 2000000845425339 --backend appstore:sandbox", "till lookup MK5ABCDEFG --backend appstore:production",
      "till lookup receipt.txt --backend receipt:production --bundle-id com.example.app",
    ]
  ) { call in
    let session = try await call.actingSession()
    guard session.backend.identity.kind != .simulator, session.backend.identity.kind != .none else {
      throw CommandError(
        .usage, say("till lookup needs a real App Store; open it with --backend appstore:PLACE"))
    }
    let id = call.words[0]
    let report = try await session.act {
      try await $0.signIn(id)
      return try await $0.refundCheck()
    }
    guard report.result == .done else {
      throw CommandError(.failed, report.message ?? say("could not read the history of \(safeText(id))"))
    }
    try await call.refresh(session)
    let store = try session.reader()
    let statuses = try session.statuses(from: store).statuses
    // A receipt does not state a product's type, so the list has every purchase, with the reason why one does not
    // count.
    let products = statuses.filter { $0.state != .notPurchased || $0.uncounted != nil }
    call.output.document([
      "account": .string(id), "checked": .number(report.checked),
      "products": .array(
        products.map {
          [
            "productId": .string($0.product.id), "state": .string($0.state.rawValue), "entitled": .bool($0.entitled),
          ]
        }),
    ])
    call.output.text(
      say(
        report.checked, "customer \(safeText(id)): \(report.checked) transaction read",
        "customer \(safeText(id)): \(report.checked) transactions read"))
    for status in products {
      let answer =
        status.state == .notPurchased
        ? say("not entitled, \(safeText(status.uncounted?.text ?? ""))") : status.answer()
      call.output.text("  \(safeText(status.product.id)): \(answer)")
    }
    let refused = try store.quarantine(PageRequest(limit: 20)).rows.filter { item in
      !products.contains { $0.product.id == item.productId }
    }
    for item in refused {
      let reason = safeText(item.failure.message, limit: 300)
      call.output.text(
        "  \(safeText(item.productId ?? item.transactionId ?? "")): "
          + say("failed verification: \(reason)"))
    }
    return .done
  }
}

extension ProductStatus {
  /// The reason why a purchase of the product does not count; nil where there is none.
  fileprivate var uncounted: Reason? { reasons.first { !$0.supports && $0.transactionId != nil } }
}
