import AppStoreModel
import Core
import Desk
import Serve

/// The desk's HTTP server: receives notifications and claims, and answers health checks and metrics.
struct DeskServer: RouteContext {
  /// The limit of a request body; the largest notification has about 40 KB.
  private static let bodyLimit = 256 << 10

  /// Every path, with its access right and its kind of body.
  static let routes = [
    Route("GET", "/health", .anyone, .none, .known, .status),
    Route("GET", "/metrics", .serverOperator, .none, .known, .desk),
    Route("POST", "/desk/v1/claims", .serverOperator, .json(bodyLimit), .known, .desk),
    Route("POST", "/desk/v1/people", .serverOperator, .json(bodyLimit), .known, .desk),
    Route("POST", "/**", .appStore, .any(bodyLimit), .any, .desk),
  ]

  /// An app that the server receives for.
  struct App: Sendable {
    let name: DeskAppName
    fileprivate let reader: DeskItemReader
    fileprivate let open: @Sendable () throws -> CustomerDesk
    /// The threads that store what arrives, each with a connection of its own.
    fileprivate var intakes: [DeskIntake] = []

    /// - Parameter open: Opens the desk for this app, for one thread.
    init(_ name: DeskAppName, _ verifier: Verifier, _ open: @escaping @Sendable () throws -> CustomerDesk) {
      (self.name, reader, self.open) = (name, DeskItemReader(verifier), open)
    }

    /// The thread with the fewest waiting items.
    fileprivate var intake: DeskIntake { intakes.min { $0.figures.waiting < $1.figures.waiting } ?? intakes[0] }
  }

  private let apps: [App]
  private let pulse: DeskPulse
  private let access: ControlAccess
  private let limit: ArrivalLimit
  private let now: @Sendable () -> Timestamp
  private let hashesAttributes: Bool

  /// Creates the server of one desk.
  ///
  /// - Parameters:
  ///   - apps: The apps that it receives for; what names none is the first one's.
  ///   - token: The token that all paths but notifications and `/health` require.
  ///   - rate: The number of notifications accepted per second; Apple must send the others again.
  ///   - writers: The number of connections that store what arrives, for each app.
  ///   - hashesAttributes: Whether only keyed hashes of the users' attributes are kept.
  init(
    _ apps: [App], token: String?, rate: Int?, writers: Int = 1, hashesAttributes: Bool = false,
    now: @escaping @Sendable () -> Timestamp
  ) {
    precondition(!apps.isEmpty, "a desk has an app")
    limit = ArrivalLimit(rate)
    access = ControlAccess(
      token: token, isMissing: say("missing or wrong token; send the one of TILL_DESK_TOKEN"),
      isForThisMachine: say("claims from other machines need TILL_DESK_TOKEN"))
    self.now = now
    self.hashesAttributes = hashesAttributes
    self.apps = apps.map { app in
      var app = app
      app.intakes = (0..<max(1, writers)).map { _ in DeskIntake(app.open) }
      return app
    }
    pulse = DeskPulse(apps[0].open)
  }

  /// Stores what has arrived, and stops the threads.
  func stop() {
    for intake in apps.flatMap(\.intakes) { intake.stop() }
    pulse.stop()
  }

  private var figures: DeskIntake.Figures {
    let intakes = apps.flatMap(\.intakes)
    return intakes.dropFirst().reduce(into: intakes[0].figures) { $0.add($1.figures) }
  }

  /// Returns the app that a notification names; one that names no app of the desk is for the first, which refuses it.
  private func app(ofNotification payload: String) -> App {
    guard apps.count > 1, let name = DeskAppName(claimedBy: payload) else { return apps[0] }
    return apps.first { $0.name == name } ?? apps[0]
  }

  /// Returns the app that a request names with `?bundleId=ID&environment=NAME`: the first, if it names none.
  private func app(of request: HTTPRequest) -> App? {
    func value(_ name: String) -> String? { request.head.target.query.first { $0.name == name }?.value }
    let (bundleId, environment) = (value("bundleId"), value("environment"))
    return apps.first { app in
      (bundleId == nil || app.name.bundleId == bundleId)
        && (environment == nil || app.name.environment == environment)
    }
  }

