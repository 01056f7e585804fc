package import AppStoreModel
import Core
package import Verbs

/// The effect of a verb on the ledger; the verb's declaration is in the module `Verbs`.
///
/// The effect runs in one transaction, after the due events. Before it, the call may ask a question, and a fault may
/// make the call fail.
struct VerbRule: Sendable {
  typealias Deed = @Sendable (inout LedgerSession, VerbCall) throws -> VerbAnswer
  typealias Question = @Sendable (LedgerSession, VerbCall) throws -> Words?

  let verb: Verb
  /// The fault that makes the verb fail; nil for a verb that a customer does not perform through the App Store.
  let fault: AppStoreFault?
  /// The question before an irreversible action; nil for a verb that asks none.
  let question: Question?
  let deed: Deed

  init(_ verb: Verb, under fault: AppStoreFault? = nil, asking question: Question? = nil, _ deed: @escaping Deed) {
    self.verb = verb
    self.fault = fault
    self.question = question
    self.deed = deed
  }

  /// All rules; every verb has one, except those that only the command line has.
  static let all: [VerbRule] =
    clock + settings + purchases + buying + subscriptions + retention + accounts + families + faults + history + lists
    + notifications + bench

  static let byVerb = Dictionary(all.map { ($0.verb, $0) }, uniquingKeysWith: { first, _ in first })
}

extension SimulatedAppStore {
  /// Runs a verb: an action of Apple, a customer, a parent, the network or the clock.
  ///
  /// - Parameter isForTheOnlyOne: Whether a call without an account is for the only account, if there is just one.
  /// - Throws: a `StoreError` of kind `usage` when the call is invalid.
  package func perform(_ call: VerbCall, isForTheOnlyOne: Bool = false) throws(StoreError) -> VerbReply {
    // The accounts are read in the same transaction as the rest: another transaction would delay other writers.
    let named: @Sendable (LedgerSession) throws -> VerbCall = { session in
      var call = call
      guard isForTheOnlyOne, call.signedIn == nil else { return call }
      let names = try session.accounts().map(\.name)
      if names.count == 1 { call.signedIn = names.first } else { call.choices = names }
      return call
    }
    guard let rule = VerbRule.byVerb[call.verb] else {
      throw StoreError(
        .usage, say("till simulator \(call.verb.name) uses its own files; leave out --backend"))
    }
    if let question = rule.question, !call.isConfirmed, let text = try read({ try question($0, named($0)) }) {
      return .question(text.text)
    }
    guard !call.verb.isReading else {
      if let fault = rule.fault { try strike(fault) }
      return .done(
        try read { session in
          var session = session
          return try rule.deed(&session, named(session))
        })
    }
    guard let fault = rule.fault else { return .done(try write { try rule.deed(&$0, named($0)) }) }
    if let answer = try writeUnlessFaultsAreOn({ try rule.deed(&$0, named($0)) }) { return .done(answer) }
    try strike(fault)
    return .done(try write { try rule.deed(&$0, named($0)) })
  }
}

// MARK: The answers of verbs

extension VerbAnswer {
  /// Creates the answer of a completed action; `members` are its ids and values.
  ///
  /// - Parameter text: The text to print instead of the message: a table or a certificate.
  init(_ message: Words, _ members: JSONObject = [:], text: String? = nil, files: [String: [UInt8]] = [:]) {
    let message = safeText(message.text, limit: 400)
    var document: JSONObject = ["ok": true, "message": .string(message)]
    for (name, value) in members { document.append(name, value) }
    self.init(document: document, text: text ?? message, files: files)
  }

  /// Creates the answer of a list with its rows in a table; `next` is where the next page starts.
  init(list name: String, _ rows: [JSONValue], next: String?, _ table: Table) {
    var members: JSONObject = [:]
    members.append(name, .array(rows))
    members.append("next", ifPresent: next.map(JSONValue.string))
    let more = next.map { "\n" + say("there are more rows; continue with --after \($0)") } ?? ""
    self.init("\(LedgerText.listed(rows.count, name).text)", members, text: table.text + more)
  }

  /// Creates the answer with one page of a list that was read completely; `next` is a row number.
  init<Row>(
    list name: String, _ rows: [Row], _ call: VerbCall, header: [Words], document: (Row) throws -> JSONObject,
    cells: (Row) -> [String]
  ) rethrows {
    let start = call[maybe: .afterRow] ?? 0
    let shown = rows.dropFirst(start).prefix(call[maybe: .limit] ?? 50)
    var table = Table(titles: header)
    shown.forEach { table.append(cells($0)) }
    let end = start + shown.count
    self.init(
      list: name, try shown.map { .object(try document($0)) }, next: end < rows.count ? String(end) : nil, table)
  }
}
