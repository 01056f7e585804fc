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

/// An answer of bytes as libmicrohttpd stores it, which can be sent any number of times.
final class ReadyResponse: Sendable {
  /// Sendable: nothing changes it after `init`, and libmicrohttpd counts its users under a lock of its own.
  nonisolated(unsafe) private let native: OpaquePointer

  /// Copies the bytes; fails without memory.
  init?(_ fields: [HTTPField], _ bytes: [UInt8]) {
    let native = bytes.withUnsafeBufferPointer { till_mhd_response($0.count, $0.baseAddress) }
    guard let native else { return nil }
    for field in fields { till_mhd_add_field(native, field.name, field.value) }
    self.native = native
  }

  deinit { till_mhd_destroy(native) }

  /// Queues the answer on a connection; only on libmicrohttpd's own thread.
  func queue(on connection: OpaquePointer, _ status: UInt32) -> MHD_Result {
    till_mhd_queue(connection, status, native)
  }
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
    guard server.connections.enter(connection, response.stage, bytes: response.chargedBytes) else { return .NO }
    let status = UInt32(clamping: response.status)
    switch response.body {
    case .bytes where response.damage == .reset:
      till_mhd_reset(state.connection)
      return .NO
    case .bytes(let bytes) where response.damage == .truncated:
      let native = bytes.withUnsafeBufferPointer { till_mhd_truncated_response($0.count, $0.baseAddress, $0.count / 2) }
      guard let native else { return .NO }
      defer { till_mhd_destroy(native) }
      for field in response.fields { till_mhd_add_field(native, field.name, field.value) }
      return till_mhd_queue(state.connection, status, native)
    case .bytes(let bytes):
      // The body was sent in chunks. A proxy before this server may disagree about where it ends, so the connection
      // closes.
      let isLast = state.head?.field("transfer-encoding") != nil
      let fields = response.fields + (isLast ? [HTTPField(name: "Connection", value: "close")] : [])
      let ready = isLast ? ReadyResponse(fields, bytes) : response.ready ?? ReadyResponse(fields, bytes)
      return ready?.queue(on: state.connection, status) ?? .NO
    case .stream(let parts):
      let native = streamed()
      if state.isAbandoned { state.stream.isEnded = true }
      state.stream.pump = pump(parts)
      guard let native else { return .NO }
      defer { till_mhd_destroy(native) }
      for field in response.fields { till_mhd_add_field(native, field.name, field.value) }
      return till_mhd_queue(state.connection, status, native)
    }
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
