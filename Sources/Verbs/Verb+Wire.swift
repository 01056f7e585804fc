package import AppStoreModel
package import Core

/// Verbs in HTTP requests: a path names the verb, and a JSON object has its arguments.
extension Verb {
  /// The verb's name as a path segment: `refund approve` becomes `refund-approve`.
  package var pathName: String {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  /// The verbs of the control API; the others work on the person's own files.
  package static let onTheWire: [Verb] = all.filter { $0.access != .commandLine }

  /// Returns the verb with a path segment, if there is one.
  package static func onTheWire(_ pathName: String) -> Verb? { onTheWire.first { $0.pathName == pathName } }

  /// The JSON Schema of the verb's request object (OpenAPI 3.1).
  package var requestSchema: JSONObject {
    var properties: JSONObject = [:]
    for parameter in parameters where !parameter.isMark { properties.append(parameter.name, .object(parameter.schema)) }
    if !parameters.contains(where: { $0.name == "account" }) {
      properties.append(
        "account",
        ["type": "string", "description": "the Apple Account that is signed in; needless where there is only one"])
    }
    var schema: JSONObject = ["type": "object", "properties": .object(properties), "additionalProperties": false]
    let required = parameters.filter { $0.isRequired && !$0.isMark && $0.reach != .writesFile }
      .map { JSONValue.string($0.name) }
    if !required.isEmpty { schema.append("required", .array(required)) }
    return schema
  }
}

extension AnyParameter {
  /// Whether the parameter only distinguishes two verbs with the same words, which the path already does.
  fileprivate var isMark: Bool { isSwitch && isRequired }

  /// The JSON Schema of the parameter's value.
  fileprivate var schema: JSONObject {
    var schema: JSONObject
    var words = [help.text.isEmpty ? placeholder ?? "" : help.text]
    if reach == .readsFile {
      schema = ["type": ["string", "object"]]
      words = ["the content of the file, as text or as JSON"]
    } else {
      schema = valueSchema
      if reach == .writesFile { words = ["the name under files in the answer, which holds it in Base64"] }
    }
    let description = words.joined()
    if !description.isEmpty { schema.append("description", .string(description)) }
    return schema
  }
}

extension VerbCall {
  /// Reads a request of the control API: the verb's parameters by name, and `account`, the signed-in account.
  ///
  /// A value is either its JSON form (a number, a date in milliseconds, a word) or the written form of `till
  /// simulator`. The call counts as confirmed.
  ///
  /// - Throws: A `StoreError` of kind `usage` that names the parameter.
  package init(_ verb: Verb, body: JSONObject) throws(StoreError) {
    var (arguments, files): (JSONObject, [String: [UInt8]]) = ([:], [:])
    var account: String?
    for (name, value) in body {
      if name == "account", let text = value.stringValue { account = text }
      guard let parameter = verb.parameters.first(where: { $0.name == name }) else {
        if name == "account", account != nil { continue }
        throw StoreError(.usage, said: "\(verb.pathName) has no parameter “\(safeText(name))”; see /till/openapi.json")
      }
      if parameter.reach == .readsFile {
        files[name] = value.stringValue.map { Array($0.utf8) } ?? value.serializedBytes()
        arguments.append(name, .string(name))
      } else if parameter.accepts(value) {
        arguments.append(name, value)
      } else if case .string(let text) = value {
        arguments.append(name, try parameter.parse(text))
      } else if case .bool(false) = value, parameter.isSwitch {
        continue
      } else {
        throw StoreError(.usage, said: "invalid \(safeText(name)) of \(verb.pathName): \(parameter.expectation)")
      }
    }
    for parameter in verb.parameters where parameter.isRequired && arguments[parameter.name] == nil {
      if parameter.isSwitch { arguments.append(parameter.name, true) }
      if parameter.reach == .writesFile { arguments.append(parameter.name, .string(verb.pathName)) }
    }
    if let lacking = verb.parameters.first(where: { $0.isRequired && arguments[$0.name] == nil }) {
      throw StoreError(.usage, said: "\(verb.pathName) needs \(lacking.name): \(lacking.expectation)")
    }
    var json: JSONObject = [
      "verb": .string(verb.name), "arguments": .object(arguments), "utc": true, "confirmed": true,
    ]
    json.append("account", ifPresent: account.map(JSONValue.string))
    do throws(JSONError) {
      try self.init(json: json)
    } catch {
      throw StoreError(.usage, safeText("\(verb.pathName): \(error)", limit: 200))
    }
    self.files = files
    isForProgram = true
  }
}

extension AnyParameter {
  /// The expected value, in a few words.
  fileprivate var expectation: String {
    let type: Words =
      reach == .readsFile ? "the file's content" : valueSchema["type"]?.stringValue.map { "a JSON \($0)" } ?? "a value"
    return help.text.isEmpty ? type.text : "\(type), \(help)"
  }
}
