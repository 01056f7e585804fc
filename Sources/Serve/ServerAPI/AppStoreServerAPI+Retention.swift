import AppStoreModel
import Core
import HTTP
import Simulator

/// The calls of retention messaging: images, messages, default messages, the real-time URL and its performance test.
extension AppStoreServerAPI {
  /// Answers a request with a path below `messaging`.
  func messaging(_ request: HTTPRequest, _ path: [String]) throws(APIError) -> HTTPResponse {
    switch (request.method, path.first ?? "", path.count) {
    case ("GET", "image", 2) where path[1] == "list":
      return HTTPResponse(json: ["imageIdentifiers": .array(try ask { try store.images() }.map { .object($0) })])
    case ("PUT", "image", 2): try uploadImage(path[1], request)
    case ("DELETE", "image", 2):
      let id = try uuid(path[1])
      try ask { try store.deleteImage(id) }
    case ("GET", "message", 2) where path[1] == "list":
      return HTTPResponse(json: ["messageIdentifiers": .array(try ask { try store.messages() }.map { .object($0) })])
    case ("PUT", "message", 2): try uploadMessage(path[1], request)
    case ("DELETE", "message", 2):
      let id = try uuid(path[1])
      try ask { try store.deleteMessage(id) }
    case (_, "default", 3): return try defaultMessage(request, product: path[1], locale: path[2])
    case (_, "realtime", 2) where path[1] == "url": return try realtimeURL(request)
    case ("POST", "performanceTest", 1): return try beginPerformanceTest(request)
    case ("GET", "performanceTest", 3) where path[1] == "result": return try performanceTest(path[2])
    default: return HTTPResponse(404)
    }
    return HTTPResponse(200)
  }

  // MARK: Images and messages

  private func uploadImage(_ id: String, _ request: HTTPRequest) throws(APIError) {
    let id = try uuid(id)
    let sizes = request.head.target.query.filter { $0.name == "imageSize" }.map(\.value)
    let size = sizes.last ?? "FULL_SIZE"
    guard sizes.count <= 1, ["FULL_SIZE", "BULLET_POINT"].contains(size) else { throw .badRequestImageSize }
    guard let image = PNGHead(request.body), !image.hasTransparency, size != "FULL_SIZE" || image.isFullSize else {
      throw .invalidImage
    }
    try ask { try store.uploadImage(id, size: size) }
  }

  private func uploadMessage(_ id: String, _ request: HTTPRequest) throws(APIError) {
    let (id, body) = (try uuid(id), try body(request))
    guard case .string(let header)? = body["header"], case .string(let text)? = body["body"] else {
      throw .generalBadRequest
    }
    guard header.count <= 66 else { throw .headerTooLong }
    guard text.count <= 144 else { throw .bodyTooLong }
    let image = body["image"]?.objectValue
    let bullets = body["bulletPoints"]?.arrayValue?.compactMap(\.objectValue) ?? []
    guard bullets.count <= 5 else { throw .tooManyBulletPoints }
    for bullet in bullets {
      guard case .string(let text)? = bullet["text"] else { throw .generalBadRequest }
      guard text.count <= 66 else { throw .bulletPointTextTooLong }
    }
    for shown in [image].compactMap(\.self) + bullets {
      guard case .string(let text)? = shown["altText"], shown["imageIdentifier"]?.stringValue != nil else {
        throw .generalBadRequest
      }
      guard text.count <= 150 else { throw .altTextTooLong }
    }
    guard body["headerPosition"] != "ABOVE_IMAGE" || image != nil else { throw .aboveImageRequiresAnImage }
    try ask { try store.uploadMessage(id, body) }
  }

