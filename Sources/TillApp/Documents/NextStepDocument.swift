import AppStoreModel
import Core
import Dashboard
import Verbs

extension Arguments {
  /// The options that name a store and its App Store.
  static let placeNames = [
    Parameter.store, .backend, .caseName, .environmentName, .bundleId, .root, .key, .keyId, .issuer, .profile,
  ].map(\.name)
}

extension Invocation {
  /// The options that name this store and its App Store, quoted for use in a suggested command.
  var place: [String] {
    Arguments.placeNames
      .flatMap { name in options.texts(of: name).flatMap { ["--" + name, ShellWords.quoted($0)] } }
  }

  /// Returns the complete command for a next step, with the options of this store and backend.
  ///
  /// Returns nil where no command does the step, or where a person must add a value.
  func command(for step: NextStep) -> String? {
    guard let action = step.action, step.needs.isEmpty else { return nil }
    let words: [String]
    switch action {
    case .buy(let productId): words = ["buy", productId]
    case .restore: words = ["restore"]
    case .refundCheck: words = ["refund-check"]
    case .askRefund(let transactionId): words = ["ask-refund", transactionId, "--yes"]
    case .retry(let orderId): words = ["retry"] + (orderId.map { [$0] } ?? [])
    case .use(let productId): words = ["use", productId]
    case .signIn(let account): words = ["account"] + (account.map { [$0] } ?? [])
    case .logIn(let user): words = ["user"] + (user.map { [$0] } ?? [])
    case .close, .reopen, .setDuration, .transfer, .grant, .quarantine, .lookUp: return nil
    }
    return (["till"] + words.map(ShellWords.quoted) + place).joined(separator: " ")
  }

  /// Returns the command to show for a next step, with placeholders for what a person must add; scripts read `needs`.
  func shownCommand(for step: NextStep) -> String? {
    command(for: step) ?? step.form.map { ([$0] + place).joined(separator: " ") }
  }

  /// Returns the JSON object for the key `next` of a document.
  func document(of step: NextStep) -> JSONObject {
    var document: JSONObject = ["who": .string(step.who.rawValue), "text": .string(step.text)]
    document["command"] = command(for: step).map { .string($0) }
    if !step.needs.isEmpty { document["needs"] = .array(step.needs.map { .string($0.rawValue) }) }
    document["key"] = step.action?.key.map { .string($0) }
    document["say"] = step.say.map { .string($0) }
    document["until"] = step.until?.json
    return document
  }
}

extension NextStep {
  /// The command with placeholders for what the person must add.
  fileprivate var form: String? {
    switch action {
    case .close(let id): "till order close \(id) --reason TEXT"
    case .reopen(let id): "till order reopen \(id) --reason TEXT"
    case .transfer(let transactionId): "till transfer \(transactionId) --to USER --reason TEXT"
    case .grant(let productId): "till grant \(productId) --quantity N --reason TEXT"
    case .setDuration(let productId): "till duration \(productId) PERIOD"
    case .signIn(account: nil): "till account NAME"
    case .logIn(user: nil): "till user NAME"
    default: nil
    }
  }
}

extension NextStep.Action {
  /// The dashboard's default key for the action, in the notation of key scripts; nil where it has none.
  var key: String? {
    dashboardAction.flatMap { ActionTable.entry(of: $0, in: [.main])?.keys.first }.map { "\($0)" }
  }
}

extension UnderWay {
  var document: JSONObject {
    var document: JSONObject = ["kind": .string(kind.rawValue)]
    document["orderId"] = orderId.map { .string($0) }
    document["intentId"] = intentId.map { .string($0) }
    document.append("since", since.json)
    document["until"] = until?.json
    document.append("who", .string(who.rawValue))
    document["cause"] = cause.map { .string($0.rawValue) }
    document["ground"] = ground.map { .string($0.rawValue) }
    document["account"] = account.map { .string($0) }
    document["reversedDate"] = reversedDate?.json
    document["nextChargeDate"] = nextCharge?.date?.json
    return document
  }
}

extension StatedFact {
  /// The fact, and the id of the transaction or intent it is about.
  var document: JSONObject {
    switch self {
    case .charged(let id): ["fact": "charged", "transactionId": .string(id)]
    case .free(let id): ["fact": "free", "transactionId": .string(id)]
    case .mayBeCharged(let id): ["fact": "mayBeCharged", "intentId": .string(id)]
    case .notCharged(let id): ["fact": "notCharged", "intentId": .string(id)]
    case .refunded(let id): ["fact": "refunded", "transactionId": .string(id)]
    case .takenBack(let id): ["fact": "takenBack", "transactionId": .string(id)]
    case .delivered(let id): ["fact": "delivered", "transactionId": .string(id)]
    case .boughtElsewhere(let id): ["fact": "boughtElsewhere", "transactionId": .string(id)]
    case .belongsToAnotherUser(let id): ["fact": "belongsToAnotherUser", "transactionId": .string(id)]
    case .waits(let who, nil): ["fact": "waits", "who": .string(who.rawValue)]
    case .waits(let who, let until?): ["fact": "waits", "who": .string(who.rawValue), "until": until.json]
    }
  }
}
