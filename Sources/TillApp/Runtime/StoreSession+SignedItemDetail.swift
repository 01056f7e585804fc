package import AppStoreModel
import Core
package import Device
import Verbs

/// The full view of one signed object: from the device store, or from the App Store.
extension StoreSession {
  /// Returns an object of the device store.
  ///
  /// - Throws: A `CommandError` where the device has no object with that id, or a `StoreError` for an object of the App
  ///   Store.
  package func signedItem(_ subject: SignedItemDetail.Subject, from store: LocalStore) throws -> SignedItemDetail {
    switch subject {
    case .transaction(let id): try transaction(id, from: store)
    case .order(let id): try order(id, from: store)
    case .quarantined(let id): try quarantined(id, from: store)
    case .journal(let id): try entry(id, from: store)
    case .storeTransaction, .notification, .subscription:
      throw StoreError(.unsupported, say("the device store does not know what the App Store has"))
    }
  }

  /// Returns an object of the App Store, wherever that runs.
  package func signedItem(ofAppStore subject: SignedItemDetail.Subject) async throws -> SignedItemDetail {
    switch subject {
    case .storeTransaction(let id):
      let document = try await carryOut(VerbCall(.transaction).with(.transaction, id)).document
      var signedItem = SignedItemDetail(subject, id: id, productId: nil)
      signedItem.add(.transaction, document["signedTransactionInfo"]?.stringValue, verifier)
      signedItem.productId = signedItem.text("productId")
      if let number = document["orderNumber"]?.stringValue { signedItem.facts.append(.orderNumber(number)) }
      return signedItem
    case .notification(let uuid):
      return try await notification(uuid)
    case .subscription(let original, let account):
      let call = VerbCall(.showSubscriptions).with(.account, account).with(.limit, 1000)
      let rows = try await carryOut(call).document["subscriptions"]?.arrayValue ?? []
      let row = rows.lazy.compactMap(\.objectValue).first { $0["originalTransactionId"]?.stringValue == original }
      var signedItem = SignedItemDetail(subject, id: original, productId: row?["productId"]?.stringValue)
      signedItem.facts = [.account(account)]
      signedItem.add(.renewalInfo, row?["signedRenewalInfo"]?.stringValue, verifier)
      return signedItem
    case .transaction, .order, .quarantined, .journal:
      return try signedItem(subject, from: try reader())
    }
  }

  private func notification(_ uuid: String) async throws -> SignedItemDetail {
    let document = try await carryOut(VerbCall(.notification).with(.notification, uuid)).document
    var signedItem = SignedItemDetail(.notification(uuid), id: uuid, productId: document["productId"]?.stringValue)
    signedItem.add(.notification, document["signedPayload"]?.stringValue, verifier)
    if let account = document["account"]?.stringValue { signedItem.facts.append(.account(account)) }
    if let word = document["delivery"]?.stringValue, let delivery = AppStoreNotification.Delivery(rawValue: word) {
      signedItem.facts.append(.delivery(delivery))
    }
    for attempt in (document["sendAttempts"]?.arrayValue ?? []).compactMap(\.objectValue) {
      guard let date = attempt["attemptDate"]?.numberValue?.int64 else { continue }
      signedItem.facts.append(
        .attempt(
          Timestamp(milliseconds: date), status: attempt["status"]?.numberValue?.int64,
          milliseconds: attempt["milliseconds"]?.numberValue?.int64))
    }
    return signedItem
  }

  // MARK: This device

  private func transaction(_ id: String, from store: LocalStore) throws -> SignedItemDetail {
    var signedItem = SignedItemDetail(.transaction(id), id: id, productId: nil)
    let stored = try store.transaction(id)
    signedItem.describe(stored)
    try addSigned(id, lineage: stored?.transaction.originalTransactionId, from: store, to: &signedItem)
    if signedItem.documents.isEmpty { signedItem.facts.append(.unsigned) }
    return signedItem
  }

  private func addSigned(
    _ id: String, lineage: String?, from store: LocalStore, to signedItem: inout SignedItemDetail
  ) throws {
    signedItem.add(.transaction, try store.versions(of: id), verifier)
    if let lineage { signedItem.add(.renewalInfo, try store.renewalInfos(ofLineage: lineage), verifier) }
  }

  private func order(_ id: String, from store: LocalStore) throws -> SignedItemDetail {
    guard let order = try store.order(named: id) ?? store.orders(withToken: id, limit: 1).first else {
      throw CommandError(.failed, say("unknown order on this device"))
    }
    var signedItem = try transaction(order.transactionId, from: store)
    (signedItem.subject, signedItem.id, signedItem.productId) = (.order(id), order.id, order.productId)
    signedItem.facts.insert(.order(order), at: 0)
    return signedItem
  }

