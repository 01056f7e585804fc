import AppStoreModel
import Core
import Device
import Verbs

/// The refund reasons that Apple defines, as a person types them.
private let knownReasons = ConsumptionRequestReason.known.map(\.rawValue).joined(separator: ", ")

extension Command {
  static let askRefund = Command(
    name: "ask-refund", summary: "request a refund from Apple for the customer",
    forms: [UsageForm(.value("TRANSACTION", .transactions), .option(.why), .option(.yes))],
    details: [
      "Apple's reasons, which the App Store passes on to the app server: \(knownReasons).",
      "Any other text counts as the customer's own words. DECLINE makes the sandbox decline at once.",
    ],
    examples: ["till ask-refund 2000000845425339 --reason \"bought by mistake\" --yes"]
  ) { call in
    let session = try await call.actingSession()
    let id = call.words[0]
    try call.confirm(
      say(
        "request a refund of \(safeText(id))? Apple decides; for a subscription, auto-renewal is switched off."))
    let reason = try call.options[.why]
    let report = try await session.act(isUnchanged: \.changedNothing) { try await $0.askRefund(of: id, reason: reason) }
    call.output.document(report.document)
    guard report.result == .filed else { return call.failed(report.message) }
    call.output.text(safeText(report.message, limit: 400))
    return .done
  }

  static let use = Command(
    name: "use", summary: "use a consumable", forms: [UsageForm(.value("PRODUCT", .products), .group(.value("N")))],
    examples: ["till use com.example.piglet.coins100", "till use com.example.piglet.coins100 2 --json"]
  ) { call in
    let count = call.words.count > 1 ? Int(call.words[1]) : 1
    guard let count, count > 0 else {
      throw UsageError(
        say("invalid number “\(safeText(call.words[1]))”; till use PRODUCT [N] takes a whole number from 1"))
    }
    let session = try await call.actingSession()
    let productId = try session.reader().products().product(named: call.words[0]).id
    // A use that waits for the app server is stored, although it was not counted yet.
    let outcome = try await session.act(
      isUnchanged: { outcome in
        if case .refused = outcome { (try? session.reader().pendingUses().isEmpty) == true } else { false }
      }, { try await $0.use(productId, count: count) })
    switch outcome {
    case .used(let balance):
      return call.done(
        "used \(count)", ["productId": .string(productId), "balance": .number(balance)],
        text: say("used \(count) of \(safeText(productId)): \(balance) left"))
    case .refused(let reason):
      call.output.document(["ok": false, "message": .string(reason), "productId": .string(productId)])
      return call.failed(reason)
    }
  }
}
