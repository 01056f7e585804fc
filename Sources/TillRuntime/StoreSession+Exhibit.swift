package import LocalStore
import SignedData
package import StoreModel
import StoreVerbs
import StrictJSON
import Texts

/// Things opened in full: from the device's store, or from the App Store's side.
extension StoreSession {
  /// What this device holds.
  ///
  /// - Throws: A `CommandError` where it holds nothing of that id.
  package func exhibit(_ subject: Exhibit.Subject, from store: LocalStore) throws -> Exhibit {
    switch subject {
    case .transaction(let id): try transaction(id, from: store)
    case .order(let id): try order(id, from: store)
    case .quarantined(let id): try quarantined(id, from: store)
    case .journal(let id): try entry(id, from: store)
    case .storeTransaction, .notification, .subscription:
      throw StoreError(.unsupported, say("the device store does not know what the App Store holds"))
    }
  }

  /// What the App Store holds, wherever it is.
  package func exhibit(ofAppStore subject: Exhibit.Subject) async throws -> Exhibit {
    switch subject {
    case .storeTransaction(let id):
      let document = try await carryOut(VerbCall(.transaction).with(.transaction, id)).document
      var exhibit = Exhibit(subject, id: id, productId: nil)
      exhibit.add(.transaction, document["signedTransactionInfo"]?.stringValue, verifier)
      exhibit.productId = exhibit.text("productId")
      if let number = document["orderNumber"]?.stringValue { exhibit.facts.append(.orderNumber(number)) }
      return exhibit
    case .notification(let uuid):
      return try await notification(uuid)
    case .subscription(let original, let account):
      let call = VerbCall(.showSubscriptions).with(.account, account).with(.limit, 1000)
      let rows = try await carryOut(call).document["subscriptions"]?.arrayValue ?? []
      let row = rows.lazy.compactMap(\.objectValue).first { $0["originalTransactionId"]?.stringValue == original }
      var exhibit = Exhibit(subject, id: original, productId: row?["productId"]?.stringValue)
      exhibit.facts = [.account(account)]
      exhibit.add(.renewalInfo, row?["signedRenewalInfo"]?.stringValue, verifier)
      return exhibit
    case .transaction, .order, .quarantined, .journal:
      return try exhibit(subject, from: try reader())
    }
  }

  private func notification(_ uuid: String) async throws -> Exhibit {
    let document = try await carryOut(VerbCall(.notification).with(.notification, uuid)).document
    var exhibit = Exhibit(.notification(uuid), id: uuid, productId: document["productId"]?.stringValue)
    exhibit.add(.notification, document["signedPayload"]?.stringValue, verifier)
    if let account = document["account"]?.stringValue { exhibit.facts.append(.account(account)) }
    if let word = document["delivery"]?.stringValue, let delivery = AppStoreNotification.Delivery(rawValue: word) {
      exhibit.facts.append(.delivery(delivery))
    }
    for attempt in (document["sendAttempts"]?.arrayValue ?? []).compactMap(\.objectValue) {
      guard let date = attempt["attemptDate"]?.numberValue?.int64 else { continue }
      exhibit.facts.append(
        .attempt(
          Timestamp(milliseconds: date), status: attempt["status"]?.numberValue?.int64,
          milliseconds: attempt["milliseconds"]?.numberValue?.int64))
    }
    return exhibit
  }

  // MARK: This device

  private func transaction(_ id: String, from store: LocalStore) throws -> Exhibit {
    var exhibit = Exhibit(.transaction(id), id: id, productId: nil)
    let stored = try store.transaction(id)
    exhibit.productId = stored?.transaction.productId
    if let stored {
      exhibit.facts = [.origin(stored.origin)]
      if let date = stored.arrivedDate { exhibit.facts.append(.arrived(date)) }
      if stored.isAbsent { exhibit.facts.append(.absent) }
      if let date = stored.refundAskedDate { exhibit.facts.append(.refundAsked(date)) }
    }
    try addSigned(id, lineage: stored?.transaction.originalTransactionId, from: store, to: &exhibit)
    if exhibit.documents.isEmpty { exhibit.facts.append(.unsigned) }
    return exhibit
  }

  private func addSigned(
    _ id: String, lineage: String?, from store: LocalStore, to exhibit: inout Exhibit
  ) throws {
    let versions = try store.versions(of: id).map { version($0, .transaction) }
    if !versions.isEmpty { exhibit.documents.append(Exhibit.Document(.transaction, versions)) }
    guard let lineage else { return }
    let renewals = try store.renewalInfos(ofLineage: lineage).map { version($0, .renewalInfo) }
    if !renewals.isEmpty { exhibit.documents.append(Exhibit.Document(.renewalInfo, renewals)) }
  }

