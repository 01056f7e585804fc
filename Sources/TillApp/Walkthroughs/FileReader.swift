import AppStoreModel
import Core
import Verbs

/// The reader of a walkthrough or scenario file, which keeps track of the names that earlier steps define.
struct FileReader {
  let document: JSON5Document
  let check: CommandCheck
  /// The names that are defined so far.
  ///
  /// They are the transactions' names, and the predefined ones for the temporary folder, the tested server, the App
  /// Store's root certificate and the walkthrough's own `till serve`.
  var names = standing
  /// The predefined names.
  static let standing: Set<String> = ["folder", "server", "webhook", "root", "till"]

  mutating func walkthrough(_ object: JSONObject) throws(JSONError) -> Walkthrough {
    try object.allow(["title", "story", "start", "steps", "tell", "zh"], in: "a walkthrough")
    let title = try object.sentence("title")
    let story = try object.optionalSentence("story")
    let tell = try object.optionalSentence("tell")
    if story == nil, tell != nil { throw JSONError.invalid("tell", Words("needs a story beside it")) }
    if story != nil, tell == nil { throw JSONError.missing("tell") }
    let start = try object.object("start")
    let state = try Self.below("start") { () throws(JSONError) in try startingState(start ?? [:]) }
    let steps = try steps(object, "steps", isStory: story != nil)
    guard !steps.isEmpty else { throw JSONError.invalid("steps", Words("has no steps")) }
    let walkthrough = Walkthrough(title: title, story: story, start: state, steps: steps, tell: tell)
    guard let other = try object.object("zh") else { return walkthrough }
    let translation = try Self.below("zh") { () throws(JSONError) in try Translation(other, of: walkthrough) }
    return Language.current.tag == "zh-Hans" ? translation.applied(to: walkthrough) : walkthrough
  }

  // MARK: The starting state

  private mutating func startingState(_ object: JSONObject) throws(JSONError) -> StartingState {
    if let name = ["server", "webhook"].first(where: { object[$0] != nil }) {
      throw JSONError.invalid(
        name,
        Words("must not name a server; pass --\(name) URL on the command line, and use $\(name) in the steps"))
    }
    try object.allow(
      ["catalogue", "accounts", "account", "user", "clock", "ago", "tick", "seed", "backends", "secret", "history"],
      in: "the starting state")
    var state = StartingState()
    state.catalogue = try object.optionalSentence("catalogue")
    state.accounts = try accounts(object)
    state.account = try object.optionalSentence("account")
    if let account = state.account, let accounts = state.accounts, !accounts.contains(where: { $0.name == account }) {
      throw JSONError.invalid("account", Words("is not one of the accounts"))
    }
    if let value = object["user"] { state.user = value == .null ? nil : try object.optionalSentence("user") }
    if let text = try object.optionalSentence("clock") {
      guard let clock = Timestamp(utc: text) else {
        throw JSONError.invalid("clock", Words("is not a date; use 2025-03-01T12:00:00Z"))
      }
      state.clock = clock
    }
    if let text = try object.optionalSentence("ago") {
      do throws(StoreError) { state.ago = try VerbDuration(text) } catch {
        throw JSONError.invalid("ago", Words("is not a duration; use a number with a unit, such as 240d"))
      }
    }
    if let tick = try object.int64("tick") {
      guard (0...86_400).contains(tick) else { throw JSONError.invalid("tick", Words("must be 0 to 86400 seconds")) }
      state.tick = tick * 1000
    }
    if let seed = try object.int64("seed") {
      guard let seed = UInt64(exactly: seed) else { throw JSONError.invalid("seed", Words("is negative")) }
      state.seed = seed
    }
    state.backends = try Self.below("backends") { () throws(JSONError) in try backends(object.object("backends") ?? [:])
    }
    state.secret = try object.optionalSentence("secret")
    state.history = try steps(object, "history", isStory: false)
    if let index = state.history.firstIndex(where: { if case .moves = $0.deed { true } else { false } }) {
      throw JSONError(.invalidValue, Words("runs in the background; use only run"), path: "history[\(index)].do")
    }
    return state
  }

