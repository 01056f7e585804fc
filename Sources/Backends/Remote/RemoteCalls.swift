package import Purchasing
import SafeText
import StoreModel
package import StrictJSON

/// Answers the calls of devices far away with a backend that is here: the serving side of `RemoteStoreBackend`.
package struct RemoteCalls: Sendable {
  private let backend: @Sendable (_ locale: String) -> any StoreBackend

  /// Serves a backend, with its App Store's side where it has one; each call names the language of its device.
  package init(_ backend: @escaping @Sendable (_ locale: String) -> any StoreBackend) { self.backend = backend }

  /// Answers the call of a name; nil when there is no such call.
  ///
  /// - Throws: a `BackendError`; of kind `unknown` when an argument is missing.
  package func answer(_ name: String, _ arguments: JSONObject) async throws(BackendError) -> JSONObject? {
    do {
      let backend = backend(try arguments.string("locale") ?? "en_US")
      if let call = RemoteCall(rawValue: name) { return try await answer(call, arguments, by: backend) }
      guard let call = RemoteControlCall(rawValue: name), let control = backend.control else { return nil }
      return try await answer(call, arguments, by: control)
    } catch {
      if let error = error as? BackendError { throw error }
      throw BackendError(.unknown, safeText("the call \(name) cannot be read: \(error)", limit: 200))
    }
  }

  private func answer(
    _ call: RemoteCall, _ json: JSONObject, by backend: any StoreBackend
  ) async throws -> JSONObject {
    switch call {
    case .clock:
      let clock = try await backend.clock()
      var answer = JSONObject()
      answer.append("now", ifPresent: clock.now.map { .number($0.milliseconds) })
      answer.append("epoch", ifPresent: clock.epoch.map { .number($0) })
      return answer
    case .accounts: return ["accounts": .array(try await backend.accounts().map { .object($0.remote) })]
    case .products: return try await backend.products(for: json.string("account")).remote
    case .purchase: return try await backend.purchase(PurchaseRequest(remote: json)).remote
    case .unfinished: return ["signed": .strings(try await backend.unfinished(for: json.text("account")))]
    case .finish:
      try await backend.finish(json.text("transactionId"), for: json.text("account"))
      return [:]
    case .history:
      return try await backend.history(for: json.text("account"), after: json.string("revision")).remote
    case .refundHistory:
      return try await backend.refundHistory(for: json.text("account"), after: json.string("revision")).remote
    case .renewalInfos: return ["signed": .strings(try await backend.renewalInfos(for: json.text("account")))]
    case .requestRefund:
      try await backend.requestRefund(
        of: json.text("transactionId"), reason: json.string("reason"), for: json.text("account"))
      return [:]
    }
  }

  private func answer(
    _ call: RemoteControlCall, _ json: JSONObject, by control: any StoreControl
  ) async throws -> JSONObject {
    switch call {
    case .situation: return try await control.situation().remote
    case .approvePurchase: try await control.approvePurchase(json.text("transactionId"))
    case .declinePurchase: try await control.declinePurchase(json.text("transactionId"))
    case .approveRefund: try await control.approveRefund(json.text("transactionId"))
    case .declineRefund: try await control.declineRefund(json.text("transactionId"))
    case .reverseRefund: try await control.reverseRefund(json.text("transactionId"))
    case .setNetwork: try await control.setNetwork(json.truth("isOn"))
    case .setPayments: try await control.setPayments(json.truth("isOn"))
    case .arm: try await control.arm(ArmedFault(remote: json))
    case .disarm: try await control.disarm(AppStoreFault(remote: json.text("fault")))
    case .advance: try await control.advance(by: json.integer("milliseconds"))
    case .reset: try await control.reset()
    case .preview:
      return try await control.preview(
        json.text("productId"), quantity: Int(clamping: json.integer("quantity")),
        offer: json.object("offer").map(OfferName.init(remote:)), account: json.text("account")
      ).remote
    case .offer:
      return try await control.offer(OfferName(remote: json), for: json.text("productId")).remote
    }
    return [:]
  }
}

extension BackendError {
  /// The error as it travels.
  package var json: JSONObject { remote }
}
