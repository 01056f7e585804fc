import AppStoreModel
import Core
import Device

extension Invocation {
  /// Prints how often each step happened and how long it took, and how many purchases were delivered.
  func journalStatistics() async throws -> ExitStatus {
    let session = try await session()
    let store = try session.reader()
    let steps = try store.stepStatistics()
    let rate = PurchaseRate(steps)
    let failures = try store.failureStatistics()
    output.document([
      "ok": true, "message": .string(rate.words),
      "steps": .array(steps.map { .object($0.document) }), "purchases": .object(rate.document),
      "failures": .object(failures.document),
    ])
    var table = Table(titles: ["STEP", "COUNT", "MEDIAN MS", "LONGEST MS"])
    for step in steps {
      table.append([
        step.kind, String(step.count), step.medianDuration.map(String.init) ?? "",
        step.longestDuration.map(String.init) ?? "",
      ])
    }
    output.text(table.text)
    output.text(rate.words)
    output.text(failures.words)
    return .done
  }
}

/// The ends of purchases, counted from the journal, because a cancelled or failed purchase leaves no order.
private struct PurchaseRate {
  let begun: Int
  let paid: Int
  let cancelled: Int
  let failed: Int
  let delivered: Int

  init(_ steps: [StepStatistics]) {
    func count(_ kind: String) -> Int { steps.first { $0.kind == kind }?.count ?? 0 }
    begun = count("intent.opened")
    paid = count("order.paid")
    cancelled = count("intent.cancelled")
    failed = count("intent.failed")
    delivered = count("order.delivered")
  }

  var words: String {
    guard paid > 0 else {
      return say(
        begun, "started \(begun) purchase: cancelled \(cancelled), failed \(failed), paid none",
        "started \(begun) purchases: cancelled \(cancelled), failed \(failed), paid none")
    }
    return
      say(
        "started \(say(begun, "\(begun) purchase", "\(begun) purchases")), cancelled "
          + "\(cancelled), failed \(failed), paid "
          + "\(say(paid, "\(paid) order", "\(paid) orders")), delivered \(delivered) (\(delivered * 100 / paid) "
          + "%)"
      )
  }

  var document: JSONObject {
    [
      "begun": .number(begun), "paid": .number(paid), "cancelled": .number(cancelled), "failed": .number(failed),
      "delivered": .number(delivered),
    ]
  }
}

extension StepStatistics {
  fileprivate var document: JSONObject {
    var document: JSONObject = ["kind": .string(kind), "count": .number(count)]
    document.append("medianMilliseconds", number: medianDuration)
    document.append("longestMilliseconds", number: longestDuration)
    return document
  }
}

extension FailureStatistics {
  fileprivate var words: String {
    say(
      "\(say(missingTokens, "\(missingTokens) token", "\(missingTokens) tokens")) missing, "
        + "\(say(failedPersists, "\(failedPersists) failed write", "\(failedPersists) failed writes")), "
        + "\(say(failedQueries, "\(failedQueries) failed query", "\(failedQueries) failed queries"))"
    )
  }

  fileprivate var document: JSONObject {
    [
      "missingTokens": .number(missingTokens), "failedPersists": .number(failedPersists),
      "failedQueries": .number(failedQueries),
    ]
  }
}