  func refusal(of caller: Route.Caller, _ head: HTTPRequestHead, isSameMachine: Bool) -> HTTPRefusal? {
    switch caller {
    case .anyone, .appStore: nil
    case .serverOperator, .appStoreKey, .receiptHolder, .device, .deviceOperator, .app:
      access.refusal(of: head, isSameMachine: isSameMachine)
    }
  }

  func refusal(of caller: Route.Caller, _ request: HTTPRequest) -> HTTPRefusal? { nil }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    switch (request.method, request.path) {
    case ("GET", ["health"]): return await health(request)
    case ("GET", _): return HTTPResponse(200, contentType: "text/plain; version=0.0.4", Array(metrics.utf8))
    case (_, ["desk", "v1", "claims"]): return await claims(request)
    case (_, ["desk", "v1", "people"]): return await people(request)
    default: return limit.admits() ? await notification(request) : response(to: .busy)
    }
  }

  /// Stores a notification; answers 200 only when it is stored, since Apple retries after anything but 200 to 206.
  private func notification(_ request: HTTPRequest) async -> HTTPResponse {
    guard let object = try? JSONValue(parsing: request.body, limits: .request(depth: 16)).objectValue,
      let payload = object["signedPayload"]?.stringValue, !payload.isEmpty
    else { return refusal(400, say("not an App Store Server Notification of version 2")) }
    let app = app(ofNotification: payload)
    let importItem = app.reader.importItem(
      signed: [payload], place: say("notification from \("\(request.head.client)")"))
    return response(to: await app.intake.store(importItem))
  }

  private func claims(_ request: HTTPRequest) async -> HTTPResponse {
    let claims: [Claim]
    do throws(JSONError) {
      claims = try DeskCall.records(in: request.body) { json throws(JSONError) in try Claim(json: json) }
      for claim in claims { try claim.check(now: now()) }
    } catch {
      return refusal(400, safeText(error.description))
    }
    guard claims.count <= Claim.requestLimit else {
      return refusal(413, say("too many claims; send at most \(Claim.requestLimit) at a time"))
    }
    guard let app = app(of: request) else { return unknownApp }
    return response(to: await app.intake.store(claims))
  }

  private func people(_ request: HTTPRequest) async -> HTTPResponse {
    let people: [PersonRecord]
    do throws(JSONError) {
      people = try DeskCall.records(in: request.body) { json throws(JSONError) in try PersonRecord(json: json) }
    } catch {
      return refusal(400, safeText(error.description))
    }
    guard people.count <= PersonRecord.requestLimit else {
      return refusal(413, say("too many users; send at most \(PersonRecord.requestLimit) at a time"))
    }
    guard let app = app(of: request) else { return unknownApp }
    return response(to: await app.intake.store(people, isHashed: hashesAttributes))
  }

  private var unknownApp: HTTPResponse {
    let names = Language.series(apps.map { "\(safeText($0.name.bundleId)) \(safeText($0.name.environment))" })
    return refusal(404, say("unknown app; this desk receives for \(names)"))
  }

  private func refusal(_ status: Int, _ message: String) -> HTTPResponse {
    HTTPResponse(status, json: ["ok": false, "message": .string(message)])
  }

  private func response(to outcome: DeskIntake.Outcome) -> HTTPResponse {
    switch outcome {
    case .kept: return HTTPResponse(200)
    case .full(let subject):
      return refusal(
        409,
        say(
          Claim.limit,
          "too many claims about \(safeText(subject, limit: 80)) "
            + "(limit: \(Claim.limit) claim per customer and purchase)",
          "too many claims about \(safeText(subject, limit: 80)) (limit: "
            + "\(Claim.limit) claims per customer and purchase)"
        ))
    case .busy: return refusal(503, say("too many notifications are waiting; send it again later"))
    case .failed(let words):
      var response = refusal(503, say("could not store it; send it again"))
      response.note = safeText(words, limit: 200)
      return response
    }
  }

  /// Asks the database; the answer has a body only if the request has the token.
  private func health(_ request: HTTPRequest) async -> HTTPResponse {
    let (beat, figures) = (await pulse.beat(), figures)
    let isWell = beat.failure == nil
    guard access.refusal(of: request.head, isSameMachine: false) == nil else { return HTTPResponse(isWell ? 200 : 503) }
    var document: JSONObject = [
      "ok": .bool(isWell), "milliseconds": .number(beat.milliseconds), "waiting": .number(figures.waiting),
      "underived": .number(figures.underived), "kept": .number(figures.kept), "failed": .number(figures.failed),
    ]
    document.append("engine", ifPresent: beat.engine.map { .string($0) })
    document.append(
      "failure", ifPresent: (beat.failure ?? figures.lastFailure).map { .string(safeText($0, limit: 300)) })
    return HTTPResponse(isWell ? 200 : 503, json: document)
  }

  private var metrics: String {
    let figures = figures
    let rows: [(String, String, Int)] = [
      ("till_desk_kept_total", "counter", figures.kept), ("till_desk_refused_total", "counter", figures.refused),
      ("till_desk_busy_total", "counter", figures.busy), ("till_desk_failed_total", "counter", figures.failed),
      ("till_desk_commits_total", "counter", figures.commits), ("till_desk_waiting", "gauge", figures.waiting),
      ("till_desk_underived", "gauge", figures.underived),
    ]
    var text = rows.map { "# TYPE \($0) \($1)\n\($0) \($2)\n" }.joined()
    if let median = figures.delay(allButOneIn: 2), let most = figures.delay(allButOneIn: 100) {
      text += "# TYPE till_desk_delay_milliseconds summary\n"
      text += "till_desk_delay_milliseconds{quantile=\"0.5\"} \(median)\n"
      text += "till_desk_delay_milliseconds{quantile=\"0.99\"} \(most)\n"
    }
    text += "# TYPE till_desk_last_arrival_timestamp_milliseconds gauge\n"
    for (type, date) in figures.newest.sorted(by: { $0.key < $1.key }) {
      let name = type.filter { $0.isASCII && ($0.isLetter || $0 == "_") }
      text += "till_desk_last_arrival_timestamp_milliseconds{type=\"\(name)\"} \(date.milliseconds)\n"
    }
    return text
  }
}

