import Foundation
import Testing

/// A client that sends bytes as they are.
final class RawClient {
  private let descriptor: Int32

  /// Connects to a port of this machine.
  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(code == 0)
    // A missing answer ends the read with an error after a minute.
    var wait = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Sends bytes; returns false when the server has closed the connection.
  @discardableResult
  func send(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Ends the sending direction of the connection.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads the next bytes; empty at the end, nil when nothing arrived for a minute.
  func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0 { return errno == EAGAIN ? nil : [] }
    return Array(buffer[..<count])
  }

  /// Reads everything up to the end of the connection.
  func readToEnd() throws -> String {
    var bytes: [UInt8] = []
    while true {
      let part = try #require(read(), "the server neither answered nor closed")
      if part.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += part
    }
  }

  /// Reads everything up to a text, or to the end of the connection.
  func read(until text: String) throws -> String {
    var bytes: [UInt8] = []
    while !String(decoding: bytes, as: UTF8.self).contains(text) {
      let part = try #require(read(), "the server neither answered nor closed")
      if part.isEmpty { break }
      bytes += part
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The statuses of the answers in this text, in order.
  var statuses: [Int] {
    matches(of: #/HTTP/1\.[01] ([0-9]{3}) /#).compactMap { Int($0.1) }
  }
}
