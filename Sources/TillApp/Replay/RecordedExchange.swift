import AppStoreModel
import Core

/// One recorded request to the App Store Server API, with its response.
///
/// A recording has one exchange per line: `{"request": {"method", "path", "body"}, "response": {"status", "body"}}`. A
/// path begins with `/inApps` and includes the query; a body is JSON, or absent.
struct RecordedExchange: Sendable {
  /// The line in the file, or the index in an HTTP archive, from 1.
  let place: Int
  let method: String
  /// The decoded segments of the path.
  let path: [String]
  let query: [(name: String, value: String)]
  let body: JSONObject?
  let status: Int
  let answer: JSONValue?

  /// The endpoint, with `{id}` in place of ids: `GET /inApps/v2/history/{id}`.
  var endpoint: String {
    method + " /" + path.map { Self.isWord($0) ? safeText($0) : "{id}" }.joined(separator: "/")
  }

  /// Returns whether a path segment is one of Apple's fixed words; every other segment is an id.
  private static func isWord(_ segment: String) -> Bool {
    segment.first?.isLetter == true && segment.allSatisfy { $0.isASCII && ($0.isLetter || ("0"..."9").contains($0)) }
      && segment.count { $0.isNumber } <= 1 && segment.count < 24
  }

  /// The exchange as one line of a recording, without HTTP headers, because they contain the token.
  var document: JSONObject {
    var target = "/" + path.joined(separator: "/")
    for (index, (name, value)) in query.enumerated() { target += (index == 0 ? "?" : "&") + name + "=" + value }
    var request: JSONObject = ["method": .string(method), "path": .string(target)]
    request.append("body", ifPresent: body.map { .object($0) })
    var response: JSONObject = ["status": .number(status)]
    response.append("body", ifPresent: answer)
    return ["request": .object(request), "response": .object(response)]
  }
}

extension RecordedExchange {
  /// Reads the exchanges of a file: JSON Lines in Till's format, or an HTTP archive (HAR) of a proxy or browser.
  ///
  /// - Throws: A `CommandError` that names the line which is invalid or contains a secret.
  static func all(in bytes: [UInt8], name: String) throws -> [RecordedExchange] {
    let limits = JSONLimits(depth: 64)
    if case .object(let whole)? = try? JSONValue(parsing: bytes, limits: limits),
      let entries = try? whole["log"]?.objectValue?.objects("entries")
    {
      return try entries.enumerated().compactMap { index, entry in try archived(entry, index + 1, name) }
    }
    var found: [RecordedExchange] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard !line.allSatisfy({ $0 <= UInt8(ascii: " ") }) else { continue }
      guard case .object(let object)? = try? JSONValue(parsing: line, limits: limits) else {
        throw CommandError(.usage, say("\(safeText(name)), line \("\(index + 1)"): not a single JSON object"))
      }
      found.append(try RecordedExchange(object, index + 1, name))
    }
    guard !found.isEmpty else { throw CommandError(.usage, say("\(safeText(name)) has no requests")) }
    return found
  }

  private init(_ object: JSONObject, _ place: Int, _ name: String) throws {
    func wrong(_ what: String) -> CommandError {
      CommandError(.usage, "\(safeText(name)), line \(place): \(what)")
    }
    guard let request = object["request"]?.objectValue, let response = object["response"]?.objectValue,
      let method = request["method"]?.stringValue, let target = request["path"]?.stringValue,
      let status = response["status"]?.numberValue?.int64
    else { throw wrong(say("needs request.method, request.path and response.status")) }
    let heads = [request["headers"], response["headers"]].compactMap { $0?.objectValue?.names }.joined()
    if heads.contains(where: { $0.lowercased() == "authorization" }) {
      throw wrong(
        say(
          "it has an Authorization header, which is a secret; remove it "
            + "with till replay \(safeText(name)) --clean FILE"))
    }
    try self.init(place, method, target, request["body"]?.objectValue, Int(status), response["body"])
  }

  /// Reads an entry of an archive; returns nil for a request to anything but the App Store Server API.
  private static func archived(_ entry: JSONObject, _ place: Int, _ name: String) throws -> RecordedExchange? {
    guard let request = entry["request"]?.objectValue, let response = entry["response"]?.objectValue,
      let method = request["method"]?.stringValue, let url = request["url"]?.stringValue,
      let start = url.firstRange(of: "/inApps/"), let status = response["status"]?.numberValue?.int64
    else { return nil }
    func json(_ content: JSONObject?) -> JSONValue? {
      guard let text = content?["text"]?.stringValue, !text.isEmpty else { return nil }
      let bytes = content?["encoding"] == "base64" ? Base64.standard.decode(text) ?? [] : Array(text.utf8)
      return try? JSONValue(parsing: bytes, limits: JSONLimits(depth: 64))
    }
    return try RecordedExchange(
      place, method, String(url[start.lowerBound...]), json(request["postData"]?.objectValue)?.objectValue,
      Int(status), json(response["content"]?.objectValue))
  }

  private init(
    _ place: Int, _ method: String, _ target: String, _ body: JSONObject?, _ status: Int, _ answer: JSONValue?
  ) throws {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts[0].split(separator: "/").map { Self.unescaped($0) }
    guard path.first == "inApps", path.count >= 3 else {
      throw CommandError(
        .usage,
        say(
          "line \("\(place)"): “\(safeText(target))” is not a path of "
            + "the App Store Server API, which begins with /inApps"))
    }
    query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
      let member = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.unescaped(member[0]), member.count > 1 ? Self.unescaped(member[1]) : "")
    }
    (self.place, self.method, self.body, self.status, self.answer) = (place, method.uppercased(), body, status, answer)
  }

  private static func unescaped(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let code = UInt8(digits, radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Apple's signed data, decoded without a check of the signature.
enum SignedText {
  /// Decodes the payload of a JWS; returns nil for any other text.
  static func payload(_ text: String) -> JSONObject? {
    text.utf8.count > 40 ? (try? CompactJWS(text.utf8).claims()) : nil
  }

  /// Returns every signed payload in a value; an outer payload comes before the payloads inside it.
  static func payloads(in value: JSONValue) -> [JSONObject] {
    switch value {
    case .string(let text):
      payload(text).map { [$0] + payloads(in: .object($0)) } ?? []
    case .array(let values): values.flatMap { payloads(in: $0) }
    case .object(let object): object.flatMap { payloads(in: $0.value) }
    default: []
    }
  }
}
