package import Purchasing
import SafeText
package import SignedData
import StoreModel
import StrictJSON

/// What a file holds that can be taken into a case: answers of the App Store Server API and of `verifyReceipt`, app
/// receipts (DER or base64), signed data one a line.
package struct CaseFile {
  /// What was found, in the file's order.
  package private(set) var items: [ImportItem] = []
  /// What could not be read, each with the place and the reason.
  package private(set) var failures: [ImportReport.Failure] = []
  private let name: String
  private let roots: TrustedRoots

  /// - Parameters:
  ///   - name: The file's, for messages.
  ///   - roots: Whom an app receipt's own signature must lead to.
  package init(_ bytes: [UInt8], name: String, roots: TrustedRoots) {
    self.name = safeText(name)
    self.roots = roots
    if bytes.first == 0x30 {
      readReceipt(bytes, at: self.name)
    } else if let text = String(validating: bytes, as: UTF8.self), !text.allSatisfy(\.isWhitespace) {
      read(text, bytes)
    } else {
      let remedy = "give answers of the App Store as JSON, signed data one a line, or an app receipt"
      fail(self.name, bytes.isEmpty ? "it is empty: \(remedy)" : "neither text nor an app receipt: \(remedy)")
    }
  }

  private mutating func read(_ text: String, _ bytes: [UInt8]) {
    let isJSON = text.first { !$0.isWhitespace }.map { "{[".contains($0) } ?? false
    if isJSON, let value = try? JSONValue(parsing: bytes) { return read(value, at: name) }
    // A receipt in base64 may be broken into lines.
    if !text.contains("."), !isJSON, let der = Base64.standard.decode(text.filter { !$0.isWhitespace }) {
      return readReceipt(der, at: name)
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      let place = lines.count > 1 ? "\(name), line \(index + 1)" : name
      let words = String(line.trimmingPrefix(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
      readLine(words, at: place)
    }
  }

  private mutating func readLine(_ line: String, at place: String) {
    if line.first.map({ "{[".contains($0) }) ?? false {
      do throws(JSONError) {
        read(try JSONValue(parsing: line), at: place)
      } catch {
        fail(place, "not JSON: \(safeText(error.description)): save the answer again, whole")
      }
    } else if line.count(where: { $0 == "." }) == 2 {
      items.append(ImportItem(.signed(line), place: place))
    } else if let der = Base64.standard.decode(line), der.first == 0x30 {
      readReceipt(der, at: place)
    } else {
      fail(place, "neither signed data nor JSON nor an app receipt: take the line out or correct it")
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
    fail(place, "nothing signed and no receipt is in it: give an answer of the App Store as it came")
  }

  private mutating func collect(_ value: JSONValue, at place: String, isSigned: Bool) {
    switch value {
    case .string(let text):
      if isSigned || text.count(where: { $0 == "." }) == 2 { items.append(ImportItem(.signed(text), place: place)) }
    case .array(let values): for value in values { collect(value, at: place, isSigned: isSigned) }
    case .object(let object):
      if object["receipt"]?.objectValue != nil || Self.receiptStatus(of: object) != nil {
        return readAnswer(object, at: place)
      }
      if let code = try? object.int64("errorCode") {
        let message = (try? object.string("errorMessage")) ?? ""
        return fail(place, "Apple answered with an error: \(safeText(message)) (\(code)): ask again")
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

  /// Whether it is an answer that rightly holds nothing: a customer without refunds, an order that is none.
  private static func isEmptyAnswer(_ value: JSONValue) -> Bool {
    guard let object = value.objectValue else { return false }
    return ["signedTransactions", "data", "notificationHistory"].contains { object[$0]?.arrayValue?.isEmpty == true }
  }

  // MARK: Receipts

  /// The status of a `verifyReceipt` that refuses; an order look-up has one too, of one digit.
  private static func receiptStatus(of object: JSONObject) -> Int64? {
    (try? object.int64("status")).flatMap { $0 >= 21_000 ? $0 : nil }
  }

  private mutating func readAnswer(_ object: JSONObject, at place: String) {
    if let code = Self.receiptStatus(of: object) {
      let words = ReceiptStatus(code, in: object).words(isReadable: false)
      return fail(place, "an answer of verifyReceipt that tells nothing: \(words) (status \(code))")
    }
    do throws(JSONError) {
      let answer = try ReceiptAnswer(object)
      try take(
        answer.entries, from: answer.bundleId, answer.environment, answer.requestDate, by: .file, failure: nil,
        at: place)
      // The receipt in it is signed, and says for itself what it lists.
      if let text = try object.string("latest_receipt"), let der = Base64.standard.decode(text),
        let receipt = try? AppReceipt(der, roots: roots)
      {
        try take(receipt, at: place)
      }
    } catch {
      fail(place, "an answer of verifyReceipt in another form: \(safeText(error.description))")
    }
  }

  private mutating func readReceipt(_ bytes: [UInt8], at place: String) {
    do {
      try take(try AppReceipt(bytes, roots: roots), at: place)
    } catch let error as VerificationFailure {
      fail(place, "\(safeText(error.message)): give the file as the app sent it")
    } catch {
      fail(place, "an app receipt with an entry in another form: \(safeText("\(error)"))")
    }
  }

  private mutating func take(_ receipt: AppReceipt, at place: String) throws(JSONError) {
    try take(
      receipt.entries, from: receipt.bundleId, receipt.environment, receipt.creationDate, by: .receipt,
      failure: receipt.failure, at: place)
    guard receipt.entries.isEmpty, let failure = receipt.failure else { return }
    fail(place, safeText(failure.message))
  }

  private mutating func take(
    _ entries: [JSONObject], from bundleId: String, _ environment: StoreEnvironment, _ date: Timestamp,
    by attestation: Attestation, failure: VerificationFailure?, at place: String
  ) throws(JSONError) {
    for entry in entries {
      let text = try AttestedText.transaction(
        entry, by: attestation, bundleId: bundleId, environment: environment, date: date)
      let transaction = try AttestedText.read(text)
      items.append(
        ImportItem(
          failure.map { .refused(text, transaction, $0) } ?? .told(text, transaction, by: attestation), place: place))
    }
  }

  private mutating func fail(_ place: String, _ reason: String) {
    failures.append(ImportReport.Failure(place: place, reason: reason))
  }
}
