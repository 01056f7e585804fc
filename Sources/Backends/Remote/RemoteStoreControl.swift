import AppStoreModel
import Core
import Device
import Verbs

/// The App Store's side of a running `till serve`.
struct RemoteStoreControl: StoreControl {
  let store: RemoteStore
  let locale: String

  func situation() async throws(StoreError) -> AppStoreSituation {
    try await store.call(RemoteCall.situation, ["locale": .string(locale)], AppStoreSituation.init(json:))
  }

  func preview(
    _ productId: String, quantity: Int, offer: OfferName?, account: String
  ) async throws(StoreError) -> PurchasePreview {
    var arguments: JSONObject = [
      "productId": .string(productId), "quantity": .number(quantity), "account": .string(account),
    ]
    arguments.append("offer", ifPresent: offer.map { .object($0.json) })
    return try await store.call(RemoteCall.preview, arguments, PurchasePreview.init(json:))
  }

  func offer(
    _ name: OfferName, for productId: String, account: String
  ) async throws(StoreError) -> PurchaseOffer {
    var arguments = name.json
    arguments.append("productId", .string(productId))
    arguments.append("account", .string(account))
    return try await store.call(RemoteCall.offer, arguments, PurchaseOffer.init(json:))
  }

  func perform(_ call: VerbCall) async throws(StoreError) -> VerbReply {
    try await store.call(RemoteCall.verb, call.remote, VerbReply.init(remote:))
  }
}

extension RemoteStore {
  /// The maximum size of a request for a verb, in bytes: the whole history of a ledger fits.
  package static let verbLimit = 16 << 20
}

extension VerbCall {
  init(remote json: JSONObject) throws(JSONError) {
    try self.init(json: json)
    files = try [String: [UInt8]](remote: json.object("files") ?? [:])
  }

  var remote: JSONObject {
    var json = json
    json.append("files", .object(files.remote))
    return json
  }
}

extension VerbReply {
  init(remote json: JSONObject) throws(JSONError) {
    if let question = try json.string("question") {
      self = .question(question)
    } else {
      self = .done(
        VerbAnswer(
          document: try json.required("document", json.object("document")), text: try json.text("text"),
          files: try [String: [UInt8]](remote: json.object("files") ?? [:])))
    }
  }

  var remote: JSONObject {
    switch self {
    case .done(let answer):
      [
        "document": .object(answer.document), "text": .string(answer.text), "files": .object(answer.files.remote),
      ]
    case .question(let text): ["question": .string(text)]
    }
  }
}

extension [String: [UInt8]] {
  fileprivate init(remote json: JSONObject) throws(JSONError) {
    self.init()
    for (name, _) in json {
      self[name] = try json.required(name, Base64.standard.decode(try json.text(name)))
    }
  }

  fileprivate var remote: JSONObject {
    var json: JSONObject = [:]
    for (name, content) in sorted(by: { $0.key < $1.key }) {
      json.append(name, .string(String(decoding: Base64.standard.encode(content), as: UTF8.self)))
    }
    return json
  }
}
