package import AppStoreModel
package import Core
import Libc

/// A call of a verb: its arguments, and the facts about the device that the App Store needs.
package struct VerbCall: Hashable, Sendable {
  package let verb: Verb
  private(set) var arguments = ParameterValues()
  /// The Apple Account that is signed in on the device; nil for none.
  package var signedIn: String?
  /// Whether the answer's texts show dates in UTC instead of the local time zone.
  package var isUTC = false
  /// Whether a person has confirmed an action that cannot be undone.
  package var isConfirmed = false
  /// Whether the call comes from the control API, whose client has no shell and no files here.
  package internal(set) var isForProgram = false
  /// The Apple Accounts that such a call may name, where there are several.
  package var choices: [String] = []
  /// The contents of the files that the call reads, by name.
  package var files: [String: [UInt8]] = [:]

  /// Creates a call without arguments, except for the switches that select this verb.
  package init(_ verb: Verb) {
    self.verb = verb
    for parameter in verb.parameters where parameter.isRequired && parameter.isSwitch {
      arguments.set(parameter, to: true)
    }
  }

  /// Returns the value of a required parameter.
  ///
  /// - Throws: A `StoreError` of kind `usage` where it is missing.
  package subscript<Value>(parameter: Parameter<Value>) -> Value {
    get throws(StoreError) {
      guard let value = self[maybe: parameter] else {
        throw StoreError(.usage, said: "usage: \(verb.fullUsage)")
      }
      return value
    }
  }

  /// Returns the value of an optional parameter; nil where it is missing.
  package subscript<Value>(maybe parameter: Parameter<Value>) -> Value? {
    arguments[parameter]
  }

  /// Returns whether the call has a switch.
  package func has(_ flag: Parameter<Bool>) -> Bool { self[maybe: flag] == true }

  /// Returns the call with one more argument.
  package func with<Value>(_ parameter: Parameter<Value>, _ value: Value) -> VerbCall {
    var call = self
    call.arguments[parameter] = value
    return call
  }

  /// The call, marked as confirmed.
  package var confirmed: VerbCall {
    var call = self
    call.isConfirmed = true
    return call
  }

  /// Returns the Apple Account that is signed in on the device.
  ///
  /// - Throws: A `StoreError` when no account is signed in.
  package func account() throws(StoreError) -> String {
    if let signedIn { return signedIn }
    guard isForProgram else {
      throw StoreError(.failed, said: "no Apple Account is signed in; sign in, or name an account")
    }
    throw StoreError(.usage, said: "no account given; name one in account: \(Language.alternatives(choices))")
  }

  /// Returns the Apple Account that `--account` names, else the one that is signed in.
  package func chosenAccount() throws(StoreError) -> String {
    if let name = self[maybe: .account] { return name }
    return try account()
  }

  /// Returns where the caller finds a file that the verb writes: its name, or its place in the JSON answer.
  package func place(ofFile name: String) -> String {
    isForProgram ? say("files.\(safeText(name)) of this answer") : safeText(name)
  }

  /// Returns the name and content of the file that a parameter names.
  package func file(_ parameter: Parameter<String>) throws(StoreError) -> (name: String, bytes: [UInt8]) {
    let name = try self[parameter]
    guard let bytes = files[name] else {
      throw StoreError(.usage, said: "Till has not read the file \(name); name it again")
    }
    return (name, bytes)
  }

  /// The names of the files that the call reads.
  package var filesToRead: [String] { given.filter { $0.parameter.reach == .readsFile }.map(\.text) }

  /// The names of the files that the call may write.
  package var filesToWrite: [String] { given.filter { $0.parameter.reach == .writesFile }.map(\.text) }

  /// The arguments in their written form.
  package var given: [(parameter: AnyParameter, text: String)] { arguments.written(in: verb.form) }

  /// Formats a date to the minute, in the device's zone; empty for nil, “unknown” for an unknown date.
  package func date(_ date: Timestamp?) -> String {
    guard let date else { return "" }
    guard !date.isUnknown else { return "unknown" }
    return date.formatted(.minute, secondsFromUTC: isUTC ? 0 : DisplayZone.local.offset(at: date))
  }
}

// MARK: The command line

