import COpenSSL
import Core
import Dispatch

/// Verifies signed objects of one App Store.
///
/// A verifier may be used by any number of threads at once; they share the chains that were found good. A copy shares
/// them too.
package struct Verifier: Sendable {
  /// The roots to which a chain must lead.
  package let roots: TrustedRoots

  /// The app and environment that the payload must state.
  package let expected: ExpectedClaims

  /// Whether what Apple's server answered to a receipt is taken, which has no signature.
  ///
  /// This is the setting of a store that is bound to that server; no object switches it on.
  package let takesReceiptAnswers: Bool

  private let now: @Sendable () -> Timestamp
  private var chains = ChainCache()

  /// Makes a verifier; `now` is the effective date of objects that state none.
  package init(
    roots: TrustedRoots, expecting expected: ExpectedClaims = ExpectedClaims(), takesReceiptAnswers: Bool = false,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.takesReceiptAnswers = takesReceiptAnswers
    self.roots = roots
    self.expected = expected
    self.now = now
  }

  /// Verifies a JWS in compact form; see `verify(_:as:at:)` for bytes.
  package func verify(_ jws: String, as kind: SignedKind? = nil, at date: Timestamp? = nil) -> VerificationResult {
    verify(jws.utf8, as: kind, at: date)
  }

  /// Verifies a JWS in compact form, in ASCII.
  ///
  /// With a kind, an object of another kind fails; without one the payload's members tell it. The certificates must
  /// have been valid at the date; without one at the date that the payload states (`receiptCreationDate` of an app
  /// transaction, else `signedDate`), or now. Never throws and never traps: whatever is wrong is the result's verdict.
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

  /// Verifies many, on all cores; the results are in the order of the texts.
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

  /// As many as are worth a turn of another core: some two milliseconds.
  private static let partSize = 32

  /// Reads what Apple's server answered to a receipt: form and claims are all that can be checked.
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
    result.reached = .kind
    if let expectedKind, let kind = result.kind, kind != expectedKind {
      throw VerificationFailure(
        .kindMismatch, VerificationText.otherKind(kind: kind.name, expected: expectedKind.name).text)
    }
    result.reached = .content
    let known = try reading.get()
    result.reached = .app
    try expected.check(StatedClaims(of: known.kind, in: json), of: known.kind)
    result.verdict = .attested(.answer)
  }

  /// Makes the checks in their order, filling the result with what is known on the way.
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
    // Read before it is trusted, so that a refused object can be shown; a fault in it counts once the signature is
    // good.
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

    result.reached = .kind
    if let expectedKind, let kind = result.kind, kind != expectedKind {
      throw VerificationFailure(
        .kindMismatch, VerificationText.otherKind(kind: kind.name, expected: expectedKind.name).text)
    }
    result.reached = .content
    let payload = try reading.get()
    result.reached = .app
    try expected.check(StatedClaims(of: payload.kind, in: json), of: payload.kind)
    result.verdict = skips ? .skipped : .verified
    if payload.kind == .notification { result.enclosed = enclosed(in: json, at: date) }
  }

  /// The chain of a header that was not met before.
  private func verifiedChain(
    of header: JSONObject, reaching check: inout VerificationCheck
  ) throws(VerificationFailure) -> VerifiedChain {
    check = .algorithm
    let x5c = try SignedHeader(header).x5c
    check = .certificates
    return try CertificateChain(x5c: x5c).verified(by: roots, reaching: &check)
  }

  /// The same verifier with nothing kept: each check is made anew.
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

  /// The signed objects inside a notification, each verified for itself.
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

  /// The date that a payload states, in whole milliseconds; throws `format` when it is not a number that fits.
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

/// The chains that were found good, by the exact text of the header segment that carried them.
///
/// One cache belongs to one verifier, so the set of roots is part of the key. Only successes are kept, at most `limit`,
/// the least recently added out first. A hit saves the certificates' two P-384 signatures, never the object's own.
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

  /// The chain of a header segment.
  ///
  /// Headers differ early, in the leaf's serial number, so that most comparisons are short.
  func chain(for header: ArraySlice<UInt8>) -> VerifiedChain? {
    entries.withLock { entries in
      entries.first { areEqual($0.header, header) }?.chain
    }
  }

  /// Keeps a chain that was found good.
  func insert(_ chain: VerifiedChain, for header: ArraySlice<UInt8>) {
    entries.withLock { entries in
      guard !entries.contains(where: { areEqual($0.header, header) }) else { return }
      if entries.count >= limit { entries.removeFirst() }
      entries.append(Entry(header: Array(header), chain: chain))
    }
  }
}
