import CMicroHTTPD
import Locks
import Texts

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One request and its answer, on their way through libmicrohttpd.
///
/// The library's thread and a handler's thread both come here, each under the lock. While a handler thinks, the library
/// has the connection suspended, so that no socket waits for another one's answer.
final class HTTPExchange: Sendable {
  /// How far it is.
  enum Phase {
    /// The first line has come.
    case begun
    /// The head has come; the body is on its way.
    case receiving
    /// A handler has it, and the connection is suspended.
    case handling
    /// The answer is there and not yet given to the library.
    case answered
    /// The library has the answer.
    case sending
    /// The library is through with it: the connection must not be touched any more.
    case ended
  }

  /// What the lock protects.
  struct State: Sendable {
    /// The library's connection, valid until the phase `ended`.
    ///
    /// Sendable: the library lets a suspended connection be used by any thread, and the lock sees to the rest.
    nonisolated(unsafe) let connection: OpaquePointer
    var phase = Phase.begun
    var method = "-"
    var head: HTTPRequestHead?
    var body: [UInt8] = []
    var bodyLimit = 0
    /// How many bytes of body came, kept or not.
    var received = 0
    var response: HTTPResponse?
    var refusal: String?
    var stream = HTTPStreamState()
    /// The server stops: nothing may be suspended any more.
    var isAbandoned = false
  }

  /// The target as it was sent, up to a NUL if there is one.
  let target: [UInt8]
  /// Where the version must begin when nothing but one space stands between it and the target.
  private let versionAddress: Int
  /// The client's address.
  let client: String
  let start = ContinuousClock.now
  let state: Mutex<State>
  let server: HTTPServerCore

  /// Takes the request whose first line has just come.
  init(target: UnsafePointer<CChar>?, connection: OpaquePointer, server: HTTPServerCore) {
    let bytes = target.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    self.target = bytes
    versionAddress = Int(bitPattern: target) + bytes.count + 1
    self.server = server
    client = Self.client(of: connection)
    state = Mutex(State(connection: connection))
  }

  // MARK: On the library's thread

  /// The library has a head, a part of a body, or a connection that goes on.
  ///
  /// - Parameter count: The number of bytes of body; set to 0 for those that were taken.
  /// - Returns: Whether the connection may stay open.
  func proceed(
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ bytes: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    state.withLock { state in
      switch state.phase {
      case .begun:
        return receiveHead(
          method.map { String(cString: $0) } ?? "", hasWholeTarget: Int(bitPattern: version) == versionAddress, &state)
      case .receiving where count.pointee > 0:
        defer { count.pointee = 0 }
        return receive(UnsafeRawBufferPointer(start: bytes, count: count.pointee), &state)
      case .receiving:
        return pass(&state)
      case .answered:
        return send(&state)
      case .handling, .sending, .ended:
        return .YES
      }
    }
  }

  /// The target ends early for the library when it holds a NUL: what follows must not be lost silently.
  private func receiveHead(_ method: String, hasWholeTarget: Bool, _ state: inout State) -> MHD_Result {
    state.phase = .receiving
    state.method = method
    do throws(HTTPRefusal) {
      guard hasWholeTarget else { throw HTTPRefusal(400, EmulatorText.noFirstLine.text) }
      let head = HTTPRequestHead(
        method: method, target: try HTTPTarget(target), fields: Self.fields(of: state.connection), client: client)
      state.head = head
      try head.check()
      state.bodyLimit = head.hasBody ? server.bodyLimit(head) : 0
      if let length = head.contentLength, length > state.bodyLimit { throw Self.tooLarge }
      return .YES
    } catch {
      return refuse(error, &state)
    }
  }

  private func receive(_ bytes: UnsafeRawBufferPointer, _ state: inout State) -> MHD_Result {
    state.received += bytes.count
    // An answer is only possible at the end; whoever sends on and on, or drop by drop, gets none.
    let isEndless = state.received > max(16 * state.bodyLimit, 1 << 20)
    guard !isEndless, start.duration(to: .now) < .seconds(server.settings.arrivalLimit) else { return .NO }
    if state.received <= state.bodyLimit { state.body.append(contentsOf: bytes) } else { state.body = [] }
    return .YES
  }

  /// The request is whole: a handler gets it.
  private func pass(_ state: inout State) -> MHD_Result {
    guard state.received <= state.bodyLimit else { return refuse(Self.tooLarge, &state) }
    guard let head = state.head, !state.isAbandoned else {
      return refuse(HTTPRefusal(503, EmulatorText.serverStops.text), &state)
    }
    if state.received == 0, let answer = server.atOnce(head) {
      state.response = answer
      return send(&state)
    }
    state.phase = .handling
    till_mhd_suspend(state.connection)
    server.handle(HTTPRequest(head: head, body: state.body), for: self)
    state.body = []
    return .YES
  }

  private func refuse(_ refusal: HTTPRefusal, _ state: inout State) -> MHD_Result {
    state.refusal = refusal.reason
    state.response = HTTPResponse(refusal.status, fields: [HTTPField(name: "Connection", value: "close")])
    return send(&state)
  }

  /// The library is through with this exchange, whether it was answered or the client left.
  func end() -> HTTPLogEntry {
    state.withLock { state in
      let wasSent = state.phase == .sending
      state.phase = .ended
      state.stream.pump?.cancel()
      return HTTPLogEntry(
        client: client, method: state.method,
        target: String(decoding: target, as: UTF8.self), status: wasSent ? state.response?.status : nil,
        bytes: state.response?.byteCount ?? 0,
        milliseconds: start.duration(to: .now) / .milliseconds(1), refusal: state.refusal ?? state.response?.note)
    }
  }

  // MARK: On any thread

  /// A handler has answered.
  func answer(_ response: HTTPResponse) {
    state.withLock { state in
      guard state.phase == .handling else { return }
      state.response = response
      state.phase = .answered
      till_mhd_resume(state.connection)
    }
  }

  /// The server stops: whatever waits is ended.
  func abandon() {
    state.withLock { state in
      state.isAbandoned = true
      if state.phase == .handling {
        state.refusal = EmulatorText.serverStops.text
        state.response = HTTPResponse(503)
        state.phase = .answered
        till_mhd_resume(state.connection)
      } else {
        endStream(&state)
      }
    }
  }

  private static var tooLarge: HTTPRefusal { HTTPRefusal(413, EmulatorText.bodyIsTooLarge.text) }
}

extension HTTPExchange {
  private static func fields(of connection: OpaquePointer) -> [HTTPField] {
    var fields: [HTTPField] = []
    withUnsafeMutablePointer(to: &fields) { list in
      till_mhd_fields(
        connection,
        { list, _, name, nameCount, value, valueCount in
          func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
            String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
          }
          list?.assumingMemoryBound(to: [HTTPField].self).pointee
            .append(HTTPField(name: text(name, nameCount).lowercased(), value: text(value, valueCount)))
          return .YES
        }, list)
    }
    return fields
  }

  private static func client(of connection: OpaquePointer) -> String {
    guard let address = till_mhd_client(connection) else { return "-" }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { name in
      guard let start = name.baseAddress, till_mhd_name(address, start, name.count) else { return "-" }
      return String(cString: start)
    }
  }
}
