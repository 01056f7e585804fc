import AppStoreModel
import Core
import Device
import Foundation
import HTTP
import Storage
import TillApp
import Verbs

@testable import Backends
@testable import Desk
@testable import Serve
@testable import TerminalUI

/// A parser of foreign bytes, with the conditions that must hold for every input.
private struct FuzzTarget: Sendable {
  let name: String
  let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, _ run: @escaping @Sendable ([UInt8]) -> Void) { (self.name, self.run) = (name, run) }

  static let all: [FuzzTarget] = [
    // Written and parsed again, a value is the same.
    FuzzTarget("json") { bytes in
      guard let value = try? JSONValue(parsing: bytes) else { return }
      let again = try? JSONValue(parsing: value.serialized())
      precondition(again == value, "JSON is read back as something else")
    },
    FuzzTarget("json5") { bytes in
      guard let document = try? JSON5Document(parsing: bytes) else { return }
      let again = try? JSONValue(parsing: document.value.serialized())
      precondition(again == document.value, "JSON5 is written as something else")
    },
    // The seeds of these are validly signed, and no forged input may be trusted.
    FuzzTarget("jws") { _ = verifier.verify($0) },
    FuzzTarget("certificate", OwnStore.certificates),
    FuzzTarget("receipt", OwnStore.receipt),
    FuzzTarget("receipt-content") { _ = try? AppReceipt(OwnStore.unsigned($0), roots: roots) },
    FuzzTarget("case") { _ = CaseFile($0, name: "fuzz", roots: roots) },
    // The whole path of evidence, from its arrival to the frame that shows it.
    FuzzTarget("case-open", Opening.aCase),
    FuzzTarget("receipt-open", Opening.aReceipt),
    FuzzTarget("desk-open", Opening.aDesk),
    FuzzTarget("claims", Opening.claims),
    FuzzTarget("payload") { bytes in
      guard let json = try? JSONValue(parsing: bytes).objectValue else { return }
      for kind in SignedKind.allCases { _ = try? SignedPayload(kind, json: json) }
    },
    FuzzTarget("storekit") { _ = try? StoreKitConfiguration(parsing: $0, name: "fuzz") },
    FuzzTarget("walkthrough") { _ = try? Walkthrough(parsing: $0) { _ in nil } },
    FuzzTarget("http-target") { bytes in
      guard let target = try? HTTPTarget(bytes) else { return }
      precondition(
        target.path.allSatisfy { !$0.contains("/") && $0 != "." && $0 != ".." }, "another path than was sent")
    },
    FuzzTarget("http-head", head),
    FuzzTarget("http-answer", answer),
    FuzzTarget("exec-protocol", line),
    FuzzTarget("verb") { bytes in
      guard let json = try? JSONValue(parsing: bytes).objectValue else { return }
      for verb in Verb.all { _ = try? VerbCall(verb, body: json) }
    },
    FuzzTarget("postgresql-row", row),
    // The bytes that a terminal sends, in pieces of any size.
    FuzzTarget("terminal-input") { bytes in
      var decoder = KeyDecoder()
      for piece in bytes.split(separator: 0xFF, omittingEmptySubsequences: false) {
        _ = decoder.decode(piece.map { $0 < 0xF0 ? .scalar(UInt32($0)) : .key(KeyDecoder.pasteStart + Int32($0 & 1)) })
      }
    },
    FuzzTarget("keys") { _ = try? Key.parse(script: String(decoding: $0, as: UTF8.self)) },
    // Safe text contains no control characters and no more columns than allowed.
    FuzzTarget("safe-text") { bytes in
      let safe = safeText(String(decoding: bytes, as: UTF8.self), limit: 40)
      precondition(!safe.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
      precondition(displayWidth(of: safe) <= 40)
      precondition(safeText(safe, limit: 40) == safe, "what is safe is made safe to something else")
    },
  ]

  /// Parses a request's first line and header fields, one on each line, as the HTTP library passes them on.
  @Sendable private static func head(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, let target = try? HTTPTarget(words[1].utf8) else { return }
    let fields = lines.dropFirst().map { line in
      let halves = line.split(separator: ":", maxSplits: 1).map { String($0) }
      return Serve.HTTPField(name: halves.first?.lowercased() ?? "", value: halves.dropFirst().first ?? "")
    }
    let head = HTTPRequestHead(method: String(words[0]), target: target, fields: fields)
    _ = try? head.check()
    _ = head.contentLength
    precondition(tokens?.accept(head.field("authorization"), at: now) != true, "a token that nobody signed is taken")
  }

  /// Parses everything that is read of a server's answer besides its body.
  @Sendable private static func answer(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let response = HTTP.HTTPResponse(status: 429, headers: [HTTPHeader("retry-after", text)], body: bytes)
    if let wait = response.retryAfter(now: now) { precondition((0...86_400_000).contains(wait)) }
    if let address = try? HTTPAddress(text) { precondition(address.isLocal || address.text.hasPrefix("https://")) }
    if let json = try? JSONValue(parsing: bytes).objectValue { _ = try? ReceiptAnswer(json) }
  }

  /// Parses a line of an external program, and each kind of answer that it may contain.
  @Sendable private static func line(_ bytes: [UInt8]) {
    guard case .answer(_, .success(let json)) = ProgramMessage(bytes, of: "fuzz") else { return }
    _ = try? BackendCapabilities(program: json)
    _ = try? StoreClock(json)
    _ = try? AppleAccount(json: json)
    _ = try? ProductListing(json: json)
    _ = try? PurchaseAnswer(json: json)
    _ = try? HistoryPage(json: json)
  }

  /// Parses a column's type and bytes; the value is then encoded and must stay the same.
  @Sendable private static func row(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let types = [
      PostgreSQLType.boolean, PostgreSQLType.int8, PostgreSQLType.oid, PostgreSQLType.float8, PostgreSQLType.float4,
      PostgreSQLType.numeric, PostgreSQLType.bytea, PostgreSQLType.text, 4711,
    ]
    let field = PostgreSQLField(type: types[Int(first) % types.count], index: 0, origin: "fuzz")
    guard let value = try? bytes.dropFirst().withUnsafeBytes({ try field.value(of: $0) }) else { return }
    var sent: [UInt8] = []
    PostgreSQLValues.append(value, to: &sent)
    let type = PostgreSQLValues.type(of: value)
    let back = try? sent.withUnsafeBytes { try PostgreSQLField(type: type, index: 0, origin: "fuzz").value(of: $0) }
    if case .real(let number) = value, number.isNaN { return }
    precondition(back == value, "a value is read back as another")
  }

  private static let now = Timestamp(milliseconds: 1_740_830_400_000)
  private static let tokens = (try? TokenKey(keyId: "fuzz")).map {
    BearerTokens(key: $0, issuerId: "fuzz", bundleId: "com.example.fuzz")
  }
  private static let roots = OwnStore.shared.roots
  private static let verifier = Verifier(roots: roots) { now }

  /// The target that `TILL_FUZZ_TARGET` names.
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["TILL_FUZZ_TARGET"] ?? ""
    guard let target = all.first(where: { $0.name == name }) else {
      print("TILL_FUZZ_TARGET: one of \(all.map(\.name).joined(separator: " "))")
      // libFuzzer takes an exit for a crash, and does not flush buffered output.
      fflush(nil)
      exit(2)
    }
    return target
  }()
}

/// Runs one input; libFuzzer calls this function.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
