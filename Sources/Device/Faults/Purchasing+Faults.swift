package import AppStoreModel
import Core

extension Purchasing {
  /// The App Store as this device reaches it: with the failures that are switched on.
  var appStore: FaultyBackend { FaultyBackend(base: backend, faults: faults, device: self) }

  /// The app server of a way of confirming, as this device reaches it; nil where there is none to ask.
  func server(_ way: VerificationWay) throws(VerificationError) -> FaultyVerificationService? {
    guard let service = try services(way) else { return nil }
    return FaultyVerificationService(base: service, faults: faults, device: self)
  }

  /// Switches a failure on.
  ///
  /// A crash strikes once: a program that dies at each start could not be switched back. So does a server that loses
  /// its data.
  package func switchOn(_ kind: DeviceFault.Kind, once: Bool) throws {
    var fault = DeviceFault(kind, isOnce: once)
    if case .crash = kind { fault.isOnce = true }
    if kind == .appServerForgot { fault.isOnce = true }
    if kind.isLasting { fault.isOnce = false }
    if case .slow = kind {
      for other in try store.faults() where other.kind != kind {
        if case .slow = other.kind { _ = try store.remove(other.kind) }
      }
    }
    try store.set(fault)
  }

  /// Switches a failure off; true when it was on.
  ///
  /// Orders that wait because of the fault stop showing it as their reason.
  package func switchOff(_ kind: DeviceFault.Kind) throws -> Bool {
    let words: String? =
      switch kind {
      case .appServerDown: FaultText.appsServerIsDown.text
      case .network: FaultText.networkIsOffAtThis.text
      default: nil
      }
    // While the disk is full on purpose nothing but the fault can be written.
    guard let words else { return try store.remove(kind) }
    return try store.batch {
      for var order in try store.openOrders() where order.lastError == words {
        order.lastError = nil
        try store.save(order)
      }
      return try store.remove(kind)
    }
  }

  /// Whether a failure is switched on; it is not spent by asking.
  func isOn(_ kind: DeviceFault.Kind) -> Bool {
    (try? store.faults())?.contains { $0.kind == kind } ?? false
  }

  /// Marks that a step of the pipeline is done: the place where a deliberate crash happens.
  ///
  /// It is stored as spent before it strikes.
  func reached(_ step: PipelineStep) throws {
    let kind = DeviceFault.Kind.crash(step)
    guard try store.faults().contains(where: { $0.kind == kind }), try store.remove(kind) else { return }
    crash()
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
