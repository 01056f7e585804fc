import Purchasing
import SafeText
import StoreModel
import Texts
import TillRuntime

extension Command {
  static let restore = Command(
    name: "restore", summary: "bring back what the signed-in Apple Account owns", usage: ["restore [--json]"],
    examples: ["till restore", "till restore --json"]
  ) { call in
    let session = try call.actingSession()
    defer { session.close() }
    let purchasing = try session.purchasing()
    let report = try blocking {
      let report = try await purchasing.restore()
      try await purchasing.rememberStatuses()
      return report
    }
    call.output.document(report.document)
    switch report.result {
    case .restored, .nothing:
      call.output.text(report.text)
      return .done
    case .cancelled, .failed:
      call.output.note(safeText(report.message ?? report.result.rawValue, limit: 400))
      return .failed
    }
  }

  static let refundCheck = Command(
    name: "refund-check", summary: "ask the App Store what was refunded, revoked or reversed",
    usage: ["refund-check [--json]"], examples: ["till refund-check", "till refund-check --json"]
  ) { call in
    let session = try call.actingSession()
    defer { session.close() }
    let purchasing = try session.purchasing()
    let report = try blocking {
      let report = try await purchasing.refundCheck()
      try await purchasing.rememberStatuses()
      return report
    }
    call.output.document(report.document)
    guard report.result == .done else {
      call.output.note(safeText(report.message ?? report.result.rawValue, limit: 400))
      return .failed
    }
    call.output.text(report.text)
    return .done
  }
}

extension RestoreReport {
  /// The report in plain words, one thing a line.
  fileprivate var text: String {
    var lines = [(result == .restored ? PurchaseText.restored : .nothingToRestore).text]
    lines += entitled.map { PurchaseText.isEntitled(product: safeText($0)).text }
    lines += inactive.map { PurchaseText.isInactive(product: safeText($0.productId), state: $0.state.words).text }
    lines += notRestorable.map {
      PurchaseText.notRestored(product: safeText($0.productId ?? ""), reason: $0.reason).text
    }
    lines += otherUser.map {
      PurchaseText.otherUsers(product: safeText($0.productId ?? ""), reason: safeText($0.reason)).text
    }
    lines += failed.map {
      PurchaseText.isRefused(transaction: safeText($0.transactionId ?? ""), reason: safeText($0.reason)).text
    }
    lines.append(PurchaseText.restoredAndKnown(restored: restored.count, known: alreadyKnown).text)
    return lines.joined(separator: "\n")
  }
}

extension RefundCheckReport {
  /// The report in plain words, one thing a line.
  fileprivate var text: String {
    let isQuiet = refunded.isEmpty && reversed.isEmpty && entitled.isEmpty && removed.isEmpty
    var lines = [
      PurchaseText.checked(sent: checked, noAccessChanged: isQuiet && complete && checked > 0).text
    ]
    lines += refunded.map {
      PurchaseText.wasRefunded(product: safeText($0.productId), transaction: safeText($0.transactionId)).text
    }
    lines += reversed.map {
      PurchaseText.wasReversed(product: safeText($0.productId), transaction: safeText($0.transactionId)).text
    }
    lines += entitled.map { PurchaseText.isNowEntitled(safeText($0)).text }
    lines += removed.map { PurchaseText.wasRemoved(safeText($0)).text }
    lines.append(PurchaseText.areUnchanged(unchanged).text)
    if !complete { lines.append(PurchaseText.incompleteNothingWasRemoved.text) }
    return lines.joined(separator: "\n")
  }
}
