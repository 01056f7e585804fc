package import StoreModel

extension Purchasing {
  /// The App Store as this device reaches it: with the failures that are switched on.
  var appStore: FaultyBackend { FaultyBackend(base: backend, device: self) }

  /// The app's server of a way of confirming, as this device reaches it; nil where there is none to ask.
  func server(_ way: VerificationWay) throws(VerificationError) -> FaultyVerificationService? {
    guard let service = try services(way) else { return nil }
    return FaultyVerificationService(base: service, device: self)
  }

  /// Switches a failure on.
  ///
  /// A crash strikes once: a program that dies at each start could not be switched back.
  package func switchOn(_ kind: DeviceFault.Kind, once: Bool) throws {
    var fault = DeviceFault(kind, isOnce: once)
    if case .crash = kind { fault.isOnce = true }
    if kind.isLasting { fault.isOnce = false }
    try store.set(fault)
  }

  /// Switches a failure off; true when it was on.
  package func switchOff(_ kind: DeviceFault.Kind) throws -> Bool { try store.remove(kind) }

  /// Whether a failure strikes now; one that strikes once is stored as spent before it does.
  func strikes(_ kind: DeviceFault.Kind) throws -> Bool {
    guard let fault = try store.faults().first(where: { $0.kind == kind }) else { return false }
    if fault.isOnce { _ = try store.remove(kind) }
    return true
  }

  /// Whether a failure is switched on; it is not spent by asking.
  func isOn(_ kind: DeviceFault.Kind) -> Bool {
    (try? store.faults())?.contains { $0.kind == kind } ?? false
  }

  /// Marks that a step of the pipeline is done: the place where a crash on purpose strikes.
  func reached(_ step: PipelineStep) throws {
    if try strikes(.crash(step)) { crash() }
  }

  /// The machine's clock, as far as it is set wrong on purpose.
  func machineDate() throws -> Timestamp {
    machineClock().adding(milliseconds: DeviceClock.shift(by: try store.faults()))
  }
}

extension DeviceClock {
  /// How far a clock is set wrong on purpose, in milliseconds.
  package static func shift(by faults: [DeviceFault]) -> Int64 {
    faults.reduce(0) { sum, fault in
      switch fault.kind {
      case .clockBack: sum - 2 * toleratedLead
      case .clockForward: sum + 2 * toleratedLead
      default: sum
      }
    }
  }
}
