import Core

extension StoreKitConfiguration {
  /// Returns the file with other settings, as Xcode would save it.
  ///
  /// Only settings that differ are written. Members with an equal value stay unchanged, and absent members with a
  /// default value stay absent. Without any difference, the result is the bytes that were read.
  package func bytes(with settings: ConfigurationSettings) -> [UInt8] {
    var members = json["settings"]?.objectValue ?? [:]
    var changes = self.settings.changes(to: settings)
    if Set(settings.simulatedErrors) != Set(self.settings.simulatedErrors) {
      changes.append(
        ("_storeKitErrors", .array(Self.errors(members["_storeKitErrors"], enabled: settings.simulatedErrors))))
    }
    guard !changes.isEmpty else { return source }
    for (name, value) in changes { members.append(name, value) }
    var json = json
    json.append("settings", .object(members))
    return bytes(of: json)
  }

  /// Returns the file's list of simulated errors with exactly these enabled; other members of the entries stay.
  private static func errors(_ listed: JSONValue?, enabled names: [String]) -> [JSONValue] {
    let rows = listed?.arrayValue?.compactMap(\.objectValue) ?? []
    let known = rows.compactMap { $0["name"]?.stringValue }
    let missing = names.filter { !known.contains($0) }.map { name -> JSONObject in
      ["current": .null, "enabled": false, "name": .string(name)]
    }
    return (rows + missing).map { row in
      var row = row
      row.append("enabled", .bool(row["name"]?.stringValue.map(names.contains) ?? false))
      return .object(row)
    }
  }

  /// Returns the file with these members as Xcode would save it; what Xcode saved is reproduced byte for byte.
  ///
  /// A missing final line feed stays missing.
  func bytes(of json: JSONObject) -> [UInt8] {
    var writer = XcodeWriter()
    writer.append(.object(json))
    return writer.bytes + (endsWithNewline ? [UInt8(ascii: "\n")] : [])
  }
}

extension ConfigurationSettings {
  /// Returns the JSON members that differ, with their new values.
  fileprivate func changes(to other: ConfigurationSettings) -> [(name: String, value: JSONValue)] {
    var changes: [(name: String, value: JSONValue)] = []
    func compare<Value: Equatable>(_ name: String, _ path: KeyPath<Self, Value>, _ json: (Value) -> JSONValue) {
      guard self[keyPath: path] != other[keyPath: path] else { return }
      changes.append((name, json(other[keyPath: path])))
    }
    compare("_storefront", \.storefront) { .string($0) }
    compare("_locale", \.locale) { .string($0) }
    compare("_timeRate", \.timeRate) { .number(JSONNumber(Int64($0))) }
    compare("_failTransactionsEnabled", \.failsTransactions) { .bool($0) }
    compare("_askToBuyEnabled", \.asksToBuy) { .bool($0) }
    compare("_billingIssuesEnabled", \.interruptsPurchases) { .bool($0) }
    compare("_billingGracePeriodEnabled", \.hasBillingGracePeriod) { .bool($0) }
    compare("_renewalBillingIssuesEnabled", \.failsRenewals) { .bool($0) }
    compare("_disableDialogs", \.disablesDialogs) { .bool($0) }
    return changes
  }
}

/// Writes JSON exactly as Xcode writes a StoreKit configuration file.
///
/// Members are sorted case-insensitively, with two spaces for each level and `"key" : value`. Empty arrays and objects
/// have an empty line between their brackets. Numbers keep their text. Only quotation marks, backslashes and control
/// characters are escaped.
struct XcodeWriter {
  private(set) var bytes: [UInt8] = []
  private var level = 0

  mutating func append(_ value: JSONValue) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let number): append(number.text)
    case .string(let text): appendQuoted(text)
    case .array(let elements): appendList("[", elements, "]") { $0.append($1) }
    case .object(let object):
      let members = object.map { (name: $0.name, value: $0.value, key: $0.name.lowercased()) }
        .sorted { ($0.key, $0.name) < ($1.key, $1.name) }
      appendList("{", members, "}") { writer, member in
        writer.appendQuoted(member.name)
        writer.append(" : ")
        writer.append(member.value)
      }
    }
  }

  private mutating func appendList<Element>(
    _ open: String, _ elements: [Element], _ close: String, _ each: (inout Self, Element) -> Void
  ) {
    append(open)
    level += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { append(",") }
      appendLineBreak()
      each(&self, element)
    }
    level -= 1
    if elements.isEmpty { append("\n") }
    appendLineBreak()
    append(close)
  }

  private mutating func appendLineBreak() {
    append("\n" + String(repeating: "  ", count: level))
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func appendQuoted(_ text: String) {
    append("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\r"): append("\\r")
      case UInt8(ascii: "\t"): append("\\t")
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: bytes.append(byte)
      }
    }
    append("\"")
  }
}
