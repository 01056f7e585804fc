package import AppStoreModel
import Backends
import Core
import Device
import Libc

/// A reader that verifies arriving data; several threads may use one at the same time.
package struct DeskItemReader: Sendable {
  private let verifier: Verifier
  private let headers = HeaderCache()

  package init(_ verifier: Verifier) { self.verifier = verifier }

  /// Verifies signed data, and returns its content as one item.
  package func importItem(signed texts: [String], place: String) -> DeskImportItem {
    var importItem = DeskImportItem(place: place)
    for text in texts { add(signed: Array(text.utf8)[...], to: &importItem) }
    return importItem
  }

  /// Returns the content of a line: signed data, an App Store answer as JSON, or a receipt in base64.
  package func importItem(_ line: ArraySlice<UInt8>, place: String) -> DeskImportItem {
    var importItem = DeskImportItem(place: place)
    if CompactJWS.looksLike(line) {
      add(signed: line, to: &importItem)
    } else {
      addDocument(line, to: &importItem)
    }
    return importItem
  }

  /// Adds content that is not signed data: answers as JSON, receipts.
  private func addDocument(_ bytes: ArraySlice<UInt8>, to importItem: inout DeskImportItem) {
    let file = CaseFile(Array(bytes), name: importItem.place, roots: verifier.roots)
    for failure in file.failures {
      importItem.refusals.append(
        DeskImportItem.Refusal(
          body: Array(bytes.prefix(CompactJWS.sizeLimit)), failure: VerificationFailure(.format, failure.reason),
          transactionId: failure.transactionId))
    }
    var told = 0
    for item in file.items {
      switch item.content {
      case .signed(let jws): add(signed: Array(jws.utf8)[...], to: &importItem)
      case .told(let text, let transaction, let attestation):
        told += 1
        add(told: text, transaction, attestation, to: &importItem)
      case .refused(let text, let transaction, let failure):
        importItem.refusals.append(
          DeskImportItem.Refusal(body: Array(text.utf8), failure: failure, transactionId: transaction.transactionId))
      }
    }
    // A history or a receipt belongs to one customer; a notification history has many.
    importItem.isOneCustomers = told > 0 || Self.isHistory(bytes)
  }

  private static func isHistory(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"), let value = try? JSONValue(parsing: bytes),
      let object = value.objectValue
    else { return false }
    return object["signedTransactions"]?.arrayValue != nil || object["data"]?.arrayValue != nil
  }

  private func add(
    told text: String, _ transaction: Transaction, _ attestation: Attestation, to importItem: inout DeskImportItem
  ) {
    if let failure = foreign(transaction) {
      importItem.refusals.append(
        DeskImportItem.Refusal(body: Array(text.utf8), failure: failure, transactionId: transaction.transactionId))
      return
    }
    // An unsecured JWS ends with its second dot; `AA` stands for the missing signature, so that it can be split.
    guard let jws = try? CompactJWS(Array((text + "AA").utf8)), let payload = try? jws.payload(),
      let statement = SignedStatement(
        .transaction(transaction), jws: jws, header: headers.segment(jws.headerSegment),
        verdict: .attested(attestation), rootFingerprint: nil, payload: payload)
    else { return }
    importItem.statements.append(statement)
  }

  /// Returns why a receipt's transaction does not belong to this desk; nil if it does.
  private func foreign(_ transaction: Transaction) -> VerificationFailure? {
    if let bundleId = verifier.expected.bundleId, transaction.bundleId != bundleId {
      return VerificationFailure(
        .appIdentifier,
        say("for the app \("\(transaction.bundleId ?? "")"), not \("\(bundleId)")"))
    }
    guard let environment = verifier.expected.environment, transaction.environment != environment else { return nil }
    return VerificationFailure(
      .environment,
      say("from the environment \("\(transaction.environment?.rawValue ?? "")"), not \("\(environment.rawValue)")"))
  }

  // MARK: Signed data

  /// Verifies signed data and adds its content to an item.
  private func add(signed bytes: ArraySlice<UInt8>, to importItem: inout DeskImportItem) {
    add(bytes, verifier.verify(bytes), to: &importItem)
  }

  private func add(_ bytes: ArraySlice<UInt8>, _ result: VerificationResult, to importItem: inout DeskImportItem) {
    func refuse(_ failure: VerificationFailure) {
      let claims = result.unverifiedPayload?.transaction
      importItem.refusals.append(
        DeskImportItem.Refusal(
          body: Array(bytes.prefix(CompactJWS.sizeLimit)), failure: failure, transactionId: claims?.transactionId))
    }

    if let failure = result.verdict.failure { return refuse(failure) }
    guard let jws = try? CompactJWS(bytes) else { return }
    let header = headers.segment(jws.headerSegment)
    func statement(_ content: SignedStatement.Content) -> SignedStatement? {
      SignedStatement(
        content, jws: jws, header: header, verdict: result.verdict, rootFingerprint: result.rootFingerprint,
        payload: result.payloadBytes)
    }

    switch result.payload {
    case .transaction(let transaction):
      guard let it = statement(.transaction(transaction)) else {
        return refuse(VerificationFailure(.format, say("it has no transaction id")))
      }
      importItem.statements.append(it)
    case .renewalInfo(let info):
      guard let it = statement(.renewal(info)) else { return }
      importItem.statements.append(it)
    case .notification(let notification):
      guard let uuid = notification.notificationUUID, !uuid.isEmpty else {
        return refuse(VerificationFailure(.format, say("it has no notificationUUID")))
      }
      addEnclosed(of: notification, result, to: &importItem)
      importItem.notification = NotificationStatement(
        notification: notification, uuid: uuid.lowercased(), header: header,
        payload: headers.squeezed(result.payloadBytes), signature: (try? jws.signature()) ?? [],
        transaction: result.enclosed[.transaction]?.payload?.transaction?.transactionId.map(DeskID.number))
    case .appTransaction, nil: break
    }
  }

  private func addEnclosed(
    of notification: ServerNotification, _ result: VerificationResult, to importItem: inout DeskImportItem
  ) {
    let members: [(SignedKind, String?)] = [
      (.transaction, notification.data?.signedTransactionInfo), (.renewalInfo, notification.data?.signedRenewalInfo),
    ]
    for (kind, text) in members {
      guard let text, let inner = result.enclosed[kind] else { continue }
      add(Array(text.utf8)[...], inner, to: &importItem)
    }
    // A notification is about one customer.
    importItem.isOneCustomers = importItem.statements.count > 1
  }
}

