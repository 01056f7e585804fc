import SafeText
import StoreModel
import StrictJSON
import Texts
import TillRuntime

extension Command {
  static let replay = Command(
    name: "replay", summary: "what Apple answered in the sandbox, asked of till serve, and what differs",
    usage: ["replay FILE [--json]", "replay FILE --clean NEW"],
    options: ["clean"],
    details: [
      "FILE holds requests to the App Store Server API with Apple's answers: a line each,",
      #"  {"request": {"method": "GET", "path": "/inApps/v1/transactions/2000..."}, "response": {"status": 200, "body": {...}}}"#,
      "or an HTTP archive (HAR) as proxies and browsers write it. A token in it is refused: --clean writes the same "
        + "without.",
      "The customers of the recording get the like of what they bought, in throw-away files; then each request is "
        + "made there,",
      "with the ids of there. Compared are status, error, members and the kinds of their values, also inside of "
        + "what is signed.",
      "Exit status: 0 alike, 1 something differs, 2 wrong usage.",
    ],
    examples: ["till replay sandbox.jsonl", "till replay capture.har --clean sandbox.jsonl"],
    words: 1...1
  ) { call in
    let name = call.words[0]
    let bytes = try InputFile.bytes(name)
    if let target = call.options["clean"] {
      let exchanges = try RecordedExchange.all(in: RecordedExchange.withoutHeads(bytes), name: name)
      let lines = exchanges.map { JSONValue.object($0.document).serialized() + "\n" }.joined()
      try OutputFile.write(Array(lines.utf8), to: target)
      let message = say(
        exchanges.count, "\(exchanges.count) request in \(safeText(target)), without heads and tokens",
        "\(exchanges.count) requests in \(safeText(target)), without heads and tokens")
      call.output.text(message)
      call.output.document(["ok": true, "message": .string(message), "requests": .number(exchanges.count)])
      return .done
    }
    let exchanges = try RecordedExchange.all(in: bytes, name: name)
    let stage = try ReplayStage(exchanges)
    defer { stage.discard() }
    var report = ReplayReport()
    for exchange in exchanges {
      let (status, body) = try stage.answer(to: exchange)
      report.note(exchange, status, body)
    }
    let unknown = UnknownCount(exchanges.compactMap(\.answer))
    call.output.text(report.text)
    for (name, count) in unknown.sorted {
      call.output.text(
        say(count, "not known here: \("\(name)"), \(count) time", "not known here: \("\(name)"), \(count) times"))
    }
    let isAlike = report.differing == 0
    call.output.document([
      "ok": .bool(isAlike), "requests": .number(exchanges.count), "endpoints": report.document,
      "unknown": .array(unknown.sorted.map { ["name": .string($0.name), "count": .number($0.count)] }),
    ])
    return isAlike ? .done : .failed
  }
}

extension RecordedExchange {
  /// A recording without the heads of requests and answers, where tokens are.
  static func withoutHeads(_ bytes: [UInt8]) -> [UInt8] {
    guard (try? JSONValue(parsing: bytes, limits: JSONLimits(depth: 64)).objectValue?["log"]) == nil else {
      return bytes
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line -> [UInt8] in
      guard case .object(let object)? = try? JSONValue(parsing: line, limits: JSONLimits(depth: 64)) else {
        return Array(line)
      }
      var clean: JSONObject = [:]
      for (name, value) in object {
        guard case .object(let side) = value else { continue }
        clean.append(name, .object(JSONObject(unique: side.filter { $0.name != "headers" })))
      }
      return JSONValue.object(clean).serializedBytes()
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}

/// How often what Till does not know was signed, by name.
private struct UnknownCount {
  private var counts: [String: Int] = [:]

  init(_ answers: [JSONValue]) {
    for payload in answers.flatMap(SignedText.payloads) {
      for name in UnknownNames.of(payload: payload) { counts[name, default: 0] += 1 }
    }
  }

  var sorted: [(name: String, count: Int)] { counts.sorted { $0.key < $1.key }.map { (safeText($0.key), $0.value) } }
}
