import AppServer
import AppStoreModel
import Core
import Device
import Entitlements
import Verbs

/// The support commands of the app server.
extension Command {
  static let transfer = Command(
    name: "transfer", summary: "move a purchase to another user at the app server",
    forms: [
      UsageForm(
        .value("TXN", .transactions), .needed(.newOwner), .needed(.why), .option(.newUser), .option(.json))
    ],
    examples: ["till transfer 2000000123 --to two --reason \"bought while logged in as the wrong user\""]
  ) { call in
    let user = try call.required(.newOwner, else: "missing new owner; add --to USER")
    let reason = try call.required(.why, else: "missing reason, which the app server keeps; add --reason TEXT")
    let id = call.words[0]
    let isNewUser = call.options.has(.newUser)
    let session = try await call.actingSession()
    try await atServer(session) { try await $0.transfer(id, to: user, reason: reason, isNewUser: isNewUser) }
    let isRenewed = try session.reader().transaction(id)?.transaction.type == .autoRenewableSubscription
    let message =
      isRenewed
      ? say("moved transaction \(id) and its renewals to \(user): \(reason)")
      : say("moved transaction \(id) to \(user): \(reason)")
    return call.done(safeText(message), ["transactionId": .string(id), "user": .string(user)])
  }

  static let record = Command(
    name: "record", summary: "record a user's purchase on another platform at the app server",
    forms: [
      UsageForm(
        .value("PRODUCT", .products), .needed(.platform), .needed(.reference), .option(.until), .option(.owner),
        .option(.json))
    ],
    examples: [
      "till record com.example.piglet.plus.monthly --platform \"Google Play\" --reference GPA.3312 --until 2027-01-01"
    ]
  ) { call in
    let platform = try call.required(.platform, else: "missing platform; add --platform NAME")
    let reference = try call.required(
      .reference, else: "missing id of the purchase at its platform; add --reference ID")
    let until = try call.options[.until]
    let session = try await call.actingSession()
    let store = try session.reader()
    let state = try store.deviceState()
    let user = try call.options[.owner] ?? state.appUser
    let product = try store.products().product(named: call.words[0])
    let productId = product.id
    guard product.type != .consumable else {
      throw CommandError(.usage, say("\(productId) is a consumable; add it to the user's balance with till grant"))
    }
    let purchase = OtherPurchase(
      reference: reference, platform: platform, user: user, productId: productId,
      purchaseDate: try session.clock(for: state).now, expiresDate: until)
    try await atServer(session) { try await $0.record(purchase) }
    let end = until.map { "until \($0.formatted(.minute)) UTC" } ?? say("no end")
    let message = safeText(
      say("\(shownUser(user)) has \(productId) \(end), bought on \(platform) (\(reference))"))
    var document = purchase.json
    document["user"] = loginName(user).json
    document.append("ok", true)
    document.append("message", .string(message))
    call.output.document(document)
    call.output.text(message)
    return .done
  }

  /// Ends granted access early (`till grant --end ID`).
  static func endGrant(_ call: Invocation, _ id: String) async throws -> ExitStatus {
    let reason = try call.options[.why] ?? say("ended by support")
    let session = try await call.actingSession()
    try await atServer(session) { try await $0.endGrant(id, reason: reason) }
    let message = safeText(say("ended grant \(id): \(reason)"))
    return call.done(message, ["grantId": .string(id)])
  }

  /// Lists a user's rights at the app server, with their ends and reasons (`till user --owns [NAME]`).
  static func listOwned(_ call: Invocation) async throws -> ExitStatus {
    let session = try await call.session()
    let state = try session.reader().deviceState()
    let user = call.words.first ?? state.appUser
    if user != state.appUser, state.verification == .embedded {
      let known = try session.askEmbeddedServer { server throws(VerificationError) in try server.users() }
      guard known.contains(where: { $0.name == user }) else {
        throw CommandError(.failed, say("unknown user “\(safeText(user))”; till user --list lists the users"))
      }
    }
    let purchasing = try session.purchasing()
    await purchasing.hear()
    let account = try await purchasing.holdings(of: user)
    var document = account.json
    document["user"] = loginName(user).json
    document.append("ok", true)
    document.append(
      "message", .string(say("the app server's rights of \(safeText(shownUser(user)))")))
    call.output.document(document)
    call.output.text(ownedTable(account, call.output, now: try session.clock(for: state).now).text)
    return .done
  }

  private static func ownedTable(_ account: UserAccount, _ output: Output, now: Timestamp) -> Table {
    var table = Table(titles: ["PRODUCT", "OWNED", "UNTIL", "PURCHASE", "EVIDENCE"])
    for right in account.rights {
      let owned =
        if let end = right.ended, let words = right.endWords {
          say("no: \(words) \(output.date(end.date))")
        } else if let expires = right
          .expiresDate, expires <= now
        { say("no: expired") } else { say("yes") }
      // The evidence is of the user who has it now.
      let isMoved = [.transferred, .restoredByAnother].contains(right.ended?.why)
      table.append([
        safeText(right.productId), owned, right.expiresDate.map { output.date($0) } ?? "",
        safeText(right.transactionId), isMoved ? "" : right.attribution.words,
      ])
    }
    for (productId, count) in account.balances.sorted(by: { $0.key < $1.key }) {
      table.append([
        safeText(productId), say("\(count.balance) left", context: "AppServer"), "", "",
        say("\(count.delivered) bought"),
      ])
    }
    for grant in account.grants {
      table.append([
        safeText(grant.productId),
        grant.quantity.map { say("\($0) granted") }
          ?? (grant.untilDate.map { now < $0 } == true ? Words("granted") : Words("no: the grant has ended")).text,
        grant.untilDate.map { output.date($0) } ?? "", safeText(grant.id), safeText(grant.reason),
      ])
    }
    return table
  }

  /// Runs a change at the app server, then updates the device with the result.
  private static func atServer(
    _ session: StoreSession, _ work: (Purchasing) async throws -> Void
  ) async throws {
    try await session.act {
      await $0.hear()
      try await work($0)
    }
  }
}

extension Parameter where Value == Bool {
  fileprivate static var newUser: Self { .flag("new-user", "the user is new to the app server") }
}

extension Parameter where Value == String {
  fileprivate static var newOwner: Self {
    .words("to", "USER", "the user who gets the purchase", reach: .value, offers: .users)
  }
  fileprivate static var platform: Self {
    .words("platform", "NAME", "the platform where the user bought it", reach: .value)
  }
  fileprivate static var reference: Self {
    .words("reference", "ID", "the purchase's id at that platform", reach: .value)
  }
  fileprivate static var owner: Self {
    .words("user", "NAME", "the owner (default: the logged-in user)", reach: .value, offers: .users)
  }
}
