import CMicroHTTPD
import Core
import Libc

/// One request and its answer, as they pass through libmicrohttpd.
///
/// libmicrohttpd's thread and a handler's thread both use it, each under the lock. While a handler works, the
/// connection is suspended, so that no connection waits for the answer of another.
final class HTTPExchange: Sendable {
  /// The stage of the exchange.
  enum Phase {
    /// The request line has arrived.
    case begun
    /// The head has arrived; the body is arriving.
    case receiving
    /// A handler has the request, and the connection is suspended.
    case handling
    /// The answer exists, but libmicrohttpd does not have it yet.
    case answered
    /// libmicrohttpd has the answer.
    case sending
    /// libmicrohttpd has finished with the exchange: its connection must not be used any more.
    case ended
  }

  /// The state that the lock protects.
  struct State: Sendable {
    /// libmicrohttpd's connection, valid until the phase `ended`.
    ///
    /// Sendable: libmicrohttpd allows any thread to use a suspended connection, and the lock protects everything else.
    nonisolated(unsafe) let connection: OpaquePointer
    var phase = Phase.begun
    var method = "-"
    var head: HTTPRequestHead?
    var body: [UInt8] = []
    var bodyLimit = 0
    /// How many bytes of the body have arrived, stored or not.
    var received = 0
    var response: HTTPResponse?
    /// The answer's facts for the access log, kept because libmicrohttpd owns the answer by then.
    var sent: (status: Int, bytes: Int, note: String?)?
    var refusal: String?
    /// The gate's admission; nil for a request that is refused once its body has arrived.
    var admission: HTTPAdmission.Passage?
    var stream = HTTPStreamState()
    /// Whether the server is stopping: connections must no longer be suspended.
    var isAbandoned = false
  }

  /// The request target as it was sent, up to the first NUL byte if it has one.
  let target: [UInt8]
  /// The address at which the version must begin if exactly one space separates it from the target.
  private let versionAddress: Int
  /// The client's address.
  let client: String
  /// The additional port on which the request arrived; nil for the server's own port.
  private let port: UInt16?
  let start = ContinuousClock.now
  let state: Mutex<State>
  let server: HTTPServerCore
  /// The connection's key in the table of connections.
  let connection: Int

  /// Makes the exchange of a request whose first line has just arrived.
  init(target: UnsafePointer<CChar>?, connection: OpaquePointer, server: HTTPServerCore) {
    let bytes = target.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    self.target = bytes
    versionAddress = Int(bitPattern: target) + bytes.count + 1
    self.server = server
    self.connection = Int(bitPattern: connection)
    client = Self.client(of: connection)
    port = server.furtherPorts.port(ofConnection: till_mhd_descriptor(connection))
    state = Mutex(State(connection: connection))
  }

  // MARK: On libmicrohttpd's thread

