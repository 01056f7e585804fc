import AppServer
import AppStoreModel
import Core
import Device
import Verbs

extension Command {
  static let restorePolicy = Command(
    name: "restore-policy", summary: "show or set what restoring does with another user's purchase",
    forms: [UsageForm(.group(.value(RestorePolicy.allCases.map(\.rawValue).joined(separator: " | "))))],
    examples: ["till restore-policy", "till restore-policy transfer"]
  ) { call in
    let policy = try call.words.first.map { word throws(UsageError) in
      guard let policy = RestorePolicy(rawValue: word) else {
        let known = RestorePolicy.allCases.map(\.rawValue)
        throw UsageError(say("unknown restore policy “\(safeText(word))”; \(remedy(for: word, among: known))"))
      }
      return policy
    }
    let session = try await policy == nil ? call.session() : call.actingSession()
    let current = try session.askEmbeddedServer { server throws(VerificationError) in
      if let policy { try server.setRestorePolicy(policy) }
      return try server.settings().policy
    }
    return call.done("\(current.rawValue): \(current.words)", ["restorePolicy": .string(current.rawValue)])
  }

  static let overdueAge = Command(
    name: "overdue-age", summary: "set the age from which a purchase is too old to credit",
    forms: [UsageForm(.group(.value("DURATION | never")))],
    examples: ["till overdue-age", "till overdue-age 30d", "till overdue-age never"]
  ) { call in
    let age = try call.words.first.map { $0 == "never" ? nil : try VerbDuration($0).milliseconds }
    let session = try await age == nil ? call.session() : call.actingSession()
    let current = try session.askEmbeddedServer { server throws(VerificationError) in
      if let age { try server.setOverdueAge(age) }
      return try server.settings().overdueAge
    }
    return call.done(
      AppServerSettings.words(onAge: current), ["overdueAge": current.map { .number(JSONNumber($0)) } ?? .null])
  }

  static let serverJournal = Command(
    name: "server-journal", summary: "list what the app server did, newest first",
    forms: [UsageForm(.option(.limit), .option(.afterEvent), .option(.json))],
    examples: ["till server-journal", "till server-journal --limit 5 --json"]
  ) { call in
    let limit = try call.options[.limit] ?? 50
    let after = try call.options[.afterEvent]
    let session = try await call.session()
    let events = try session.askEmbeddedServer { server throws(VerificationError) in
      try server.events(limit: limit, before: after)
    }
    let next = events.count == limit ? events.last.map { String($0.id) } : nil
    var document: JSONObject = ["server-journal": .array(events.map { .object($0.document) })]
    document.append("next", text: next)
    call.output.document(document)
    var table = Table(titles: ["WHEN", "STEP", "USER", "TRANSACTION", "WHAT"])
    for event in events {
      table.append([
        call.output.date(event.date), term(event.kind.rawValue), event.user.map(shownUser) ?? "",
        event.transactionId ?? "",
        event.text,
      ])
    }
    call.output.text(table.text)
    if let next { call.output.text(DeskCommandText.more(after: next).text) }
    return .done
  }
}

extension Parameter where Value == Int64 {
  fileprivate static var afterEvent: Self {
    Parameter(option: "after", "NEXT", "continue after a list's \"next\"") { text throws(StoreError) in
      guard let id = Int64(text), id > 0 else {
        throw StoreError(
          .usage, said: "invalid --after “\(safeText(text))”; use the number that the previous page named")
      }
      return id
    }
  }
}

extension AppServerEvent {
  var document: JSONObject {
    var document: JSONObject = ["date": date.json, "kind": .string(kind.rawValue), "text": .string(text)]
    document.append("user", text: user.flatMap(loginName))
    document.append("transactionId", text: transactionId)
    document.append("orderId", text: orderId)
    return document
  }
}

extension AppServerSettings {
  /// The app server's settings, as one line.
  var words: String { say("restore policy \(policy.rawValue): \(Self.words(onAge: overdueAge))") }

  /// Returns a line that says from which age a purchase is overdue; the age is in milliseconds.
  static func words(onAge age: Int64?) -> String {
    guard let age else { return say("no purchase is too old to credit") }
    let units: [(Int64, String)] = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "m"), (1000, "s")]
    let unit = units.first { age % $0.0 == 0 } ?? (1, "ms")
    return say("a purchase first seen more than \(age / unit.0)\(unit.1) after its date is overdue")
  }
}
