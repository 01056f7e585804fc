import AppStoreModel
import Core
import Device
import Verbs

/// The commands for durations and grants, which support stores at the app server if there is one.
extension Command {
  static let duration = Command(
    name: "duration", summary: "set the duration of a non-renewing subscription",
    forms: [
      UsageForm(
        .value("PRODUCT", .products), .value("PERIOD|none"), .option(.durationStart),
        .group(.either([.needed(.stacks)], [.needed(.overlaps)])), .option(.json))
    ],
    details: [
      "The app server keeps the duration, so that a purchase ends on "
        + "every device; without a server this device keeps it.",
      "The first duration that you set applies to all purchases. A new one "
        + "applies to purchases from now on, or from the date of --from.",
    ],
    examples: [
      "till duration com.example.piglet.season P1M", "till duration com.example.piglet.season P1Y --stacks",
      "till duration com.example.piglet.season none",
    ]
  ) { call in
    let text = call.words[1]
    let period = SubscriptionPeriod(iso8601: text)
    guard period != nil || text == "none" else {
      throw UsageError(say("invalid period “\(safeText(text))”; use a period such as P1W, P3M or P1Y, or none"))
    }
    guard !call.options.has(.stacks) || !call.options.has(.overlaps) else {
      throw UsageError(say("--stacks and --overlaps exclude each other; use one"))
    }
    let from = try call.options[.durationStart]
    let session = try await call.actingSession(isForCases: true)
    let product = try await call.status(of: call.words[0], in: session).product
    guard product.type == .nonRenewingSubscription else {
      throw CommandError(
        .failed, say("\(safeText(product.id)) is not a non-renewing subscription and needs no duration"))
    }
    let duration = ProductDuration(
      productId: product.id, period: period, fromDate: from, stacks: call.options.has(.stacks))
    let told = try await session.act { try await $0.setDuration(duration) }
    let access: Words =
      switch period {
      case nil: "no duration"
      case let period? where period.value == 1: "each purchase gives access for a \(period)"
      case let period?: "each purchase gives access for \(period)"
      }
    let message = told.note(after: access.text)
    return call.done(
      message, ["productId": .string(product.id), "waiting": .bool(told.isWaiting)],
      text: "\(safeText(product.id)): \(message)")
  }

  static let grant = Command(
    name: "grant", summary: "give a user access until a date, or a quantity of a consumable, without a purchase",
    forms: [
      UsageForm(
        .value("PRODUCT", .products), .needed(.until), .needed(.why), .option(.compensates), .option(.request),
        .option(.json)),
      UsageForm(
        .value("PRODUCT", .products), .option(.grantedQuantity), .needed(.why), .option(.compensates),
        .option(.request), .option(.json)),
      UsageForm(.needed(.endedGrant), .option(.why)),
    ],
    details: ["Till grants a request once, even if you send its id twice."],
    examples: [
      "till grant com.example.piglet.premium --until 2027-01-01 --reason \"member of staff\"",
      "till grant com.example.piglet.coins100 --quantity 2 --reason \"lost at the outage\" --compensates 2000000123",
    ]
  ) { call in
    if let id = try call.options[.endedGrant] {
      guard call.words.isEmpty else { throw UsageError(say("--end takes the id of a grant and no product")) }
      return try await endGrant(call, id)
    }
    guard !call.words.isEmpty else {
      throw UsageError(say("missing product; use till grant PRODUCT --until DATE --reason TEXT"))
    }
    let reason = try call.required(.why, else: "missing reason; add --reason TEXT")
    let session = try await call.actingSession()
    let store = try session.reader()
    let state = try store.deviceState()
    let user = state.appUser
    let product = try store.products().product(named: call.words[0])
    let (until, quantity) = try call.granted(of: product)
    let grant = Grant(
      id: try call.options[.request] ?? session.dependencies.newID(), user: user, productId: product.id, reason: reason,
      grantedDate: try session.clock(for: state).now, untilDate: until, quantity: quantity,
      compensates: try call.options[.compensates])
    let told = try await session.act { try await $0.grant(grant) }
    let text: Words =
      until.map {
        Words("granted to \(shownUser(user)) until \($0.formatted(.minute)) UTC (not a purchase): \(reason)")
      }
      ?? Words("granted \(quantity ?? 0) × \(product.displayName) to \(shownUser(user)) (not a purchase): \(reason)")
    let message = safeText(told.note(after: text.text))
    var document: JSONObject = [
      "grantId": .string(grant.id), "productId": .string(product.id), "user": loginName(user).json,
    ]
    document["untilDate"] = until?.json
    document["quantity"] = quantity.map { .number(JSONNumber(Int64($0))) }
    document.append("waiting", .bool(told.isWaiting))
    return call.done(message, document)
  }
}

extension Invocation {
  /// Returns the end of a grant; for a consumable, its quantity.
  fileprivate func granted(of product: Product) throws -> (until: Timestamp?, quantity: Int?) {
    guard product.type == .consumable else {
      guard !options.has(.grantedQuantity) else {
        throw UsageError(say("only consumables have a quantity: leave out --quantity, and name the end with --until"))
      }
      guard let until = try options[.until] else {
        throw UsageError(say("missing end of the grant; add one such as --until 2027-01-01"))
      }
      return (until, nil)
    }
    guard !options.has(.until) else {
      throw UsageError(say("a grant of a consumable has no end; leave out --until, and give --quantity"))
    }
    return (nil, try options[.grantedQuantity] ?? 1)
  }
}

extension Parameter where Value == Timestamp {
  fileprivate static var durationStart: Self {
    .day("from", "the start date", example: "a UTC date or time, such as 2027-01-01 or \"2027-01-01 12:00\"")
  }
}

extension Parameter where Value == Int {
  fileprivate static var grantedQuantity: Self {
    Parameter("quantity", "N", "the quantity, 1 to 1,000,000", text: { "\($0)" }) { text throws(StoreError) in
      guard let quantity = Int(text), (1...1_000_000).contains(quantity) else {
        throw StoreError(.usage, said: "invalid quantity “\(safeText(text))”; use a whole number above 0")
      }
      return quantity
    }
  }
}

extension Parameter where Value == Bool {
  fileprivate static var stacks: Self { .flag("stacks", "a purchase starts when the previous one ends") }
  fileprivate static var overlaps: Self { .flag("overlaps", "a purchase starts when it is made (default)") }
}

extension Parameter where Value == String {
  fileprivate static var request: Self {
    .words("request", "ID", "the id of the request; Till grants the same id only once", reach: .value)
  }
  fileprivate static var compensates: Self {
    .words("compensates", "ID", "the transaction or order that the grant makes up for", reach: .value)
  }
  fileprivate static var endedGrant: Self { .words("end", "ID", "end this grant now", reach: .value) }
}

extension ServerTold {
  fileprivate var isWaiting: Bool { if case .waits = self { true } else { false } }

  /// Returns the result message, with a note where a change still waits to be sent to the app server.
  fileprivate func note(after message: String) -> String {
    switch self {
    case .done, .hereOnly: message
    case .waits(let why), .asks(let why):
      message + "; "
        + say("not sent yet: \(why); the next action sends it")
    }
  }
}
