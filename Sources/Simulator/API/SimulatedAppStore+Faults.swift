package import AppStoreModel
import Core

/// `fault`, `faults`: failures on purpose, kept in the ledger.
extension SimulatedAppStore {
  /// The faults that are switched on.
  package func faults() throws(StoreError) -> [ArmedFault] {
    try read { try $0.faults() }
  }

  /// The faults among some that strike now; one-shot ones are committed as spent before that.
  ///
  /// Without the network nothing strikes, since nothing reaches the App Store.
  func spend(_ faults: [AppStoreFault]) throws(StoreError) -> [ArmedFault] {
    let scope = ActionScope.current
    let plain: [ArmedFault]? = try read { session in
      guard session.state.network else { return [] }
      guard try !session.hasOneShot(among: faults) else { return nil }
      return try session.faults().filter { faults.contains($0.fault) }
    }
    if let plain { return plain }
    return try write { try $0.strike(faults, in: scope) }
  }

  /// Runs one write while no fault is set, which is the normal case; returns nil while one is.
  ///
  /// That is found out in the write: looks at the ledger before it would wait one after the other, and the writes of
  /// several devices would not meet to be stored by one commit.
  func writeUnlessFaultsAreOn<Result: Sendable>(
    _ body: @escaping @Sendable (inout LedgerSession) throws -> Result
  ) throws(StoreError) -> Result? {
    try write { session in try session.hasFaults() ? nil : try body(&session) }
  }

  /// Throws the fault that is set for a call.
  ///
  /// - Throws: the kind that the fault was given.
  func strike(_ call: AppStoreFault) throws(StoreError) {
    guard let fault = try spend([call]).first else { return }
    let kind = fault.kind ?? .unknown
    throw StoreError(
      kind,
      say(
        "simulated fault: the App Store fails \(call.rawValue) (\(kind.rawValue): "
          + "\(kind.words)); switch \(call.rawValue) off to end it"
      ))
  }

  /// Signed texts on their way to a device, as the faults of delivery leave them.
  func deliver(_ texts: [String], again: String? = nil) throws(StoreError) -> [String] {
    var possible: [AppStoreFault] = []
    if !texts.isEmpty || again != nil { possible += [.verification, .deliveredTwice] }
    if texts.count > 1 { possible.append(.outOfOrder) }
    guard !possible.isEmpty else { return texts }
    let faults = try spend(possible)
    var texts = texts
    for fault in faults {
      switch fault.fault {
      case .deliveredTwice: texts += texts + (again.map { [$0] } ?? [])
      case .outOfOrder: texts.reverse()
      default: break
      }
    }
    guard let kind = faults.first(where: { $0.fault == .verification })?.kind else { return texts }
    return try spoil(texts, kind)
  }

  /// Signed texts that cannot be verified any more.
  func spoil(_ texts: [String], _ kind: FailureKind) throws(StoreError) -> [String] {
    do {
      let spoiler = SignatureSpoiler(kind: kind, signer: identity.signer)
      return try texts.map { try spoiler.spoiled($0) }
    } catch {
      throw StoreError(wrapping: error)
    }
  }
}
