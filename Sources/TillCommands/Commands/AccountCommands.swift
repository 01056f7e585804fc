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
      call.output.text(account.map { safeText($0) } ?? AccountText.nobodyIsSignedIn.text)
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
    let message = account.map { AccountText.signedIn($0).text } ?? AccountText.signedOut.text
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
        throw UsageError(AccountText.ownsStandsAlone.text)
      }
      return try listOwned(call)
    }
    if call.options.has("list") {
      guard call.words.isEmpty, !call.options.has("sign-out") else {
        throw UsageError(AccountText.listStandsAlone.text)
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
      call.output.text(user.map { safeText($0) } ?? AccountText.nobodyIsLoggedIn.text)
      return .done
    }
    let name = call.words.first
    guard name?.isEmpty != true else { throw UsageError(AccountText.userNeedsName.text) }
    let session = try call.actingSession()
    defer { session.close() }
    let purchasing = try session.purchasing()
    try blocking {
      try await purchasing.logIn(name)
      try await purchasing.rememberStatuses()
    }
    let message = name.map { AccountText.loggedIn($0).text } ?? AccountText.loggedOut.text
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
    try call.confirm(AccountText.confirmNewDevice.text)
    try session.replaceDevice()
    let account = try session.reader().deviceState().account
    let credited = try session.answer(from: session.reader()).statuses.filter { $0.state == .creditedToUser }
    let message = (credited.isEmpty ? AccountText.isNewDevice : .isNewDeviceOfUser(credited.count)).text
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
    try call.confirm(AccountText.confirmReinstall.text)
    try session.reinstall()
    let state = try session.reader().deviceState()
    let message = AccountText.isReinstalled.text
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
      throw UsageError(AccountText.noUpdateMode(safeText(word)).text)
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
      "ok": true, "message": .string(AccountText.users(users.count).text), "users": .array(rows),
    ])
    call.output.text(table.text)
    return .done
  }
}
