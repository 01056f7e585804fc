import AppStoreSimulator
import LocalStore
import SafeText
import StoreModel
import StrictJSON

extension Command {
  static let simulator = Command(
    name: "simulator", summary: "what customers and Apple do at the simulated App Store",
    usage: SimulatorVerb.all.map { "simulator " + $0.usage },
    options: [
      "percentage", "limit", "after", "off", "once", "account", "product", "to", "restore", "from",
      "ago", "quantity", "renewals", "offer", "code", "price", "notice",
    ],
    examples: [
      "till simulator advance 30d", "till simulator refund approve 1000000000000001",
      "till simulator refund approve 1000000000000001 --percentage 50",
      "till simulator billing fail com.example.app.pro", "till simulator fault timeout-after-payment --once",
      "till simulator fault purchase networkError", "till simulator fault purchase --off",
      "till simulator buy com.example.app.pro --account new@ --ago 90d --renewals until-now",
      "till simulator preview com.example.app.pro",
      "till simulator family join child@", "till simulator checkpoint before",
      "till simulator checkpoint --restore before",
      "till simulator root > root.pem", "till simulator pending --json",
    ],
    words: 0...9
  ) { call in
    let verb = try SimulatorVerb.verb(for: call.words, options: call.options)
    if case .alone(let alone) = verb.deed { return try alone(call, Array(call.words.dropFirst())) }
    do {
      let session = try verb.isReading ? call.session(without: verb.ownOptions) : call.actingSession()
      defer { session.directory.discard() }
      let answer = try blocking { try await session.carryOut(verb, call.words, call) }
      call.output.document(answer.document)
      if !call.output.json { call.output.raw((answer.text + "\n").utf8) }
      return .done
    } catch {
      // The line on standard error follows, from where all errors become lines.
      let (status, message) = Program.explain(error)
      if status == .failed { call.output.document(["ok": false, "message": .string(message)]) }
      throw error
    }
  }
}

/// One verb of `till simulator`.
struct SimulatorVerb: Sendable {
  let name: String
  /// Its form, without `till simulator`.
  let usage: String
  /// How many words may follow it.
  let words: ClosedRange<Int>
  let options: [String]
  /// Whether it changes nothing.
  let isReading: Bool
  /// Whether the device's products have other prices afterwards.
  let changesPrices: Bool
  let deed: Deed

  /// Options that a store is not opened with: a receipt may be for the other environment.
  var ownOptions: [String] { name == "receipt" ? ["environment"] : [] }

  /// What a verb does.
  enum Deed: Sendable {
    case atAppStore(@Sendable (SimulatorCall) throws -> SimulatorAnswer)
    /// In files of its own: no store of the person's is opened.
    case alone(@Sendable (Invocation, _ words: [String]) throws -> ExitStatus)
  }

  /// A verb of the simulated App Store.
  init(
    name: String, usage: String, words: Int = 0, upTo most: Int? = nil, options: [String] = [], isReading: Bool = false,
    changesPrices: Bool = false, run: @escaping @Sendable (SimulatorCall) throws -> SimulatorAnswer
  ) {
    (self.name, self.usage, self.options, self.isReading) = (name, usage, options, isReading)
    self.changesPrices = changesPrices
    self.words = words...(most ?? words)
    deed = .atAppStore(run)
  }

  /// A verb that opens no store of the person's.
  init(
    name: String, usage: String, words: Int, alone: @escaping @Sendable (Invocation, [String]) throws -> ExitStatus
  ) {
    (self.name, self.usage, self.words, options, isReading) = (name, usage, words...words, [], true)
    changesPrices = false
    deed = .alone(alone)
  }

  /// The verb that the words behind `simulator` name.
  ///
  /// - Throws: A `UsageError` for one that does not exist, or not yet, and for words and options that it does not take.
  static func verb(for words: [String], options: Arguments) throws(UsageError) -> SimulatorVerb {
    guard let name = words.first else { throw UsageError("till simulator needs a verb: see till help simulator") }
    guard let verb = all.first(where: { $0.name == name }) else {
      throw UsageError("there is no simulator \(safeText(name)): see till help simulator")
    }
    let foreign = Command.simulator.options.first { options.has($0) && !verb.options.contains($0) }
    if let foreign { throw UsageError("till simulator \(name) takes no --\(foreign)") }
    guard verb.words.contains(words.count - 1) else { throw UsageError("usage: till simulator " + verb.usage) }
    return verb
  }

  static let all: [SimulatorVerb] =
    clock + decisions + subscriptions + plans + settings + faults + lists
    + managing + families + notifications + receipts + scenarios
}

/// What a verb works on.
struct SimulatorCall {
  /// The words behind the verb.
  let words: [String]
  let invocation: Invocation
  let device: SimulatorDevice
  let appStore: SimulatedAppStore

  /// The Apple Account that is signed in on this device.
  ///
  /// - Throws: A `CommandError` when nobody is.
  func account() throws -> String {
    guard let account = try device.account() else {
      throw CommandError(.failed, "nobody is signed in: till account NAME")
    }
    return account
  }

  /// The word at a place as a switch.
  func isOn(at index: Int = 0) throws -> Bool {
    switch words[index] {
    case "on": true
    case "off": false
    default: throw UsageError("say on or off, not \(safeText(words[index]))")
    }
  }
}

/// What a verb says: a document, and the same in plain words.
struct SimulatorAnswer {
  let document: JSONObject
  let text: String

  /// Something was done; `members` are the ids and values concerned.
  init(_ message: String, _ members: JSONObject = [:]) {
    var document: JSONObject = ["ok": true, "message": .string(safeText(message, limit: 400))]
    for (name, value) in members { document.append(name, value) }
    self.document = document
    text = safeText(message, limit: 400)
  }

  /// What a `till serve` answered, line by line.
  init(document: JSONObject, text: String) {
    self.document = document
    self.text = text.split(separator: "\n", omittingEmptySubsequences: false).map { safeText($0) }.joined(
      separator: "\n")
  }

  /// Text or a table under a message that only the document carries.
  init(_ message: String, _ members: JSONObject, text: String) {
    document = SimulatorAnswer(message, members).document
    self.text = text
  }
}

extension StoreSession {
  /// The embedded simulated App Store.
  ///
  /// - Throws: A `CommandError` (exit 2) with any other backend.
  func simulatedAppStore() throws -> SimulatedAppStore {
    guard let appStore else {
      throw CommandError(.usage, "this backend has no simulated App Store: use --backend simulator")
    }
    return appStore
  }
}
