package import AppStoreModel
package import Core

/// A parameter in its position in a usage line, whatever its type.
package struct AnyParameter: Sendable {
  package let name: String
  package let placeholder: String?
  package let help: Words
  /// Whether the parameter is an option (`--name`) instead of a word.
  package let isOption: Bool
  package let isRequired: Bool
  /// Whether an option may come without its value; if so, a value must follow an equals sign.
  package let isValueOptional: Bool
  /// What the value gives access to: nothing, a file, or anything.
  package let reach: Reach
  /// The values that completion offers, besides the words of the placeholder.
  package let offers: OfferedValues
  /// The placeholder in the usage line.
  private let form: String?
  /// Parses the written form.
  let parse: @Sendable (String) throws(StoreError) -> JSONValue
  /// Returns the value's written form; nil for a value of another type.
  let text: @Sendable (JSONValue) -> String?
  private let schema: @Sendable () -> JSONObject

  init<Value>(_ parameter: Parameter<Value>, isOption: Bool, isRequired: Bool) {
    name = parameter.name
    placeholder = parameter.placeholder
    help = parameter.help
    self.isOption = isOption
    self.isRequired = isRequired
    isValueOptional = parameter.isValueOptional
    reach = parameter.reach
    offers = parameter.offers
    form = parameter.form
    schema = parameter.schema
    parse = { text throws(StoreError) in parameter.json(try parameter.parse(text)) }
    text = { json in parameter.value(json).map(parameter.text) }
  }

  /// An option for a list of options.
  package static func option<Value>(_ parameter: Parameter<Value>) -> AnyParameter {
    AnyParameter(parameter, isOption: true, isRequired: false)
  }

  /// The JSON Schema of the value.
  var valueSchema: JSONObject { schema() }

  /// Whether the parameter is an option without a value.
  package var isSwitch: Bool { isOption && placeholder == nil }

  /// The parameter's form in the usage line.
  package var usage: String {
    let placeholder = form ?? placeholder
    let text = isOption ? "--\(name)" + (placeholder.map { " " + $0 } ?? "") : placeholder ?? name
    return isRequired ? text : "[\(text)]"
  }

  /// The option as lists of options show it.
  package var listing: String { "--" + name + (placeholder.map { isValueOptional ? "[=\($0)]" : " " + $0 } ?? "") }

  /// The words that a usage line names as possible values, such as `on` and `off`.
  package var choices: [String] { parts.filter { $0.first?.isUppercase != true } }

  /// Whether the value can be another word than those that the usage line names.
  var takesAnyWord: Bool { parts.contains { $0.first?.isUppercase == true } }

  private var parts: [String] {
    let parts = (form ?? placeholder ?? "").split { "| ".contains($0) }.map { part in
      String(part.hasSuffix("...") ? part.dropLast(3) : part)
    }
    // A single value that is no word, such as 80x24, is an example.
    return parts.count == 1 && parts[0].first?.isLetter != true
      ? [] : parts.filter { !$0.contains(":") && !$0.contains("[") }
  }

  /// Returns whether a value from a request is one that a person could have typed.
  func accepts(_ json: JSONValue) -> Bool {
    guard let text = text(json) else { return false }
    return (try? parse(text)) == json
  }
}

/// The values of a call's parameters.
package struct ParameterValues: Hashable, Sendable {
  /// The values as JSON, by the parameters' names.
  package private(set) var members: [String: JSONValue] = [:]

  package init() {}

  /// The value of a parameter; nil where the call does not have it.
  package subscript<Value>(parameter: Parameter<Value>) -> Value? {
    get { members[parameter.name].flatMap(parameter.value) }
    set { members[parameter.name] = newValue.map(parameter.json) }
  }

  /// Sets a value that is checked already.
  mutating func set(_ parameter: AnyParameter, to value: JSONValue) { members[parameter.name] = value }

  /// Parses the words and options of a form.
  ///
  /// - Parameters:
  ///   - words: The words after the literal ones.
  ///   - options: The written value of each option; an empty text for a switch.
  package init(words: ArraySlice<String>, options: [String: String], of form: UsageForm) throws(StoreError) {
    var rest = words
    for parameter in form.parameters {
      if let text = parameter.isOption ? options[parameter.name] : rest.popFirst() {
        members[parameter.name] = try parameter.parse(text)
      }
    }
  }

  /// Returns the values in their written forms, in the order of the form.
  func written(in form: UsageForm) -> [(parameter: AnyParameter, text: String)] {
    form.parameters.compactMap { parameter in
      members[parameter.name].flatMap(parameter.text).map { (parameter, $0) }
    }
  }

  /// Returns the words and options that a person types for these values.
  package func line(of form: UsageForm) -> [String] {
    form.literals
      + written(in: form).flatMap { parameter, text in
        guard parameter.isOption else { return [text] }
        return parameter.isSwitch ? ["--" + parameter.name] : ["--" + parameter.name, text]
      }
  }
}
