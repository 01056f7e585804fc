import AppStoreModel
import Core
import Verbs

extension Command {
  static let replay = Command(
    name: "replay", summary: "compare recorded answers of Apple's sandbox with till serve",
    forms: [
      UsageForm(.value("FILE", .files), .option(.json)), UsageForm(.value("FILE", .files), .needed(.cleanFile)),
    ],
    details: [
      "FILE has requests to the App Store Server API with Apple's answers, one per line,",
      #"  {"request": {"method": "GET", "path": "/inApps/v1/transactions/2000..."}, "response": {"status": 200, "body": {...}}}"#,
      "or an HTTP archive (HAR) of a proxy or browser. Till refuses a "
        + "file with tokens; --clean writes it without them.",
      "Till creates similar purchases for the recorded customers in "
        + "temporary files and repeats each request there,",
      "with its own ids. It compares status, error, members and the types of their values, in signed data too.",
      "Exit status: 0 equal, 1 different, 2 wrong usage.",
    ],
    examples: ["till replay sandbox.jsonl", "till replay capture.har --clean sandbox.jsonl"]
  ) { call in
    let name = call.words[0]
    let bytes = try InputFile.bytes(name)
    if let target = try call.options[.cleanFile] {
      let exchanges = try RecordedExchange.all(in: RecordedExchange.withoutHeads(bytes), name: name)
      let lines = exchanges.map { JSONValue.object($0.document).serialized() + "\n" }.joined()
      try OutputFile.write(Array(lines.utf8), to: target)
      let message = say(
        exchanges.count, "\(exchanges.count) request in \(safeText(target)), without headers and tokens",
        "\(exchanges.count) requests in \(safeText(target)), without headers and tokens")
      return call.done(message, ["requests": .number(exchanges.count)])
    }
    let exchanges = try RecordedExchange.all(in: bytes, name: name)
    let stage = try ReplayStage(exchanges)
    defer { stage.discard() }
    var report = ReplayReport()
    for exchange in exchanges {
      let (status, body) = try await stage.answer(to: exchange)
      report.note(exchange, status, body)
    }
    let unknown = unknownNames(in: exchanges.compactMap(\.answer))
    call.output.text(report.text)
    for (name, count) in unknown {
      call.output.text(
        say(
          count, "Till does not know \("\(name)"), seen \(count) time",
          "Till does not know \("\(name)"), seen \(count) times"))
    }
    let isAlike = report.differing == 0
    call.output.document([
      "ok": .bool(isAlike), "requests": .number(exchanges.count), "endpoints": report.document,
      "unknown": .array(unknown.map { ["name": .string($0.name), "count": .number($0.count)] }),
    ])
    return isAlike ? .done : .failed
  }
}

extension Parameter where Value == String {
  fileprivate static var cleanFile: Self {
    .words("clean", "NEW", "write the recording without tokens to this file", offers: .files)
  }
}

extension RecordedExchange {
  /// Returns a recording without the HTTP headers of requests and responses, which contain tokens.
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

/// Returns the names of the values that Till does not know, each with the number of signed objects that have it.
private func unknownNames(in answers: [JSONValue]) -> [(name: String, count: Int)] {
  let names = answers.flatMap(SignedText.payloads).flatMap { UnknownNames.of(payload: $0) }
  let counts: [String: Int] = names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  return counts.sorted { $0.key < $1.key }.map { (safeText($0.key), $0.value) }
}
