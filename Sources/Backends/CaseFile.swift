package import AppStoreModel
import Core
package import Device

/// A file of evidence for a case.
///
/// It may hold answers of the App Store Server API or of `verifyReceipt`, app receipts (DER or base64), or signed data
/// with one JWS per line.
package struct CaseFile {
  /// The items, in the order of the file.
  package private(set) var items: [ImportItem] = []
  /// The parts that cannot be read, each with its place and the reason.
  package private(set) var failures: [ImportReport.Failure] = []
  private let name: String
  private let roots: TrustedRoots

  /// - Parameters:
  ///   - name: The file's name, for messages.
  ///   - roots: The trusted roots for the signatures of app receipts.
  package init(_ bytes: [UInt8], name: String, roots: TrustedRoots) {
    self.name = safeText(name)
    self.roots = roots
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if bytes.first == 0x30 {
      readReceipt(bytes, at: self.name)
    } else if String(validating: bytes, as: UTF8.self) != nil, !bytes.allSatisfy(\.isSpace) {
      read(bytes)
    } else {
      let remedy = say("use answers of the App Store as JSON, signed data with one JWS per line, or an app receipt")
      fail(
        self.name,
        bytes.isEmpty ? say("the file is empty; \(remedy)") : say("neither text nor an app receipt; \(remedy)"))
    }
  }

  /// Reads text byte by byte, because the file of a large customer has hundreds of megabytes.
  private mutating func read(_ bytes: [UInt8]) {
    let isJSON = bytes.first { !$0.isSpace }.map(\.opensJSON) ?? false
    if isJSON, let value = try? JSONValue(parsing: bytes) { return read(value, at: name) }
    // A receipt in base64 may have line breaks.
    if !isJSON, !bytes.contains(UInt8(ascii: ".")),
      let der = Base64.standard.decode(bytes.filter { !$0.isSpace }[...]), der.first == 0x30
    {
      return readReceipt(der, at: name)
    }
    let newline = UInt8(ascii: bytes.contains(UInt8(ascii: "\n")) ? "\n" : "\r")
    let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard let first = line.firstIndex(where: { !$0.isSpace }), let last = line.lastIndex(where: { !$0.isSpace })
      else { continue }
      readLine(line[first...last], at: lines.count > 1 ? "\(name), line \(index + 1)" : name)
    }
  }

  private mutating func readLine(_ line: ArraySlice<UInt8>, at place: String) {
    if line.first?.opensJSON ?? false {
      do throws(JSONError) {
        read(try JSONValue(parsing: line), at: place)
      } catch {
        fail(place, say("invalid JSON: \(safeText(error.description)); save the whole answer again"))
      }
    } else if line.count(where: { $0 == UInt8(ascii: ".") }) == 2 {
      items.append(ImportItem(.signed(String(decoding: line, as: UTF8.self)), place: place))
    } else if let der = Base64.standard.decode(line), der.first == 0x30 {
      readReceipt(der, at: place)
    } else {
      fail(place, say("not signed data, JSON or an app receipt; delete or correct the line"))
    }
  }

  // MARK: JSON

  /// The members of Apple's answers that hold signed data.
  private static let signed: Set<String> = [
    "signedTransactions", "signedTransactionInfo", "signedRenewalInfo", "signedPayload", "signedAppTransactionInfo",
  ]

  private mutating func read(_ value: JSONValue, at place: String) {
    let (before, failed) = (items.count, failures.count)
    collect(value, at: place, isSigned: false)
    guard items.count == before, failures.count == failed, !Self.isEmptyAnswer(value) else { return }
    fail(place, say("it has neither signed data nor a receipt; use the App Store's answer unchanged"))
  }

  private mutating func collect(_ value: JSONValue, at place: String, isSigned: Bool) {
    switch value {
    case .string(let text):
      if isSigned || text.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2 {
        items.append(ImportItem(.signed(text), place: place))
      }
    case .array(let values):
      for (index, value) in values.enumerated() {
        if isSigned, value.stringValue == nil {
          fail(place, say("item \(index + 1) of the signed data is \(value.kindName) instead of a text"))
        } else {
          collect(value, at: place, isSigned: isSigned)
        }
      }
    case .object(let object):
      if object["receipt"]?.objectValue != nil || Self.receiptStatus(of: object) != nil {
        return readAnswer(object, at: place)
      }
      if let code = try? object.int64("errorCode") {
        let message = (try? object.string("errorMessage")) ?? ""
        return fail(place, say("Apple answered with an error: \(safeText(message)) (\(code)); try again"))
      }
      for (name, member) in object {
        if Self.signed.contains(name) {
          collect(member, at: place, isSigned: true)
        } else if member.objectValue != nil || member.arrayValue != nil {
          collect(member, at: place, isSigned: false)
        }
      }
    case .number, .bool, .null: break
    }
  }

  /// Returns whether an empty answer is valid: no refunds, no order, no notifications.
  private static func isEmptyAnswer(_ value: JSONValue) -> Bool {
    guard let object = value.objectValue else { return false }
    return ["signedTransactions", "data", "notificationHistory"].contains { object[$0]?.arrayValue?.isEmpty == true }
  }

  // MARK: Receipts

  /// Returns the status of a `verifyReceipt` that rejects the receipt, or nil for a smaller status.
  ///
  /// The answer of an order look-up has a status of one digit.
  private static func receiptStatus(of object: JSONObject) -> Int64? {
    (try? object.int64("status")).flatMap { $0 >= 21_000 ? $0 : nil }
  }

  private mutating func readAnswer(_ object: JSONObject, at place: String) {
    if let code = Self.receiptStatus(of: object) {
      let words = ReceiptStatus(code, in: object).words(isReadable: false)
      return fail(place, say("a verifyReceipt answer without content: \(words) (status \(code))"))
    }
    do throws(JSONError) {
      let answer = try ReceiptAnswer(object)
      try add(
        answer.entries, from: answer.bundleId, answer.environment, answer.requestDate, by: .file, failure: nil,
        at: place)
      // The answer also contains the signed receipt, which lists its transactions itself.
      if let text = try object.string("latest_receipt"), let der = Base64.standard.decode(text),
        let receipt = try? AppReceipt(der, roots: roots)
      {
        try add(receipt, at: place)
      }
    } catch {
      fail(place, say("unknown format of a verifyReceipt answer: \(safeText(error.description))"))
    }
  }

  private mutating func readReceipt(_ bytes: [UInt8], at place: String) {
    do {
      try add(try AppReceipt(bytes, roots: roots), at: place)
    } catch let error as VerificationFailure {
      fail(place, say("\(safeText(error.message)); use the file as the app sent it"))
    } catch {
      fail(place, BackendText.receiptEntryInAnotherForm(safeText("\(error)")).text)
    }
  }

  private mutating func add(_ receipt: AppReceipt, at place: String) throws(JSONError) {
    try add(
      receipt.entries, from: receipt.bundleId, receipt.environment, receipt.creationDate, by: .receipt,
      failure: receipt.failure, at: place)
    guard receipt.entries.isEmpty, let failure = receipt.failure else { return }
    fail(place, safeText(failure.message))
  }

  private mutating func add(
    _ entries: [JSONObject], from bundleId: String, _ environment: StoreEnvironment, _ date: Timestamp,
    by attestation: Attestation, failure: VerificationFailure?, at place: String
  ) throws(JSONError) {
    for entry in entries {
      do throws(JSONError) {
        let text = try AttestedText.transaction(
          entry, by: attestation, bundleId: bundleId, environment: environment, date: date)
        let transaction = try AttestedText.read(text)
        items.append(
          ImportItem(
            failure.map { .refused(text, transaction, $0) } ?? .told(text, transaction, by: attestation), place: place))
      } catch {
        // An entry that cannot be read does not affect the others.
        fail(place, BackendText.receiptEntryInAnotherForm(safeText("\(error)")).text)
      }
    }
  }

  private mutating func fail(_ place: String, _ reason: String) {
    failures.append(ImportReport.Failure(place: place, reason: reason))
  }
}

extension UInt8 {
  /// Whether the byte is ASCII white space.
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// Whether a JSON object or array begins with this byte.
  fileprivate var opensJSON: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "[") }
}

extension ImportItem {
  /// The app and environment that the item claims to be from, without proof.
  package var claims: (bundleId: String, environment: StoreEnvironment)? {
    switch content {
    case .signed(let jws):
      guard let payload = try? CompactJWS(jws.utf8).claims() else { return nil }
      let holder = payload["data"]?.objectValue ?? payload
      guard let bundleId = holder["bundleId"]?.stringValue,
        let environment = (holder["environment"] ?? holder["receiptType"])?.stringValue
      else { return nil }
      return (bundleId, StoreEnvironment(rawValue: environment))
    case .told(_, let transaction, _), .refused(_, let transaction, _):
      guard let bundleId = transaction.bundleId, let environment = transaction.environment else { return nil }
      return (bundleId, environment)
    }
  }
}
