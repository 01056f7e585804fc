package import AppStoreModel
package import Core

/// What support can do at the real App Store; each one is a row for the command line and the dashboard.
package enum SupportVerb: String, CaseIterable, Sendable {
  case statuses
  case appTransaction = "app-transaction"
  case notifications
  case testResult = "test-result"
  case extendStatus = "extend-status"
  case extend
  case extendAll = "extend-all"
  case consumption, token, finish
  case testNotification = "test-notification"

  /// The words and options after `till support`.
  package var form: UsageForm {
    let items: [UsageForm.Item] =
      switch self {
      case .statuses, .appTransaction: [.maybe(.customer)]
      case .notifications: [.option(.firstDate), .option(.lastDate)]
      case .testResult: [.word(.testToken)]
      case .extendStatus: [.word(.product), .word(.massRequest)]
      case .extend: [.word(.extended), .word(.freeDays), .option(.reasonCode)]
      case .extendAll: [.word(.product), .word(.freeDays), .option(.reasonCode), .option(.storefronts)]
      case .consumption: [.word(.purchase), .word(.consumption)]
      case .token: [.word(.purchase), .word(.ownerToken)]
      case .finish: [.word(.purchase)]
      case .testNotification: []
      }
    return UsageForm([.literal(rawValue)] + items)
  }

  /// Whether the verb changes nothing.
  package var isReading: Bool {
    switch self {
    case .statuses, .appTransaction, .notifications, .testResult, .extendStatus: true
    case .extend, .extendAll, .consumption, .token, .finish, .testNotification: false
    }
  }
}

/// A call of one of support's verbs at the real App Store.
package struct SupportCall: Hashable, Sendable {
  package let verb: SupportVerb
  private var values = ParameterValues()

  /// Creates a call without arguments.
  package init(_ verb: SupportVerb) { self.verb = verb }

  /// Parses the words after the verb's name, and the written options; an unknown option is ignored.
  package init(_ verb: SupportVerb, words: ArraySlice<String>, options: [String: String]) throws(StoreError) {
    self.verb = verb
    values = try ParameterValues(words: words, options: options, of: verb.form)
  }

  /// The value of a parameter; nil where the call does not have it.
  package subscript<Value>(maybe parameter: Parameter<Value>) -> Value? { values[parameter] }

  /// The value of a required parameter.
  ///
  /// - Throws: A `StoreError` of kind `usage` where it is missing.
  package subscript<Value>(parameter: Parameter<Value>) -> Value {
    get throws(StoreError) {
      guard let value = values[parameter] else {
        throw StoreError(.usage, said: "usage: \("till support " + verb.form.text)")
      }
      return value
    }
  }

  /// Returns the call with one more argument.
  package func with<Value>(_ parameter: Parameter<Value>, _ value: Value) -> SupportCall {
    var call = self
    call.values[parameter] = value
    return call
  }

  /// The call as a command line, as a person types it in a shell.
  package var line: String {
    ShellWords.text(["till", "support"] + values.line(of: verb.form)) + (verb.isReading ? "" : " --unlock")
  }
}

// MARK: The parameters of support

extension Parameter where Value == String {
  /// An id of the customer, or the order number on the invoice.
  package static var customer: Self { .words("id", "ID", reach: .value) }
  package static var purchase: Self { .words("transaction", "TRANSACTION", reach: .value, offers: .transactions) }
  package static var extended: Self { .words("subscription", "SUBSCRIPTION", reach: .value) }
  /// The token that came back when a test notification was requested.
  package static var testToken: Self { .words("test", "TOKEN", reach: .value) }
  /// The identifier of an extension for all subscribers.
  package static var massRequest: Self { .words("request", "REQUEST", reach: .value) }
  /// Apple's `ConsumptionRequest` as JSON, or the name of a file that has it.
  package static var consumption: Self { .words("consumption", "FILE.json|JSON", offers: .files) }
  package static var storefronts: Self {
    .words(
      "storefronts", "CODES", "only subscribers in these storefronts, such as USA,CHN", reach: .value,
      form: "CODE,CODE")
  }
  /// The `appAccountToken` of a user.
  package static var ownerToken: Self {
    Parameter("uuid", "UUID", reach: .value, text: { $0 }) { text throws(StoreError) in
      if let uuid = UUIDText.normalized(text) { return uuid }
      throw StoreError(.usage, said: "invalid UUID “\(safeText(text))”")
    }
  }
}

extension Parameter where Value == Int {
  /// The days by which Apple postpones a renewal.
  package static var freeDays: Self {
    Parameter("days", "DAYS", text: { "\($0)" }) { text throws(StoreError) in
      if let days = Int(text), (1...90).contains(days) { return days }
      throw StoreError(.usage, said: "invalid extension “\(safeText(text))”; use 1 to 90 days")
    }
  }
  package static var reasonCode: Self {
    .number(
      "reason-code", "N", in: 0...3, "the reason of an extension: 0 undeclared, 1 satisfaction, 2 other, 3 outage")
  }
}

extension Parameter where Value == Timestamp {
  package static var firstDate: Self { .day("from", "the start date", example: "2025-03-01 or 2025-03-01T12:00:00Z") }
  package static var lastDate: Self { .day("until", "the end", example: "2025-03-01 or 2025-03-01T12:00:00Z") }

  /// Declares an option for a date or a time in UTC; `example` is the error's remedy.
  package static func day(_ name: String, _ help: Words, example: Words) -> Self {
    Parameter(name, "DATE", help, text: { $0.formatted(.second) }) { text throws(StoreError) in
      if let date = Timestamp(utc: text) { return date }
      throw StoreError(.usage, said: "invalid --\(name) “\(safeText(text))”; use \(example)")
    }
  }
}
