import CMicroHTTPD
import Core

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

  /// The state that the lock protects.
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
    /// The access log's facts of the answer, which the library owns by then.
    var sent: (status: Int, bytes: Int, note: String?)?
    var refusal: String?
    /// The gate's admission; nil for a request that is refused once its body is through.
    var admission: HTTPAdmission.Passage?
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
  /// The further port that it came to; nil for the server's own.
  private let port: UInt16?
  let start = ContinuousClock.now
  let state: Mutex<State>
  let server: HTTPServerCore
  /// Its key in the table of connections.
  let connection: Int

  /// Takes the request whose first line has just come.
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

  /// The target ends early for the library when it holds a NUL: the rest must not be lost silently.
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
        // A client that still sends a short body would not see the reason.
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
    // An answer is only possible at the end; a client that never ends gets none.
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

  /// The request is whole: a handler gets it.
  private func pass(_ state: inout State) -> MHD_Result {
    if let response = state.response { return refuse(response, &state) }
    guard state.received <= state.bodyLimit else { return refuse(Self.tooLarge, &state) }
    guard let head = state.head, let passage = state.admission, !state.isAbandoned else {
      return refuse(HTTPRefusal(503, EmulatorText.serverStops.text), &state)
    }
    if state.received == 0, let answer = passage.atOnce?() {
      state.response = answer
      return send(&state)
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
    state.refusal = refusal.reason
    state.response = HTTPResponse(refusal.status, fields: [HTTPField(name: "Connection", value: "close")])
    return send(&state)
  }

  /// The library is through with this exchange, whether it was answered or the client left.
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

  /// A handler has answered.
  func answer(_ response: HTTPResponse) {
    state.withLock { state in
      guard state.phase == .handling else { return }
      let hasRoom = server.connections.enter(connection, response.stage, bytes: response.byteCount)
      state.response = hasRoom ? response : HTTPResponse(503)
      if !hasRoom { state.refusal = say("too many requests at once; try again later") }
      state.phase = .answered
      till_mhd_resume(state.connection)
    }
  }

  /// The server stops: every waiting exchange ends.
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

  /// The fields of a head, and whether it was sent as HTTP has it.
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
          list?.pointee.shape?.take(name: name, nameCount, value: value, valueCount)
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
