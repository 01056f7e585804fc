import AppStoreModel
import Core

/// The differences between the recorded answers and those of `till serve`, by endpoint.
struct ReplayReport {
  struct Endpoint {
    var requests = 0
    /// The differences in the order of discovery, each with the places in the recording that show it.
    var differences: [(text: String, places: [Int])] = []

    mutating func note(_ text: String, at place: Int) {
      if let index = differences.firstIndex(where: { $0.text == text }) {
        if differences[index].places.last != place { differences[index].places.append(place) }
      } else {
        differences.append((text, [place]))
      }
    }
  }

  private(set) var endpoints: [String: Endpoint] = [:]

  var differing: Int { endpoints.values.count { !$0.differences.isEmpty } }

  /// Compares a recorded answer of Apple with the answer of `till serve`.
  mutating func note(_ exchange: RecordedExchange, _ status: Int, _ body: JSONValue?) {
    var endpoint = endpoints[exchange.endpoint] ?? Endpoint()
    endpoint.requests += 1
    let theirs = AnswerShape(exchange.answer), ours = AnswerShape(body)
    if exchange.status != status {
      endpoint.note(
        say("status \("\(exchange.status)") in the recording, \("\(status)") here"), at: exchange.place)
    }
    for name in ["errorCode", "errorMessage"] {
      let (recorded, own) = (theirs.value(of: name), ours.value(of: name))
      if recorded != own {
        endpoint.note(
          say("\(name) \(recorded ?? say("none")) in the recording, \(own ?? say("none")) here"), at: exchange.place)
      }
    }
    if exchange.status == status {
      for text in theirs.differences(from: ours) { endpoint.note(text, at: exchange.place) }
    }
    endpoints[exchange.endpoint] = endpoint
  }

  /// The report as text: a line for each endpoint, and below it a line for each difference.
  var text: String {
    endpoints.sorted { $0.key < $1.key }.map { name, endpoint in
      let lines = endpoint.differences.map { difference in
        let places = difference.places.prefix(5).map(String.init).joined(separator: ", ")
        let more = difference.places.count > 5 ? ", ..." : ""
        return say(
          difference.places.count, "    \(difference.text) (line \(places + more))",
          "    \(difference.text) (lines \(places + more))")
      }
      let title = Words(
        "\(name): \(say(endpoint.requests, "\(endpoint.requests) request", "\(endpoint.requests) requests")), "
          + "\(endpoint.differences.count == 0 ? say("equal") : say(endpoint.differences.count, "\(endpoint.differences.count) difference", "\(endpoint.differences.count) differences"))"
      )
      return ([title.text] + lines).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  var document: JSONValue {
    .array(
      endpoints.sorted { $0.key < $1.key }.map { name, endpoint in
        [
          "endpoint": .string(name), "requests": .number(endpoint.requests),
          "differences": .array(
            endpoint.differences.map { difference in
              [
                "difference": .string(difference.text), "count": .number(difference.places.count),
                "lines": .array(difference.places.prefix(100).map { .number($0) }),
              ]
            }),
        ]
      })
  }
}

/// The shape of an answer: its fields and the types of their values, including the fields of its signed data.
struct AnswerShape {
  private var kinds: [String: Set<String>] = [:]
  /// The paths of lists that are not empty.
  private var filled: Set<String> = []
  private var words: [String: Set<String>] = [:]
  private let top: JSONObject

  init(_ body: JSONValue?) {
    top = body?.objectValue ?? JSONObject()
    if let body { add(body, at: "") }
  }

  /// Returns a top-level field of the answer, as text.
  func value(of name: String) -> String? {
    switch top[name] {
    case .string(let text)?: "\"" + safeText(text) + "\""
    case .number(let number)?: number.text
    case let other?: other.serialized()
    case nil: nil
    }
  }

  private mutating func add(_ value: JSONValue, at path: String) {
    if !path.isEmpty { kinds[path, default: []].insert(Self.kind(value)) }
    switch value {
    case .object(let object):
      for (name, value) in object { add(value, at: path.isEmpty ? name : path + "." + name) }
    case .array(let values):
      if !values.isEmpty { filled.insert(path) }
      for value in values { add(value, at: path + "[]") }
    case .string(let text):
      if let payload = SignedText.payload(text) {
        for (name, value) in payload { add(value, at: path + "›" + name) }
      } else if Self.isWord(text) {
        words[path, default: []].insert(text)
      }
    default: break
    }
  }

  /// Returns whether a text looks like one of Apple's enum values: capitals and underscores.
  private static func isWord(_ text: String) -> Bool {
    text.utf8.count >= 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "_") }
  }

  private static func kind(_ value: JSONValue) -> String {
    if case .string(let text) = value, SignedText.payload(text) != nil {
      say("signed data")
    } else {
      value.kindName
    }
  }

  /// Returns the differences between a recorded answer and `till serve`'s answer, in words.
  func differences(from ours: AnswerShape) -> [String] {
    var texts: [String] = []
    for (path, kinds) in kinds.sorted(by: { $0.key < $1.key }) where isComparable(path, ours) {
      guard let own = ours.kinds[path] else {
        texts.append(
          Self.isKnown(path)
            ? say("\(safeText(path)) is in the recording, absent here")
            : say("\(safeText(path)) is in the recording, absent here: Till does not know it"))
        continue
      }
      if !kinds.isSubset(of: own) {
        texts.append(
          say("\(safeText(path)) is \("\(Self.list(kinds))") in the recording, \("\(Self.list(own))") here"))
      }
    }
    for path in ours.kinds.keys.sorted() where kinds[path] == nil && ours.isComparable(path, self) {
      texts.append(say("\(safeText(path)) only here"))
    }
    return texts
  }

  private static func list(_ kinds: Set<String>) -> String { Language.alternatives(kinds.sorted()) }

  /// Returns whether both answers contain the parent of a field.
  ///
  /// Below an empty list, or inside an object that one answer lacks, there is nothing to compare.
  private func isComparable(_ path: String, _ other: AnswerShape) -> Bool {
    for index in path.indices where ".[›".contains(path[index]) {
      let holder = String(path[..<index])
      if holder.isEmpty { continue }
      guard other.kinds[holder] != nil else { return false }
      if path[index] == "[", !other.filled.contains(holder) { return false }
    }
    return true
  }

  /// Returns whether Till's models know the field's name.
  private static func isKnown(_ path: String) -> Bool {
    let name = path.split { ".›".contains($0) }.last.map { String($0).replacing("[]", with: "") } ?? path
    return knownNames.contains(name)
  }

  private static let knownNames: Set<String> = Set(
    Transaction.fields.names + RenewalInfo.fields.names + ServerNotification.fields.names
      + NotificationData.fields.names + NotificationSummary.fields.names + AppTransaction.fields.names)
}