  private func backends(_ object: JSONObject) throws(JSONError) -> [String: StartingState.Backend] {
    var backends: [String: StartingState.Backend] = [:]
    for (name, value) in object {
      guard Self.isDevice(name) else { throw JSONError.invalid(name, WalkthroughText.noDevice) }
      guard let text = value.stringValue, let backend = StartingState.Backend(rawValue: text) else {
        let known = StartingState.Backend.allCases.map(\.rawValue)
        throw JSONError.invalid(
          name, Words("is not a backend for stories; use \(Language.series(known))"))
      }
      backends[name] = backend
    }
    return backends
  }

  private func accounts(_ object: JSONObject) throws(JSONError) -> [StartingState.Account]? {
    guard let elements = try object.array("accounts") else { return nil }
    var accounts: [StartingState.Account] = []
    for (index, element) in elements.enumerated() {
      let account = try Self.below("accounts", index) { () throws(JSONError) in try self.account(element) }
      guard !accounts.contains(where: { $0.name == account.name }) else {
        throw JSONError(.invalidValue, Words("appears twice"), path: "accounts[\(index)]")
      }
      accounts.append(account)
    }
    guard !accounts.isEmpty else { throw JSONError.invalid("accounts", Words("has no account")) }
    return accounts
  }

  private func account(_ element: JSONValue) throws(JSONError) -> StartingState.Account {
    switch element {
    case .string(let name) where !name.isEmpty: return StartingState.Account(name: name)
    case .object(let object):
      try object.allow(["name", "storefront"], in: "an account")
      return StartingState.Account(
        name: try object.sentence("name"), storefront: try object.optionalSentence("storefront"))
    default: throw JSONError(.wrongType, Words("must be a name or an object, not \(element.kindName)"))
    }
  }

  /// Returns whether a text is a valid device name; it becomes part of a folder's name.
  static func isDevice(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || [" ", "-", "_", "@", "+"].contains($0)
      }
  }

  // MARK: Steps

  private mutating func steps(_ object: JSONObject, _ name: String, isStory: Bool) throws(JSONError) -> [Step] {
    guard let elements = try object.array(name) else {
      if name == "history" { return [] }
      throw JSONError.missing(name)
    }
    var steps: [Step] = []
    for (index, element) in elements.enumerated() {
      var step: Step
      do throws(JSONError) {
        step = try self.step(element, isStory: isStory)
      } catch {
        throw error.below(name, index)
      }
      let path = name == "history" ? "start.history[\(index)]" : "\(name)[\(index)]"
      step.line = document.position(of: path).line
      steps.append(step)
    }
    return steps
  }

  /// Runs a reader on the value of a field, and adds the field to the path of its errors.
  static func below<Result>(
    _ name: String, _ index: Int? = nil, _ read: () throws(JSONError) -> Result
  ) throws(JSONError) -> Result {
    do throws(JSONError) {
      return try read()
    } catch {
      throw index.map { error.below(name, $0) } ?? error.below(name)
    }
  }
}

extension JSONObject {
  /// Rejects unknown fields, which are most likely typing mistakes.
  func allow(_ names: [String], in part: Words) throws(JSONError) {
    guard let name = self.names.first(where: { !names.contains($0) }) else { return }
    throw JSONError.invalid(name, WalkthroughText.noMember(of: part, known: names))
  }

  /// Returns a required text that is not blank, with line breaks replaced by spaces.
  func sentence(_ name: String) throws(JSONError) -> String {
    guard let text = try optionalSentence(name) else { throw JSONError.missing(name) }
    return text
  }

  /// Returns an optional text, which must not be blank.
  func optionalSentence(_ name: String) throws(JSONError) -> String? {
    guard let text = try string(name) else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { throw JSONError.invalid(name, WalkthroughText.isEmpty) }
    return words
  }
}

/// The parsing of a command line into words.
enum CommandLineText {
  /// Returns the words, which spaces separate and quotation marks keep together; nil for an unclosed quotation mark.
  static func words(of line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let done = word { words.append(done) }
    return quote == nil ? words : nil
  }
}
