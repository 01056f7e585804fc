import AppStoreEmulator
import Desk
import Locks
import SafeText
import SignedData
import StoreModel
import StrictJSON
import Texts
import TillRuntime

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension DeskCall {
  /// Hears the App Store's notifications until somebody stops it.
  func listen() throws -> ExitStatus {
    let desk = try self.desk(acts: true)
    var settings = HTTPServerSettings(host: options["host"] ?? "127.0.0.1", port: try port())
    settings.bodyLimit = DeskServer.bodyLimit
    settings.workers = 8
    settings.tls = try certificate()
    let server = DeskServer(
      try desk.verifier(), token: Environment.value("TILL_DESK_TOKEN"),
      rate: try options.number("rate", in: 1...1_000_000)
    ) { [self] in
      try self.desk(acts: true)
    }
    defer { server.intake.stop() }
    let http: HTTPServer
    let stop = StopSignals()
    do throws(HTTPServerError) {
      http = try HTTPServer(settings, handler: { await server.answer($0) })
    } catch {
      throw CommandError(.failed, error.description)
    }
    let place = "\(settings.tls == nil ? "http" : "https")://\(settings.host):\(http.port)"
    output.text(DeskCommandText.tillDeskListens("\(place)").text)
    if output.json { output.line(["ok": true, "url": .string(place), "port": .number(Int(http.port))]) }
    stop.wait()
    http.stop()
    return .done
  }

  private func certificate() throws -> ServerCertificate? {
    guard let file = options["tls"] else { return nil }
    guard let key = words.first else {
      throw UsageError(DeskCommandText.tlsNeedsCertificateAndIts.text)
    }
    func text(_ path: String) throws -> String { String(decoding: try InputFile.bytes(path), as: UTF8.self) }
    do {
      return try ServerCertificate(certificatePEM: text(file), keyPEM: text(key))
    } catch {
      throw CommandError(.failed, "--tls \(safeText(file)) \(safeText(key)): \(safeText("\(error)"))")
    }
  }

  private func port() throws(UsageError) -> UInt16 {
    guard let text = options["port"] else { return 8380 }
    guard let port = UInt16(text) else { throw UsageError(DeskCommandText.portNumberUp(safeText(text)).text) }
    return port
  }
}

/// The desk behind HTTP: notifications and claims in, health and figures out.
struct DeskServer: Sendable {
  /// The largest notification has some 40 KB.
  static let bodyLimit = 256 << 10

  let intake: DeskIntake
  private let reader: ParcelReader
  private let token: String?
  private let limit: ArrivalLimit

  /// - Parameter rate: How many notifications a second are taken; what is more is to be sent again.
  init(
    _ verifier: Verifier, token: String?, rate: Int?, open: @escaping @Sendable () throws -> CustomerDesk
  ) {
    limit = ArrivalLimit(rate)
    reader = ParcelReader(verifier)
    self.token = token
    intake = DeskIntake(open)
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    switch (request.method, request.path) {
    case ("GET", ["health"]): return health()
    case ("GET", ["metrics"]):
      return HTTPResponse(200, contentType: "text/plain; version=0.0.4", Array(metrics.utf8))
    case ("POST", ["desk", "v1", "claims"]): return await claims(request)
    case ("POST", _) where !limit.admits(): return response(to: .busy)
    case ("POST", _): return await notification(request)
    default: return HTTPResponse(404)
    }
  }

  /// Apple tries again after anything but 200 to 206: 200 says that it is kept.
  private func notification(_ request: HTTPRequest) async -> HTTPResponse {
    guard let object = try? JSONValue(parsing: request.body).objectValue,
      let payload = object["signedPayload"]?.stringValue, !payload.isEmpty
    else {
      return HTTPResponse(
        400, json: ["ok": false, "message": .string(DeskCommandText.noAppStoreServerNotification.text)])
    }
    var parcel = reader.emptyParcel(place: DeskCommandText.notificationFrom("\(request.head.client)").text)
    reader.add(signed: Array(payload.utf8)[...], to: &parcel)
    return response(to: await intake.take(parcel))
  }

  private func claims(_ request: HTTPRequest) async -> HTTPResponse {
    if let token, request.head.field("authorization") != "Bearer \(token)" {
      return HTTPResponse(401, json: ["ok": false, "message": .string(DeskCommandText.tokenOfTillDeskToken.text)])
    }
    if token == nil, !request.head.client.hasPrefix("127."), !request.head.client.hasPrefix("::1") {
      return HTTPResponse(
        403, json: ["ok": false, "message": .string(DeskCommandText.claimsFromElsewhereNeedTill.text)])
    }
    let claims: [Claim]
    do throws(JSONError) {
      claims = try DeskCall.claims(in: request.body)
    } catch {
      return HTTPResponse(400, json: ["ok": false, "message": .string(safeText(error.description))])
    }
    return response(to: await intake.take(claims))
  }

  private func response(to outcome: DeskIntake.Outcome) -> HTTPResponse {
    switch outcome {
    case .kept: return HTTPResponse(200)
    case .busy: return HTTPResponse(503, json: ["ok": false, "message": .string(DeskCommandText.tooMuchWaits.text)])
    case .failed(let words):
      var response = HTTPResponse(503, json: ["ok": false, "message": .string(DeskCommandText.notStored.text)])
      response.note = safeText(words, limit: 200)
      return response
    }
  }

  private func health() -> HTTPResponse {
    let figures = intake.figures
    let isGood = figures.lastFailure == nil || figures.waiting == 0
    return HTTPResponse(
      isGood ? 200 : 503,
      json: [
        "ok": .bool(isGood), "waiting": .number(figures.waiting), "underived": .number(figures.underived),
        "kept": .number(figures.kept),
      ])
  }

  private var metrics: String {
    let figures = intake.figures
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

/// How many may come in a second; a second's worth may come at once.
private final class ArrivalLimit: Sendable {
  private let rate: Int?
  private let state = Mutex<(left: Double, date: ContinuousClock.Instant)>((0, .now))

  init(_ rate: Int?) {
    self.rate = rate
    state.withLock { $0.left = Double(rate ?? 0) }
  }

  /// Whether one more may come in.
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
