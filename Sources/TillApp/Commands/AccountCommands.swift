import AppServer
import AppStoreModel
import Core
import Device
import Verbs

extension Command {
  static let account = Command(
    name: "account", summary: "show, sign in or sign out the Apple Account",
    forms: [UsageForm(.group(.either([.value("NAME", .accounts), .option(.new)], [.needed(.signOut)])))],
    examples: ["till account", "till account again@", "till account tester@ --new", "till account --sign-out"]
  ) { call in
    let isSigningOut = call.options.has(.signOut)
    guard !isSigningOut || call.words.isEmpty else { throw UsageError(AccountText.giveNameOrSignOut.text) }
    guard let name = call.words.first ?? (isSigningOut ? "" : nil) else {
      let session = try await call.session()
      let account = try session.reader().deviceState().account
      return call.done(
        account ?? "nobody", ["account": account.json],
        text: account.map { safeText($0) } ?? say("no Apple Account is signed in"))
    }
    let account = isSigningOut ? nil : name
    // In a case, an account is a customer to show.
    let session = try await call.actingSession(isForCases: account != nil)
    if let account, call.options.has(.new) {
      _ = try await call.carryOut(VerbCall(.newAccount).with(.newName, account), in: session)
    }
    try await session.act { try await $0.signIn(account) }
    let message =
      session.spec.kind is CaseKind
      ? say("the case now shows the customer “\(name)”")
      : account.map { say("signed in “\($0)”; restore brings its purchases to this device") } ?? say("signed out")
    return call.done(message, ["account": account.json])
  }

  static let user = Command(
    name: "user", summary: "show, log in, log out or list the users of the app",
    forms: [
      UsageForm(
        .group(
          .either(
            [.value("NAME", .users), .group(.either([.needed(.claim)], [.needed(.leave)]))], [.needed(.signOut)],
            [.needed(.listUsers)]))),
      UsageForm(.needed(.owns), .group(.value("NAME", .users))),
    ],
    examples: ["till user", "till user two", "till user --sign-out", "till user --list", "till user --owns two"]
  ) { call in
    if call.options.has(.owns) {
      guard !call.options.has(.listUsers), !call.options.has(.signOut) else {
        throw UsageError(say("use --owns without other options"))
      }
      return try await listOwned(call)
    }
    if call.options.has(.listUsers) {
      guard call.words.isEmpty, !call.options.has(.signOut) else {
        throw UsageError(say("use --list without other options"))
      }
      return try await listUsers(call)
    }
    guard !(call.options.has(.claim) && call.options.has(.leave)) else {
      throw UsageError(say("give --claim or --leave, not both"))
    }
    guard !call.words.isEmpty || !(call.options.has(.claim) || call.options.has(.leave)) else {
      throw UsageError(say("--claim and --leave go with a login: till user NAME"))
    }
    let isLoggingOut = call.options.has(.signOut)
    guard !isLoggingOut || call.words.isEmpty else { throw UsageError(AccountText.giveNameOrSignOut.text) }
    if call.words.isEmpty && !isLoggingOut {
      let session = try await call.session()
      let store = try session.reader()
      let user = try store.deviceState().user
      let claims = try store.waitingLogins().map { claim, date in
        say(
          "what was bought here before \(claim.user) logged in waits for the app server since "
            + "\(call.output.date(date)): till retry asks it again")
      }
      let message = ([user ?? say("not logged in")] + claims).map { safeText($0, limit: 400) }
      return call.done(Language.clauses(message), ["user": user.json], text: message.joined(separator: "\n"))
    }
    let name = call.words.first
    guard name?.isEmpty != true else { throw UsageError(say("missing user name; use till user NAME")) }
    let session = try await call.actingSession()
    let outcome = try await logIn(name, call.loginChoice, session)
    let note = name.flatMap { outcome.note(for: $0) }.map { "; " + $0 } ?? ""
    let message = (name.map { say("logged in “\($0)”") } ?? say("logged out")) + note
    return call.done(message, ["user": name.json])
  }

