import Texts

/// What commands say of the simulated App Store.
enum ServeText: Sentence {
  case servesSimulatedStore, noHostName(String), noSuchEnvironment(String), idGoesWithProduction, productionNeedsId
  case emptyCatalogue, serveTakesNo(String), tlsNeedsFiles, noKeyId(String), tokenIsTooShort
  case otherLedger(has: String, wanted: String), sellsFor(String), signsFor(String), hasSeed(UInt64)

  case listens(String), accessLog

  case stepsAsExpected(Int), takeJsonOrTap, otherwiseThanExpected, filesAsExpected(Int)
  case filesOtherwise(failed: Int, count: Int)

  case signsForAppleId(String?)
}

// MARK: - English

extension ServeText {
  var english: String {
    switch self {
    case .servesSimulatedStore:
      "till serve serves a simulated App Store: leave out --backend, or say simulator:LEDGER"
    case .noHostName(let wrong): "--allow-host \(wrong) is no host name, such as till or till.internal"
    case .noSuchEnvironment(let name): "--environment \(name): till serve signs for Sandbox or Production"
    case .idGoesWithProduction: "--app-apple-id goes with --environment Production: Sandbox states none"
    case .productionNeedsId: "--environment Production needs --app-apple-id N, which Production's notifications state"
    case .emptyCatalogue: "the empty catalogue"
    case .serveTakesNo(let word): "till serve takes no \(word): see till help serve"
    case .tlsNeedsFiles: "--tls needs a certificate and its key, both PEM: --tls CERT KEY; or --tls auto"
    case .noKeyId(let keyId): "--key-id \(keyId): a key id has letters and digits, such as 2X9R4HXF34"
    case .tokenIsTooShort: "--control-token: take at least 8 characters"
    case .otherLedger(let has, let wanted): "this ledger \(has), not \(wanted): serve another one with --store DIR"
    case .sellsFor(let bundleId): "sells for \(bundleId)"
    case .signsFor(let environment): "signs for \(environment)"
    case .hasSeed(let seed): "has the seed \(seed)"

    case .listens(let emulator): "till: the simulated App Store listens on \(emulator); Ctrl-C stops it"
    case .accessLog: "access log"

    case .stepsAsExpected(let steps): "\(English.counted(steps, "step")), everything as expected"
    case .takeJsonOrTap: "take --json or --tap, not both"
    case .otherwiseThanExpected: "otherwise than expected"
    case .filesAsExpected(let count): "\(English.counted(count, "file")), everything as expected"
    case .filesOtherwise(let failed, let count):
      "\(failed) of \(English.counted(count, "file")) otherwise than expected"

    case .signsForAppleId(let id):
      "signs for the Apple id \(id ?? "none")"
    }
  }
}