  /// Handles a call from libmicrohttpd: a head, a part of a body, or a resumed connection.
  ///
  /// - Parameter count: The number of body bytes; set to 0 when they were consumed.
  /// - Returns: Whether the connection may stay open.
  func proceed(
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ bytes: UnsafePointer<CChar>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    state.withLock { state in
      switch state.phase {
      case .begun:
        return receiveHead(method, version, &state)
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

  /// Checks a request's head, and asks the gate about it.
  ///
  /// libmicrohttpd ends a target at a NUL byte; such a request is refused, because its rest would be lost silently.
  private func receiveHead(
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ state: inout State
  ) -> MHD_Result {
    state.phase = .receiving
    state.method = method.map { String(cString: $0) } ?? ""
    guard server.connections.enter(connection, .body, bytes: 0) else { return .NO }
    do throws(HTTPRefusal) {
      guard let method, let version, Int(bitPattern: version) == versionAddress else {
        throw HTTPRefusal(400, say("the request line is malformed"))
      }
      let (fields, isWellFormed) = Self.fields(of: state.connection, method, version)
      guard isWellFormed else { throw HTTPRefusal(400, say("the request's header is malformed")) }
      let head = HTTPRequestHead(
        method: state.method, target: try HTTPTarget(target), fields: fields, client: client, port: port)
      state.head = head
      try head.check()
      switch server.admit(head) {
      case .refused(let response):
        // A client that is still sending a short body would not see the answer, so it is sent after the body.
        guard head.hasBody, head.contentLength ?? .max <= server.settings.bodyLimit else {
          return refuse(response, &state)
        }
        state.response = response
      case .admitted(let passage):
        state.bodyLimit = head.hasBody ? passage.bodyLimit : 0
        if let length = head.contentLength, length > state.bodyLimit { throw Self.tooLarge }
        state.admission = passage
      }
      return .YES
    } catch {
      return refuse(error, &state)
    }
  }

  private func receive(_ bytes: UnsafeRawBufferPointer, _ state: inout State) -> MHD_Result {
    state.received += bytes.count
    // An answer can only be sent after the body; a client that never stops sending gets none.
    guard state.received <= max(16 * state.bodyLimit, 1 << 20) else { return .NO }
    guard state.received <= state.bodyLimit, state.response == nil else {
      state.body = []
      return server.connections.enter(connection, .body, bytes: 0) ? .YES : .NO
    }
    let announced = state.head?.contentLength
    if let announced, state.body.isEmpty { state.body.reserveCapacity(announced) }
    state.body.append(contentsOf: bytes)
    guard server.connections.enter(connection, .body, bytes: announced == nil ? state.body.capacity : state.received)
    else {
      state.body = []
      server.connections.refuse(connection)
      return .NO
    }
    return .YES
  }

  /// Passes the complete request to a handler.
  private func pass(_ state: inout State) -> MHD_Result {
    if let response = state.response { return refuse(response, &state) }
    guard state.received <= state.bodyLimit else { return refuse(Self.tooLarge, &state) }
    guard let head = state.head, let passage = state.admission, !state.isAbandoned else {
      return refuse(HTTPRefusal(503, EmulatorText.serverStops.text), &state)
    }
    guard server.connections.enter(connection, .handling, bytes: state.body.count) else { return .NO }
    state.phase = .handling
    till_mhd_suspend(state.connection)
    server.handle(HTTPRequest(head: head, body: state.body), passage, for: self)
    (state.body, state.admission) = ([], nil)
    return .YES
  }

  private func refuse(_ response: HTTPResponse, _ state: inout State) -> MHD_Result {
    var response = response
    response.fields.append(HTTPField(name: "Connection", value: "close"))
    (state.response, state.refusal) = (response, response.note)
    return send(&state)
  }

  private func refuse(_ refusal: HTTPRefusal, _ state: inout State) -> MHD_Result {
    refuse(refusal.response(.status), &state)
  }

  /// Ends the exchange when libmicrohttpd has finished with it, whether it was answered or the client left.
  func end() -> HTTPLogEntry {
    state.withLock { state in
      state.phase = .ended
      state.stream.pump?.cancel()
      _ = server.connections.enter(connection, .head, bytes: 0)
      return HTTPLogEntry(
        client: client, method: state.method,
        target: String(decoding: target, as: UTF8.self), status: state.sent?.status, bytes: state.sent?.bytes ?? 0,
        milliseconds: start.duration(to: .now) / .milliseconds(1), refusal: state.refusal ?? state.sent?.note)
    }
  }

  // MARK: On any thread

  /// Receives the handler's answer, and resumes the connection.
  func receive(_ response: HTTPResponse) {
    state.withLock { state in
      guard state.phase == .handling else { return }
      let hasRoom = server.connections.enter(connection, response.stage, bytes: response.byteCount)
      state.response = hasRoom ? response : HTTPResponse(503)
      if !hasRoom { state.refusal = say("too many requests at once; try again later") }
      state.phase = .answered
      till_mhd_resume(state.connection)
    }
  }

  /// Ends a waiting exchange, because the server is stopping.
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

  private static var tooLarge: HTTPRefusal { HTTPRefusal(413, say("the body is too large")) }
}

extension HTTPExchange {
  private struct FieldList {
    var fields: [HTTPField] = []
    var shape: HeadShape?
  }

  /// Returns the fields of a head, and whether the head was sent in valid HTTP syntax.
  private static func fields(
    of connection: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
  ) -> (fields: [HTTPField], isWellFormed: Bool) {
    let shape =
      HeadShape.isNeeded
      ? HeadShape(method: method, version: version, size: till_mhd_head_size(connection)) : nil
    var list = FieldList(shape: shape)
    withUnsafeMutablePointer(to: &list) { list in
      till_mhd_fields(
        connection,
        { list, _, name, nameCount, value, valueCount in
          func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
            String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
          }
          let list = list?.assumingMemoryBound(to: FieldList.self)
          list?.pointee.shape?.check(name: name, nameCount, value: value, valueCount)
          list?.pointee.fields
            .append(
              HTTPField(
                name: text(name, nameCount).lowercased(), value: text(value, HeadShape.trimmed(value, valueCount))))
          return .YES
        }, list)
    }
    list.shape?.takeEmptyLine()
    let isWellFormed = list.shape?.isGood ?? list.fields.allSatisfy { $0.name.utf8.allSatisfy(HeadShape.isTokenByte) }
    return (list.fields, isWellFormed)
  }

  private static func client(of connection: OpaquePointer) -> String {
    guard let address = till_mhd_client(connection) else { return "-" }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { name in
      guard let start = name.baseAddress, till_mhd_name(address, start, name.count) else { return "-" }
      return String(cString: start)
    }
  }
}
