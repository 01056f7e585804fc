import AppStoreModel
import Backends
import Core
import Device

extension Examination {
  /// Whether the backend's configuration is whole, and whether its server answers and takes the key.
  func backendCheck() -> DoctorCheck? {
    do {
      let detail: String
      switch spec {
      case .appStore(let place):
        detail = try reach(AppStoreOpening(place, options, clock: machineClock).backend.api)
      case .receipt(let place):
        let opening = try ReceiptOpening(place, options, device: directory.device, in: .machine)
        try blocking { [client = opening.backend.client] in try await client.probe() }
        detail = "\(opening.backend.client.server.name) answers; \(opening.secret.description)"
      case .program(let path):
        let channel = ProgramChannel(path)
        _ = try blocking { try await ExternalBackend(channel, rootFingerprint: nil) }
        detail = say("\(path) answers and follows the protocol")
      case .simulator, .remote, .none, .imported: return nil
      }
      return DoctorCheck(name: "backend", ok: true, detail: detail, isVital: false)
    } catch {
      return DoctorCheck(name: "backend", ok: false, detail: CommandError(explaining: error).message, isVital: false)
    }
  }

  /// Sends a request that affects no customer: "not found" is the answer of a server that accepts the key.
  private func reach(_ client: AppStoreClient) throws -> String {
    do {
      _ = try blocking { try await client.testNotification("till-doctor") }
    } catch let error as StoreError where error.kind != .unauthorized && !error.isTemporary {}
    return say("\(client.server.name) answers and accepts the key")
  }
}
