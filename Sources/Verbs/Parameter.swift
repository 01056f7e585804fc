package import AppStoreModel
package import Core

/// A parameter of a verb or a command: its name, its type, and its written form.
///
/// Each parameter is declared once. The command line, its help and completion, the dashboard and the control API are
/// made from the declaration. Its type carries over: `call[.days]` is an `Int`, because `.days` is a `Parameter<Int>`.
package struct Parameter<Value: Sendable>: Sendable {
  /// The name in a call; for an option, its name without the two dashes.
  package let name: String
  /// The placeholder in a list of options, such as `DAYS`; nil for a switch.
  package let placeholder: String?
  /// One line for the help.
  package let help: Words
  /// What the value gives access to: nothing, a file, or anything.
  package let reach: Reach
  /// The placeholder in a usage line, where it names the possible values or an example.
  package let form: String?
  /// The values that completion offers, besides the words of the placeholder.
  package let offers: OfferedValues
  /// Whether an option may come without its value; if so, a value must follow an equals sign.
  package let isValueOptional: Bool
  /// Parses the written form; throws a `StoreError` of kind `usage` with the remedy.
  package let parse: @Sendable (String) throws(StoreError) -> Value
  /// The written form of a value, which `parse` reads back.
  package let text: @Sendable (Value) -> String
  /// The JSON Schema of the value; a text for a value that only the command line takes.
  let schema: @Sendable () -> JSONObject
  /// The value as JSON, in which a call is sent.
  let json: @Sendable (Value) -> JSONValue
  /// Reads the value back from its JSON.
  let value: @Sendable (JSONValue) -> Value?

  /// Declares a parameter that a call over the wire can have.
  package init(
    _ name: String, _ placeholder: String?, _ help: Words = "", reach: Reach? = nil, form: String? = nil,
    offers: OfferedValues? = nil, text: @escaping @Sendable (Value) -> String,
    parse: @escaping @Sendable (String) throws(StoreError) -> Value
  ) where Value: VerbValue {
    self.init(
      name, placeholder, help, reach: reach, form: form, offers: offers, isValueOptional: false, text: text,
      parse: parse, schema: { Value.schema }, json: { $0.argument }, value: { Value(argument: $0) })
  }

  /// Declares an option that only the command line has; a call has its written form.
  package init(
    option name: String, _ placeholder: String, _ help: Words, reach: Reach? = nil, form: String? = nil,
    offers: OfferedValues? = nil, isValueOptional: Bool = false,
    parse: @escaping @Sendable (String) throws(StoreError) -> Value
  ) {
    self.init(
      name, placeholder, help, reach: reach, form: form, offers: offers, isValueOptional: isValueOptional,
      text: { "\($0)" }, parse: parse, schema: { ["type": "string"] }, json: { .string("\($0)") },
      value: { json in json.stringValue.flatMap { try? parse($0) } })
  }

  private init(
    _ name: String, _ placeholder: String?, _ help: Words, reach: Reach?, form: String?, offers: OfferedValues?,
    isValueOptional: Bool, text: @escaping @Sendable (Value) -> String,
    parse: @escaping @Sendable (String) throws(StoreError) -> Value,
    schema: @escaping @Sendable () -> JSONObject, json: @escaping @Sendable (Value) -> JSONValue,
    value: @escaping @Sendable (JSONValue) -> Value?
  ) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    // A number, a switch or a date gives access to nothing; a text could name anything.
    self.reach = reach ?? (Value.self == String.self ? .beyond : .value)
    self.form = form
    self.offers = offers ?? ([.readsFile, .writesFile].contains(reach) ? .files : .nothing)
    self.isValueOptional = isValueOptional
    self.text = text
    self.parse = parse
    self.schema = schema
    self.json = json
    self.value = value
  }
}

/// The values that completion offers for a parameter, most of them from the store of the command line.
package enum OfferedValues: Hashable, Sendable {
  case nothing, products, accounts, users, orders, transactions, purchases, walkthroughs, scenarios, faults
  case commands, files, profiles
  /// These words.
  case words([String])
}

/// What a parameter's value can give access to, besides the App Store itself.
package enum Reach: Hashable, Sendable {
  /// Nothing: the value is an id, a number or a word.
  case value
  /// A file that is read before the verb is carried out.
  case readsFile
  /// A file that the verb writes.
  case writesFile
  /// Anything else, such as a URL or a folder; the default for a text.
  case beyond
}

/// A type that parameters can have.
package protocol VerbValue: Hashable, Sendable {
  /// Creates the value from its JSON; nil for JSON of another kind.
  init?(argument json: JSONValue)
  /// The value as JSON, in which it is sent.
  var argument: JSONValue { get }
  /// The JSON Schema of the value; a text by default.
  static var schema: JSONObject { get }
}

extension VerbValue {
  package static var schema: JSONObject { ["type": "string"] }
}

/// A value that is a member of JSON objects elsewhere is sent in the same form.
extension VerbValue where Self: JSONMember {
  package init?(argument json: JSONValue) { self.init(memberValue: json) }

  package var argument: JSONValue { memberValue }
}

extension String: VerbValue {}

extension Int: VerbValue {
  package static var schema: JSONObject { ["type": "integer"] }
}

extension Bool: VerbValue {
  package static var schema: JSONObject { ["type": "boolean"] }
}

extension JSONObject: VerbValue {
  package init?(argument json: JSONValue) {
    guard case .object(let object) = json else { return nil }
    self = object
  }