/// The limit of notifications per second; one second's worth may arrive at once.
private final class ArrivalLimit: Sendable {
  private let rate: Int?
  private let state = Mutex<(left: Double, date: ContinuousClock.Instant)>((0, .now))

  init(_ rate: Int?) {
    self.rate = rate
    state.withLock { $0.left = Double(rate ?? 0) }
  }

  /// Returns whether another notification is within the limit, and counts it.
  func admits() -> Bool {
    guard let rate = rate.map(Double.init) else { return true }
    return state.withLock { state in
      let now = ContinuousClock.now
      state.left = min(rate, state.left + state.date.duration(to: now) / .seconds(1) * rate)
      state.date = now
      guard state.left >= 1 else { return false }
      state.left -= 1
      return true
    }
  }
}

extension DeskAppName {
  /// Reads the app that a notification names, before its signature is verified; nil if it names none.
  fileprivate init?(claimedBy payload: String) {
    guard let bytes = try? CompactJWS(payload.utf8).payload(),
      let object = try? JSONValue(parsing: bytes, limits: .request(depth: 16)).objectValue
    else { return nil }
    let told = ["data", "summary", "appData", "externalPurchaseToken"].lazy.compactMap { object[$0]?.objectValue }.first
    guard let bundleId = told?["bundleId"]?.stringValue else { return nil }
    // The token of an external purchase names its environment by its id only.
    let isSandbox = told?["externalPurchaseId"]?.stringValue?.hasPrefix("SANDBOX") == true
    let environment = told?["environment"]?.stringValue ?? (isSandbox ? "Sandbox" : "Production")
    self.init(bundleId: bundleId, environment: environment)
  }
}
