import Backends
import Purchasing
import SafeText
import StoreModel

extension Examination {
  /// Whether the backend's configuration is whole, and whether its server answers and takes the key.
  func backendCheck() -> DoctorCheck? {
    guard case .appStore(let place) = spec else { return nil }
    do {
      let client = try AppStoreOpening(place, options, clock: machineClock).backend.api
      return DoctorCheck(name: "backend", ok: true, detail: try reach(client), isVital: false)
    } catch {
      return DoctorCheck(name: "backend", ok: false, detail: Program.explain(error).1, isVital: false)
    }
  }

  /// Asks for something that touches nobody: that there is no such thing is the answer of a server that takes the key.
  private func reach(_ client: AppStoreClient) throws -> String {
    do {
      _ = try blocking { try await client.testNotification("till-doctor") }
    } catch let error as BackendError where error.kind == .failed && !error.isTemporary {}
    return "\(client.server.name) answers and takes the key"
  }
}
