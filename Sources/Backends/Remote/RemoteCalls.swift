package import AppStoreModel
package import Core
package import Device
import Verbs

/// The serving side of `RemoteStoreBackend`: it answers the calls of remote devices with a local backend.
package struct RemoteCalls: Sendable {
  /// Returns the newest signed transaction with an id, or nil if there is none.
  package typealias Lookup = @Sendable (_ transactionId: String) throws(StoreError) -> String?
  /// Sets the `appAccountToken` of an original transaction.
  package typealias SetToken = @Sendable (_ token: String, _ originalTransactionId: String) throws(StoreError) -> Void

  private let backend: @Sendable (_ locale: String) -> any StoreBackend
  private let lookup: Lookup
  private let setToken: SetToken

  /// Creates a server of a backend and its App Store's side, if any; each call names the language of its device.
  package init(
    lookup: @escaping Lookup, setToken: @escaping SetToken,
    _ backend: @escaping @Sendable (_ locale: String) -> any StoreBackend
  ) {
    self.backend = backend
    self.lookup = lookup
    self.setToken = setToken
  }

  /// Answers the call with a name, or returns nil if there is no such call.
  ///
  /// - Throws: A `StoreError`, of kind `unknown` if an argument is missing.
  package func answer(_ name: String, _ arguments: JSONObject) async throws(StoreError) -> JSONObject? {
    guard let call = RemoteCall(rawValue: name) else { return nil }
    do {
      return try await answer(call, arguments, by: backend(try arguments.string("locale") ?? "en_US"))
    } catch {
      if let error = error as? StoreError { throw error }
      throw StoreError(
        .unknown, safeText(say("invalid call \(name): \("\(error)")"), limit: 200))
    }
  }

  private func answer(
    _ call: RemoteCall, _ json: JSONObject, by backend: any StoreBackend
  ) async throws -> JSONObject {
    switch call {
    case .clock:
      let clock = try await backend.clock()
      var answer = JSONObject()
      answer.append("now", ifPresent: clock.map { .number($0.now.milliseconds) })
      answer.append("epoch", ifPresent: clock?.epoch.map { .number($0) })
      return answer
    case .accounts: return ["accounts": .array(try await backend.accounts().map { .object($0.json) })]
    case .products: return try await backend.products(for: json.string("account")).json
    case .purchase: return try await backend.purchase(PurchaseRequest(json: json)).json
    case .unfinished: return ["signed": .strings(try await backend.unfinished(for: json.text("account")))]
    case .finish:
      try await backend.finish(json.text("transactionId"), for: json.text("account"))
      return [:]
    case .history:
      return try await backend.history(for: json.text("account"), after: json.string("revision")).json
    case .refundHistory:
      return try await backend.refundHistory(for: json.text("account"), after: json.string("revision")).json
    case .renewalInfos: return ["signed": .strings(try await backend.renewalInfos(for: json.text("account")))]
    case .requestRefund:
      try await backend.requestRefund(
        of: json.text("transactionId"), reason: json.string("reason"), for: json.text("account"))
      return [:]
    case .situation: return try await control(of: backend).situation().json
    case .preview:
      return try await control(of: backend).preview(
        json.text("productId"), quantity: Int(clamping: json.integer("quantity")),
        offer: json.object("offer").map(OfferName.init(json:)), account: json.text("account")
      ).json
    case .offer:
      return try await control(of: backend).offer(
        OfferName(json: json), for: json.text("productId"), account: json.string("account") ?? ""
      ).json
    case .verb: return try await control(of: backend).perform(VerbCall(remote: json)).remote
    case .transaction:
      var answer = JSONObject()
      answer.append("signedTransactionInfo", ifPresent: try lookup(json.text("transactionId")).map(JSONValue.string))
      return answer
    case .appAccountToken:
      try setToken(json.text("appAccountToken"), json.text("transactionId"))
      return [:]
    }
  }

  private func control(of backend: any StoreBackend) throws(StoreError) -> any StoreControl {
    guard let control = backend.control else {
      throw StoreError(
        .unsupported, say("this App Store is not simulated, so Till cannot act as Apple or the customer"))
    }
    return control
  }
}

/// The calls of a device and of the App Store's side, by their names in the protocol.
///
/// A new call of `StoreBackend` or `StoreControl` needs a case here; the compiler then asks for its answer in
/// `RemoteCalls`.
package enum RemoteCall: String, CaseIterable, Sendable {
  // The calls of a device.
  case clock, accounts, products, purchase, unfinished, finish, history, refundHistory, renewalInfos, requestRefund
  // The calls of the App Store's side.
  case situation, preview, offer, verb
  /// Reads any transaction by its id, for an app server on a device.
  case transaction
  /// Sets the `appAccountToken` of an original transaction, for an app server on a device.
  case appAccountToken

  /// Whether only an operator may make the call: it acts for the App Store or the developer, or says whose a purchase is.
  package var isOperators: Bool { [.verb, .offer, .appAccountToken].contains(self) }

  /// Whether the call may be retried if no answer came.
  var isRepeatable: Bool { self != .purchase && self != .requestRefund }
}

/// The direction for reading news from a position in signing order; the raw value is the query parameter's name.
package enum NewsDirection: String, Hashable, Sendable, CaseIterable {
  case after, before
}

extension ActionScope {
  /// The action's value in the header field.
  package var field: String { isAside ? id + ";aside" : id }

  /// Reads the value of the header field; nil if it names no action.
  package init?(field: String?) {
    guard let field, !field.isEmpty, field.utf8.count <= 200 else { return nil }
    let isAside = field.hasSuffix(";aside")
    self.init(id: isAside ? String(field.dropLast(";aside".count)) : field, isAside: isAside)
  }
}
