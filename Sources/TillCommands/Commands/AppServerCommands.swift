import AppServer
import LocalStore
import Purchasing
import SafeText
import StoreModel
import StrictJSON
import Texts
import TillRuntime

extension Command {
  static let grant = Command(
    name: "grant", summary: "give the user access that was not bought, until a date",
    usage: ["grant PRODUCT --until DATE --reason TEXT [--json]", "grant --end ID [--reason TEXT]"],
    options: ["until", "reason", "end"],
    examples: ["till grant com.example.piglet.premium --until 2027-01-01 --reason \"member of staff\""], words: 0...1
  ) { call in
    if let id = call.options["end"] {
      guard call.words.isEmpty else { throw UsageError(AppServerText.endNamesGrant.text) }
      return try endGrant(call, id)
    }
    guard !call.words.isEmpty else { throw UsageError(AppServerText.grantNeedsProduct.text) }
    guard let text = call.options["until"] else { throw UsageError(AppServerText.grantNeedsEnd.text) }
    guard let until = Timestamp(utc: text) else {
      throw UsageError(AppServerText.noDay(safeText(text)).text)
    }
    guard let reason = call.options["reason"], !reason.isEmpty else {
      throw UsageError(AppServerText.grantNeedsReason.text)
    }
    let session = try call.actingSession()
    defer { session.close() }
    let store = try session.reader()
    let state = try store.deviceState()
    guard let user = state.user else {
      throw CommandError(.failed, AppServerText.grantNeedsUser.text)
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
    let message = AppServerText.isGranted(user: user, until: until.formatted(.minute), reason: reason).text
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
        throw UsageError(AppServerText.noRestorePolicy(name: safeText(word), known: words).text)
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
