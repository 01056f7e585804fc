import AppStoreModel
package import Core

/// The comparison of an actual value with the value that a walkthrough expects.
///
/// - An object must have at least the expected fields, and an array exactly the expected elements, in order.
/// - `{contains: X}` matches a text that contains X, or an array with an element that matches X.
/// - `null` also matches a missing field.
/// - A text with a date matches the date in milliseconds.
/// - `$name` stands for the id of the transaction with that name.
package struct Match {
  /// The transaction ids, by the names that the steps defined.
  let names: [String: String]

  /// Returns the differences between the actual and the expected value in plain words; empty when they match.
  ///
  /// - Parameter subject: The name of the value in messages.
  package func differences(_ expected: JSONValue, _ actual: JSONValue?, subject: String) -> [String] {
    switch (expected, actual) {
    case (.null, nil), (.null, .null?): return []
    case (_, nil): return [say("\(subject) should be \(Self.text(expected)), but is missing")]
    case (.object(let object), let actual?) where object.names == ["contains"]:
      return contains(object["contains"] ?? .null, actual, subject)
    case (.object(let object), .object(let other)?):
      return object.flatMap { differences($0.value, other[$0.name], subject: "\(subject).\($0.name)") }
    case (.array(let elements), .array(let others)?):
      guard elements.count == others.count else {
        return [
          say(
            "\(subject) should have \(say(elements.count, "\(elements.count) row", "\(elements.count) rows")), "
              + "but has \(say(others.count, "\(others.count) row", "\(others.count) rows"))"
          )
        ]
      }
      return zip(elements, others).enumerated().flatMap { index, pair in
        differences(pair.0, pair.1, subject: "\(subject)[\(index)]")
      }
    case (_, let actual?):
      guard !isSame(expected, actual) else { return [] }
      return [WalkthroughText.other(subject, expected: Self.text(resolved(expected)), actual: Self.text(actual)).text]
    }
  }

  private func contains(_ expected: JSONValue, _ actual: JSONValue, _ subject: String) -> [String] {
    let expected = resolved(expected)
    let isFound =
      switch actual {
      case .array(let elements): elements.contains { differences(expected, $0, subject: subject).isEmpty }
      case .string(let text): expected.stringValue.map { text.contains($0) } ?? false
      default: false
      }
    return isFound
      ? [] : [say("\(subject) should contain \(Self.text(expected)), but is \(Self.text(actual))")]
  }

  private func isSame(_ expected: JSONValue, _ actual: JSONValue) -> Bool {
    if case .string(let text) = expected, case .number(let number) = actual, let date = Timestamp(utc: text) {
      return number.int64 == date.milliseconds
    }
    return resolved(expected).isEquivalent(to: actual)
  }

  /// Returns the value with a transaction id in place of a name.
  private func resolved(_ value: JSONValue) -> JSONValue {
    value.stringValue.map { .string(resolve($0)) } ?? value
  }

  /// Returns the value with every name in it replaced.
  package func resolving(_ value: JSONValue) -> JSONValue { value.mappingTexts(resolve) }

  /// Returns the text, or the transaction id that it names; `$folder/NAME` becomes a path of the stage.
  package func resolve(_ text: String) -> String {
    guard text.hasPrefix("$") else { return text }
    let name = text.dropFirst().prefix { $0 != "/" }
    return names[String(name)].map { $0 + text.dropFirst(1 + name.count) } ?? text
  }

  private static func text(_ value: JSONValue) -> String {
    safeText(value.stringValue ?? value.serialized(), limit: 200)
  }
}

extension JSONValue {
  /// Returns the value with every text in it changed, but no name of a member.
  func mappingTexts(_ change: (String) -> String) -> JSONValue {
    switch self {
    case .string(let text): .string(change(text))
    case .array(let elements): .array(elements.map { $0.mappingTexts(change) })
    case .object(let object):
      .object(JSONObject(unique: object.map { (name: $0.name, value: $0.value.mappingTexts(change)) }))
    default: self
    }
  }
}
