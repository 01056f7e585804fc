import AppStoreSimulator
import LocalStore
import Purchasing
import SafeText
import StoreModel

extension Command {
  static let buy = Command(
    name: "buy", summary: "buy a product for the signed-in Apple Account",
    usage: [
      "buy PRODUCT [--quantity N] [--outcome success|cancel|pending|fail:KIND|unverified] [--token user|order] "
        + "[--offer ID [--signature JWS] | --code NAME]"
    ],
    options: ["quantity", "outcome", "token", "offer", "code", "signature"],
    examples: [
      "till buy com.example.piglet.premium", "till buy com.example.piglet.coins100 --quantity 3 --json",
      "till buy com.example.piglet.premium --outcome fail:networkError",
    ], words: 1...1
  ) { call in
    let quantity = try call.options.number("quantity", in: 1...1000) ?? 1
    let outcome = try simulatedOutcome(call.options["outcome"] ?? "success")
    let token = try tokenChoice(call.options["token"] ?? "user")
    let session = try call.actingSession()
    defer { session.directory.discard() }
    let productId = call.words[0]
    guard try session.reader().products().contains(where: { $0.id == productId }) else {
      throw CommandError(.failed, "no product \(safeText(productId)): till status lists them")
    }
    let offer = try offer(call.options, productId: productId, session)
    let purchasing = try session.purchasing()
    let change = try session.change(buying: productId)
    let report = try blocking {
      let report = try await purchasing.buy(productId, quantity: quantity, outcome: outcome, token: token, offer: offer)
      try await purchasing.rememberStatuses()
      return report
    }
    call.output.document(report.document)
    call.output.text(try report.text(change, isInterrupted: session.isInterrupted(report)))
    switch report.result {
    case .success, .pending: return .done
    case .cancelled, .failed, .unverified, .unanswered, .halfSuccess, .refused:
      call.output.note(safeText(report.message ?? report.result.rawValue, limit: 400))
      return .failed
    }
  }

  private static func simulatedOutcome(_ text: String) throws(UsageError) -> SimulatedOutcome {
    switch text {
    case "success": return .success
    case "cancel": return .cancel
    case "pending": return .pending
    case "unverified": return .unverified
    case "fail": return .fail(.unknown)
    default:
      let kinds = FailureKind.ofPurchases
      if text.hasPrefix("fail:"), let kind = kinds.first(where: { $0.rawValue == text.dropFirst(5) }) {
        return .fail(kind)
      }
      throw UsageError(
        "--outcome \(safeText(text)): there are success, cancel, pending, unverified and fail:KIND with KIND one of "
          + kinds.map(\.rawValue).joined(separator: ", "))
    }
  }

  /// The offer that the options ask for; without a signature the simulated App Store signs as the developer would.
  private static func offer(
    _ options: Arguments, productId: String, _ session: StoreSession
  ) throws -> PurchaseOffer? {
    if let code = options["code"] {
      guard !options.has("offer") else { throw UsageError("take --offer or --code, not both") }
      return .code(code)
    }
    guard let id = options["offer"] else { return nil }
    if let signature = options["signature"] { return .promotional(id: id, signature: .jws(signature)) }
    guard let control = session.backend.control else {
      throw CommandError(.usage, "an offer of this App Store needs the developer's signature: --signature JWS")
    }
    return try blocking { try await control.offer(.promotional(id), for: productId) }
  }

  private static func tokenChoice(_ text: String) throws(UsageError) -> TokenChoice {
    guard let choice = TokenChoice(rawValue: text) else {
      throw UsageError("--token \(safeText(text)): there are user and order")
    }
    return choice
  }
}

extension BuyReport {
  /// The report in plain words; `change` is what the purchase meant for the customer's plan.
  fileprivate func text(_ change: PlanChange?, isInterrupted: Bool) -> String {
    let product = safeText(productId)
    let transaction = safeText(transactionId ?? "")
    switch (result, change) {
    case (.success, .downgrade?) where alreadyOwned, (.success, .crossgradeAtRenewal?) where alreadyOwned:
      return "\(product) begins with the next renewal: nothing was charged now"
    case (.success, .takenBack?) where alreadyOwned:
      return "\(product) goes on: the change was taken back, nothing was charged"
    case (.success, .alreadyChosen?) where alreadyOwned:
      return "\(product) begins with the next renewal, as was chosen before: nothing was charged"
    default: break
    }
    switch result {
    case .success where alreadyOwned: return "owned already: nothing was charged for \(product)"
    case .success: return "bought \(product): transaction \(transaction)"
    case .pending where isInterrupted:
      return "\(product) was interrupted: transaction \(transaction) (till simulator resolve \(transaction))"
    case .pending:
      return "\(product) waits for approval: transaction \(transaction) (till simulator approve \(transaction))"
    case .unanswered: return "nobody knows yet whether \(product) was bought"
    case .halfSuccess: return "\(product) is paid and not delivered yet: order \(safeText(orderId ?? ""))"
    case .unverified, .refused: return "\(product) is paid and was not delivered: order \(safeText(orderId ?? ""))"
    case .cancelled, .failed: return "\(product) was not bought"
    }
  }
}

extension StoreSession {
  /// What a purchase means for the plan of the signed-in account; nil where the App Store is not here to ask.
  fileprivate func change(buying productId: String) throws -> PlanChange? {
    guard let appStore, let account = try reader().deviceState().account else { return nil }
    return try? appStore.preview(productId, account: account).change
  }

  /// Whether what waits is an interrupted purchase, and not one that a parent has to approve.
  fileprivate func isInterrupted(_ report: BuyReport) throws -> Bool {
    guard let appStore, report.result == .pending else { return false }
    return try appStore.pending().contains { $0.kind == .interrupted && $0.transactionId == report.transactionId }
  }
}
