import AppStoreModel
import Core
import Dashboard

extension FileReader {
  /// Reads one step; a plain text is a command line.
  mutating func step(_ element: JSONValue, isStory: Bool) throws(JSONError) -> Step {
    if case .string(let line) = element, !isStory { return Step(deed: .commands([try command(line)])) }
    guard case .object(let object) = element else {
      throw JSONError(.wrongType, WalkthroughText.noObject(element.kindName))
    }
    try object.allow(
      ["say", "do", "run", "post", "call", "headers", "body", "device", "as", "fails", "answer", "then"], in: "a step")
    var step = Step()
    step.say = isStory ? try object.sentence("say") : try object.optionalSentence("say")
    step.deed = try deed(object)
    step.device = try object.optionalSentence("device")
    if let device = step.device, !Self.isDevice(device) { throw JSONError.invalid("device", WalkthroughText.noDevice) }
    step.failure = try object.string("fails")
    step.answer = try expectedAnswer(object)
    try refuseMisplaced(object, step)
    let then = try object.object("then")
    // The step's `then` may use the name that the step itself defines with `as`.
    if let name = try name(object, step) {
      step.name = name
      names.insert(name)
    }
    if let answer = step.answer {
      try Self.below("answer") { () throws(JSONError) in try refuseUnknownNames(in: answer) }
    }
    step.expectations = try Self.below("then") { () throws(JSONError) in try expectations(then ?? [:]) }
    if step.device != nil, step.expectations.needsScreen {
      throw JSONError.invalid("device", Words("has no screen; remove shows and hides"))
    }
    return step
  }

  private func deed(_ object: JSONObject) throws(JSONError) -> Step.Deed {
    let deeds = ["do", "run", "post", "call"].filter { object[$0] != nil }
    if deeds.count > 1 { throw JSONError.invalid(deeds[1], Words("cannot be combined with \(deeds[0])")) }
    if object["post"] != nil { return .post(try known(object, "post")) }
    if let line = try object.optionalSentence("call") { return .call(try serverCall(line, object)) }
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
          throw JSONError(.wrongType, Words("must be a command line, not \(element.kindName)"))
        }
        return try command(line)
      }
      commands.append(words)
    }
    return .commands(commands)
  }

  /// Returns the elements of an array field; a single value counts as an array of one.
  private func list(_ object: JSONObject, _ name: String) throws(JSONError) -> [JSONValue]? {
    guard let value = object[name], value != .null else { return nil }
    let elements = value.arrayValue ?? [value]
    guard !elements.isEmpty else { throw JSONError.invalid(name, WalkthroughText.isEmpty) }
    return elements
  }

  /// Rejects fields that belong to another kind of step.
  private func refuseMisplaced(_ object: JSONObject, _ step: Step) throws(JSONError) {
    func refuse(_ names: [String], _ mistake: Words) throws(JSONError) {
      if let name = names.first(where: { object[$0] != nil }) { throw JSONError.invalid(name, mistake) }
    }
    switch step.deed {
    case .commands: try refuse(["headers", "body"], WalkthroughText.goesWithCall)
    case .call: try refuse(["device", "fails"], WalkthroughText.goesWithRun)
    case .post:
      try refuse(["device", "fails"], WalkthroughText.goesWithRun)
      try refuse(["headers", "body"], WalkthroughText.goesWithCall)
    case .nothing, .moves:
      try refuse(["device", "fails"], WalkthroughText.goesWithRun)
      try refuse(["answer"], Words("needs run, post or call beside it"))
      try refuse(["headers", "body"], WalkthroughText.goesWithCall)
    }
  }

  /// Reads a request to the tested server, such as `GET https://...`, with the fields that belong to it.
  private func serverCall(_ line: String, _ object: JSONObject) throws(JSONError) -> ServerCall {
    let words = line.split(separator: " ").map(String.init)
    guard words.count == 2, words[0].allSatisfy({ $0.isASCII && $0.isUppercase }) else {
      throw JSONError.invalid(
        "call",
        Words(
          "is not a valid request; use a method and a URL, such as GET "
            + "$server/users/one"))
    }
    if let mistake = mistake(inName: words[1]) { throw JSONError.invalid("call", mistake) }
    var call = ServerCall(method: words[0], url: words[1], body: object["body"])
    for member in try object.object("headers") ?? [:] {
      guard case .string(let value) = member.value else {
        throw JSONError.invalid("headers", Words("must be an object with texts"))
      }
      call.headers[member.name] = value
    }
    if let body = call.body { try Self.below("body") { () throws(JSONError) in try refuseUnknownNames(in: body) } }
    return call
  }

  private func name(_ object: JSONObject, _ step: Step) throws(JSONError) -> String? {
    guard let name = try object.string("as") else { return nil }
    guard step.deed != .nothing else { throw JSONError.invalid("as", Words("needs do or run beside it")) }
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic,
      name.unicodeScalars.allSatisfy({
        $0 == "-" || $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
      })
    else {
      throw JSONError.invalid(
        "as",
        Words(
          "is not a valid name; use letters, digits, - and _, and start "
            + "with a letter"))
    }
    // A reserved name, such as `$folder`, must keep its meaning in later steps.
    guard !Self.standing.contains(name) else {
      throw JSONError.invalid("as", Words("$\(name) is reserved; choose another name"))
    }
    return name
  }

  // MARK: Moves

  private func move(_ element: JSONValue) throws(JSONError) -> Move {
    switch element {
    case .string(let name):
      guard let action = Action(rawValue: name) else {
        throw JSONError(
          .invalidValue,
          Words("is not an action; use \(Language.series(Action.allCases.map(\.rawValue)))"))
      }
      guard ![.quit, .suspend, .redraw].contains(action) else {
        throw JSONError(.invalidValue, Words("is not possible in a walkthrough"))
      }
      return .action(action)
    case .object(let object):
      try object.allow(["product", "choose", "type"], in: "a move")
      guard object.count == 1 else {
        throw JSONError(.invalidValue, Words("must have either product, choose or type"))
      }
      if object["product"] != nil { return .product(try known(object, "product")) }
      if object["choose"] != nil { return .choose(try known(object, "choose")) }
      return .type(try object.sentence("type"))
    default: throw JSONError(.wrongType, Words("must be an action or an object, not \(element.kindName)"))
    }
  }

  /// Returns a required text; if it is a transaction's name, an earlier step must define it.
  private func known(_ object: JSONObject, _ name: String) throws(JSONError) -> String {
    let text = try object.sentence(name)
    if let mistake = mistake(inName: text) { throw JSONError.invalid(name, mistake) }
    return text
  }

  // MARK: Commands

  /// Splits a command line into words; quotation marks keep words together.
  private func command(_ line: String) throws(JSONError) -> [String] {
    guard var words = CommandLineText.words(of: line) else {
      throw JSONError(.invalidValue, Words("has an unclosed quotation mark"))
    }
    if words.first == "till" { words.removeFirst() }
    guard !words.isEmpty else { throw JSONError(.invalidValue, Words("is not a valid command line")) }
    for word in words {
      if let mistake = mistake(inName: word) { throw JSONError(.invalidValue, mistake) }
    }
    if let mistake = check(words) { throw JSONError(.invalidValue, Words("cannot be run: \(mistake)")) }
    return words
  }

  /// Returns an error message for an undefined transaction name; nil for a defined name or any other text.
  private func mistake(inName text: String) -> String? {
    guard text.hasPrefix("$"), !names.contains(String(text.dropFirst().prefix { $0 != "/" })) else { return nil }
    return say("uses \(JSONValue.string(text).serialized()), but no earlier step defines it with as")
  }

  // MARK: Expected values

  private func expectedAnswer(_ object: JSONObject) throws(JSONError) -> JSONValue? {
    guard let value = object["answer"] else { return nil }
    guard case .object = value else {
      throw JSONError.invalid("answer", Words("must be an object: members of the command's --json document"))
    }
    return value
  }

  /// Rejects names that no earlier step defines, anywhere in a value.
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