extension VerbCall {
  /// Parses the words and options after `till simulator`.
  ///
  /// - Parameters:
  ///   - words: The words; the verb's own words come first.
  ///   - options: The value of each option; an empty text for a switch.
  ///   - ignored: Options of every command, which are used only where the verb also has them.
  /// - Throws: A `StoreError` of kind `usage` with the mistake or the usage.
  package init(words: [String], options: [String: String], ignoring ignored: Set<String>) throws(StoreError) {
    guard let first = words.first else {
      throw StoreError(.usage, said: "till simulator needs a verb; see till help simulator")
    }
    let related = Verb.all.filter { $0.words.first == first && $0.access != .otherCommands }
    guard !related.isEmpty else {
      let near = nearest(to: first, among: Verb.all.filter { $0.access != .otherCommands }.compactMap(\.words.first))
      throw StoreError(
        .usage, said: "unknown verb “\(first)”; \(remedy(near: near, listedBy: "till help simulator"))")
    }
    let named = related.filter { words.starts(with: $0.words) }
    let most = named.map(\.words.count).max() ?? 0
    let candidates = named.filter { $0.words.count == most }
    let given = Set(options.keys)
    func foreign(_ verb: Verb) -> String? {
      given.subtracting(verb.options).subtracting(ignored).min()
    }
    func lacks(_ verb: Verb) -> AnyParameter? {
      verb.parameters.first { $0.isOption && $0.isRequired && !given.contains($0.name) }
    }
    let fitting = candidates.filter { $0.takes(words.count - most) }
    guard let verb = fitting.first(where: { foreign($0) == nil && lacks($0) == nil }) else {
      let all = fitting.isEmpty ? candidates : fitting
      if let name = given.subtracting(ignored).subtracting(all.flatMap(\.options)).min() {
        throw StoreError(
          .usage,
          said: "unknown option --\(name) of till simulator "
            + "\(words.prefix(most).joined(separator: " ")); see till help "
            + "simulator")
      }
      if related.count == 1, let parameter = fitting.first.flatMap(lacks) {
        throw StoreError(
          .usage, said: "till simulator \(first) needs \(parameter.usage): \(parameter.help)")
      }
      throw StoreError(.usage, said: "usage: \(related.map(\.fullUsage).joined(separator: "  |  "))")
    }
    self.init(verb)
    arguments = try ParameterValues(words: words.dropFirst(most), options: options, of: verb.form)
  }

  /// The call as a command line, as a person types it in a shell.
  package var line: String {
    ShellWords.text(["till", "simulator"] + commandLine)
  }

  /// Parses the words and options of one line; an option's value follows its name.
  ///
  /// - Throws: A `StoreError` of kind `usage` with the mistake or the usage.
  package init(commandLine line: [String]) throws(StoreError) {
    var (words, options): ([String], [String: String]) = ([], [:])
    var rest = line[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("--") else {
        words.append(word)
        continue
      }
      let name = String(word.dropFirst(2))
      let isSwitch = Verb.all.contains { $0.parameters.contains { $0.name == name && $0.isSwitch } }
      options[name] = isSwitch ? "" : rest.popFirst() ?? ""
    }
    try self.init(words: words, options: options, ignoring: [])
  }

  /// The words and options after `till simulator`.
  package var commandLine: [String] { arguments.line(of: verb.form) }
}

extension Verb {
  /// Returns whether this number of words may follow the verb's own words.
  fileprivate func takes(_ count: Int) -> Bool {
    let places = parameters.filter { !$0.isOption }
    return (places.filter(\.isRequired).count...places.count).contains(count)
  }
}

// MARK: Answers

/// The result of a call.
package enum VerbReply: Hashable, Sendable {
  case done(VerbAnswer)
  /// The verb needs confirmation, and has changed nothing yet; the text is the question.
  case question(String)
}

/// The answer of a verb: a JSON document, and the same in plain words.
package struct VerbAnswer: Hashable, Sendable {
  package let document: JSONObject
  package let text: String
  /// The files to write, by the names in the call.
  package var files: [String: [UInt8]] = [:]

  /// Creates an answer from a complete document.
  package init(document: JSONObject, text: String, files: [String: [UInt8]] = [:]) {
    self.document = document
    self.text = text
    self.files = files
  }
}

// MARK: JSON

extension VerbCall {
  /// The call as JSON for a `till serve`: the verb's name, its arguments, and the device's facts, without files.
  package var json: JSONObject {
    var told: JSONObject = [:]
    for parameter in verb.parameters { told.append(parameter.name, ifPresent: arguments.members[parameter.name]) }
    var json: JSONObject = ["verb": .string(verb.name), "arguments": .object(told)]
    json.append("account", ifPresent: signedIn.map(JSONValue.string))
    if isUTC { json.append("utc", true) }
    if isConfirmed { json.append("confirmed", true) }
    return json
  }

  /// Reads a call from its JSON.
  ///
  /// - Throws: A `JSONError` for an unknown verb or argument, or an invalid value.
  package init(json: JSONObject) throws(JSONError) {
    guard let verb = try json.string("verb").flatMap(Verb.named), verb.access != .commandLine else {
      throw JSONError.missing("verb")
    }
    self.init(verb)
    for (name, value) in try json.object("arguments") ?? [:] {
      guard let parameter = verb.parameters.first(where: { $0.name == name }), parameter.accepts(value) else {
        throw JSONError.missing(name).below("arguments")
      }
      arguments.set(parameter, to: value)
    }
    if let lacking = verb.parameters.first(where: { $0.isRequired && arguments.members[$0.name] == nil }) {
      throw JSONError.missing(lacking.name).below("arguments")
    }
    signedIn = try json.string("account")
    isUTC = try json.bool("utc") ?? false
    isConfirmed = try json.bool("confirmed") ?? false
  }
}
