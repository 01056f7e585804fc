package import Verbs

extension Verb {
  /// A call of the verb with all its parameters, made from its row.
  ///
  /// A parameter has the first value that its usage line names. Where the line names none, the value stands here, or the
  /// placeholder itself is the value, because the parameter takes any text.
  package var sample: [String] {
    words
      + parameters.flatMap { parameter -> [String] in
        let placeholder = parameter.placeholder ?? ""
        let value =
          Self.values[parameter.name] ?? parameter.choices.first ?? Self.values[placeholder] ?? placeholder
        guard parameter.isOption else { return [value] }
        return parameter.isSwitch ? ["--" + parameter.name] : ["--" + parameter.name, value]
      }
  }

  /// Values by the names of parameters, and by the placeholders that take only some texts.
  private static let values = [
    "event": "CREATED", "AMOUNT": "9.99", "DATE": "1772366400000", "DAYS": "7", "DURATION": "90m", "HOW": "until-now",
    "JSON": #"{"type":"Sticker"}"#, "KIND": "networkError", "N": "2", "NAME|CALL": "purchase",
    "NAME|NUMBER": "oneMinuteIsOneDay", "NEXT": "2", "PLAN": "MONTHLY", "UUID": "7389a31a-fb6d-4569-a2a6-db7d85d84813",
  ]
}