  private func defaultMessage(
    _ request: HTTPRequest, product: String, locale: String
  ) throws(APIError) -> HTTPResponse {
    guard Self.isLocale(locale) else { throw .invalidLocale }
    switch request.method {
    case "GET":
      let id = try ask { try store.defaultMessage(product: product, locale: locale) }
      return HTTPResponse(json: ["messageIdentifier": .string(id)])
    case "DELETE": try ask { try store.deleteDefaultMessage(product: product, locale: locale) }
    case "PUT":
      guard case .string(let id)? = try body(request)["messageIdentifier"] else { throw .generalBadRequest }
      let uuid = try uuid(id)
      try ask { try store.setDefaultMessage(uuid, product: product, locale: locale) }
    default: return HTTPResponse(404)
    }
    return HTTPResponse(200)
  }

  /// Returns whether a text is a locale: a language of two or three letters, then regions and scripts: `en-US`.
  private static func isLocale(_ text: String) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    return parts.first.map { (2...3).contains($0.count) && $0.allSatisfy(\.isLetter) } == true
      && parts.dropFirst().allSatisfy { (2...8).contains($0.count) && $0.allSatisfy { $0.isLetter || $0.isNumber } }
  }

  private func uuid(_ text: String) throws(APIError) -> String {
    guard let uuid = UUIDText.normalized(text) else { throw .generalBadRequest }
    return uuid
  }

  // MARK: The app server

  private func realtimeURL(_ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    switch request.method {
    case "GET": return HTTPResponse(json: ["realtimeURL": .string(try ask { try store.realtimeURL() })])
    case "DELETE": try ask { try store.deleteRealtimeURL() }
    case "PUT":
      guard case .string(let url)? = try body(request)["realtimeURL"], url.utf8.count <= 256,
        (try? HTTPAddress(url)) != nil
      else { throw .badRequestRealtimeURL }
      try ask { try store.setRealtimeURL(url) }
    default: return HTTPResponse(404)
    }
    return HTTPResponse(200)
  }

  private func beginPerformanceTest(_ request: HTTPRequest) throws(APIError) -> HTTPResponse {
    guard case .string(let text)? = try body(request)["originalTransactionId"], let id = try? transactionId(text) else {
      throw .invalidPerformanceTestRequest
    }
    let url = try ask { try store.realtimeURL() }
    guard let address = try? HTTPAddress(url) else { throw .badRequestRealtimeURL }
    let isRunning = try ask { try store.performanceTests() }.contains { $0["result"] == "PENDING" }
    guard !isRunning else { throw .existingPerformanceTestRun }
    let requests: [String]
    do throws(APIError) {
      requests = try ask { try store.realtimeRequests(ofOriginal: id, count: PerformanceTest.total) }
    } catch {
      throw error == .transactionIdNotFound ? .originalTransactionIdNotFound : error
    }
    let test = PerformanceTest(store: store, id: UUIDText.random(), address: address, requests: requests)
    try ask { try store.keepPerformanceTest(test.id, test.result(of: [])) }
    test.start()
    return HTTPResponse(json: ["config": .object(PerformanceTest.config), "requestId": .string(test.id)])
  }

  private func performanceTest(_ id: String) throws(APIError) -> HTTPResponse {
    guard let id = UUIDText.normalized(id) else { throw .invalidRequestId }
    return HTTPResponse(json: try ask { try store.performanceTest(id) })
  }
}

/// A test that sends the app server many requests at once, and measures its answers.
struct PerformanceTest: Sendable {
  /// The test's numbers; Apple publishes none, so these are Till's.
  static let (atOnce, total, duration, threshold, rate): (Int, Int, Int, Int, Int) = (5, 25, 30_000, 1000, 95)

  let store: SimulatedAppStore
  let id: String
  let address: HTTPAddress
  /// The signed requests to send.
  let requests: [String]

  /// One answer of the app server: its duration in milliseconds, and its result.
  struct Answer: Sendable {
    let milliseconds: Int
    let result: SendAttemptResult
  }

  /// The test's configuration (Apple's `PerformanceTestConfig`).
  static let config: JSONObject = [
    "maxConcurrentRequests": .number(atOnce), "totalRequests": .number(total), "totalDuration": .number(duration),
    "responseTimeThreshold": .number(threshold), "successRateThreshold": .number(rate),
  ]

