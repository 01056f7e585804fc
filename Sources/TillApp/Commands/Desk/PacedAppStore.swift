import AppStoreModel
import Backends
import Core
import Desk
import Verbs

/// The App Store Server API client of a desk, which paces its calls.
///
/// It makes one call at a time, and uses no more than a share of Apple's rate limits, which the app's own server needs
/// too.
final class PacedAppStore: DeskAppStore {
  private let api: AppStoreClient
  /// The fraction of Apple's production limits that the client uses; nil for no limit, at a server that is not Apple's.
  private let share: Double?
  private let free = Mutex(ContinuousClock.now)

  /// Creates a client for one server.
  ///
  /// - Parameter rate: Calls per second; nil for a tenth of Apple's limit in the server's environment.
  init(_ api: AppStoreClient, rate: Double? = nil) {
    self.api = api
    let isProduction = api.server.environment == .production
    share = rate.map { $0 / Self.usual } ?? (api.server.isReal ? (isProduction ? 0.1 : 0.01) : nil)
  }

  /// Apple's limit for most endpoints: calls per second in production; the sandbox allows a tenth.
  private static let usual: Double = 50
  private static let ofOrders: Double = 10

  var callsAnHour: Int? { share.map { Int(Self.usual * $0 * 3600) } }

  func history(of id: String, after revision: String?) throws -> HistoryPage {
    try call { [api] in try await api.history(of: id, after: revision) }
  }

  func renewalInfos(of id: String) throws -> [String] {
    try call { [api] in try await api.renewalInfos(of: id) }
  }

  func notifications(from start: Timestamp, until end: Timestamp, after token: String?) throws -> SentNotifications {
    let answer = try call { [api] in
      try await api.notificationHistory(
        ["startDate": .number(start.milliseconds), "endDate": .number(end.milliseconds)], after: token)
    }
    do {
      return try SentNotifications(json: answer)
    } catch {
      throw StoreError(
        .systemError, say("unknown format of Apple's notification history (\(safeText(error.description)))"))
    }
  }

  func order(_ number: String) throws -> [String]? {
    try call(limit: Self.ofOrders) { [api] in try await api.order(number) }
  }

  func sendConsumption(_ transactionId: String, _ answer: JSONObject) throws {
    try call { [api] in try await api.sendConsumption(transactionId, answer) }
  }

  func extend(_ lineage: String, days: Int, reasonCode: Int, request: String) throws {
    _ = try call(limit: 20) { [api] in
      try await api.extend(lineage, days: days, reasonCode: reasonCode, requestIdentifier: request)
    }
  }

  private func call<Value: Sendable>(
    limit: Double = PacedAppStore.usual, _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let start = free.withLock { free in
      let start = max(free, ContinuousClock.now)
      free = start + (share.map { .seconds(1 / (limit * $0)) } ?? .zero)
      return start
    }
    return try blocking {
      try await Task.sleep(until: start, clock: .continuous)
      return try await work()
    }
  }
}

extension DeskCall {
  /// Returns the client for the App Store of the options, with credentials from options, environment or profile.
  func appStore(of desk: CustomerDesk) throws -> PacedAppStore {
    var stored = options.storeOptions
    stored.bundleId = stored.bundleId ?? desk.identity.bundleId
    stored.environment = stored.environment ?? desk.identity.environment.rawValue
    let usual = desk.identity.environment == .production ? "appstore:production" : "appstore:sandbox"
    guard let place = (try BackendSpec(try options[.backend] ?? usual).kind as? AppStoreKind)?.place else {
      throw UsageError(
        say(
          "a desk can only ask the App Store Server API; use --backend "
            + "appstore:production, appstore:sandbox or appstore:URL"))
    }
    let api = try AppStoreOpening(place, stored, clock: { .machine }).backend.api
    guard api.server.environment == desk.identity.environment else {
      throw CommandError(
        .failed,
        say(
          "\(api.server.name) is not the \(safeText(desk.identity.environment.rawValue)) "
            + "App Store of this desk; use another --backend or --environment"
        ))
    }
    return PacedAppStore(api, rate: try options[.callRate])
  }

  /// Runs a call to the App Store, and turns its failure into a command error.
  func asking<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch let error as StoreError { throw CommandError(.failed, error.message) }
  }

  func refresh() throws -> ExitStatus {
    let desk = try self.desk(acts: true)
    let customer = try desk.customer(words[0])
    let (store, stop) = (try appStore(of: desk), StopSign())
    let result = try asking { try desk.refresh(customer, from: store) { _ in !stop.isAsked } }
    try desk.note("refresh", by: try agent, subject: "#\(result.customer)")
    output.document([
      "ok": .bool(!result.isCancelled), "message": "refreshed", "customer": .number(result.customer),
      "imported": .number(result.imported), "known": .number(result.known), "renewalInfos": .number(result.renewals),
      "failed": .number(result.failed), "calls": .number(result.calls), "complete": .bool(!result.isCancelled),
    ])
    output.text(
      say(
        "customer #\("\(result.customer)"): "
          + "\(say(result.imported, "\(result.imported) new statement", "\(result.imported) new statements")), "
          + "\(result.known) already known; "
          + "\(say(result.calls, "\(result.calls) call", "\(result.calls) calls"))"
      ))
    if result.isCancelled { output.note(DeskCommandText.stoppedSameCommandGoes.text) }
    return result.isCancelled || result.failed > 0 ? .failed : .done
  }

  func sweep() throws -> ExitStatus {
    let desk = try self.desk(acts: true)
    let (store, stop) = (try appStore(of: desk), StopSign())
    let start = try options[.sweepStart]
    let result = try asking { try desk.sweep(from: start, at: store) { _ in !stop.isAsked } }
    try desk.foldFigures()
    var document: JSONObject = [
      "ok": .bool(!result.isCancelled), "message": "swept", "read": .number(result.read),
      "filled": .number(result.filled), "undelivered": .number(result.undelivered), "failed": .number(result.failed),
      "calls": .number(result.calls), "complete": .bool(!result.isCancelled),
    ]
    document.append("until", ifPresent: result.until?.json)
    output.document(document)
    output.text(
      say(
        result.read,
        "read \(result.read) notification up to \(output.date(result.until)); "
          + "\(result.filled) had never arrived, and Apple could not deliver "
          + "\(result.undelivered)",
        "read \(result.read) notifications up to \(output.date(result.until)); "
          + "\(result.filled) had never arrived, and Apple could not deliver "
          + "\(result.undelivered)"
      ))
    if result.isCancelled { output.note(DeskCommandText.stoppedSameCommandGoes.text) }
    return result.isCancelled || result.failed > 0 ? .failed : .done
  }
}
