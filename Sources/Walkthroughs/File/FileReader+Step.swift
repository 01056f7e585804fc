import Dashboard
import StoreModel
import StrictJSON

extension FileReader {
  /// A step; a text alone is a command line.
  mutating func step(_ element: JSONValue, isStory: Bool) throws(JSONError) -> Step {
    if case .string(let line) = element, !isStory { return Step(deed: .commands([try command(line)])) }
    guard case .object(let object) = element else {
      throw JSONError(.wrongType, "must be an object, not \(element.kindName)")
    }
    try object.allow(["say", "do", "run", "device", "as", "fails", "answer", "then"], in: "a step")
    var step = Step()
    step.say = isStory ? try object.sentence("say") : try object.optionalSentence("say")
    step.deed = try deed(object)
    step.device = try object.optionalSentence("device")
    step.failure = try object.string("fails")
    step.answer = try answer(object)
    try refuseWithoutCommands(object, step)
    let then = try object.object("then")
    // What the step itself makes has its name by the time that it is checked.
    if let name = try name(object, step) {
      step.name = name
      names.insert(name)
    }
    if let answer = step.answer {
      try Self.below("answer") { () throws(JSONError) in try refuseUnknownNames(in: answer) }
    }
    step.expectations = try Self.below("then") { () throws(JSONError) in try expectations(then ?? [:]) }
    if step.device != nil, step.expectations.needsScreen {
      throw JSONError.invalid("device", "has no screen: leave out shows and hides")
    }
    return step
  }

  private func deed(_ object: JSONObject) throws(JSONError) -> Step.Deed {
    if object["do"] != nil, object["run"] != nil { throw JSONError.invalid("run", "cannot stand beside do") }
    if let elements = try list(object, "do") {
      var moves: [Move] = []
      for (index, element) in elements.enumerated() {
        moves.append(try Self.below("do", index) { () throws(JSONError) in try move(element) })
      }
      return .moves(moves)
    }
    guard let elements = try list(object, "run") else { return .nothing }
    var commands: [[String]] = []
    for (index, element) in elements.enumerated() {
      let words = try Self.below("run", object["run"]?.arrayValue == nil ? nil : index) { () throws(JSONError) in
        guard case .string(let line) = element else {
          throw JSONError(.wrongType, "must be a command line, not \(element.kindName)")
        }
        return try command(line)
      }
      commands.append(words)
    }
    return .commands(commands)
  }

  /// The elements of a member; one that is no array stands for itself.
  private func list(_ object: JSONObject, _ name: String) throws(JSONError) -> [JSONValue]? {
    guard let value = object[name], value != .null else { return nil }
    let elements = value.arrayValue ?? [value]
    guard !elements.isEmpty else { throw JSONError.invalid(name, "is empty") }
    return elements
  }

  private func refuseWithoutCommands(_ object: JSONObject, _ step: Step) throws(JSONError) {
    if case .commands = step.deed { return }
    for name in ["device", "fails", "answer"] where object[name] != nil {
      throw JSONError.invalid(name, "goes with run")
    }
  }

  private func name(_ object: JSONObject, _ step: Step) throws(JSONError) -> String? {
    guard let name = try object.string("as") else { return nil }
    guard step.deed != .nothing else { throw JSONError.invalid("as", "goes with do or run") }
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic,
      name.unicodeScalars.allSatisfy({
        $0 == "-" || $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
      })
    else { throw JSONError.invalid("as", "is no name: write letters, digits, - and _, a letter first") }
    return name
  }

  // MARK: Moves

  private func move(_ element: JSONValue) throws(JSONError) -> Move {
    switch element {
    case .string(let name):
      guard let action = Action(rawValue: name) else {
        throw JSONError(.invalidValue, "is no action: there are \(Self.actionNames)")
      }
      guard ![.quit, .suspend, .redraw].contains(action) else {
        throw JSONError(.invalidValue, "cannot be part of a walkthrough")
      }
      return .action(action)
    case .object(let object):
      try object.allow(["product", "choose", "type"], in: "a move")
      guard object.count == 1 else {
        throw JSONError(.invalidValue, "must have one of product, choose and type")
      }
      if object["product"] != nil { return .product(try known(object, "product")) }
      if object["choose"] != nil { return .choose(try known(object, "choose")) }
      return .type(try object.sentence("type"))
    default: throw JSONError(.wrongType, "must be an action or an object, not \(element.kindName)")
    }
  }

  /// A text that may be the name of a transaction.
  private func known(_ object: JSONObject, _ name: String) throws(JSONError) -> String {
    let text = try object.sentence(name)
    if let mistake = mistake(inName: text) { throw JSONError.invalid(name, mistake) }
    return text
  }

  private static let actionNames = Action.allCases.map(\.rawValue).joined(separator: ", ")

  // MARK: Commands

  /// The words of a command line; quotation marks keep words together.
  private func command(_ line: String) throws(JSONError) -> [String] {
    guard var words = CommandLineText.words(of: line) else {
      throw JSONError(.invalidValue, "has a quotation mark that is not closed")
    }
    if words.first == "till" { words.removeFirst() }
    guard !words.isEmpty else { throw JSONError(.invalidValue, "is no command line") }
    for word in words {
      if let mistake = mistake(inName: word) { throw JSONError(.invalidValue, mistake) }
    }
    if let mistake = check(words) { throw JSONError(.invalidValue, "cannot be run: \(mistake)") }
    return words
  }

  /// What is wrong with the name of a transaction; nil for a known one, and for any other text.
  private func mistake(inName text: String) -> String? {
    guard text.hasPrefix("$"), !names.contains(String(text.dropFirst().prefix { $0 != "/" })) else { return nil }
    return "uses \(JSONValue.string(text).serialized()), which no step before has named with as"
  }

  // MARK: Values to compare with

  private func answer(_ object: JSONObject) throws(JSONError) -> JSONValue? {
    guard let value = object["answer"] else { return nil }
    guard case .object = value else {
      throw JSONError.invalid("answer", "must be an object: members of the command's --json document")
    }
    return value
  }

  /// Refuses names that no step has given, wherever they stand in a value.
  func refuseUnknownNames(in value: JSONValue) throws(JSONError) {
    switch value {
    case .string(let text): if let mistake = mistake(inName: text) { throw JSONError(.invalidValue, mistake) }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        do throws(JSONError) {
          try refuseUnknownNames(in: element)
        } catch {
          throw JSONError(error.kind, error.message, path: "[\(index)]" + Self.continuing(error.path))
        }
      }
    case .object(let members):
      for member in members {
        try Self.below(member.name) { () throws(JSONError) in try refuseUnknownNames(in: member.value) }
      }
    default: break
    }
  }

  private static func continuing(_ path: String) -> String {
    path.isEmpty || path.hasPrefix("[") ? path : "." + path
  }
}
