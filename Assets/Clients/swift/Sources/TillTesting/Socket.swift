import Foundation

#if canImport(Glibc)
  import Glibc
  private let streamType = Int32(SOCK_STREAM.rawValue)
#elseif canImport(Musl)
  import Musl
  private let streamType = SOCK_STREAM
#else
  import Darwin
  private let streamType = SOCK_STREAM
#endif

/// A connection or a listener on this machine, closed with its last reference.
///
/// The package connects and listens only on this machine, so it needs no proxy, no certificate and no name server.
final class Socket: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  private static func open() throws -> Socket {
    let socket = Socket(socket(AF_INET, streamType, 0))
    guard socket.descriptor >= 0 else { throw TillError("no socket: \(String(cString: strerror(errno)))") }
    _ = fcntl(socket.descriptor, F_SETFD, FD_CLOEXEC)
    return socket
  }

  private static func withAddress<Value>(_ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value
  {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  /// Connects to a port of this machine.
  static func connected(to port: UInt16) throws -> Socket {
    let socket = try open()
    guard withAddress(port, { connect(socket.descriptor, $0, $1) }) == 0 else {
      throw TillError("port \(port) cannot be reached: \(String(cString: strerror(errno)))", kind: "unreachable")
    }
    return socket
  }

  /// Listens on a free port of this machine.
  static func listening() throws -> (Socket, port: UInt16) {
    let socket = try open()
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening =
      withAddress(0) { bind(socket.descriptor, $0, $1) } == 0 && listen(socket.descriptor, 64) == 0
      && withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket.descriptor, $0, &length) }
      } == 0
    guard isListening else { throw TillError("no port to listen on: \(String(cString: strerror(errno)))") }
    return (socket, UInt16(bigEndian: address.sin_port))
  }

  /// Accepts the next connection; nil after the listener was shut down.
  func accepted() -> Socket? {
    let next = accept(descriptor, nil, nil)
    guard next >= 0 else { return nil }
    _ = fcntl(next, F_SETFD, FD_CLOEXEC)
    return Socket(next)
  }

  /// Ends every wait on this socket.
  func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  func write(_ data: Data) throws {
    var rest = data[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { throw TillError("the connection was closed", kind: "unreachable") }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads one HTTP message: its first line, and a body of the length in Content-Length.
  func message() throws -> (start: String, body: Data) {
    var received = Data()
    let end = Data("\r\n\r\n".utf8)
    var head: Range<Data.Index>?
    while head == nil {
      try readMore(&received)
      head = received.range(of: end)
    }
    guard let head else { throw TillError("no answer", kind: "unreachable") }
    let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let field = lines.first { $0.lowercased().hasPrefix("content-length:") }
    let length = field.flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) } ?? 0
    while received.count < head.upperBound + length { try readMore(&received) }
    return (lines[0], received[head.upperBound..<(head.upperBound + length)])
  }

  private func readMore(_ received: inout Data) throws {
    var part = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &part, part.count, 0)
    guard count > 0 else { throw TillError("the connection was closed", kind: "unreachable") }
    received += part[..<count]
  }
}
