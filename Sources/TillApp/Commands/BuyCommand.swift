import AppStoreModel
import Core
import Dashboard
import Device
import Verbs

extension Command {
  static let buy = Command(
    name: "buy", summary: "buy a product for the signed-in Apple Account",
    forms: [
      UsageForm(
        .value("PRODUCT", .products), .option(.quantity), .option(.outcome), .option(.tokenChoice),
        .group(
          .either(
            [.needed(.offer), .option(.offerSignature)], [.needed(.code)], [.needed(.winBack)],
            [.needed(.billingPlan)], [.needed(.introductoryOffer)])),
        .option(.again))
    ],
    examples: [
      "till buy com.example.piglet.premium", "till buy com.example.piglet.coins100 --quantity 3 --json",
      "till buy com.example.piglet.premium --outcome fail:networkError",
    ]
  ) { call in
    let quantity = try call.options[.quantity] ?? 1
    let outcome = try call.options[.outcome] ?? .success
    let token = try call.options[.tokenChoice] ?? .user
    let session = try await call.actingSession()
    let store = try session.reader()
    let productId = try store.products().product(named: call.words[0]).id
    let offer = try await offer(call.options, productId: productId, from: store, session)
    let again = call.options.has(.again)
    let decision = try call.options[.introductoryOffer].flatMap { introductoryOffers[$0] }
    let preview = try await session.preview(buying: productId, offer: offer?.name ?? decision)
    // Another device of the user may have bought since this one asked.
    try await session.purchasing().askAboutUser()
    if preview?.change != .owned,
      let warning = try session.warning(buying: productId, preview, date: call.output.date)
    {
      call.output.note(warning)
    }
    var report = try await session.act(isUnchanged: \.changedNothing) {
      try await $0.buy(productId, quantity: quantity, outcome: outcome, token: token, offer: offer, again: again)
    }
    let change = report.result == .success ? preview?.planChange(date: call.output.date) : nil
    report.message = change ?? (report.isHeldBack ? report.message.map { say("\($0) (--again buys)") } : report.message)
    call.output.document(report.document)
    call.output.text(change ?? report.text)
    switch report.result {
    case .success, .pending: return .done
    case .cancelled, .failed, .unverified, .unanswered, .halfSuccess, .refused:
      return call.failed(report.message ?? report.result.rawValue)
    }
  }

  /// The decisions of the developer's server that the simulator signs.
  private static let introductoryOffers: [String: OfferName] = [
    "allow": .introductory(allowed: true), "deny": .introductory(allowed: false),
  ]

  /// Returns the offer that the options name; without a given signature, the simulator signs it as the developer would.
  private static func offer(
    _ options: Arguments, productId: String, from store: LocalStore, _ session: StoreSession
  ) async throws -> PurchaseOffer? {
    let account = try store.deviceState().account ?? ""
    let ways = [Parameter.offer, .code, .winBack, .billingPlan, .introductoryOffer].filter { options.has($0) }
    guard ways.count <= 1 else {
      throw UsageError(say("use only one of \(Language.series(ways.map { "--" + $0.name }))"))
    }
    if let code = try options[.code] { return .code(code) }
    if let id = try options[.winBack] { return .winBack(id) }
    if let plan = try options[.billingPlan] { return .plan(BillingPlanType(rawValue: plan)) }
    if let text = try options[.introductoryOffer] {
      guard let decision = introductoryOffers[text] else { return .introductory(eligibility: text) }
      guard let control = session.backend.control else {
        throw CommandError(
          .usage, say("this App Store needs the developer's signed eligibility; add --introductory JWS"))
      }
      return try await control.offer(decision, for: productId, account: account)
    }
    guard let id = try options[.offer] else { return nil }
    if let signature = try options[.offerSignature] { return .promotional(id: id, signature: .jws(signature)) }
    guard let control = session.backend.control else {
      throw CommandError(.usage, say("an offer of this App Store needs the developer's signature; add --signature JWS"))
    }
    return try await control.offer(.promotional(id), for: productId, account: account)
  }
}

extension Parameter where Value == SimulatedOutcome {
  /// What the simulated App Store does with the purchase.
  fileprivate static var outcome: Self {
    let plain: [String: SimulatedOutcome] = [
      "success": .success, "cancel": .cancel, "pending": .pending, "unverified": .unverified, "fail": .fail(.unknown),
    ]
    let form = "success|cancel|pending|fail:KIND|unverified"
    return Parameter(option: "outcome", "OUTCOME", "success, cancel, pending, fail:KIND or unverified", form: form) {
      text throws(StoreError) in
      if let outcome = plain[text] { return outcome }
      let kinds = FailureKind.ofPurchases
      if text.hasPrefix("fail:"), let kind = kinds.first(where: { $0.rawValue == text.dropFirst(5) }) {
        return .fail(kind)
      }
      let names = ["success", "cancel", "pending", "unverified"] + kinds.map { "fail:" + $0.rawValue }
      throw StoreError(.usage, said: "invalid --outcome “\(safeText(text))”; \(remedy(for: text, among: names))")
    }
  }
}

