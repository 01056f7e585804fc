import CMicroHTTPD
import Core

/// The state of a streamed answer between its source and libmicrohttpd.
struct HTTPStreamState: Sendable {
  /// How many unread bytes a client may leave before its stream ends.
  static let limit = 1 << 20

  /// The bytes that the client has not received yet.
  var pending: [UInt8] = []
  /// Whether libmicrohttpd waits for more bytes, with the connection suspended.
  var isWaiting = false
  var isEnded = false
  /// The task that receives the parts of the source.
  var pump: Task<Void, Never>?
}

/// Sending answers.
extension HTTPExchange {
  /// Passes the answer to libmicrohttpd; only on libmicrohttpd's own thread.
  func send(_ state: inout State) -> MHD_Result {
    guard let response = state.response else { return .NO }
    state.phase = .sending
    state.sent = (response.status, response.byteCount, response.note)
    // libmicrohttpd copies the bytes: they need not be stored here too.
    state.response = nil
    guard server.connections.enter(connection, response.stage, bytes: response.byteCount) else { return .NO }
    switch response.body {
    case .bytes where response.damage == .reset:
      till_mhd_reset(state.connection)
      return .NO
    case .bytes(let bytes):
      let native = bytes.withUnsafeBufferPointer {
        response.damage == .truncated
          ? till_mhd_truncated_response($0.count, $0.baseAddress, $0.count / 2)
          : till_mhd_response($0.count, $0.baseAddress)
      }
      // The body was sent in chunks. A proxy before this server may disagree about where it ends, so the connection
      // closes.
      let isLast = state.head?.field("transfer-encoding") != nil
      let fields = response.fields + (isLast ? [HTTPField(name: "Connection", value: "close")] : [])
      return queue(native, fields, response.status, state.connection)
    case .stream(let parts):
      let native = streamed()
      if state.isAbandoned { state.stream.isEnded = true }
      state.stream.pump = pump(parts)
      return queue(native, response.fields, response.status, state.connection)
    }
  }

  /// Queues an answer on a connection; without memory there is none.
  private func queue(
    _ native: OpaquePointer?, _ fields: [HTTPField], _ status: Int, _ connection: OpaquePointer
  ) -> MHD_Result {
    guard let native else { return .NO }
    // The connection keeps the answer until it is sent.
    defer { till_mhd_destroy(native) }
    for field in fields { till_mhd_add_field(native, field.name, field.value) }
    return till_mhd_queue(connection, UInt32(clamping: status), native)
  }

  private func pump(_ parts: AsyncStream<[UInt8]>) -> Task<Void, Never> {
    server.task { [self] in
      for await part in parts where !push(part) { break }
      state.withLock { endStream(&$0) }
    }
  }

  /// Returns a response that reads its bytes from this exchange, and retains the exchange until it is sent.
  private func streamed() -> OpaquePointer? {
    let unmanaged = Unmanaged.passRetained(self)
    let native = till_mhd_streamed_response(
      4096,
      { context, _, buffer, room in
        guard let context, let buffer else { return till_mhd_end_of_stream() }
        return Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
          .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
      }, unmanaged.toOpaque(),
      { context in
        if let context { Unmanaged<HTTPExchange>.fromOpaque(context).release() }
      })
    if native == nil { unmanaged.release() }
    return native
  }

  /// Fills the buffer of libmicrohttpd; suspends the connection while there are no bytes.
  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      guard !state.stream.pending.isEmpty else {
        guard !state.stream.isEnded, !state.isAbandoned else { return till_mhd_end_of_stream() }
        state.stream.isWaiting = true
        till_mhd_suspend(state.connection)
        return 0
      }
      let part = state.stream.pending.prefix(buffer.count)
      buffer.copyBytes(from: part)
      state.stream.pending.removeFirst(part.count)
      return part.count
    }
  }

  /// Adds a part of a stream; false when the client is gone, or leaves too much unread.
  private func push(_ part: [UInt8]) -> Bool {
    state.withLock { state in
      guard state.phase == .sending, !state.stream.isEnded,
        state.stream.pending.count + part.count <= HTTPStreamState.limit
      else { return false }
      state.stream.pending += part
      resume(&state)
      return true
    }
  }

  /// Ends the stream: no more parts follow.
  func endStream(_ state: inout State) {
    guard state.phase == .sending else { return }
    state.stream.isEnded = true
    resume(&state)
  }

  private func resume(_ state: inout State) {
    guard state.stream.isWaiting else { return }
    state.stream.isWaiting = false
    till_mhd_resume(state.connection)
  }
}
