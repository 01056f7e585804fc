package import AppStoreModel
package import Core

// All parameters of all verbs; a name has the same meaning in every verb.

// MARK: The subjects of verbs

extension Parameter where Value == String {
  package static var transaction: Parameter<String> {
    .words("transaction", "TXN", reach: .value, offers: .transactions)
  }
  /// A product id or an original transaction id of the signed-in account.
  package static var subscription: Parameter<String> { .words("subscription", "SUB", reach: .value, offers: .products) }
  package static var product: Parameter<String> { .words("product", "PRODUCT", reach: .value, offers: .products) }
  package static var member: Parameter<String> { .words("member", "ACCOUNT", reach: .value, offers: .accounts) }
  /// The Apple Account whose transactions are deleted.
  package static var emptied: Parameter<String> { .words("emptied", "ACCOUNT", reach: .value, offers: .accounts) }
  /// The version of the signed payloads: the fields of 2025, or all current fields.
  package static var shape: Parameter<String> {
    Parameter("shape", "2025|current", reach: .value, text: { $0 }) { text throws(StoreError) in
      guard ["2025", "current"].contains(text) else {
        throw StoreError(.usage, said: "unknown shape \(safeText(text)); use 2025 or current")
      }
      return text
    }
  }
  /// The result of Apple's review of a retention image or message.
  package static var review: Parameter<String> {
    Parameter("review", "approve|hold|reject", reach: .value, text: { $0 }) { text throws(StoreError) in
      guard ["approve", "hold", "reject"].contains(text) else {
        throw StoreError(.usage, said: "unknown review “\(safeText(text))”; use approve, hold or reject")
      }
      return text
    }
  }
  /// The name of a new object.
  package static var newName: Parameter<String> { .words("name", "NAME", reach: .value) }
  package static var notification: Parameter<String> { .words("notification", "UUID", reach: .value) }
  package static var locale: Parameter<String> { .words("locale", "LOCALE", reach: .value) }

  /// The storefront's ISO 3166 code of three letters, in capitals.
  package static var storefront: Parameter<String> {
    Parameter("storefront", "CODE", reach: .value, text: { $0 }) { text throws(StoreError) in text.uppercased() }
  }
}

extension Parameter where Value == Bool {
  package static var isOn: Parameter<Bool> { .either("on", "on", "off") }
  package static var agrees: Parameter<Bool> { .either("agrees", "yes", "no") }
  package static var off: Parameter<Bool> { .flag("off", "switch off") }
  package static var once: Parameter<Bool> { .flag("once", "switch on for one call only") }
  package static var settings: Parameter<Bool> { .flag("settings", "only the settings") }
  package static var tap: Parameter<Bool> { .flag("tap", "print the results in the Test Anything Protocol") }
  package static var demo: Parameter<Bool> { .flag("demo", "with the demo's catalogue and customers") }
  package static var notice: Parameter<Bool> {
    .flag("notice", "Apple tells the customer the price, without asking for consent")
  }
}

extension Parameter where Value == Bool {
  /// Whether only renewals after a paid period have a Billing Grace Period.
  package static var eligible: Parameter<Bool> {
    .either(
      "eligible", "all", "paid", yes: "paid", "the renewals with a grace period: all, or those after a paid period")
  }

  /// Whether the sandbox also has a Billing Grace Period.
  package static var inSandbox: Parameter<Bool> {
    .either("sandbox", "on", "off", yes: "on", "the grace period in the sandbox")
  }

  /// The decision of the developer's server about the introductory offer.
  package static var introductory: Parameter<Bool> {
    .either(
      "introductory", "allow", "deny", yes: "allow", "the developer's server decides about the introductory offer")
  }
}

extension Parameter where Value == VerbDuration {
  package static var duration: Parameter<VerbDuration> { .duration("duration") }
  package static var ago: Parameter<VerbDuration> { .duration("ago", "how long ago the customer bought") }

  private static func duration(_ name: String, _ help: Words = "") -> Self {
    Parameter(name, "DURATION", help, text: \.text) { text throws(StoreError) in try VerbDuration(text) }
  }
}

extension Parameter where Value == Int {
  package static var days: Parameter<Int> {
    Parameter("days", "DAYS", text: { "\($0)" }) { text throws(StoreError) in
      guard let days = Int(text) else {
        throw StoreError(.usage, said: "invalid number of days “\(safeText(text))”; use 1 to 90")
      }
      return days
    }
  }

  /// The length of the Billing Grace Period in days.
  package static var graceDays: Parameter<Int> {
    Parameter("graceDays", "3|16|28", text: { "\($0)" }) { text throws(StoreError) in
      guard let days = Int(text), [3, 16, 28].contains(days) else {
        throw StoreError(.usage, said: "invalid length “\(safeText(text))” of the grace period; use 3, 16 or 28 days")
      }
      return days
    }
  }

