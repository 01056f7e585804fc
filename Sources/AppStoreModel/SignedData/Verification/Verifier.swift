import COpenSSL
import Core
import Dispatch

/// Verifies signed objects of one App Store.
///
/// Any number of threads may use one verifier at once. They share the cache of valid certificate chains, and so do
/// copies of the verifier.
package struct Verifier: Sendable {
  /// The trusted roots; every certificate chain must end at one of them.
  package let roots: TrustedRoots

  /// The app and the environment that the payload must state.
  package let expected: ExpectedClaims

  /// Whether the verifier accepts unsigned data that Apple's server returned for a receipt.
  ///
  /// Only a device that uses `verifyReceipt` sets it; no signed object can turn it on.
  package let takesReceiptAnswers: Bool

  private let now: @Sendable () -> Timestamp
  private var chains = ChainCache()

  /// Makes a verifier; `now` is the effective date of objects that state no date.
  package init(
    roots: TrustedRoots, expecting expected: ExpectedClaims = ExpectedClaims(), takesReceiptAnswers: Bool = false,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.takesReceiptAnswers = takesReceiptAnswers
    self.roots = roots
    self.expected = expected
    self.now = now
  }

  /// Verifies a JWS in compact form; `verify(_:as:at:)` for bytes describes the parameters.
  package func verify(_ jws: String, as kind: SignedKind? = nil, at date: Timestamp? = nil) -> VerificationResult {
    verify(jws.utf8, as: kind, at: date)
  }

  /// Verifies a JWS in compact form, given as ASCII bytes.
  ///
  /// If `kind` is given, an object of another kind fails; otherwise the payload's members tell the kind. The
  /// certificates must have been valid at `date`. Without it, the date in the payload counts (`receiptCreationDate` of
  /// an app transaction, else `signedDate`), or else now. It never throws or traps: every problem is in the result's
  /// verdict.
  package func verify(
    _ jws: some Collection<UInt8>, as kind: SignedKind? = nil, at date: Timestamp? = nil
  ) -> VerificationResult {
    var result = VerificationResult(verdict: .skipped)
    do throws(VerificationFailure) {
      if takesReceiptAnswers, let payload = AttestedText.payload(of: jws, by: .answer) {
        try examine(answer: payload, as: kind, into: &result)
      } else {
        try examine(CompactJWS(jws), as: kind, at: date, into: &result)
      }
    } catch {
      result.verdict = .failed(error)
      result.reached = error.check(after: result.reached)
      result.unverifiedPayload = result.payload
      result.payload = nil
      result.rootFingerprint = nil
    }
    return result
  }

  /// Verifies many objects on all cores; the results are in the order of the texts.
  package func verify(_ texts: [String], as kind: SignedKind) -> [VerificationResult] {
    let parts = stride(from: 0, to: texts.count, by: Self.partSize).map {
      texts[$0..<min($0 + Self.partSize, texts.count)]
    }
    guard parts.count > 1 else { return texts.map { verify($0, as: kind) } }
    let verified = Mutex<[[VerificationResult]]>(Array(repeating: [], count: parts.count))
    DispatchQueue.concurrentPerform(iterations: parts.count) { part in
      let results = parts[part].map { verify($0, as: kind) }
      verified.withLock { $0[part] = results }
    }
    return verified.withLock { Array($0.joined()) }
  }

  /// The number of objects verified by one core at a time: about two milliseconds of work.
  private static let partSize = 32

  /// Checks data that Apple's server returned for a receipt; without a signature, only form and claims can be checked.
  private func examine(
    answer payload: [UInt8], as expectedKind: SignedKind?, into result: inout VerificationResult
  ) throws(VerificationFailure) {
    result.payloadBytes = payload
    result.reached = .json
    let json = try JSONObject(signed: payload, part: "payload")
    result.json = json
    result.kind = SignedKind(of: json, expected: expectedKind)
    let reading = read(json, as: result.kind)
    result.payload = try? reading.get()
    try check(reading, as: expectedKind, in: json, &result)
    result.verdict = .attested(.answer)
  }

  /// Checks kind, content and claims of a payload that was read.
  private func check(
    _ reading: Result<SignedPayload, VerificationFailure>, as expectedKind: SignedKind?, in json: JSONObject,
    _ result: inout VerificationResult
  ) throws(VerificationFailure) {
    result.reached = .kind
    if let expectedKind, let kind = result.kind, kind != expectedKind {
      throw VerificationFailure(.kindMismatch, say("this is \(kind.name), not \(expectedKind.name)"))
    }
    result.reached = .content
    let kind = try reading.get().kind
    result.reached = .app
    try expected.check(StatedClaims(of: kind, in: json), of: kind)
  }

  /// Runs the checks in order and fills in the result on the way.
  private func examine(
    _ jws: CompactJWS, as expectedKind: SignedKind?, at date: Timestamp?, into result: inout VerificationResult
  ) throws(VerificationFailure) {
    let skips = expected.skipsSignatures
    result.reached = .form
    let signature = try jws.signature()
    result.payloadBytes = try jws.payload()
    let known = skips ? nil : chains.chain(for: jws.headerSegment)
    let headerBytes = known == nil ? try jws.header() : nil
    result.reached = .json
    let header = try headerBytes.map(SignedHeader.object)
    let json = try JSONObject(signed: result.payloadBytes, part: "payload")
    result.json = json
    result.kind = SignedKind(of: json, expected: expectedKind)
    // The payload is read before it is trusted, so that a rejected object can be shown. An error in it counts only
    // after the signature check.
    let reading = read(json, as: result.kind)
    result.payload = try? reading.get()

    let statedDate = try Self.statedDate(in: json, of: result.kind)
    let effectiveDate = date ?? statedDate ?? now()
    result.effectiveDate = effectiveDate
    if !skips {
      let chain = if let known { known } else { try verifiedChain(of: header ?? [:], reaching: &result.reached) }
      result.reached = .dates
      try chain.times.check(at: effectiveDate)
      result.reached = .signature
      guard chain.key.verifies(signature, over: jws.signingInput) else {
        throw VerificationFailure(.signature, say("the signature does not match the content"))
      }
      if known == nil { chains.insert(chain, for: jws.headerSegment) }
      result.rootFingerprint = chain.rootFingerprint
    }

    try check(reading, as: expectedKind, in: json, &result)
    result.verdict = skips ? .skipped : .verified
    if result.kind == .notification { result.enclosed = enclosed(in: json, at: date) }
  }

  /// Verifies the certificate chain of a header that is not in the cache.
  private func verifiedChain(
    of header: JSONObject, reaching check: inout VerificationCheck
  ) throws(VerificationFailure) -> VerifiedChain {
    check = .algorithm
    let x5c = try SignedHeader(header).x5c
    check = .certificates
    return try CertificateChain(x5c: x5c).verified(by: roots, reaching: &check)
  }

  /// A copy of this verifier with an empty cache, so that every check is made again.
  var unhurried: Verifier {
    var verifier = self
    verifier.chains = ChainCache()
    return verifier
  }

  private func read(_ json: JSONObject, as kind: SignedKind?) -> Result<SignedPayload, VerificationFailure> {
    guard let kind else {
      return .failure(VerificationFailure(.format, say("the App Store signs no payload of this kind")))
    }
    do {
      return .success(try SignedPayload(kind, json: json))
    } catch {
      return .failure(VerificationFailure(.format, say("the payload is unreadable: \("\(error)")")))
    }
  }

  /// Verifies the signed objects inside a notification, each independently.
  private func enclosed(in json: JSONObject, at date: Timestamp?) -> [SignedKind: VerificationResult] {
    let members: [(object: String, member: String, kind: SignedKind)] = [
      ("data", "signedTransactionInfo", .transaction), ("data", "signedRenewalInfo", .renewalInfo),
      ("appData", "signedAppTransactionInfo", .appTransaction),
    ]
    var results: [SignedKind: VerificationResult] = [:]
    for (object, member, kind) in members {
      guard let jws = json[object]?.objectValue?[member]?.stringValue else { continue }
      results[kind] = verify(jws, as: kind, at: date)
    }
    return results
  }

  /// Returns the date that a payload states, in whole milliseconds; throws `format` if it is not a number that fits.
  private static func statedDate(
    in json: JSONObject, of kind: SignedKind?
  ) throws(VerificationFailure) -> Timestamp? {
    let member = kind == .appTransaction ? "receiptCreationDate" : "signedDate"
    guard let value = json[member], value != .null else { return nil }
    guard let milliseconds = value.numberValue?.truncatedInt64 else {
      throw VerificationFailure(.format, say("\(member) is not a date in milliseconds"))
    }
    return Timestamp(milliseconds: milliseconds)
  }
}

/// A cache of valid certificate chains, by the exact text of the header segment.
///
/// Each cache belongs to one verifier, and so to one set of roots. Only valid chains are kept, at most `limit`; the
/// oldest entry is removed first. A hit saves the two P-384 signature checks of the certificates, never the check of
/// the object's own signature.
final class ChainCache: Sendable {
  private struct Entry {
    let header: [UInt8]
    let chain: VerifiedChain
  }

  private let entries = Mutex<[Entry]>([])
  private let limit: Int

  init(limit: Int = 64) {
    self.limit = limit
  }

  /// Returns the cached chain for a header segment.
  ///
  /// Headers differ near their start, in the leaf's serial number, so most comparisons are short.
  func chain(for header: ArraySlice<UInt8>) -> VerifiedChain? {
    entries.withLock { entries in
      entries.first { areEqual($0.header, header) }?.chain
    }
  }

  /// Adds a valid certificate chain to the cache.
  func insert(_ chain: VerifiedChain, for header: ArraySlice<UInt8>) {
    entries.withLock { entries in
      guard !entries.contains(where: { areEqual($0.header, header) }) else { return }
      if entries.count >= limit { entries.removeFirst() }
      entries.append(Entry(header: Array(header), chain: chain))
    }
  }
}
