import AppServer
import LocalStore
import Purchasing
import SafeText
import StoreModel
import StrictJSON
import TillRuntime

extension Command {
  static let grant = Command(
    name: "grant", summary: "give the user access that was not bought, until a date",
    usage: ["grant PRODUCT --until DATE --reason TEXT [--json]", "grant --end ID [--reason TEXT]"],
    options: ["until", "reason", "end"],
    examples: ["till grant com.example.piglet.premium --until 2027-01-01 --reason \"member of staff\""], words: 0...1
  ) { call in
    if let id = call.options["end"] {
      guard call.words.isEmpty else { throw UsageError("--end names a grant by its id, and no product") }
      return try endGrant(call, id)
    }
    guard !call.words.isEmpty else { throw UsageError("grant what? till grant PRODUCT --until DATE --reason TEXT") }
    guard let text = call.options["until"] else { throw UsageError("a grant has an end: --until 2027-01-01") }
    guard let until = Timestamp(utc: text) else {
      throw UsageError("--until \(safeText(text)): a day or instant in UTC, such as 2027-01-01 or \"2027-01-01 12:00\"")
    }
    guard let reason = call.options["reason"], !reason.isEmpty else {
      throw UsageError("a grant has a reason: --reason TEXT")
    }
    let session = try call.actingSession()
    defer { session.close() }
    let store = try session.reader()
    let state = try store.deviceState()
    guard let user = state.user else {
      throw CommandError(.failed, "nobody is logged in to the app: till user NAME, then grant")
    }
    let productId = try store.products().product(named: call.words[0]).id
    let grant = Grant(
      id: session.surroundings.newID(), user: user, productId: productId, reason: reason,
      grantedDate: try session.clock(for: state).now, untilDate: until)
    let purchasing = try session.purchasing()
    do {
      try blocking {
        try await purchasing.grant(grant)
        try await purchasing.rememberStatuses()
      }
    } catch let error as VerificationError {
      throw CommandError(.failed, error.message)
    }
    let message = "granted to \(user) until \(until.formatted(.minute)) UTC, not bought: \(reason)"
    call.output.document([
      "ok": true, "message": .string(safeText(message)), "grantId": .string(grant.id), "productId": .string(productId),
      "user": .string(user), "untilDate": until.json,
    ])
    call.output.text(safeText(message))
    return .done
  }

  static let restorePolicy = Command(
    name: "restore-policy", summary: "what becomes of a purchase that another user has when it is restored",
    usage: ["restore-policy [keep | transfer | transferIfInactive | share]"],
    examples: ["till restore-policy", "till restore-policy transfer"], words: 0...1
  ) { call in
    let policy = try call.words.first.map { word throws(UsageError) in
      guard let policy = RestorePolicy(rawValue: word) else {
        let words = RestorePolicy.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("there is no restore policy \(safeText(word)): there are \(words)")
      }
      return policy
    }
    let session = try policy == nil ? call.session() : call.actingSession()
    defer { session.close() }
    let server = try session.embeddedServer()
    do throws(VerificationError) {
      if let policy { try server.setRestorePolicy(policy) }
      let current = try server.settings().policy
      let message = "\(current.rawValue): \(current.words)"
      call.output.document(["ok": true, "message": .string(message), "restorePolicy": .string(current.rawValue)])
      call.output.text(message)
    } catch {
      throw CommandError(.unusable, error.message)
    }
    return .done
  }
}
