package import AppStoreModel
import Core
package import Verbs

/// The effect of a verb on the ledger: the other half of its row.
///
/// The whole rule is one transaction, after the due events. Before it, the call may ask a question, and a planted
/// fault may make the call fail.
struct VerbRule: Sendable {
  typealias Deed = @Sendable (inout LedgerSession, VerbCall) throws -> VerbAnswer
  typealias Question = @Sendable (LedgerSession, VerbCall) throws -> Words?

  let verb: Verb
  /// The fault that fails it, since a customer would do it through the App Store.
  let fault: AppStoreFault?
  /// The question before an irreversible act; nil where there is none.
  let question: Question?
  let deed: Deed

  init(_ verb: Verb, under fault: AppStoreFault? = nil, asking question: Question? = nil, _ deed: @escaping Deed) {
    self.verb = verb
    self.fault = fault
    self.question = question
    self.deed = deed
  }

  /// Every rule; each verb but those of the command line alone has one.
  static let all: [VerbRule] =
    clock + settings + purchases + buying + subscriptions + retention + accounts + families + faults + history + lists
    + notifications + bench

  static let byVerb = Dictionary(all.map { ($0.verb, $0) }, uniquingKeysWith: { first, _ in first })
}

extension SimulatedAppStore {
  /// Carries a verb out: an act of Apple, a customer, a parent, the network or time.
  ///
  /// - Parameter isForTheOnlyOne: Whether a call without an account is for the only one that exists.
  /// - Throws: a `StoreError` of kind `usage` when the call is invalid.
  package func perform(_ call: VerbCall, isForTheOnlyOne: Bool = false) throws(StoreError) -> VerbReply {
    // Read in the same transaction as the rest: another one before it would delay other writers.
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
  /// An act was done; `members` are its ids and values.
  ///
  /// - Parameter text: The text instead of the message outside the document: a table, a certificate.
  init(_ message: Words, _ members: JSONObject = [:], text: String? = nil, files: [String: [UInt8]] = [:]) {
    let message = safeText(message.text, limit: 400)
    var document: JSONObject = ["ok": true, "message": .string(message)]
    for (name, value) in members { document.append(name, value) }
    self.init(document: document, text: text ?? message, files: files)
  }

  /// A list with its rows in a table; `next` reads on.
  init(list name: String, _ rows: [JSONValue], next: String?, _ table: Table) {
    var members: JSONObject = [:]
    members.append(name, .array(rows))
    members.append("next", ifPresent: next.map(JSONValue.string))
    let more = next.map { say("\nmore: till simulator \(name) --after \($0)") } ?? ""
    self.init("\(LedgerText.listed(rows.count, name).text)", members, text: table.text + more)
  }

  /// One page of a list that is short enough to be read whole; `next` counts its rows.
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

extension Timestamp {
  /// As documents have dates: in milliseconds.
  var json: JSONValue { .number(JSONNumber(milliseconds)) }
}

extension JSONObject {
  /// Appends a text where there is one.
  mutating func append(_ name: String, text: String?) { append(name, ifPresent: text.map(JSONValue.string)) }

  /// Appends a date in milliseconds where there is one.
  mutating func append(_ name: String, date: Timestamp?) { append(name, ifPresent: date.map(\.json)) }
}
