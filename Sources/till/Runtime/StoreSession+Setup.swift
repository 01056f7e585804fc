import Backends
import Dashboard
import Purchasing
import StoreModel

extension StoreSession {
  /// What stays as it is while the dashboard is open.
  func setup(zone: TimeZoneTable) -> Setup {
    Setup(
      appName: appName, backend: backendLabel, isReal: backend.capabilities.isReal, isReadOnly: isReadOnly,
      isLocked: backend is AppStoreBackend && !isUnlocked && !isReadOnly, abilities: abilities, zone: zone)
  }

  /// The last part of the bundle id, with a capital: `com.example.piglet` is Piglet.
  private var appName: String {
    let name = backend.identity.bundleId.split(separator: ".").last ?? "App"
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  private var backendLabel: String {
    let environment = backend.identity.environment.rawValue
    let isReal = backend.capabilities.isReal
    return switch backend.identity.kind {
    case .simulator: "SIMULATED (signs as \(environment))"
    case .appStore: isReal ? "REAL APP STORE: \(environment)" : "SERVER API, not Apple's: \(environment)"
    case .receipt: isReal ? "REAL APP STORE (receipts): \(environment)" : "RECEIPTS, not Apple's: \(environment)"
    case .external: "EXTERNAL PROGRAM: \(environment)"
    case .none: if case .imported(let name) = spec { "CASE \(name): \(environment)" } else { "NO APP STORE" }
    }
  }

  private var abilities: Abilities {
    if isReadOnly { return Abilities(nothingBecause: "read-only: open it without --readonly to act") }
    let can = backend.capabilities
    let simulated = backend.control == nil ? "this App Store is not simulated" : nil
    // Its verbs are carried out in this process or at a `till serve`.
    let hasVerbs = appStore != nil || backend is RemoteStoreBackend
    return Abilities(
      buy: can.buy, restore: can.restore, refundCheck: can.refundCheck, askRefund: can.askRefund,
      use: backend.identity.kind == .none ? can.buy : nil, updates: can.refundCheck, appStore: simulated,
      chooseOutcome: simulated,
      verbs: hasVerbs ? nil : simulated ?? "this App Store carries out no verbs of till simulator",
      support: backend is AppStoreBackend ? nil : "support works at the App Store Server API: --backend appstore:PLACE",
      supportChanges: isUnlocked ? nil : "locked until --unlock")
  }
}