  package var argument: JSONValue { .object(self) }
  package static var schema: JSONObject { ["type": "object"] }
}

extension AppStoreFault: VerbValue {
  package static var schema: JSONObject { ["enum": .array(allCases.map { .string($0.rawValue) })] }
}

extension ClockMoment: JSONMember, VerbValue {
  package static var schema: JSONObject { ["type": "string", "enum": .array(allCases.map { .string($0.rawValue) })] }
}

extension FailureKind: VerbValue {}
extension PastRenewals: VerbValue {}

extension TimeRate: VerbValue {
  package init?(argument json: JSONValue) {
    guard case .string(let text) = json else { return nil }
    self.init(text)
  }

  package var argument: JSONValue { .string(name) }
  package static var schema: JSONObject { ["enum": .array(allCases.map { .string($0.name) })] }
}

/// A date is sent in milliseconds.
extension Timestamp: VerbValue {
  package static var schema: JSONObject {
    ["type": ["integer", "string"], "description": "milliseconds since 1970, or a date such as 2026-03-01T12:00:00Z"]
  }
}

// MARK: Written forms of values

extension Parameter where Value == String {
  /// Declares a parameter for any text; `reach` says what the text can name.
  package static func words(
    _ name: String, _ placeholder: String, _ help: Words = "", reach: Reach? = nil, form: String? = nil,
    offers: OfferedValues? = nil
  ) -> Parameter<String> {
    Parameter(
      name, placeholder, help, reach: reach, form: form, offers: offers, text: { $0 },
      parse: { text throws(StoreError) in text })
  }
}

extension Parameter where Value == Int {
  /// Declares a parameter for a whole number in a range.
  package static func number(
    _ name: String, _ placeholder: String, in range: ClosedRange<Int>, _ help: Words, reach: Reach? = nil
  ) -> Parameter<Int> {
    Parameter(name, placeholder, help, reach: reach, text: { "\($0)" }) { text throws(StoreError) in
      guard let number = Int(text), range.contains(number) else {
        throw StoreError(
          .usage,
          said: "invalid --\(name) “\(safeText(text))”; use a whole number "
            + "from \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }
}

extension Parameter where Value == Bool {
  /// Declares a parameter for one of two words.
  static func either(_ name: String, _ yes: String, _ no: String) -> Parameter<Bool> {
    Parameter(name, "\(yes)|\(no)", text: { $0 ? yes : no }) { text throws(StoreError) in
      guard text == yes || text == no else {
        throw StoreError(.usage, said: "invalid value “\(safeText(text))”; use \(yes) or \(no)")
      }
      return text == yes
    }
  }

  /// Declares an option for one of two words, of which one means true.
  static func either(
    _ name: String, _ first: String, _ second: String, yes: String, _ help: Words
  ) -> Parameter<Bool> {
    let no = yes == first ? second : first
    return Parameter(name, "\(first)|\(second)", help, text: { $0 ? yes : no }) { text throws(StoreError) in
      guard text == yes || text == no else {
        throw StoreError(.usage, said: "invalid --\(name) “\(safeText(text))”; use \(first) or \(second)")
      }
      return text == yes
    }
  }

  /// Declares an option without a value.
  package static func flag(_ name: String, _ help: Words, reach: Reach = .value) -> Parameter<Bool> {
    Parameter(name, nil, help, reach: reach, text: { _ in "" }, parse: { _ throws(StoreError) in true })
  }
}

extension Parameter where Value == JSONObject {
  /// Declares a parameter for a JSON object; `mistake` is the error for any other text.
  static func object(_ name: String, _ help: Words = "", mistake: Words) -> Parameter<JSONObject> {
    Parameter(name, "JSON", help, text: { JSONValue.object($0).serialized() }) { text throws(StoreError) in
      guard case .object(let members)? = try? JSONValue(parsing: Array(text.utf8)) else {
        throw StoreError(.usage, mistake.text)
      }
      return members
    }
  }
}

/// A duration as a person writes it: `90s`, `5m`, `2h`, `30d`, `1w`, `3y` (of 365 days), or `500ms` for exact times.
package struct VerbDuration: VerbValue {
  package let milliseconds: Int64
  /// The duration as it was written.
  package let text: String

  /// Parses a duration.
  ///
  /// - Throws: A `StoreError` of kind `usage` that names the text.
  package init(_ text: String) throws(StoreError) {
    let units: [Substring: Int64] = [
      "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
      "y": 31_536_000_000,
    ]
    let number = text.prefix { $0.isASCII && $0.isNumber }
    guard let unit = units[text[number.endIndex...]], let count = Int64(number), count > 0,
      case (let product, false) = count.multipliedReportingOverflow(by: unit),
      // The limit of a century keeps every date within the validity of the certificates.
      product <= 100 * 366 * Timestamp.millisecondsPerDay
    else { throw StoreError(.usage, said: "\(safeText(text)) is no duration: write 90s, 5m, 2h, 30d, 1w or 3y") }
    milliseconds = product
    self.text = text
  }

  package init?(argument json: JSONValue) {
    guard case .string(let text) = json, let duration = try? VerbDuration(text) else { return nil }
    self = duration
  }

  package var argument: JSONValue { .string(text) }
  package static var schema: JSONObject { ["type": "string", "pattern": "^[0-9]+(ms|s|m|h|d|w|y)$"] }
}