/// The header segments seen so far, so that equal ones share one object and number.
final class HeaderCache: Sendable {
  private let segments = Mutex<[HeaderSegment]>([])

  func segment(_ bytes: ArraySlice<UInt8>) -> HeaderSegment {
    segments.withLock { segments in
      if let known = segments.first(where: { areEqual($0.bytes, bytes) }) { return known }
      let segment = HeaderSegment(Array(bytes))
      if segments.count >= 64 { segments.removeFirst() }
      segments.append(segment)
      return segment
    }
  }

  /// Replaces each known header segment in a payload by a zero byte and the eight bytes of its number.
  ///
  /// JSON contains no zero byte, so that the replacement can be undone.
  func squeezed(_ payload: [UInt8]) -> [UInt8] {
    var rest = payload
    for segment in segments.withLock({ $0 }) where segment.bytes.count > 64 {
      let mark = [UInt8(0)] + withUnsafeBytes(of: segment.id.bigEndian) { Array($0) }
      while let place = rest.place(of: segment.bytes) {
        rest.replaceSubrange(place..<(place + segment.bytes.count), with: mark)
      }
    }
    return rest
  }
}

extension [UInt8] {
  /// Returns the first index of a part.
  ///
  /// It uses memchr, because the standard library's search took a quarter of an import's time.
  func place(of part: [UInt8]) -> Int? {
    withUnsafeBytes { whole in
      part.withUnsafeBytes { part in
        guard let start = whole.baseAddress, let needle = part.baseAddress else { return nil }
        var index = 0
        while index + part.count <= whole.count {
          guard let found = memchr(start + index, Int32(part[0]), whole.count - part.count - index + 1) else { break }
          if memcmp(found, needle, part.count) == 0 { return UnsafeRawPointer(found) - start }
          index = UnsafeRawPointer(found) - start + 1
        }
        return nil
      }
    }
  }
}
