package import AppStoreModel
package import Core
import Storage

/// The desk's calls to the App Store Server API; an implementation keeps within Apple's limits.
package protocol DeskAppStore {
  /// The most calls per hour; nil for no limit.
  var callsAnHour: Int? { get }

  /// Returns one page of a customer's history, in the order of modification.
  ///
  /// - Throws: A `StoreError`.
  func history(of id: String, after revision: String?) throws -> HistoryPage

  /// Returns the signed renewal information of a customer's subscriptions.
  func renewalInfos(of id: String) throws -> [String]

  /// Returns one page of the notifications that Apple sent to the app server.
  func notifications(from start: Timestamp, until end: Timestamp, after token: String?) throws -> SentNotifications

  /// Returns the signed transactions of an order number; nil if Apple does not know it.
  func order(_ number: String) throws -> [String]?

  /// Sends the answer to a consumption request.
  func sendConsumption(_ transactionId: String, _ answer: JSONObject) throws

  /// Extends a subscription's renewal date; Apple counts a repeated request id once.
  func extend(_ lineage: String, days: Int, reasonCode: Int, request: String) throws
}

extension DeskAppStore {
  package var callsAnHour: Int? { nil }
}

extension CustomerDesk {
  private static let calls = "appleCalls"
  private static let share = "appleShare"
  private var hour: Int64 { now().milliseconds / 3_600_000 }

  /// Counts calls to Apple, in the current transaction.
  func count(calls: Int = 1, of store: any DeskAppStore) throws {
    try add([Figure(Self.calls, day: hour, amount: calls)])
    let share = store.callsAnHour.map(String.init) ?? ""
    guard try mark(Self.share) != share else { return }
    try set(Self.share, to: share)
  }

  /// Returns the number of calls to Apple in the current hour, and the hourly limit.
  func appleCalls() throws -> DeskHealth.Calls {
    let made = try figures([Self.calls], from: hour).reduce(0) { $0 + $1.amount }
    return DeskHealth.Calls(made: made, share: try mark(Self.share).flatMap { Int($0) })
  }

  /// Returns a setting of the desk.
  func setting(_ name: String) throws -> String? {
    try engine.value(DeskQueries.setting, name)
  }

  /// Returns a stored mark: how far the worker has got with a task.
  func mark(_ name: String) throws -> String? { try engine.value(DeskQueries.mark, name, app, environment) }

  /// Stores a mark.
  func set(_ mark: String, to value: String) throws {
    try engine.insert(
      [[.integer(app), .integer(environment), .text(mark), .deskText(value)]], into: DeskTables.marks,
      whenThere: .replace)
  }
}

/// One page of Apple's notification history.
package struct SentNotifications: Hashable, Sendable {
  /// The signed payloads.
  package let payloads: [String]
  /// How many of the page's notifications Apple has not delivered so far.
  package let undelivered: Int
  /// The token of the next page; nil on the last one.
  package let next: String?

  package init(payloads: [String], undelivered: Int, next: String?) {
    self.payloads = payloads
    self.undelivered = undelivered
    self.next = next
  }

  /// Parses Apple's `NotificationHistoryResponse`.
  ///
  /// - Throws: A `JSONError` that names the invalid member.
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
