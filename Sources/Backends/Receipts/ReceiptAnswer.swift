import SignedData
package import StoreModel
package import StrictJSON

/// What the App Store says of a good receipt.
package struct ReceiptAnswer: Hashable, Sendable {
  package let environment: StoreEnvironment
  package let bundleId: String
  /// The App Store's time of the answer, which expiry is judged by.
  package let requestDate: Timestamp
  /// When the receipt that was sent was made.
  package let creationDate: Timestamp
  /// Every transaction once, as it came; what `latest_receipt_info` says of one counts, which knows more.
  package let entries: [JSONObject]
  /// The subscriptions' next periods, as they came.
  package let renewals: [JSONObject]

  /// Reads the body of an answer, whether asked for now or read from a file.
  ///
  /// - Throws: A `JSONError` that names the member at fault.
  package init(_ answer: JSONObject) throws(JSONError) {
    guard let environment = try answer.string("environment") else { throw .missing("environment") }
    guard let receipt = try answer.object("receipt") else { throw .missing("receipt") }
    guard let bundleId = try receipt.string("bundle_id") else { throw .missing("bundle_id").below("receipt") }
    self.environment = StoreEnvironment(rawValue: environment)
    self.bundleId = bundleId
    requestDate = try Self.date("request_date_ms", of: receipt)
    creationDate = try Self.date("receipt_creation_date_ms", of: receipt)
    var (entries, seen): ([JSONObject], Set<String>) = ([], [])
    let latest = try answer.objects("latest_receipt_info") ?? []
    for entry in latest + (try receipt.objects("in_app") ?? []) {
      guard let id = try entry.string("transaction_id") else { throw .missing("transaction_id") }
      if seen.insert(id).inserted { entries.append(entry) }
    }
    self.entries = entries
    renewals = try answer.objects("pending_renewal_info") ?? []
  }

  /// The transactions in the form in which signed ones are kept, with who vouches for them.
  package func transactions(by attestation: Attestation) throws(JSONError) -> [String] {
    var texts: [String] = []
    for entry in entries {
      texts.append(
        try AttestedText.transaction(
          entry, by: attestation, bundleId: bundleId, environment: environment, date: requestDate))
    }
    return texts
  }

  /// The renewal information, likewise.
  package func renewalInfos(by attestation: Attestation) throws(JSONError) -> [String] {
    var texts: [String] = []
    for item in renewals {
      if let text = try AttestedText.renewalInfo(item, by: attestation, environment: environment, date: requestDate) {
        texts.append(text)
      }
    }
    return texts
  }

  private static func date(_ name: String, of receipt: JSONObject) throws(JSONError) -> Timestamp {
    guard let text = try receipt.string(name) else { throw .missing(name).below("receipt") }
    guard let milliseconds = Int64(text) else { throw .invalid(name, "is no number of milliseconds").below("receipt") }
    return Timestamp(milliseconds: milliseconds)
  }
}
