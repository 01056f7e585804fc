/// Something that support reads or changes at the real App Store.
package enum SupportMove: Hashable, Sendable {
  case statuses
  case notifications
  case testResult(token: String)
  /// Days, and Apple's code for why.
  case extend(transactionId: String, days: Int, reason: Int)
  /// Apple's ConsumptionRequest.
  case consumption(transactionId: String, json: String)
  case token(transactionId: String, uuid: String)
  case finish(transactionId: String)
  case testNotification

  /// Whether nothing is changed by it.
  package var isReading: Bool {
    switch self {
    case .statuses, .notifications, .testResult: true
    case .extend, .consumption, .token, .finish, .testNotification: false
    }
  }

  /// The words behind `till support`.
  package var words: [String] {
    switch self {
    case .statuses: ["statuses"]
    case .notifications: ["notifications"]
    case .testResult(let token): ["test-result", token]
    case .extend(let id, let days, let reason): ["extend", id, "\(days)", "--reason-code", "\(reason)"]
    case .consumption(let id, let json): ["consumption", id, json]
    case .token(let id, let uuid): ["token", id, uuid]
    case .finish(let id): ["finish", id]
    case .testNotification: ["test-notification"]
    }
  }

  /// The same on the command line.
  package var verb: String { CommandLineWords.text(["till", "support"] + words) + (isReading ? "" : " --unlock") }
}
