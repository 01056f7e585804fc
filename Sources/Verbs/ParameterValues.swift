package import AppStoreModel
package import Core

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