  /// Starts the test; the result is stored when all answers have arrived.
  func start() {
    Task.detached { [self] in
      let transport = HTTPTransport()
      let answers = await withTaskGroup(of: Answer.self) { group in
        var (waiting, answers) = (requests[...], [Answer]())
        for _ in 0..<Self.atOnce {
          if let next = waiting.popFirst() { group.addTask { await ask(next, transport) } }
        }
        for await answer in group {
          answers.append(answer)
          if let next = waiting.popFirst() { group.addTask { await ask(next, transport) } }
        }
        return answers
      }
      try? store.keepPerformanceTest(id, result(of: answers))
    }
  }

  private func ask(_ signed: String, _ transport: HTTPTransport) async -> Answer {
    let body: JSONObject = ["signedPayload": .string(signed)]
    let request = HTTP.HTTPRequest(
      "POST", address, headers: [HTTPHeader("Content-Type", "application/json")],
      body: JSONValue.object(body).serializedBytes())
    let start = ContinuousClock.now
    let result: SendAttemptResult
    do throws(HTTPError) {
      let response = try await transport.send(request)
      if response.status != 200 {
        result = .unsuccessfulHTTPResponseCode
      } else {
        // Apple's `RealtimeResponseBody` is a JSON object.
        result = (try? JSONValue(parsing: response.body))?.objectValue == nil ? .invalidResponse : .success
      }
    } catch {
      result = SendAttemptResult(error.kind)
    }
    let milliseconds = Int(start.duration(to: .now) / .milliseconds(1))
    return Answer(
      milliseconds: milliseconds, result: result == .success && milliseconds > Self.threshold ? .timedOut : result)
  }

  /// Returns the test's result (Apple's `PerformanceTestResultResponse`).
  func result(of answers: [Answer]) -> JSONObject {
    let times = answers.map(\.milliseconds).sorted()
    func percentile(_ share: Int) -> JSONValue {
      .number(times.isEmpty ? 0 : times[min(times.count - 1, (times.count * share + 99) / 100 - 1)])
    }
    let good = answers.count { $0.result == .success }
    let rate = answers.isEmpty ? 0 : good * 100 / answers.count
    let isPending = answers.count < requests.count
    var failures: JSONObject = [:]
    for (name, rows) in Dictionary(grouping: answers.filter { $0.result != .success }, by: \.result.rawValue)
      .sorted(by: { $0.key < $1.key })
    {
      failures.append(name, .number(rows.count))
    }
    return [
      "config": .object(Self.config), "target": .string(address.text),
      "result": isPending ? "PENDING" : rate >= Self.rate ? "PASS" : "FAIL", "successRate": .number(rate),
      "numPending": .number(requests.count - answers.count),
      "responseTimes": [
        "average": .number(times.isEmpty ? 0 : times.reduce(0, +) / times.count), "p50": percentile(50),
        "p90": percentile(90), "p95": percentile(95), "p99": percentile(99),
      ],
      "failures": .object(failures),
    ]
  }
}

/// The properties of an image in the head of a PNG file (ISO/IEC 15948, 11.2.2).
struct PNGHead {
  let width: Int
  let height: Int
  /// Whether its pixels have an alpha channel; a palette with transparent colours isn't checked.
  let hasTransparency: Bool

  /// Reads the signature and the first chunk; fails for anything else.
  init?(_ bytes: [UInt8]) {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.count >= 33, bytes.starts(with: signature + [0, 0, 0, 13] + Array("IHDR".utf8)) else { return nil }
    func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    (width, height) = (number(16), number(20))
    hasTransparency = [4, 6].contains(bytes[25])
    guard width > 0, height > 0 else { return nil }
  }

  /// Whether it has Apple's size of a full-size image: 3840 pixels wide and 160 to 2160 high.
  var isFullSize: Bool { width == 3840 && (160...2160).contains(height) }
}
