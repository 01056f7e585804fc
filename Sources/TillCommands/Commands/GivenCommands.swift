import LocalStore
import Purchasing
import SafeText
import StoreModel
import StrictJSON
import Texts
import TillRuntime

/// What the app's own people set and give, at the app's server where there is one.
extension Command {
  static let duration = Command(
    name: "duration", summary: "how long a non-renewing subscription entitles",
    usage: ["duration PRODUCT PERIOD|none [--from DATE] [--stacks | --overlaps] [--json]"],
    options: ["from", "stacks", "overlaps"],
    details: [
      "The app's server keeps it, so that a purchase ends on every device; without one this device does.",
      "The first duration holds for all purchases, a later one for purchases from now on; --from names another date.",
    ],
    examples: [
      "till duration com.example.piglet.season P1M", "till duration com.example.piglet.season P1Y --stacks",
      "till duration com.example.piglet.season none",
    ], words: 2...2
  ) { call in
    let text = call.words[1]
    let period = SubscriptionPeriod(iso8601: text)
    guard period != nil || text == "none" else {
      throw UsageError(say("\(safeText(text)) is no period: write P1W, P1M, P3M, P1Y or none"))
    }
    guard !call.options.has("stacks") || !call.options.has("overlaps") else {
      throw UsageError(say("purchases stack or overlap: give --stacks or --overlaps, not both"))
    }
    let from = try call.options["from"].map { try Timestamp(end: $0) }
    let session = try call.actingSession()
    defer { session.close() }
    let product = try call.status(of: call.words[0], in: session).product
    guard product.type == .nonRenewingSubscription else {
      throw CommandError(
        .failed, say("\(safeText(product.id)) is not a non-renewing subscription: only those need a duration"))
    }
    let duration = ProductDuration(
      productId: product.id, period: period, fromDate: from, stacks: call.options.has("stacks"))
    let purchasing = try session.purchasing()
    let told = try blocking {
      let told = try await purchasing.setDuration(duration)
      try await purchasing.rememberStatuses()
      return told
    }
    let message = told.note(after: (period.map { AnswerText.entitlesFor($0) } ?? Words("no duration")).text)
    call.output.document([
      "ok": true, "message": .string(message), "productId": .string(product.id), "waiting": .bool(told.isWaiting),
    ])
    call.output.text("\(safeText(product.id)): \(message)")
    return .done
  }

  static let grant = Command(
    name: "grant", summary: "give the user access until a date, or some of a consumable, that was not bought",
    usage: [
      "grant PRODUCT --until DATE --reason TEXT [--compensates ID] [--request ID] [--json]",
      "grant PRODUCT [--quantity N] --reason TEXT [--compensates ID] [--request ID] [--json]",
      "grant --end ID [--reason TEXT]",
    ],
    options: ["until", "quantity", "reason", "compensates", "request", "end"],
    details: ["A request that is sent twice with one id is granted once."],
    examples: [
      "till grant com.example.piglet.premium --until 2027-01-01 --reason \"member of staff\"",
      "till grant com.example.piglet.coins100 --quantity 2 --reason \"lost at the outage\" --compensates 2000000123",
    ], words: 0...1
  ) { call in
    if let id = call.options["end"] {
      guard call.words.isEmpty else { throw UsageError(say("--end names a grant by its id, and no product")) }
      return try endGrant(call, id)
    }
    guard !call.words.isEmpty else {
      throw UsageError(say("grant what? till grant PRODUCT --until DATE --reason TEXT"))
    }
    guard let reason = call.options["reason"], !reason.isEmpty else {
      throw UsageError(say("a grant has a reason: --reason TEXT"))
    }
    let session = try call.actingSession()
    defer { session.close() }
    let store = try session.reader()
    let state = try store.deviceState()
    guard let user = state.user else {
      throw CommandError(.failed, say("nobody is logged in to the app: till user NAME, then grant"))
    }
    let product = try store.products().product(named: call.words[0])
    let (until, quantity) = try call.granted(of: product)
    let grant = Grant(
      id: call.options["request"] ?? session.surroundings.newID(), user: user, productId: product.id, reason: reason,
      grantedDate: try session.clock(for: state).now, untilDate: until, quantity: quantity,
      compensates: call.options["compensates"])
    let purchasing = try session.purchasing()
    let told: ServerTold
    do {
      told = try blocking {
        let told = try await purchasing.grant(grant)
        try await purchasing.rememberStatuses()
        return told
      }
    } catch let error as VerificationError {
      throw CommandError(.failed, error.message)
    }
    let text: Words =
      until.map { Words("granted to \(user) until \($0.formatted(.minute)) UTC, not bought: \(reason)") }
      ?? Words("granted \(quantity ?? 0) × \(product.displayName) to \(user), not bought: \(reason)")
    let message = safeText(told.note(after: text.text))
    var document: JSONObject = [
      "ok": true, "message": .string(message), "grantId": .string(grant.id), "productId": .string(product.id),
      "user": .string(user),
    ]
    document["untilDate"] = until?.json
    document["quantity"] = quantity.map { .number(JSONNumber(Int64($0))) }
    document.append("waiting", .bool(told.isWaiting))
    call.output.document(document)
    call.output.text(message)
    return .done
  }
}

extension Invocation {
  /// Until when access is given, or how many of a consumable.
  fileprivate func granted(of product: Product) throws -> (until: Timestamp?, quantity: Int?) {
    guard product.type == .consumable else {
      guard options["quantity"] == nil else {
        throw UsageError(say("only consumables have a quantity: leave out --quantity, and name the end with --until"))
      }
      guard let text = options["until"] else { throw UsageError(say("a grant has an end: --until 2027-01-01")) }
      return (try Timestamp(end: text), nil)
    }
    guard options["until"] == nil else {
      throw UsageError(say("a consumable is granted for good: leave out --until, and say how many with --quantity"))
    }
    guard let text = options["quantity"] else { return (nil, 1) }
    guard let quantity = Int(text), (1...1_000_000).contains(quantity) else {
      throw UsageError(say("invalid quantity “\(safeText(text))”; use a whole number above 0"))
    }
    return (nil, quantity)
  }
}

extension ServerTold {
  fileprivate var isWaiting: Bool { if case .waits = self { true } else { false } }

  /// What was done, and where it holds if that is not everywhere.
  fileprivate func note(after message: String) -> String {
    switch self {
    case .done, .hereOnly: message
    case .waits(let why):
      message + "; "
        + say("it waits for the app's server, which could not be reached (\(why)); the next action sends it")
    }
  }
}