extension FileReader {
  func expectations(_ object: JSONObject) throws(JSONError) -> Expectations {
    let lists = Expectations.List.allCases
    try object.allow(
      ["products", "entitled", "shows", "hides", "status"] + lists.map(\.rawValue), in: "the expectations")
    var expectations = Expectations()
    expectations.products = try products(object)
    expectations.entitled = try object.strings("entitled")
    for list in lists { expectations.lists[list] = try rows(object, list.rawValue) }
    expectations.shows = try texts(object, "shows")
    expectations.hides = try texts(object, "hides")
    if let status = try object.object("status") {
      try Self.below("status") { () throws(JSONError) in try refuseUnknownNames(in: .object(status)) }
      expectations.status = status
    }
    return expectations
  }

  private func products(_ object: JSONObject) throws(JSONError) -> JSONObject {
    var rows: JSONObject = [:]
    for (id, value) in try object.object("products") ?? [:] {
      let row = try Self.below("products") { () throws(JSONError) in
        try Self.below(id) { () throws(JSONError) in try product(value) }
      }
      rows.append(id, row)
    }
    return rows
  }

  /// Reads the expected row of a product; a plain text is the expected state.
  private func product(_ value: JSONValue) throws(JSONError) -> JSONValue {
    switch value {
    case .string(let word):
      try refuseUnknown(state: word)
      return ["state": .string(word)]
    case .object(let row):
      try refuseUnknownNames(in: value)
      if let word = try row.string("state") {
        try Self.below("state") { () throws(JSONError) in try refuseUnknown(state: word) }
      }
      return value
    default: throw JSONError(.wrongType, Words("must be a state or an object, not \(value.kindName)"))
    }
  }

  private func refuseUnknown(state word: String) throws(JSONError) {
    guard EntitlementState(rawValue: word) == nil else { return }
    throw JSONError(
      .invalidValue,
      Words("is not a state; use \(Language.series(EntitlementState.allCases.map(\.rawValue)))"))
  }

  private func rows(_ object: JSONObject, _ name: String) throws(JSONError) -> Expectations.Rows? {
    switch object[name] {
    case nil: return nil
    case .number?:
      guard let count = try object.int32(name), count >= 0 else {
        throw JSONError.invalid(name, Words("must be a number of rows, or the rows"))
      }
      return .count(Int(count))
    case .array(let elements)?:
      for (index, element) in elements.enumerated() {
        guard case .object = element else {
          throw JSONError(.wrongType, WalkthroughText.noObject(element.kindName), path: "\(name)[\(index)]")
        }
        try Self.below(name, index) { () throws(JSONError) in try refuseUnknownNames(in: element) }
      }
      return .rows(elements)
    case .some(let other):
      throw JSONError(.wrongType, Words("must be a number of rows, or the rows, not \(other.kindName)"), path: name)
    }
  }

  private func texts(_ object: JSONObject, _ name: String) throws(JSONError) -> [String] {
    if case .string(let text)? = object[name], !text.isEmpty { return [text] }
    let texts = try object.strings(name) ?? []
    guard !texts.contains("") else { throw JSONError.invalid(name, Words("has an empty text")) }
    return texts
  }
}
