import Dashboard
import StoreModel
import StrictJSON

/// Reads the parts of a file, remembering which names the steps so far have given.
struct FileReader {
  private let document: JSON5Document
  let check: CommandCheck
  /// The names of transactions that were given so far, and that of the folder in which the story plays.
  var names: Set<String> = ["folder"]

  init(document: JSON5Document, check: @escaping CommandCheck) {
    self.document = document
    self.check = check
  }

  mutating func walkthrough(_ object: JSONObject) throws(JSONError) -> Walkthrough {
    try object.allow(["title", "story", "start", "steps", "tell"], in: "a walkthrough")
    let title = try object.sentence("title")
    let story = try object.optionalSentence("story")
    let tell = try object.optionalSentence("tell")
    if story == nil, tell != nil { throw JSONError.invalid("tell", "goes with a story") }
    if story != nil, tell == nil { throw JSONError.missing("tell") }
    let start = try object.object("start")
    let state = try Self.below("start") { () throws(JSONError) in try startingState(start ?? [:]) }
    let steps = try steps(object, "steps", isStory: story != nil)
    guard !steps.isEmpty else { throw JSONError.invalid("steps", "has no step") }
    return Walkthrough(title: title, story: story, start: state, steps: steps, tell: tell)
  }

  // MARK: The starting state

  private mutating func startingState(_ object: JSONObject) throws(JSONError) -> StartingState {
    try object.allow(
      ["catalogue", "accounts", "account", "user", "clock", "tick", "seed", "backends", "history"],
      in: "the starting state")
    var state = StartingState()
    state.catalogue = try object.optionalSentence("catalogue")
    state.accounts = try accounts(object)
    state.account = try object.optionalSentence("account")
    if let account = state.account, let accounts = state.accounts, !accounts.contains(where: { $0.name == account }) {
      throw JSONError.invalid("account", "is none of the accounts")
    }
    state.user = try object.optionalSentence("user")
    if let text = try object.optionalSentence("clock") {
      guard let clock = Timestamp(utc: text) else {
        throw JSONError.invalid("clock", "is no instant: write 2025-03-01T12:00:00Z")
      }
      state.clock = clock
    }
    if let tick = try object.int64("tick") {
      guard (0...86_400).contains(tick) else { throw JSONError.invalid("tick", "must be 0 to 86400 seconds") }
      state.tick = tick * 1000
    }
    if let seed = try object.int64("seed") {
      guard let seed = UInt64(exactly: seed) else { throw JSONError.invalid("seed", "is negative") }
      state.seed = seed
    }
    state.backends = try Self.below("backends") { () throws(JSONError) in try backends(object.object("backends") ?? [:])
    }
    state.history = try steps(object, "history", isStory: false)
    if let index = state.history.firstIndex(where: { if case .moves = $0.deed { true } else { false } }) {
      throw JSONError(.invalidValue, "happens off the stage: only run can be used", path: "history[\(index)].do")
    }
    return state
  }

  private func backends(_ object: JSONObject) throws(JSONError) -> [String: StartingState.Backend] {
    var backends: [String: StartingState.Backend] = [:]
    for (name, value) in object {
      guard let text = value.stringValue, let backend = StartingState.Backend(rawValue: text) else {
        let known = StartingState.Backend.allCases.map(\.rawValue).joined(separator: ", ")
        throw JSONError.invalid(name, "is no backend of a story: there are \(known)")
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
        throw JSONError(.invalidValue, "is there twice", path: "accounts[\(index)]")
      }
      accounts.append(account)
    }
    guard !accounts.isEmpty else { throw JSONError.invalid("accounts", "has no account") }
    return accounts
  }

  private func account(_ element: JSONValue) throws(JSONError) -> StartingState.Account {
    switch element {
    case .string(let name) where !name.isEmpty: return StartingState.Account(name: name)
    case .object(let object):
      try object.allow(["name", "storefront"], in: "an account")
      return StartingState.Account(
        name: try object.sentence("name"), storefront: try object.optionalSentence("storefront"))
    default: throw JSONError(.wrongType, "must be a name or an object, not \(element.kindName)")
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

  /// Runs a reader of what lies below a member.
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