  private func order(_ id: String, from store: LocalStore) throws -> Exhibit {
    let found =
      try store.order(id) ?? store.order(forTransaction: id) ?? store.orders(withToken: id, limit: 1).first
    guard let order = found else {
      throw CommandError(.failed, say("there is no order of that id on this device"))
    }
    var exhibit = try transaction(order.transactionId, from: store)
    (exhibit.subject, exhibit.id, exhibit.productId) = (.order(id), order.id, order.productId)
    exhibit.facts.insert(.order(order), at: 0)
    return exhibit
  }

  private func quarantined(_ id: Int64, from store: LocalStore) throws -> Exhibit {
    guard let item = try store.quarantinedItem(id) else {
      throw CommandError(.failed, say("there is no such item in the quarantine"))
    }
    var exhibit = Exhibit(.quarantined(id), id: item.transactionId ?? "\(id)", productId: item.productId)
    exhibit.facts = [.refused(item.failure), .arrived(item.date)] + (item.account.map { [.account($0)] } ?? [])
    exhibit.add(.transaction, item.jws, verifier)
    return exhibit
  }

  private func entry(_ id: Int64, from store: LocalStore) throws -> Exhibit {
    guard let entry = try store.journalEntry(id) else {
      throw CommandError(.failed, say("there is no such entry in the journal"))
    }
    var exhibit = Exhibit(.journal(id), id: entry.transactionId ?? entry.orderId ?? "\(id)", productId: entry.productId)
    exhibit.facts = [.entry(entry)]
    if let transactionId = entry.transactionId {
      let lineage = try store.transaction(transactionId)?.transaction.originalTransactionId
      try addSigned(transactionId, lineage: lineage, from: store, to: &exhibit)
    }
    if exhibit.documents.isEmpty { exhibit.facts.append(.unsigned) }
    return exhibit
  }

  private func version(_ held: LocalStore.HeldText, _ kind: SignedKind) -> Exhibit.Version {
    guard let jws = held.jws else {
      let json = (try? JSONValue(parsing: held.payload))?.objectValue ?? [:]
      return Exhibit.Version(json, arrivedDate: held.arrivedDate, jws: nil, examination: nil)
    }
    var version = Exhibit.Version(jws, as: kind, verifier)
    version.arrivedDate = held.arrivedDate
    return version
  }
}

extension StoreSession {
  /// Changes one letter of a signed object and has it verified as this device verifies what arrives; nothing is stored.
  ///
  /// - Throws: A `CommandError` for a text without a letter to change.
  package func forgery(of jws: String) throws -> Exhibit.Forgery {
    guard let (forged, letter) = (try? CompactJWS(jws.utf8))?.flippingALetter() else {
      throw CommandError(.failed, say("there is no letter to change in what it says"))
    }
    return Exhibit.Forgery(
      member: letter.member, before: letter.before, after: letter.after,
      examination: verifier.examination(of: forged.utf8).shown)
  }
}

extension Exhibit {
  /// Adds a signed text, and with a notification what is signed inside it.
  fileprivate mutating func add(_ kind: SignedKind, _ jws: String?, _ verifier: Verifier) {
    guard let jws else { return facts.append(.unsigned) }
    let version = Version(jws, as: nil, verifier)
    documents.append(Document(Kind(rawValue: kind.rawValue) ?? .unknown, [version]))
    guard kind == .notification, let data = verifier.verify(jws).json?["data"]?.objectValue else { return }
    for (member, kind) in [("signedTransactionInfo", SignedKind.transaction), ("signedRenewalInfo", .renewalInfo)] {
      if let inner = data[member]?.stringValue { add(kind, inner, verifier) }
    }
  }

  /// A member of the newest version of the first document.
  fileprivate func text(_ name: String) -> String? {
    guard case .text(let text)? = documents.first?.versions.first?.members.first(where: { $0.name == name })?.value
    else { return nil }
    return text
  }
}

extension Exhibit.Version {
  fileprivate init(_ jws: String, as kind: SignedKind?, _ verifier: Verifier) {
    let (result, examination) = verifier.examination(of: jws.utf8, as: kind)
    self.init(result.json ?? [:], arrivedDate: nil, jws: jws, examination: examination)
  }

  fileprivate init(_ json: JSONObject, arrivedDate: Timestamp?, jws: String?, examination: TrustExamination?) {
    let date = json["signedDate"]?.numberValue?.truncatedInt64.map { Timestamp(milliseconds: $0) }
    self.init(
      signedDate: date, arrivedDate: arrivedDate, members: Exhibit.members(of: json, below: ""),
      json: JSONValue.object(json).serialized(.pretty).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init),
      jws: jws, examination: examination)
  }
}

extension Exhibit {
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
