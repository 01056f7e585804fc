import AppStoreEmulator
import Backends
import Foundation
import SafeText
import Screen
import SignedData
import StoreKitFiles
import StoreModel
import StrictJSON
import Walkthroughs

@testable import Terminal

/// A parser of foreign bytes, and what must hold of every input.
private struct FuzzTarget {
  let name: String
  let run: ([UInt8]) -> Void

  init(_ name: String, _ run: @escaping ([UInt8]) -> Void) { (self.name, self.run) = (name, run) }

  static let all: [FuzzTarget] = [
    // What is written is what was read.
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
    // Nothing that is made up is trusted; a seed is a real one, and stays so.
    FuzzTarget("jws") { _ = verifier.verify($0) },
    FuzzTarget("certificate") { _ = try? TrustedRoots(files: [$0]) },
    FuzzTarget("receipt") { _ = try? AppReceipt($0, roots: roots) },
    FuzzTarget("case") { _ = CaseFile($0, name: "fuzz", roots: roots) },
    FuzzTarget("payload") { bytes in
      guard let json = try? JSONValue(parsing: bytes).objectValue else { return }
      for kind in SignedKind.allCases { _ = try? SignedPayload(kind, json: json) }
    },
    FuzzTarget("storekit") { _ = try? StoreKitConfiguration(parsing: $0, name: "fuzz") },
    FuzzTarget("walkthrough") { _ = try? Walkthrough(parsing: $0) { _ in nil } },
    FuzzTarget("http-target") { _ = try? HTTPTarget($0) },
    // What a terminal sends, in pieces of any size.
    FuzzTarget("terminal-input") { bytes in
      var decoder = KeyDecoder()
      for piece in bytes.split(separator: 0xFF, omittingEmptySubsequences: false) {
        _ = decoder.decode(piece.map { $0 < 0xF0 ? .scalar(UInt32($0)) : .key(KeyDecoder.pasteStart + Int32($0 & 1)) })
      }
    },
    FuzzTarget("keys") { _ = try? Key.parse(script: String(decoding: $0, as: UTF8.self)) },
    // Nothing that a terminal obeys is left, and no more columns than were allowed.
    FuzzTarget("safe-text") { bytes in
      let safe = safeText(String(decoding: bytes, as: UTF8.self), limit: 40)
      precondition(!safe.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
      precondition(displayWidth(of: safe) <= 40)
      precondition(safeText(safe, limit: 40) == safe, "what is safe is made safe to something else")
    },
  ]

  private static let roots = TrustedRoots.apple
  private static let verifier = Verifier(roots: roots) { Timestamp(milliseconds: 1_740_830_400_000) }

  /// The one that `TILL_FUZZ_TARGET` names.
  static let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["TILL_FUZZ_TARGET"] ?? ""
    guard let target = all.first(where: { $0.name == name }) else {
      print("TILL_FUZZ_TARGET: one of \(all.map(\.name).joined(separator: " "))")
      exit(2)
    }
    return target
  }()
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
