import AppStoreModel
import Core

/// The app server with the faults that the user switched on at this device.
struct FaultyVerificationService: VerificationService {
  let base: any VerificationService
  let faults: ActionFaults
  let device: Purchasing

  func answer(_ call: AppServerCall) async throws(VerificationError) -> AppServerAnswer {
    try await reach()
    switch call {
    case .upload(let upload):
      // The order must also stay uncredited when the server reads the App Store's news by itself.
      for (kind, reason) in [
        (DeviceFault.Kind.appServerRefused, say("rejected (simulated fault)")),
        (.appServerOverdue, say("overdue (simulated fault)")),
      ] where await strikes(kind) {
        try await base.withhold(upload, reason: reason, isOverdue: kind == .appServerOverdue)
        return .done
      }
      if await strikes(.lateId) { return .done }
    case .status:
      if await strikes(.appServerRefused) {
        return .order(.refused(reason: say("rejected (simulated fault “app-server-refused”)")))
      }
      if await strikes(.appServerOverdue) {
        return .order(.overdue(reason: say("overdue (simulated fault “app-server-overdue”)")))
      }
      if await strikes(.lateId) {
        return .order(
          .processing(
            reason: say("the App Store does not have the transaction id yet (simulated fault “late-id”)")))
      }
    default: break
    }
    return try await base.answer(call)
  }

  private func reach() async throws(VerificationError) {
    if await strikes(.network) {
      throw VerificationError(.temporary, FaultText.networkIsOffAtThis.text)
    }
    // Only once in an action: the server must not lose its data again at every call.
    if !faults.hasStruck(.appServerForgot), await strikes(.appServerForgot) {
      try await base.forget()
      await device.hear()
    }
    if await strikes(.appServerDown) {
      throw VerificationError(.temporary, FaultText.appsServerIsDown.text)
    }
  }

  private func strikes(_ kind: DeviceFault.Kind) async -> Bool { await device.strike(kind, in: faults) }
}
