import CMicroHTTPD
import Core

/// A streamed answer between its source and the library.
struct HTTPStreamState: Sendable {
  /// More than this that a client has not taken yet: it is left alone.
  static let limit = 1 << 20

  /// The bytes that the client has not received yet.
  var pending: [UInt8] = []
  /// The library waits for more, with the connection suspended.
  var isWaiting = false
  var isEnded = false
  /// Takes the source's parts.
  var pump: Task<Void, Never>?
}

/// An answer of bytes as the library has it, to be sent once or any number of times.
final class ReadyResponse: Sendable {
  /// Sendable: nothing changes it after `init`, and the library counts its senders under a lock of its own.
  nonisolated(unsafe) private let native: OpaquePointer

  /// Copies the bytes; nil without memory.
  init?(_ fields: [HTTPField], _ bytes: [UInt8]) {
    let native = bytes.withUnsafeBufferPointer { till_mhd_response($0.count, $0.baseAddress) }
    guard let native else { return nil }
    for field in fields { till_mhd_add_field(native, field.name, field.value) }
    self.native = native
  }

  deinit { till_mhd_destroy(native) }

  /// Gives it to a connection; on the library's own thread only.
  func queue(on connection: OpaquePointer, _ status: UInt32) -> MHD_Result {
    till_mhd_queue(connection, status, native)
  }
}

/// Answers on their way out.
extension HTTPExchange {
  /// Gives the library the answer; on its own thread only.
  func send(_ state: inout State) -> MHD_Result {
    guard let response = state.response else { return .NO }
    state.phase = .sending
    state.sent = (response.status, response.byteCount, response.note)
    // The library copies the bytes: they need not be here twice.
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
      // Where a body came in parts, a proxy before this server may see its end elsewhere.
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

  /// A response that asks this exchange for its bytes, and keeps it until it is through.
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

  /// The library has room for more; without any the connection is suspended until there is.
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

  /// Adds a part of a stream; false when the client is gone.
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

  /// Nothing more comes.
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