extension Parameter where Value == TokenChoice {
  fileprivate static var tokenChoice: Self {
    Parameter(
      option: "token", "WHOSE", "the token of the purchase: user, order, or a UUID of yours", form: "user|order|UUID"
    ) { text throws(StoreError) in
      switch text {
      case "user": return .user
      case "order": return .order
      default:
        guard let uuid = UUIDText.normalized(text) else {
          throw StoreError(
            .usage,
            said: "invalid --token “\(safeText(text))”; use user, order, or a "
              + "UUID such as 7389a31a-fb6d-4569-a2a6-db7d85d84813")
        }
        return .own(uuid)
      }
    }
  }
}

extension Parameter where Value == String {
  fileprivate static var offerSignature: Self {
    .words(
      "signature", "JWS", "the developer's signature of the offer (default: the simulator signs it)", reach: .value)
  }
  /// The decision of the developer's server about the introductory offer, or its signed eligibility.
  fileprivate static var introductoryOffer: Self {
    .words(
      "introductory", "allow|deny", "the developer's server decides about the introductory offer", reach: .value,
      form: "allow|deny|JWS")
  }
}

extension Parameter where Value == Bool {
  fileprivate static var again: Self { .flag("again", "buy even if an earlier purchase may have been charged") }
}

extension BuyReport {
  /// The purchase report in plain words.
  fileprivate var text: String {
    let product = safeText(productId)
    let transaction = safeText(transactionId ?? "")
    switch result {
    case _ where isInterrupted:
      return say("\(product) was interrupted: transaction \(transaction) (till simulator resolve \(transaction))")
    case _ where alreadyOwned && orderId != nil:
      return say("\(product) was bought before: transaction \(transaction), order \(safeText(orderId ?? ""))")
    case .refused where alreadyOwned, .success where alreadyOwned:
      return say("already owned: nothing was charged for \(product)")
    case .success: return say("bought \(product): transaction \(transaction)")
    case .pending:
      return say("\(product) waits for approval: transaction \(transaction) (till simulator approve \(transaction))")
    case .unanswered: return say("no answer from the App Store for \(product) yet")
    case .halfSuccess: return say("\(product) is not delivered yet: order \(safeText(orderId ?? ""))")
    case .unverified: return say("\(product) arrived with an invalid signature: order \(safeText(orderId ?? ""))")
    case .refused: return say("\(product) was not delivered: order \(safeText(orderId ?? ""))")
    case .cancelled, .failed: return say("\(product) was not bought")
    }
  }
}

extension StoreSession {
  /// Returns the payment sheet's warning; nil where there is none.
  fileprivate func warning(
    buying productId: String, _ preview: PurchasePreview?, date: (Timestamp?) -> String
  ) throws -> String? {
    let (statuses, state, _) = try self.statuses(from: reader())
    guard let status = statuses.first(where: { $0.id == productId }) else { return nil }
    return SaleWarning(buying: status, among: statuses, preview)?.sentence(
      user: state.user.map { safeText($0) }, date: { date($0) },
      name: { id in safeText(statuses.first { $0.id == id }?.product.displayName ?? id) })
  }

  /// Returns the charge and plan change of a purchase by the signed-in account; nil where the App Store gives none.
  fileprivate func preview(buying productId: String, offer: OfferName?) async throws -> PurchasePreview? {
    guard let account = try reader().deviceState().account, let control = backend.control else { return nil }
    return try? await control.preview(productId, quantity: 1, offer: offer, account: account)
  }
}

extension PurchasePreview {
  /// Returns the effect of a change of the plan or its renewal, and its date; nil for a purchase that changes neither.
  fileprivate func planChange(date: (Timestamp?) -> String) -> String? {
    let (product, current) = (safeText(productId), safeText(currentProductId ?? say("the current plan")))
    let at = effectiveDate.map { say(", on \(date($0))") } ?? ""
    let later =
      (offer.map { "; " + safeText($0) } ?? "")
      + (renewal.map { say("; then \($0) until cancelled") } ?? "")
    switch change {
    case .resumed,
      .owned where offer != nil,
      .crossgradeAtRenewal where currentProductId == productId:
      return "\(product): \(sentences(date: { date($0) }).map { safeText($0) }.joined(separator: "; "))"
    case .downgrade, .crossgradeAtRenewal:
      return say(
        "\(product) starts with the next renewal\(at): \(current) "
          + "continues until then, nothing was charged now\(later)")
    case .alreadyChosen:
      return say("\(product) starts with the next renewal\(at), as already planned: nothing was charged") + later
    case .takenBack: return say("\(product) continues: the change is cancelled, nothing was charged")
    case .upgrade, .crossgrade:
      let refunded = refund.map { say(", \($0) is refunded for the rest of its period") } ?? ""
      return say("\(product) is active from now on for \(charged): \(current) ended\(refunded)\(later)")
    case nil, .first, .again, .owned: return nil
    }
  }
}
