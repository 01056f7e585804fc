import AppStoreModel
import Core
import Verbs

extension Command {
  static let verify = Command(
    name: "verify", summary: "verify the App Store's signed data, one JWS per line",
    forms: [
      UsageForm(
        .group(.value("FILE | -", .files)), .option(.signedKind), .option(.bundleId), .option(.appAppleId),
        .option(.environmentName), .option(.validAt), .option(.root))
    ],
    examples: [
      "till verify renewalInfo.jws",
      "till verify --kind transaction --bundle-id com.example.app --json < transactions.jws",
      "till export --format jws | till verify --root root.pem",
    ]
  ) { call in
    let verification = try LineVerification(call.options)
    let input = try InputFile.bytes(call.words.first ?? "-")
    var (count, failures, untrusted) = (0, 0, 0)
    for (index, line) in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard let jws = LineVerification.trimmed(line) else { continue }
      let result = verification.result(of: jws)
      count += 1
      if result.verdict.failure != nil { failures += 1 }
      if result.verdict.failure?.kind == .chain { untrusted += 1 }
      call.report(result, line: index + 1, asked: verification.kind)
    }
    if count == 0 {
      let failure = VerificationFailure(.format, say("nothing to verify; give one JWS per line"))
      call.report(VerificationResult(verdict: .failed(failure)), line: 1, asked: verification.kind)
      (count, failures) = (1, 1)
    }
    guard failures > 0 else { return .done }
    let failed = say(count, "\(failures) of \(count) line failed", "\(failures) of \(count) lines failed")
    guard untrusted > 0 else { throw CommandError(.failed, failed) }
    throw CommandError(.failed, say("\(failed); trust a root with --root FILE or --store DIR"))
  }
}

extension Invocation {
  /// Prints the verification result of one input line: a document with `--json`, else a plain line.
  fileprivate func report(_ result: VerificationResult, line: Int, asked: SignedKind?) {
    let kind = result.kind ?? asked
    guard !output.json else {
      var document: JSONObject = [
        "line": .number(JSONNumber(Int64(line))), "result": .string(result.verdict.word),
        "kind": (kind?.rawValue).json,
      ]
      document.append("reason", text: result.verdict.failure.map { safeText($0.message) })
      if result.verdict.failure == nil, let payload = result.json { document.append("payload", .object(payload)) }
      if !result.enclosed.isEmpty { document.append("enclosed", .array(result.enclosedDocuments)) }
      return output.line(document)
    }
    var text = "\(line): \(term(result.verdict.word))"
    if let kind { text += " \(kind.rawValue)" }
    if let name = result.subject { text += " " + safeText(name) }
    if let failure = result.verdict.failure { text += ": " + safeText(failure.message) }
    output.text(text)
    for (kind, enclosed) in result.sortedEnclosed {
      let reason = enclosed.verdict.failure.map { ": " + safeText($0.message) } ?? ""
      output.text("\(line):   with \(kind.rawValue) \(term(enclosed.verdict.word))\(reason)")
    }
  }
}

extension VerificationResult {
  /// The signed objects inside a notification, sorted by the names of their kinds.
  fileprivate var sortedEnclosed: [(SignedKind, VerificationResult)] {
    enclosed.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
  }

  fileprivate var enclosedDocuments: [JSONValue] {
    sortedEnclosed.map { kind, result in
      var document: JSONObject = ["kind": .string(kind.rawValue), "result": .string(result.verdict.word)]
      document.append("reason", text: result.verdict.failure.map { safeText($0.message) })
      if result.verdict.failure == nil, let payload = result.json { document.append("payload", .object(payload)) }
      return .object(document)
    }
  }

  /// The id or type that identifies a verified object, for the plain line.
  fileprivate var subject: String? {
    switch payload {
    case .transaction(let transaction): transaction.transactionId
    case .renewalInfo(let renewal): renewal.originalTransactionId
    case .notification(let notification): notification.notificationType?.rawValue
    case .appTransaction(let transaction): transaction.bundleId
    case nil: nil
    }
  }
}

extension Parameter where Value == SignedKind {
  fileprivate static var signedKind: Self {
    let known = SignedKind.allCases.map(\.rawValue)
    return Parameter(
      option: "kind", "KIND", "transaction, renewalInfo, notification or appTransaction", offers: .words(known)
    ) { text throws(StoreError) in
      if let kind = SignedKind(rawValue: text) { return kind }
      throw StoreError(.usage, said: "invalid --kind “\(safeText(text))”; \(remedy(for: text, among: known))")
    }
  }
}

extension Parameter where Value == Int {
  /// The largest date is the end of the year 9999, because certificates write years with four digits.
  fileprivate static var validAt: Self {
    .number(
      "at", "MS", in: 0...253_402_300_799_999,
      "the time when the certificates must be valid, in milliseconds (default: the signing time)")
  }
  static var appAppleId: Self {
    .number("app-apple-id", "N", in: 1...Int.max, "the app's Apple id, which notifications state")
  }
}

/// The verification of input lines: the trusted roots and the expected claims, from the options of `till verify`.
private struct LineVerification {
  let kind: SignedKind?
  private let date: Timestamp?
  private let verifier: Verifier

  init(_ options: Arguments) throws {
    kind = try options[.signedKind]
    date = try options[.validAt].map { Timestamp(milliseconds: Int64($0)) }
    let environment = try options[.environmentName].map { name in
      let known: [StoreEnvironment] = [.production, .sandbox, .xcode, .localTesting]
      guard let environment = known.first(where: { $0.rawValue == name }) else {
        let names = known.map(\.rawValue)
        throw UsageError(say("invalid --environment “\(safeText(name))”; \(remedy(for: name, among: names))"))
      }
      return environment
    }
    let expected = ExpectedClaims(
      bundleId: try options[.bundleId], environment: environment,
      appAppleId: try options[.appAppleId].map { Int64($0) })
    verifier = Verifier(roots: try .trusted(by: options), expecting: expected, now: { .machine })
  }

  func result(of jws: ArraySlice<UInt8>) -> VerificationResult {
    // The line is the body of a notification as Apple posts it.
    if jws.first == UInt8(ascii: "{"), jws.count <= 1 << 20, case .object(let body)? = try? JSONValue(parsing: jws),
      let signed = body["signedPayload"]?.stringValue
    {
      return verifier.verify(signed, as: kind, at: date)
    }
    return verifier.verify(jws, as: kind, at: date)
  }

  /// Returns a line without its carriage return; nil for a blank line.
  static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var line = line
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } ? nil : line
  }
}

extension TrustedRoots {
  /// Returns Apple's root certificate together with those of files, and that of a store if the options name one.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the file without a certificate.
  static func trusted(by options: Arguments) throws -> TrustedRoots {
    let names = try options.all(.root)
    let files = try names.map { try InputFile.bytes($0) }
    let roots: TrustedRoots
    do { roots = try TrustedRoots(files: files) } catch {
      throw CommandError(.usage, "--root \(safeText(names[error.index])): \(error.description)")
    }
    guard options.has(.store) || options.has(.backend) || options.has(.caseName) else { return roots.addingApple() }
    return try Examination(options.storeOptions).trustedRoots()
  }
}
