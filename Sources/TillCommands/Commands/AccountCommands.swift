import AppServer
import AppStoreSimulator
import LocalStore
import Purchasing
import SafeText
import StoreModel
import StoreVerbs
import StrictJSON
import Texts
import TillRuntime

extension Command {
  static let account = Command(
    name: "account", summary: "which Apple Account is signed in; sign in or out",
    usage: ["account [NAME [--new] | --sign-out]"], options: ["sign-out", "new"],
    examples: ["till account", "till account again@", "till account tester@ --new", "till account --sign-out"],
    words: 0...1
  ) { call in
    let isSigningOut = call.options.has("sign-out")
    guard !isSigningOut || call.words.isEmpty else { throw UsageError(AccountText.giveNameOrSignOut.text) }
    guard let name = call.words.first ?? (isSigningOut ? "" : nil) else {
      let session = try call.session()
      defer { session.close() }
      let account = try session.reader().deviceState().account
      call.output.document(["ok": true, "message": .string(account ?? "nobody"), "account": account.json])
      call.output.text(account.map { safeText($0) } ?? say("nobody is signed in"))
      return .done
    }
    let session = try call.actingSession()
    defer { session.close() }
    let account = isSigningOut ? nil : name
    if let account, call.options.has("new") {
      _ = try blocking { try await call.carryOut(VerbCall(.newAccount).with(.newName, account), in: session) }
    }
    let purchasing = try session.purchasing()
    try blocking {
      try await purchasing.signIn(account)
      try await purchasing.rememberStatuses()
    }
    let message =
      account.map { say("signed in as \($0): restore brings its purchases to this device") } ?? say("signed out")
    call.output.document(["ok": true, "message": .string(message), "account": account.json])
    call.output.text(safeText(message))
    return .done
  }

  static let user = Command(
    name: "user", summary: "which user is logged in to the app; log in or out, or list them",
    usage: ["user [NAME | --sign-out | --list]", "user --owns [NAME]"], options: ["sign-out", "list", "owns"],
    examples: ["till user", "till user two", "till user --sign-out", "till user --list", "till user --owns two"],
    words: 0...1
  ) { call in
    if call.options.has("owns") {
      guard !call.options.has("list"), !call.options.has("sign-out") else {
        throw UsageError(say("--owns stands alone"))
      }
      return try listOwned(call)
    }
    if call.options.has("list") {
      guard call.words.isEmpty, !call.options.has("sign-out") else {
        throw UsageError(say("--list stands alone"))
      }
      return try listUsers(call)
    }
    let isLoggingOut = call.options.has("sign-out")
    guard !isLoggingOut || call.words.isEmpty else { throw UsageError(AccountText.giveNameOrSignOut.text) }
    if call.words.isEmpty && !isLoggingOut {
      let session = try call.session()
      defer { session.close() }
      let user = try session.reader().deviceState().user
      call.output.document(["ok": true, "message": .string(user ?? "nobody"), "user": user.json])
      call.output.text(user.map { safeText($0) } ?? say("nobody is logged in"))
      return .done
    }
    let name = call.words.first
    guard name?.isEmpty != true else { throw UsageError(say("a user needs a name: till user NAME")) }
    let session = try call.actingSession()
    defer { session.close() }
    let purchasing = try session.purchasing()
    try blocking {
      try await purchasing.logIn(name)
      try await purchasing.rememberStatuses()
    }
    let message = name.map { say("logged in as \($0)") } ?? say("logged out")
    call.output.document(["ok": true, "message": .string(message), "user": name.json])
    call.output.text(safeText(message))
    return .done
  }

  static let newDevice = Command(
    name: "new-device", summary: "set this device's store aside and begin a new one",
    usage: ["new-device [--yes]"], examples: ["till new-device --yes"]
  ) { call in
    let session = try call.actingSession()
    defer { session.close() }
    try call.confirm(say("set this device's store aside and begin a new one for the same account?"))
    try session.replaceDevice()
    let account = try session.reader().deviceState().account
    let credited = try session.answer(from: session.reader()).statuses.filter { $0.state == .creditedToUser }
    let message =
      (credited.isEmpty
      ? Words("a new device: restore brings the purchases back")
      : Words(
        credited.count,
        "a new device: the app's server credited \(credited.count) product to its user; restore brings what the "
          + "Apple Account bought",
        "a new device: the app's server credited \(credited.count) products to its user; restore brings what the "
          + "Apple Account bought"
      )).text
    call.output.document(["ok": true, "message": .string(message), "account": account.json])
    call.output.text(message)
    return .done
  }

  static let reinstall = Command(
    name: "reinstall", summary: "delete the app and install it again: the keychain stays, the app's data goes",
    usage: ["reinstall [--yes]"], examples: ["till reinstall --yes"]
  ) { call in
    let session = try call.actingSession()
    defer { session.close() }
    try call.confirm(say("set the app's data aside and begin with nothing but the keychain?"))
    try session.reinstall()
    let state = try session.reader().deviceState()
    let message = say("installed again: marks are gone, the keychain stayed; restore brings the purchases back")
    call.output.document([
      "ok": true, "message": .string(message), "account": state.account.json, "user": state.user.json,
    ])
    call.output.text(message)
    return .done
  }

  static let updates = Command(
    name: "updates", summary: "whether news appears by itself", usage: ["updates [held | live]"],
    examples: ["till updates live"], words: 0...1
  ) { call in
    guard let word = call.words.first else {
      let session = try call.session()
      defer { session.close() }
      let mode = try session.reader().deviceState().updates
      call.output.document(["ok": true, "message": .string(mode.rawValue), "updates": .string(mode.rawValue)])
      call.output.text(AccountText.updatesAre(term(mode.rawValue)).text)
      return .done
    }
    guard let mode = UpdatesMode(rawValue: word) else {
      throw UsageError(say("updates are held or live, not \(safeText(word))"))
    }
    let session = try call.actingSession()
    defer { session.close() }
    let purchasing = try session.purchasing()
    try blocking { try await purchasing.setUpdates(mode) }
    call.output.document(["ok": true, "message": .string(AccountText.updatesAre(word).text), "updates": .string(word)])
    call.output.text(AccountText.updatesAre(word).text)
    return .done
  }
}

extension Command {
  /// `till user --list`: everybody that the app's server of this machine has heard of.
  static func listUsers(_ call: Invocation) throws -> ExitStatus {
    let session = try call.session()
    defer { session.close() }
    let users: [AppServerUser]
    let server = try session.embeddedServer()
    do throws(VerificationError) {
      users = try server.users()
    } catch {
      throw CommandError(.unusable, error.message)
    }
    var table = Table(titles: ["USER", "TOKEN", "PURCHASES", "SINCE"])
    for user in users {
      table.append([safeText(user.name), user.token, String(user.purchases), call.output.date(user.firstSeen)])
    }
    let rows: [JSONValue] = users.map { user in
      [
        "user": .string(user.name), "appAccountToken": .string(user.token),
        "purchases": .number(JSONNumber(Int64(user.purchases))), "firstSeen": user.firstSeen.json,
      ]
    }
    call.output.document([
      "ok": true, "message": .string(say(users.count, "\(users.count) user", "\(users.count) users")),
      "users": .array(rows),
    ])
    call.output.text(table.text)
    return .done
  }
}
