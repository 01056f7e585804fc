import Database
package import StoreModel
package import StrictJSON

/// What a desk asks of the App Store, each call with its answer; whoever conforms keeps within Apple's limits.
package protocol DeskAppStore {
  /// How many calls an hour are ours; nil where nobody limits them.
  var callsAnHour: Int? { get }

  /// One page of a customer's history, in the order of modification.
  ///
  /// - Throws: A `StoreError`.
  func history(of id: String, after revision: String?) throws -> HistoryPage

  /// The signed renewal information of a customer's subscriptions.
  func renewalInfos(of id: String) throws -> [String]

  /// One page of the notifications that were sent to the app's server.
  func notifications(from start: Timestamp, until end: Timestamp, after token: String?) throws -> SentNotifications

  /// The signed transactions of an order number; nil where Apple knows none.
  func order(_ number: String) throws -> [String]?

  /// Answers a consumption request.
  func sendConsumption(_ transactionId: String, _ answer: JSONObject) throws

  /// Extends a subscription's renewal date; Apple counts the same request once.
  func extend(_ lineage: String, days: Int, reasonCode: Int, request: String) throws
}

extension DeskAppStore {
  package var callsAnHour: Int? { nil }
}

extension CustomerDesk {
  private static let calls = "appleCalls"
  private static let share = "appleShare"
  private var hour: Int64 { now().milliseconds / 3_600_000 }

  /// Counts what Apple was asked, in the running transaction.
  func count(calls: Int = 1, of store: any DeskAppStore) throws {
    try add([Figure(Self.calls, day: hour, amount: calls)])
    let share = store.callsAnHour.map(String.init) ?? ""
    guard try mark(Self.share) != share else { return }
    try engine.insert([[.text(Self.share), .text(share)]], into: DeskTables.marks, whenThere: .replace)
  }

  /// What Apple was asked in the hour that runs, and how many calls an hour are ours.
  func appleCalls() throws -> DeskHealth.Calls {
    let made = try figures(Self.calls, from: hour).reduce(0) { $0 + $1.amount }
    return DeskHealth.Calls(made: made, share: try mark(Self.share).flatMap { Int($0) })
  }

  /// What the desk is set to.
  func setting(_ name: String) throws -> String? {
    try engine.value(Asked.setting, name)
  }

  /// How far the worker is with something.
  func mark(_ name: String) throws -> String? { try engine.value(Asked.mark, name) }
}

/// A page of Apple's notification history.
package struct SentNotifications: Hashable, Sendable {
  /// The signed payloads.
  package let payloads: [String]
  /// How many of them Apple could not deliver so far.
  package let undelivered: Int
  /// Where the next page begins; nil behind the last one.
  package let next: String?

  package init(payloads: [String], undelivered: Int, next: String?) {
    self.payloads = payloads
    self.undelivered = undelivered
    self.next = next
  }

  /// Reads Apple's `NotificationHistoryResponse`.
  ///
  /// - Throws: A `JSONError` that names the member at fault.
  package init(json: JSONObject) throws(JSONError) {
    let items = try json.objects("notificationHistory") ?? []
    var payloads: [String] = []
    var undelivered = 0
    for item in items {
      guard let payload = try item.string("signedPayload") else { continue }
      payloads.append(payload)
      var isDelivered = false
      for attempt in try item.objects("sendAttempts") ?? [] {
        if try attempt.string("sendAttemptResult") == "SUCCESS" { isDelivered = true }
      }
      if !isDelivered { undelivered += 1 }
    }
    self.init(
      payloads: payloads, undelivered: undelivered,
      next: try json.bool("hasMore") == true ? try json.string("paginationToken") : nil)
  }
}