  /// The number of renewals; 0 is written as `none`.
  package static var renewalLimit: Parameter<Int> {
    Parameter("renewals", "N|none", text: { $0 == 0 ? "none" : "\($0)" }) { text throws(StoreError) in
      if text == "none" { return 0 }
      guard let limit = Int(text), (1...1_000_000).contains(limit) else {
        throw StoreError(
          .usage, said: "invalid number of renewals “\(safeText(text))”; use a whole number from 1, or none")
      }
      return limit
    }
  }
  package static var percentage: Parameter<Int> {
    .number("percentage", "N", in: 1...100, "the refunded share in whole percent")
  }
  package static var quantity: Parameter<Int> { .number("quantity", "N", in: 1...10, "the quantity, 1 to 10") }
  package static var jobs: Parameter<Int> { .number("jobs", "N", in: 1...64, "files to run at the same time (1)") }
  package static var limit: Parameter<Int> { .number("limit", "N", in: 1...10_000, "rows at most (50)") }
  /// The price in milliunits, written as a decimal number such as 9.99.
  package static var price: Parameter<Int> {
    Parameter(
      "price", "AMOUNT", "the new price, such as 9.99",
      text: { Price(milliunits: Int64($0), currency: "").decimalText }
    ) { text throws(StoreError) in
      guard let price = Price.milliunits(decimalText: text), price > 0 else {
        throw StoreError(.usage, said: "invalid --price “\(safeText(text))”; use an amount such as 9.99")
      }
      return Int(price)
    }
  }
  /// The `next` value of a list with numbered rows, after which the list continues.
  package static var afterRow: Parameter<Int> {
    .number("after", "NEXT", in: 1...1_000_000, "continue after a list's \"next\"")
  }
}

extension Parameter where Value == Timestamp {
  /// A date in UTC, or milliseconds since 1970.
  package static var date: Parameter<Timestamp> {
    Parameter("date", "DATE", text: { "\($0.milliseconds)" }) { text throws(StoreError) in
      if let date = Timestamp(milliseconds: text), date.milliseconds >= 0 { return date }
      guard let date = Timestamp(utc: text) else {
        throw StoreError(
          .usage, said: "invalid date “\(safeText(text))”; use 2026-03-01 or 2026-03-01T12:00:00Z")
      }
      return date
    }
  }
}

extension Parameter where Value == TimeRate {
  package static var rate: Parameter<TimeRate> {
    Parameter("rate", "NAME|NUMBER", text: \.name) { text throws(StoreError) in
      let rates = TimeRate.allCases
      if let rate = TimeRate(text) ?? rates.first(where: { $0.name.lowercased() == text.lowercased() }) { return rate }
      throw StoreError(
        .usage, said: "unknown rate “\(safeText(text))”; \(remedy(for: text, among: rates.map(\.name)))")
    }
  }
}

extension Parameter where Value == ClockMoment {
  package static var moment: Parameter<ClockMoment> {
    Parameter("moment", ClockMoment.allCases.map(\.rawValue).joined(separator: "|"), text: \.rawValue) {
      text throws(StoreError) in
      if let moment = ClockMoment(rawValue: text) { return moment }
      throw StoreError(.usage, said: "unknown moment “\(safeText(text))”; use next, renewal or grace-end")
    }
  }
}

extension Parameter where Value == AppStoreFault {
  package static var fault: Parameter<AppStoreFault> {
    Parameter("fault", "NAME|CALL", text: \.rawValue) { text throws(StoreError) in
      if let fault = AppStoreFault(rawValue: text) { return fault }
      let names = AppStoreFault.allCases.map(\.rawValue)
      throw StoreError(.usage, said: "unknown fault “\(safeText(text))”; \(remedy(for: text, among: names))")
    }
  }
}

extension Parameter where Value == FailureKind {
  package static var kind: Parameter<FailureKind> {
    Parameter("kind", "KIND", text: \.rawValue) { text throws(StoreError) in FailureKind(rawValue: text) }
  }
}

extension Parameter where Value == PastRenewals {
  package static var renewals: Parameter<PastRenewals> {
    let help: Words = "default, cancel or until-now: the renewals since then"
    return Parameter("renewals", "HOW", help, text: \.rawValue) { text throws(StoreError) in
      guard let renewals = PastRenewals(rawValue: text) else {
        throw StoreError(.usage, said: "invalid --renewals; use default, cancel or until-now, together with --ago")
      }
      return renewals
    }
  }
}

extension Parameter where Value == JSONObject {
  package static var members: Parameter<JSONObject> {
    .object(
      "members",
      mistake: "invalid second word; use a JSON object with members of a transaction, such as {\"type\": \"Sticker\"}")
  }
  /// The payload of a notification.
  package static var payload: Parameter<JSONObject> {
    .object("payload", mistake: "invalid payload; use a JSON object such as {\"notificationType\": \"TEST\"}")
  }
  /// The signature of a promotional offer, version 1.
  package static var signature: Parameter<JSONObject> {
    .object(
      "signature", "the offer's signature of version 1: {\"keyId\", \"nonce\", \"timestamp\", \"signature\"}",
      mistake: "--signature must be a JSON object with keyId, nonce, timestamp and signature")
  }
  package static var consumptionAnswer: Parameter<JSONObject> {
    .object("answer", mistake: "invalid answer; use a JSON object such as Apple's ConsumptionRequest")
  }
}

