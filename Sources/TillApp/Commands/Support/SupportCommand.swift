import AppStoreModel
import Backends
import Core
import Device

extension Command {
  static let support = Command(
    name: "support", summary: "read and change a customer's purchases at the real App Store",
    usage: SupportVerb.all.map { "support " + $0.usage }, options: SupportVerb.allOptions,
    examples: [
      "till support statuses --backend appstore:sandbox",
      "till support extend 2000000845425339 7 --reason-code 1 --unlock --yes --backend appstore:sandbox",
    ],
    words: 1...4
  ) { call in
    // Usage is checked before a store is opened.
    _ = try SupportVerb.verb(for: call)
    let session = try call.actingSession()
    defer { session.close() }
    let answer = try SupportVerb.perform(call, in: session)
    call.output.document(answer.document)
    call.output.text(answer.lines.joined(separator: "\n"))
    return .done
  }
}

extension SupportVerb {
  /// Returns the support verb that a call names.
  ///
  /// - Throws: A `UsageError` for an unknown verb, and for words and options that the verb does not take.
  static func verb(for call: Invocation) throws(UsageError) -> SupportVerb {
    let name = call.words[0]
    guard let verb = SupportVerb.all.first(where: { $0.name == name }) else {
      throw UsageError(
        EvidenceText.noSupport(safeText(name), near: nearest(to: name, among: SupportVerb.all.map(\.name))).text)
    }
    guard verb.words.contains(call.words.count - 1) else {
      throw UsageError(ArgumentText.usage(["support " + verb.usage]).text)
    }
    let foreign = SupportVerb.allOptions.first { call.options.has($0) && !verb.options.contains($0) }
    if let foreign {
      throw UsageError(say("unknown option --\(foreign) of till support \(name); see till help support"))
    }
    return verb
  }

  /// Carries out a support verb.
  static func perform(_ call: Invocation, in session: StoreSession) throws -> SupportAnswer {
    let verb = try verb(for: call)
    guard let backend = session.backend as? AppStoreBackend else {
      throw CommandError(
        .failed, say("needs the App Store Server API (see till help support); open it with --backend appstore:PLACE"))
    }
    return try verb.run(
      SupportDesk(words: Array(call.words.dropFirst()), call: call, session: session, backend: backend))
  }
}

/// One verb of `till support`.
struct SupportVerb: Sendable {
  let name: String
  /// The usage line, without `till support`.
  let usage: String
  let words: ClosedRange<Int>
  var options: [String] = []
  let run: @Sendable (SupportDesk) throws -> SupportAnswer

  static let all = reading + changing
  static let allOptions = ["reason-code", "from", "until", "storefronts"]
}

/// The answer of a verb: a JSON document, and the same in plain lines.
struct SupportAnswer {
  let document: JSONObject
  let lines: [String]
}

/// One call of a support verb, with its session and its options.
struct SupportDesk: Sendable {
  /// The words after the verb.
  let words: [String]
  let call: Invocation
  let session: StoreSession
  let backend: AppStoreBackend

  var client: AppStoreClient { backend.api }

  /// Returns the id at a place, else the id of the customer that was looked up last.
  ///
  /// For an order number, it returns the id of the order's transaction.
  func id(at index: Int) throws -> String {
    let name = index < words.count ? words[index] : try session.reader().deviceState().account
    guard let name else {
      throw CommandError(.usage, say("missing customer; use till lookup ID first, or give the id"))
    }
    return try blocking { [backend] in try await backend.transactionId(of: name) }
  }

  /// Returns the original transaction id of a transaction that the device knows; any other id unchanged.
  func original(of id: String) throws -> String {
    try session.reader().transaction(id)?.transaction.originalTransactionId ?? id
  }

  /// Parses the date of an option, in UTC.
  func date(_ option: String) throws -> Timestamp? {
    guard let text = call.options[option] else { return nil }
    guard let date = Timestamp(utc: text) else {
      throw UsageError(say("invalid --\(option) “\(safeText(text))”; use 2025-03-01 or 2025-03-01T12:00:00Z"))
    }
    return date
  }

  /// Makes a change at Apple after unlocking and confirmation, and records it in the journal.
  ///
  /// - Parameters:
  ///   - what: The change as a sentence without a full stop.
  ///   - consequence: Its effect on the customer, as a sentence.
  func change<Answer: Sendable>(
    _ what: String, transactionId: String?, consequence: String, _ body: @escaping @Sendable () async throws -> Answer
  ) throws -> Answer {
    guard call.options.has("unlock") else {
      throw CommandError(.failed, say("\(client.server.name) is read-only; add --unlock to \(what)"))
    }
    try call.confirm("\(client.server.name): \(what)? \(consequence)")
    let purchasing = try session.purchasing()
    return try blocking { try await purchasing.support(what, transactionId: transactionId, change: body) }
  }
}

extension SupportVerb {
  /// Runs a `till support` verb for the dashboard, and returns the lines of its answer.
  ///
  /// The dashboard has already asked for confirmation, so this asks nothing; a locked action stays locked.
  static func perform(_ words: [String], in session: StoreSession, isUTC: Bool) throws -> [String] {
    let unlock = session.isUnlocked ? ["--unlock"] : []
    let options = try Arguments(["support"] + words + ["--yes"] + unlock)
    let call = Invocation(
      words: Array(options.words.dropFirst()), options: options, output: Output(json: false, utc: isUTC))
    return try perform(call, in: session).lines
  }
}
