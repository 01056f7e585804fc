package import AppStoreModel
import Core

extension Purchasing {
  /// The App Store's backend with this device's faults.
  var appStore: FaultyBackend { FaultyBackend(base: backend, faults: faults, device: self) }

  /// Returns the app server that confirms purchases, with this device's faults; nil where there is none.
  func server(_ way: VerificationWay) throws(VerificationError) -> FaultyVerificationService? {
    guard let service = try services(way) else { return nil }
    return FaultyVerificationService(base: service, faults: faults, device: self)
  }

  /// Returns the app server that confirms an order or a use; work that needs it waits while it is not available here.
  func requiredServer(_ way: VerificationWay) throws(VerificationError) -> FaultyVerificationService {
    guard let server = try server(way) else {
      throw VerificationError(.temporary, say("app server \(way.text) is not available from here"))
    }
    return server
  }

  /// Switches a fault on.
  ///
  /// A crash is always one-shot, because a program that crashes at each start could not switch it off. So is a server
  /// that loses its data.
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

  /// Switches a fault off; returns true when it was on.
  ///
  /// Orders that wait because of the fault stop showing it as their reason.
  package func switchOff(_ kind: DeviceFault.Kind) throws -> Bool {
    let words: String? =
      switch kind {
      case .appServerDown: FaultText.appsServerIsDown.text
      case .network: FaultText.networkIsOffAtThis.text
      default: nil
      }
    // While the disk is full (simulated), only the fault itself can be written.
    guard let words else { return try store.remove(kind) }
    return try store.batch {
      for var order in try store.openOrders() where order.lastError == words {
        order.lastError = nil
        try store.save(order)
      }
      return try store.remove(kind)
    }
  }

  /// Returns whether a fault is set; asking does not use a one-shot fault up.
  func isOn(_ kind: DeviceFault.Kind) -> Bool {
    (try? store.faults())?.contains { $0.kind == kind } ?? false
  }

  /// Marks a pipeline step as done, and crashes the process where that is set as a fault.
  ///
  /// The fault is removed before the crash, so that the process crashes only once.
  func reached(_ step: PipelineStep) throws {
    let kind = DeviceFault.Kind.crash(step)
    guard try store.faults().contains(where: { $0.kind == kind }), try store.remove(kind) else { return }
    crash()
  }

  /// Returns the machine's clock, with the shift of a simulated wrong clock.
  func machineDate() throws -> Timestamp {
    machineClock().adding(milliseconds: DeviceClock.shift(by: try store.faults()))
  }
}

extension DeviceClock {
  /// Returns by how much faults shift the clock, in milliseconds.
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