  static let newDevice = Command(
    name: "new-device", summary: "set this device's store aside and begin a new one, not logged in",
    forms: [UsageForm(.option(.yes))], examples: ["till new-device --yes"]
  ) { call in
    let session = try await call.actingSession()
    try call.confirm(say("start a new store for the same account? The old one is kept under another name."))
    try await session.replaceDevice()
    let account = try session.reader().deviceState().account
    let message = say("a new device, not logged in: restore, or log in, brings the purchases back")
    return call.done(message, ["account": account.json])
  }

  static let reinstall = Command(
    name: "reinstall", summary: "delete the app and install it again: the keychain stays, the app's data is lost",
    forms: [UsageForm(.option(.yes))], examples: ["till reinstall --yes"]
  ) { call in
    let session = try await call.actingSession()
    try call.confirm(say("delete the app's data and keep only the keychain?"))
    try await session.reinstall()
    let state = try session.reader().deviceState()
    let message = say("installed again: the app's data is lost, the keychain stayed; restore brings the purchases back")
    return call.done(message, ["account": state.account.json, "user": state.user.json])
  }

  static let updates = Command(
    name: "updates", summary: "receive App Store updates live, or hold them until you ask",
    forms: [UsageForm(.group(.value([UpdatesMode.held, .live].map(\.rawValue).joined(separator: " | "))))],
    examples: ["till updates live"]
  ) { call in
    guard let word = call.words.first else {
      let session = try await call.session()
      let mode = try session.reader().deviceState().updates
      return call.done(
        mode.rawValue, ["updates": .string(mode.rawValue)], text: AccountText.updatesAre(term(mode.rawValue)).text)
    }
    guard let mode = UpdatesMode(rawValue: word) else {
      throw UsageError(say("invalid updates “\(safeText(word))”; use held or live"))
    }
    let session = try await call.actingSession()
    let purchasing = try session.purchasing()
    try await purchasing.setUpdates(mode)
    return call.done(AccountText.updatesAre(word).text, ["updates": .string(word)])
  }
}

extension Parameter where Value == Bool {
  fileprivate static var signOut: Self { .flag("sign-out", "sign out") }
  fileprivate static var new: Self { .flag("new", "create the account at the simulated App Store first") }
  fileprivate static var listUsers: Self { .flag("list", "list the users") }
  fileprivate static var owns: Self {
    .flag("owns", "list a user's rights at the app server, with their end and evidence")
  }
  fileprivate static var claim: Self {
    .flag("claim", "the user gets what was bought here without logging in, though they have it already")
  }
  fileprivate static var leave: Self { .flag("leave", "what was bought here without logging in stays separate") }
}

extension Invocation {
  /// The choice (`--claim` or `--leave`) for purchases that were made before the login.
  fileprivate var loginChoice: LoginChoice {
    if options.has(.claim) { return .claim }
    return options.has(.leave) ? .leave : .ask
  }
}

extension Command {
  private static func logIn(
    _ name: String?, _ choice: LoginChoice, _ session: StoreSession
  ) async throws -> LoginOutcome {
    do {
      return try await session.act { try await $0.logIn(name, choice) }
    } catch let question as LoginQuestion {
      throw CommandError(
        .failed,
        safeText(
          say(
            "not logged in: \(question.message); --claim moves what was bought here to \(question.user), --leave keeps "
              + "it separate"), limit: 400))
    }
  }

  /// Lists all users that this machine's app server knows (`till user --list`).
  static func listUsers(_ call: Invocation) async throws -> ExitStatus {
    let session = try await call.session()
    let users = try session.askEmbeddedServer { server throws(VerificationError) in try server.users() }
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
    return call.done(
      say(users.count, "\(users.count) user", "\(users.count) users"), ["users": .array(rows)], text: table.text)
  }
}
