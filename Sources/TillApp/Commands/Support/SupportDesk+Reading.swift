import AppStoreModel
import Backends
import Core
import Device
import Verbs

extension SupportDesk {

  func statuses() async throws -> SupportAnswer {
    let id = try await customer()
    let answer = try await client.subscriptionStatuses(of: id)
    var (subscriptions, lines): ([JSONValue], [String]) = ([], [])
    for group in try answer.objects("data") ?? [] {
      for item in try group.objects("lastTransactions") ?? [] {
        let status = StatusRow(item, session.verifier)
        subscriptions.append(.object(status.document))
        lines.append(status.line(output))
      }
    }
    return SupportAnswer(
      document: ["subscriptions": .array(subscriptions)],
      lines: lines.isEmpty ? [say("no subscriptions")] : lines)
  }

  func notifications() async throws -> SupportAnswer {
    // A simulated App Store's clock may be ahead of the machine's clock; the session's clock follows it.
    let now = try session.clock(for: session.reader().deviceState()).now
    // Apple keeps notifications for 180 days in production and 30 days in the sandbox.
    let month: Int64 = 30 * 86_400_000
    let from = call[maybe: .firstDate] ?? Timestamp(milliseconds: now.milliseconds - month + 60_000)
    // No API tells how far ahead a simulator's clock is, so the range ends where its certificates end (2100).
    let end = client.server.isReal ? now : Timestamp(milliseconds: 4_102_444_800_000)
    let until = call[maybe: .lastDate] ?? end
    let filter: JSONObject = ["startDate": from.json, "endDate": until.json]
    let pages = try await client.notifications(filter)
    let rows = pages.map { NotificationRow($0, session.verifier) }
    return SupportAnswer(
      document: ["notifications": .array(rows.map { .object($0.document) })],
      lines: rows.isEmpty ? [say("no notifications")] : rows.map { $0.line(output) })
  }

  func appTransaction() async throws -> SupportAnswer {
    let id = try await customer()
    let signed = try await client.appTransaction(of: id)
    let result = session.verifier.verify(signed, as: .appTransaction)
    var document: JSONObject = ["verification": .string(result.verdict.word)]
    document.append("payload", ifPresent: result.payload == nil ? nil : result.json.map { .object($0) })
    guard let app = result.payload?.appTransaction else {
      return SupportAnswer(
        document: document,
        lines: [
          say("refused: \(safeText(result.verdict.failure?.message ?? say("no app transaction")))")
        ])
    }
    return SupportAnswer(
      document: document,
      lines: [
        say(
          "app transaction \(app.appTransactionId.map { safeText($0) } ?? say("without id")) of "
            + "\(safeText(app.bundleId ?? ""))"),
        say(
          "first bought \(output.date(app.originalPurchaseDate)) as version "
            + "\((app.originalApplicationVersion.map { safeText($0) }) ?? say("unknown"))"
        ),
      ])
  }

  func extendStatus() async throws -> SupportAnswer {
    let (product, request) = (try call[.product], try call[.massRequest])
    let answer = try await client.massExtension(request, productId: product)
    let counts = (done: try answer.int64("succeededCount") ?? 0, failed: try answer.int64("failedCount") ?? 0)
    let date = try answer.milliseconds("completeDate").map { Timestamp(milliseconds: $0) }
    return SupportAnswer(
      document: answer,
      lines: [
        try answer.bool("complete") == true
          ? say("complete on \(output.date(date)): \(counts.done) extended, \(counts.failed) not")
          : say("not complete yet: \(counts.done) extended so far, \(counts.failed) not")
      ])
  }

  func testResult() async throws -> SupportAnswer {
    let token = try call[.testToken]
    let answer = try await client.testNotification(token)
    let attempts = try answer.objects("sendAttempts") ?? []
    let results = try attempts.map { safeText(try $0.string("sendAttemptResult") ?? say("no result")) }
    return SupportAnswer(
      document: ["sendAttempts": .array(attempts.map { .object($0) })],
      lines: results.isEmpty ? [say("not sent yet")] : results)
  }
}

/// One subscription of a status response, with its signed data verified.
private struct StatusRow {
  let document: JSONObject
  private let status: SubscriptionStatus?
  private let transaction: Transaction?
  private let graceEnds: Timestamp?
  private let id: String

  init(_ item: JSONObject, _ verifier: Verifier) {
    status = (try? item.int64("status")).map { SubscriptionStatus(rawValue: Int(clamping: $0)) }
    id = (try? item.string("originalTransactionId")) ?? ""
    var document: JSONObject = ["originalTransactionId": .string(id)]
    document.append("status", number: status.map { Int64($0.rawValue) })
    let result = (try? item.string("signedTransactionInfo")).map { verifier.verify($0, as: .transaction) }
    transaction = result?.payload?.transaction
    document.append("verification", text: result?.verdict.word)
    document.append("transaction", ifPresent: result?.payload == nil ? nil : result?.json.map { .object($0) })
    let renewal = (try? item.string("signedRenewalInfo")).map { verifier.verify($0, as: .renewalInfo) }
    graceEnds = renewal?.payload?.renewalInfo?.gracePeriodExpiresDate
    document.append("renewalInfo", ifPresent: renewal?.payload == nil ? nil : renewal?.json.map { .object($0) })
    self.document = document
  }

  func line(_ output: Output) -> String {
    let word =
      switch status {
      case .active: "active"
      case .expired: "expired"
      case .billingRetry: say("billing retry")
      case .billingGracePeriod: say("grace period")
      case .revoked: "revoked"
      default: say("unknown status")
      }
    let product = safeText(transaction?.productId ?? say("signature not verified"))
    let date =
      switch status {
      case .billingGracePeriod: "until \(output.date(graceEnds ?? transaction?.expiresDate))"
      case .revoked: "since \(output.date(transaction?.revocationDate))"
      case .expired, .billingRetry: "since \(output.date(transaction?.expiresDate))"
      default: "until \(output.date(transaction?.expiresDate))"
      }
    return "\(safeText(id))  \(product)  \(word)  \(date)"
  }
}

/// One notification of the notification history, with its signature verified.
private struct NotificationRow {
  let document: JSONObject
  private let notification: ServerNotification?
  private let verdict: Verdict?

  init(_ item: JSONObject, _ verifier: Verifier) {
    let result = (try? item.string("signedPayload")).map { verifier.verify($0, as: .notification) }
    notification = result?.payload?.notification
    verdict = result?.verdict
    var document: JSONObject = ["verification": .string(result?.verdict.word ?? "failed")]
    document.append("payload", ifPresent: notification == nil ? nil : result?.json.map { .object($0) })
    document.append("sendAttempts", ifPresent: item["sendAttempts"])
    self.document = document
  }

  func line(_ output: Output) -> String {
    guard let notification else {
      return "refused: " + safeText(verdict?.failure?.message ?? say("no signed payload"))
    }
    let names = [notification.notificationType?.rawValue, notification.subtype?.rawValue].compactMap { $0 }
    return "\(output.date(notification.signedDate))  \(safeText(names.joined(separator: " ")))"
  }
}