  private func quarantined(_ id: Int64, from store: LocalStore) throws -> SignedItemDetail {
    guard let item = try store.quarantinedItem(id) else {
      throw CommandError(.failed, say("the quarantine holds no such item"))
    }
    var signedItem = SignedItemDetail(.quarantined(id), id: item.transactionId ?? "\(id)", productId: item.productId)
    signedItem.facts = [.refused(item.failure), .arrived(item.date)] + (item.account.map { [.account($0)] } ?? [])
    signedItem.add(.transaction, item.jws, verifier)
    return signedItem
  }

  private func entry(_ id: Int64, from store: LocalStore) throws -> SignedItemDetail {
    guard let entry = try store.journalEntry(id) else {
      throw CommandError(.failed, say("unknown journal entry"))
    }
    var signedItem = SignedItemDetail(
      .journal(id), id: entry.transactionId ?? entry.orderId ?? "\(id)", productId: entry.productId)
    signedItem.facts = [.entry(entry)]
    if let transactionId = entry.transactionId {
      let lineage = try store.transaction(transactionId)?.transaction.originalTransactionId
      try addSigned(transactionId, lineage: lineage, from: store, to: &signedItem)
    }
    if signedItem.documents.isEmpty { signedItem.facts.append(.unsigned) }
    return signedItem
  }
}

extension Verifier {
  /// Changes one letter of a signed object, and verifies the result as arrivals are verified; stores nothing.
  ///
  /// - Throws: A `CommandError` for a text without a letter to change.
  package func forgery(of jws: String) throws -> SignedItemDetail.Forgery {
    guard let forged = (try? CompactJWS(jws.utf8))?.flippingALetter() else {
      throw CommandError(.failed, say("it has no letter to change"))
    }
    return SignedItemDetail.Forgery(
      member: forged.member, before: forged.before, after: forged.after,
      examination: examination(of: forged.jws.utf8).shown)
  }
}

extension SignedItemDetail {
  /// Adds what the list says about a transaction.
  mutating func describe(_ stored: StoredTransaction?) {
    guard let stored else { return }
    productId = stored.transaction.productId
    facts = [.origin(stored.origin)]
    if let date = stored.arrivedDate { facts.append(.arrived(date)) }
    if stored.isAbsent { facts.append(.absent) }
    if let date = stored.refundAskedDate { facts.append(.refundAsked(date)) }
  }

  /// Adds the stored versions of a signed object, each verified now.
  mutating func add(_ kind: SignedKind, _ held: [HeldText], _ verifier: Verifier) {
    guard !held.isEmpty else { return }
    let versions = held.map { held in
      var version = Version(held.jws, as: kind, verifier)
      version.arrivedDate = held.arrivedDate
      return version
    }
    documents.append(Document(kind, versions))
  }

  /// Adds a signed text; for a notification, also the signed objects inside it.
  fileprivate mutating func add(_ kind: SignedKind, _ jws: String?, _ verifier: Verifier) {
    guard let jws else { return facts.append(.unsigned) }
    let version = Version(jws, as: nil, verifier)
    documents.append(Document(kind, [version]))
    guard kind == .notification, let data = verifier.verify(jws).json?["data"]?.objectValue else { return }
    for (member, kind) in [("signedTransactionInfo", SignedKind.transaction), ("signedRenewalInfo", .renewalInfo)] {
      if let inner = data[member]?.stringValue { add(kind, inner, verifier) }
    }
  }

  /// Returns a text field from the newest version of the first document.
  fileprivate func text(_ name: String) -> String? {
    guard case .text(let text)? = documents.first?.versions.first?.members.first(where: { $0.name == name })?.value
    else { return nil }
    return text
  }
}

extension SignedItemDetail.Version {
  fileprivate init(_ jws: String, as kind: SignedKind?, _ verifier: Verifier) {
    let (result, examination) = verifier.examination(of: jws.utf8, as: kind)
    self.init(result.json ?? [:], arrivedDate: nil, jws: jws, examination: examination)
  }

  fileprivate init(_ json: JSONObject, arrivedDate: Timestamp?, jws: String?, examination: TrustExamination?) {
    let date = json["signedDate"]?.numberValue?.truncatedInt64.map { Timestamp(milliseconds: $0) }
    self.init(
      signedDate: date, arrivedDate: arrivedDate, members: SignedItemDetail.members(of: json, below: ""),
      json: JSONValue.object(json).serialized(.pretty).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init),
      jws: jws, examination: examination)
  }
}

extension SignedItemDetail {
  fileprivate static func members(of json: JSONObject, below prefix: String) -> [Member] {
    json.flatMap { name, value -> [Member] in
      switch value {
      case .object(let inner): members(of: inner, below: prefix + name + ".")
      case .string(let text):
        name.hasPrefix("signed") && name.hasSuffix("Info")
          ? [Member(prefix + name, .signed(characters: text.utf8.count))] : [Member(prefix + name, .text(text))]
      case .number(let number):
        [Member(prefix + name, number.int64.map(Value.number) ?? .other(number.text))]
      default: [Member(prefix + name, .other(value.serialized()))]
      }
    }
  }
}
