import AppStoreModel
import Backends
import Core
import Device
import Verbs

extension Command {
  static let support = Command(
    name: "support", summary: "read and change a customer's purchases at the real App Store",
    forms: SupportVerb.allCases.map(\.form),
    examples: [
      "till support statuses --backend appstore:sandbox",
      "till support extend 2000000845425339 7 --reason-code 1 --unlock --yes --backend appstore:sandbox",
    ]
  ) { call in
    // Usage is checked before a store is opened.
    let support = try SupportCall(call)
    let session = try await call.actingSession()
    let desk = try SupportDesk(
      support, session, isUnlocked: call.options.has(.unlock), output: call.output, confirm: { try call.confirm($0) })
    let answer = try await desk.perform()
    call.output.document(answer.document)
    call.output.text(answer.lines.joined(separator: "\n"))
    return .done
  }
}

extension SupportCall {
  /// Parses the words and options after `till support`.
  ///
  /// - Throws: A `UsageError` for an unknown verb, and for words and options that the verb does not take.
  fileprivate init(_ call: Invocation) throws(UsageError) {
    let name = call.words[0]
    guard let verb = SupportVerb(rawValue: name) else {
      let near = nearest(to: name, among: SupportVerb.allCases.map(\.rawValue))
      throw UsageError(
        say("unknown support command “\(safeText(name))”; \(remedy(near: near, listedBy: "till help support"))"))
    }
    guard verb.form.wordCount.contains(call.words.count) else {
      throw UsageError(ArgumentText.usage(["support " + verb.form.text]).text)
    }
    let options = verb.form.options.map(\.name)
    let known = SupportVerb.allCases.flatMap(\.form.options).map(\.name)
    if let foreign = known.first(where: { call.options.given.contains($0) && !options.contains($0) }) {
      throw UsageError(say("unknown option --\(foreign) of till support \(name); see till help support"))
    }
    var texts: [String: String] = [:]
    for option in options { texts[option] = call.options.texts(of: option).last }
    do throws(StoreError) {
      self = try SupportCall(verb, words: call.words.dropFirst(), options: texts)
    } catch { throw UsageError(error.message) }
  }
}

/// The answer of a verb: a JSON document, and the same in plain lines.
struct SupportAnswer {
  let document: JSONObject
  let lines: [String]
}

/// One call of a support verb, with the App Store that it asks.
struct SupportDesk: Sendable {
  let call: SupportCall
  let session: StoreSession
  let backend: AppStoreBackend
  let output: Output
  private let isUnlocked: Bool
  private let confirm: @Sendable (String) throws -> Void

  /// - Parameter confirm: Asks the person before a change, and throws where they say no.
  init(
    _ call: SupportCall, _ session: StoreSession, isUnlocked: Bool, output: Output,
    confirm: @escaping @Sendable (String) throws -> Void
  ) throws(CommandError) {
    guard let backend = session.backend as? AppStoreBackend else {
      throw CommandError(
        .failed, say("needs the App Store Server API (see till help support); open it with --backend appstore:PLACE"))
    }
    (self.call, self.session, self.backend, self.output) = (call, session, backend, output)
    (self.isUnlocked, self.confirm) = (isUnlocked, confirm)
  }

  var client: AppStoreClient { backend.api }

  /// Carries out the verb.
  func perform() async throws -> SupportAnswer {
    switch call.verb {
    case .statuses: try await statuses()
    case .appTransaction: try await appTransaction()
    case .notifications: try await notifications()
    case .testResult: try await testResult()
    case .extendStatus: try await extendStatus()
    case .extend: try await extend()
    case .extendAll: try await extendAll()
    case .consumption: try await sendConsumption()
    case .token: try await setToken()
    case .finish: try await finish()
    case .testNotification: try await requestTest()
    }
  }

  /// Returns the id of the call, else the id of the customer that was looked up last.
  ///
  /// For an order number, it returns the id of the order's transaction.
  func customer() async throws -> String {
    guard let name = try call[maybe: .customer] ?? session.reader().deviceState().account else {
      throw CommandError(.usage, say("missing customer; use till lookup ID first, or give the id"))
    }
    return try await backend.transactionId(of: name)
  }

  /// Returns the original transaction id of a transaction that the device knows; any other id unchanged.
  func original(of id: String) throws -> String {
    try session.reader().transaction(id)?.transaction.originalTransactionId ?? id
  }

  /// Makes a change at Apple after unlocking and confirmation, and records it in the journal.
  ///
  /// - Parameters:
  ///   - what: The change as a sentence without a full stop.
  ///   - consequence: Its effect on the customer, as a sentence.
  func change<Answer: Sendable>(
    _ what: String, transactionId: String?, consequence: String, _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    guard isUnlocked else {
      throw CommandError(.failed, say("\(client.server.name) is read-only; add --unlock to \(what)"))
    }
    try confirm("\(client.server.name): \(what)? \(consequence)")
    let purchasing = try session.purchasing()
    return try await purchasing.support(what, transactionId: transactionId, change: body)
  }
}