// MARK: Options

extension Parameter where Value == String {
  package static var reason: Parameter<String> {
    .words(
      "reason", "TEXT", "one of Apple's reasons, such as UNINTENDED_PURCHASE, or the customer's words", reach: .value)
  }
  package static var account: Parameter<String> {
    .words("account", "NAME", "an Apple Account; a list shows only its rows", reach: .value, offers: .accounts)
  }
  package static var onlyProduct: Parameter<String> {
    .words("product", "ID", "only this product", reach: .value, offers: .products)
  }
  package static var offer: Parameter<String> { .words("offer", "ID", "with a promotional offer", reach: .value) }
  /// The signed JWS of the app server for a promotional or the introductory offer.
  package static var offerJWS: Parameter<String> {
    .words("offerJWS", "JWS", "with the offer that the app server signed", reach: .value)
  }
  package static var code: Parameter<String> { .words("code", "NAME", "with an offer code", reach: .value) }
  /// The status of an external purchase token, in Apple's spelling or in lower case.
  package static var externalEvent: Parameter<String> {
    Parameter("event", "unreported|created|active-token-reminder", reach: .value, text: { $0 }) {
      text throws(StoreError) in
      let event = text.uppercased().replacing("-", with: "_")
      guard ["UNREPORTED", "CREATED", "ACTIVE_TOKEN_REMINDER"].contains(event) else {
        throw StoreError(
          .usage,
          said: "invalid status “\(safeText(text))” of a token; use unreported, created or active-token-reminder")
      }
      return event
    }
  }
  package static var userLocale: Parameter<String> {
    .words("locale", "LOCALE", "the customer's language, such as en-US", reach: .value)
  }
  package static var winBack: Parameter<String> { .words("win-back", "ID", "with a win-back offer", reach: .value) }
  /// Apple's name of a billing plan.
  package static var billingPlan: Parameter<String> {
    Parameter("billing-plan", "PLAN", "the billing plan: BILLED_UPFRONT or MONTHLY", reach: .value, text: { $0 }) {
      text throws(StoreError) in
      let plan = BillingPlanType(rawValue: text.uppercased())
      guard BillingPlanType.known.contains(plan) else {
        throw StoreError(.usage, said: "unknown --billing-plan “\(safeText(text))”; use BILLED_UPFRONT or MONTHLY")
      }
      return plan.rawValue
    }
  }
  /// The `next` value of a list, after which the list continues.
  package static var after: Parameter<String> {
    .words("after", "NEXT", "continue after a list's \"next\"", reach: .value)
  }
  /// The name of the checkpoint to restore.
  package static var restore: Parameter<String> {
    .words("restore", "NAME", "go back to this checkpoint", reach: .value)
  }
  /// The `appAccountToken` of the purchase.
  package static var token: Parameter<String> {
    Parameter("token", "UUID", "the app account token of the purchase", reach: .value, text: { $0 }) {
      text throws(StoreError) in
      guard let token = UUIDText.normalized(text) else {
        throw StoreError(
          .usage, said: "invalid --token “\(safeText(text))”; use a UUID such as 7389a31a-fb6d-4569-a2a6-db7d85d84813")
      }
      return token
    }
  }
  package static var environment: Parameter<String> {
    .words("environment", "NAME", "Sandbox or Production", reach: .value)
  }

  // Names of files, and addresses. A walkthrough or scenario file can name only files in its own folder.

  package static var from: Parameter<String> {
    .words("from", "FILE", "a history that --to wrote", reach: .readsFile)
  }
  package static var to: Parameter<String> { .words("to", "FILE", "the file to write", reach: .writesFile) }
  package static var savedFile: Parameter<String> { .words("file", "FILE", reach: .writesFile) }
  package static var catalogue: Parameter<String> { .words("catalogue", "FILE", reach: .readsFile) }
  package static var scenario: Parameter<String> { .words("scenario", "FILE...", offers: .scenarios) }
  package static var junit: Parameter<String> {
    .words("junit", "FILE", "write the results as JUnit's XML", offers: .files)
  }

  // Options of scenario runs.

  package static var server: Parameter<String> {
    .words("server", "URL", "the server under test: $server in steps")
  }
  package static var webhook: Parameter<String> {
    .words("webhook", "URL", "where the notifications of the tested server are posted; $webhook in steps")
  }
  package static var signedBy: Parameter<String> {
    .words(
      "signed-by", "DIR", "sign with the ledger of this store, whose root certificate a server already trusts",
      offers: .files)
  }
}
