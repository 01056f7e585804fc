package import AppStoreModel
import Core

/// Deliberate failures, stored in the ledger: the commands `fault` and `faults`.
extension SimulatedAppStore {
  /// Returns the faults that are set.
  package func faults() throws(StoreError) -> [ArmedFault] {
    try read { try $0.faults() }
  }

  /// Returns those of the given faults that apply now.
  ///
  /// A one-shot fault is committed as used before it takes effect. Without the network no fault applies, because no
  /// request reaches the App Store.
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

  /// Runs a write if no fault is set, which is the normal case; returns nil if one is.
  ///
  /// The check is part of the write. A read before it would make the writes of several devices wait for each other, and
  /// they could not share one commit.
  func writeUnlessFaultsAreOn<Result: Sendable>(
    _ body: @escaping @Sendable (inout LedgerSession) throws -> Result
  ) throws(StoreError) -> Result? {
    try write { session in try session.hasFaults() ? nil : try body(&session) }
  }

  /// Throws the error of the fault that is set for a call, if there is one.
  ///
  /// - Throws: a `StoreError` of the kind that was set with the fault.
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

  /// Applies the delivery faults (delivered twice, out of order, invalid signature) to signed texts for a device.
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

  /// Changes signed texts so that their verification fails.
  func spoil(_ texts: [String], _ kind: FailureKind) throws(StoreError) -> [String] {
    do {
      let spoiler = SignatureSpoiler(kind: kind, signer: identity.signer)
      return try texts.map { try spoiler.spoiled($0) }
    } catch {
      throw StoreError(wrapping: error)
    }
  }
}
