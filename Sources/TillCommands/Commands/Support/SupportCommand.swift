import Backends
import LocalStore
import Purchasing
import SafeText
import StoreModel
import StrictJSON
import Texts
import TillRuntime

extension Command {
  static let support = Command(
    name: "support", summary: "what support can read and change at the real App Store",
    usage: SupportVerb.all.map { "support " + $0.usage }, options: SupportVerb.allOptions,
    examples: [
      "till support statuses --backend appstore:sandbox",
      "till support extend 2000000845425339 7 --reason-code 1 --unlock --yes --backend appstore:sandbox",
    ],
    words: 1...4
  ) { call in
    // Wrong usage is said before anything is opened.
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
  /// The verb that a call names.
  ///
  /// - Throws: A `UsageError` for one that does not exist, and for words and options that it does not take.
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
    if let foreign { throw UsageError(say("till support \(name) takes no --\(foreign)")) }
    return verb
  }

  /// Does what a call says.
  static func perform(_ call: Invocation, in session: StoreSession) throws -> SupportAnswer {
    let verb = try verb(for: call)
    guard let backend = session.backend as? AppStoreBackend else {
      throw CommandError(
        .failed, say("support works at the App Store Server API: open it with --backend appstore:PLACE"))
    }
    return try verb.run(
      SupportDesk(words: Array(call.words.dropFirst()), call: call, session: session, backend: backend))
  }
}

/// One thing that support does.
struct SupportVerb: Sendable {
  let name: String
  /// Its form, without `till support`.
  let usage: String
  let words: ClosedRange<Int>
  var options: [String] = []
  let run: @Sendable (SupportDesk) throws -> SupportAnswer

  static let all = reading + changing
  static let allOptions = ["reason-code", "from", "until", "storefronts"]
}

/// What a verb says: a document, and the same in plain lines.
struct SupportAnswer {
  let document: JSONObject
  let lines: [String]
}

/// What a verb works with.
struct SupportDesk: Sendable {
  /// The words behind the verb.
  let words: [String]
  let call: Invocation
  let session: StoreSession
  let backend: AppStoreBackend

  var client: AppStoreClient { backend.api }

  /// The id that was given at a place, else one of the customer's who was looked up last; for an order number the
  /// transaction's.
  func id(at index: Int) throws -> String {
    let name = index < words.count ? words[index] : try session.reader().deviceState().account
    guard let name else { throw CommandError(.usage, say("nobody was looked up: till lookup ID, or give the id")) }
    return try blocking { [backend] in try await backend.transactionId(of: name) }
  }

  /// The original transaction id behind one that the device knows; any other id as it is.
  func original(of id: String) throws -> String {
    try session.reader().transaction(id)?.transaction.originalTransactionId ?? id
  }

  /// The date that an option gives, in UTC.
  func date(_ option: String) throws -> Timestamp? {
    guard let text = call.options[option] else { return nil }
    guard let date = Timestamp(utc: text) else {
      throw UsageError(say("--\(option) \(safeText(text)): no date: write 2025-03-01 or 2025-03-01T12:00:00Z"))
    }
    return date
  }

  /// Makes a change after it was unlocked and confirmed, and leaves it in the journal.
  ///
  /// - Parameters:
  ///   - what: The change as a sentence without an end.
  ///   - consequence: What it means for the customer, as a sentence.
  func change<Answer: Sendable>(
    _ what: String, transactionId: String?, consequence: String, _ body: @escaping @Sendable () async throws -> Answer
  ) throws -> Answer {
    guard call.options.has("unlock") else {
      throw CommandError(.failed, say("\(client.server.name) is read-only: say --unlock to \(what)"))
    }
    try call.confirm("\(client.server.name): \(what)? \(consequence)")
    let purchasing = try session.purchasing()
    return try blocking { try await purchasing.support(what, transactionId: transactionId, change: body) }
  }
}

extension SupportVerb {
  /// Does what the words and options behind `till support` say, and gives the lines that say what came of it.
  ///
  /// The dashboard has asked before, so that nothing is asked here; what is locked stays so.
  static func perform(_ words: [String], in session: StoreSession, isUTC: Bool) throws -> [String] {
    let unlock = session.isUnlocked ? ["--unlock"] : []
    let options = try Arguments(["support"] + words + ["--yes"] + unlock)
    let call = Invocation(
      words: Array(options.words.dropFirst()), options: options, output: Output(json: false, utc: isUTC))
    return try perform(call, in: session).lines
  }
}
