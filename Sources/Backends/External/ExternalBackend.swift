package import AppStoreModel
package import Core
package import Device

/// A backend of your own: an external program that answers the device's calls.
///
/// `Assets/Backends/protocol.schema.json` defines the protocol. The program gets no special trust: its data is verified
/// against the roots of the store.
package struct ExternalBackend: CallingBackend {
  package let identity: StoreIdentity
  package let capabilities: BackendCapabilities
  private let channel: ProgramChannel

  /// Starts the program's session and asks for its description.
  ///
  /// - Parameter rootFingerprint: The root that signatures are verified against, unless it is Apple's own.
  /// - Throws: A `StoreError` of kind `unusable` if the program cannot be started or does not follow the protocol.
  package init(_ channel: ProgramChannel, rootFingerprint: String?) async throws(StoreError) {
    self.channel = channel
    let answer = try await channel.call("initialize", ["protocol": 1])
    do {
      guard try answer.int64("protocol") == 1 else { throw JSONError.invalid("protocol", say("must be 1")) }
      guard let environment = try answer.string("environment") else { throw JSONError.missing("environment") }
      guard let bundleId = try answer.string("bundleId") else { throw JSONError.missing("bundleId") }
      identity = StoreIdentity(
        kind: .external, environment: StoreEnvironment(rawValue: environment), bundleId: bundleId,
        rootFingerprint: rootFingerprint)
      capabilities = try BackendCapabilities(program: answer.object("capabilities") ?? JSONObject())
    } catch {
      throw StoreError(
        .unusable, say("\(safeText(channel.program)) does not follow Till's protocol: \(safeText("\(error)"))"))
    }
  }

  package var control: (any StoreControl)? { nil }
  package var locale: String? { nil }

  /// Returns the lines of the program's standard error, and how it ended.
  package func asides() -> [String] { channel.takeAsides() }

  package func answer(to call: RemoteCall, _ arguments: JSONObject) async throws(StoreError) -> JSONObject {
    try await channel.call(call.rawValue, arguments, isRepeatable: call.isRepeatable)
  }

  package func unreadable(_ call: RemoteCall, _ error: JSONError) -> StoreError {
    StoreError(
      .systemError,
      say("\(safeText(channel.program)) answered \(call.rawValue) in an unknown format: \(safeText("\(error)"))"))
  }

  /// Returns a stream with an event for each `changed` notification of the program.
  package func updates() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in channel.onRing { continuation.yield() } }
  }
}

extension BackendCapabilities {
  /// Reads the capabilities that a program reports; an action with a reason is unavailable.
  init(program json: JSONObject) throws(JSONError) {
    func reason(_ name: String) throws(JSONError) -> String? { try json.string(name).map { safeText($0) } }
    self.init(
      buy: try reason("buy"), restore: try reason("restore"), refundCheck: try reason("refundCheck"),
      askRefund: try reason("askRefund"), restoresNonRenewing: try json.bool("restoresNonRenewing") ?? true,
      updates: try json.bool("updates") == true ? .live : .held,
      listsProducts: try json.bool("listsProducts") ?? true)
  }
}
