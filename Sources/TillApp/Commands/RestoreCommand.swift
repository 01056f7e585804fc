import AppStoreModel
import Core
import Device
import Verbs

extension Command {
  static let restore = Command(
    name: "restore", summary: "restore the purchases of the signed-in Apple Account",
    forms: [UsageForm(.option(.json))],
    examples: ["till restore", "till restore --json"]
  ) { call in
    let session = try await call.actingSession()
    let report = try await session.act(isUnchanged: \.changedNothing) { try await $0.restore() }
    call.output.document(report.document)
    switch report.result {
    case .restored, .nothing:
      call.output.text(report.text)
      return .done
    case .cancelled, .failed:
      return call.failed(report.message ?? report.result.rawValue)
    }
  }

  static let refundCheck = Command(
    name: "refund-check", summary: "ask the App Store for refunds, revocations and reversals",
    forms: [UsageForm(.option(.json))], examples: ["till refund-check", "till refund-check --json"]
  ) { call in
    let session = try await call.actingSession()
    let report = try await session.act(isUnchanged: \.changedNothing) { try await $0.refundCheck() }
    call.output.document(report.document)
    guard report.result == .done else { return call.failed(report.message ?? report.result.rawValue) }
    call.output.text(report.text)
    for status in try session.statuses(from: session.reader()).statuses {
      for reason in status.reasons where reason.rule == "refundDeclined" {
        call.output.text(say("  declined      \(safeText(status.product.id)): \(safeText(reason.text))"))
      }
    }
    return .done
  }
}

extension RestoreReport {
  /// The restore report in plain words, one fact per line.
  fileprivate var text: String {
    var lines = [(result == .restored ? Words("restored") : Words("nothing to restore")).text]
    lines += entitled.map { say("  entitled      \(safeText($0))") }
    lines += inactive.map { say("  inactive      \(safeText($0.productId)): \($0.words)") }
    lines += notRestorable.map {
      say("  not restored  \(safeText($0.productId ?? "")): \($0.reason)")
    }
    lines += otherUser.map {
      say("  other user    \(safeText($0.productId ?? "")): \(safeText($0.reason))")
    }
    lines += failed.map {
      say("  refused       \(safeText($0.transactionId ?? "")): \(safeText($0.reason))")
    }
    lines.append(
      say(
        restored.count, "  \(restored.count) new transaction, \(alreadyKnown) already known",
        "  \(restored.count) new transactions, \(alreadyKnown) already known"))
    return lines.joined(separator: "\n")
  }
}

extension RefundCheckReport {
  /// The report of the refund check in plain words, one fact per line.
  fileprivate var text: String {
    let isQuiet = refunded.isEmpty && reversed.isEmpty && entitled.isEmpty && removed.isEmpty
    let sent =
      checked == 0
      ? say("nothing new at the App Store")
      : say(checked, "the App Store sent \(checked) transaction", "the App Store sent \(checked) transactions")
    let unchanging = isQuiet && complete && checked > 0 ? say(", no change of access") : ""
    var lines = [say("checked: \(sent)\(unchanging)")]
    lines += refunded.map {
      say("  refunded      \(safeText($0.productId)), transaction \(safeText($0.transactionId))")
    }
    lines += reversed.map {
      say("  reversed      \(safeText($0.productId)), transaction \(safeText($0.transactionId))")
    }
    lines += entitled.map { say("  now entitled  \(safeText($0))") }
    lines += removed.map { say("  removed       \(safeText($0)): till explain says why") }
    lines.append(say(unchanged, "  unchanged     \(unchanged) product", "  unchanged     \(unchanged) products"))
    if !complete { lines.append(say("  incomplete: Till removed nothing")) }
    return lines.joined(separator: "\n")
  }
}
