import Foundation
import Libc

/// A client that sends bytes as they are.
package final class RawClient: Sendable {
  private let descriptor: Int32

  /// Connects to a port of this machine.
  ///
  /// A missing answer ends a read with an error after a minute.
  ///
  /// - Parameter sendLimit: After how many seconds sending gives up on a server that reads nothing; nil for never.
  package init(port: UInt16, sendLimit: Int? = nil) throws {
    descriptor = socket(AF_INET, streamSocket, 0)
    guard descriptor >= 0 else { throw RawClientError(reason: "no socket") }
    func limit(_ option: Int32, _ seconds: Int) {
      var wait = timeval(tv_sec: seconds, tv_usec: 0)
      setsockopt(descriptor, SOL_SOCKET, option, &wait, socklen_t(MemoryLayout<timeval>.size))
    }
    limit(SO_RCVTIMEO, 60)
    let code = LocalPort.withAddress(port) { connect(descriptor, $0, $1) }
    guard code == 0 else {
      throw RawClientError(reason: "no connection to port \(port): \(String(cString: strerror(errno)))")
    }
    // Only now: it would also limit how long the client waits for its connection, and a server whose queue is full
    // answers after a second at the earliest.
    if let sendLimit { limit(SO_SNDTIMEO, sendLimit) }
  }

  deinit { close(descriptor) }

  /// Sends bytes; returns false when the server has closed the connection.
  @discardableResult
  package func send(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Ends the sending direction of the connection.
  package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads the next bytes; empty at the end, nil when nothing arrived for a minute.
  package func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count < 0 { return errno == EAGAIN ? nil : [] }
    return Array(buffer[..<count])
  }

  private func answered() throws -> [UInt8] {
    guard let part = read() else { throw RawClientError(reason: "the server neither answered nor closed") }
    return part
  }

  /// Reads everything up to the end of the connection.
  package func readToEnd() throws -> String {
    var bytes: [UInt8] = []
    while true {
      let part = try answered()
      if part.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += part
    }
  }

  /// Reads everything up to a text, or to the end of the connection.
  package func read(until text: String) throws -> String {
    var bytes: [UInt8] = []
    while !String(decoding: bytes, as: UTF8.self).contains(text) {
      let part = try answered()
      if part.isEmpty { break }
      bytes += part
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The reason why a client has no connection, or no answer.
package struct RawClientError: Error {
  let reason: String
}

extension String {
  /// The statuses of the answers in this text, in order.
  package var statuses: [Int] {
    matches(of: #/HTTP/1\.[01] ([0-9]{3}) /#).compactMap { Int($0.1) }
  }
}
