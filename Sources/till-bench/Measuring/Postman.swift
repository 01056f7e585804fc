import Foundation
import Libc

/// A client that posts notifications over many connections.
///
/// Each connection posts its next notification as soon as the last one was answered. All run on one thread, which
/// leaves the machine to the server.
struct Postman {
  let port: UInt16
  let connections: Int

  /// Posts all notifications; one that was refused is posted again later, as Apple does, until the desk has them all.
  ///
  /// - Returns: The time until the last answer.
  func deliver(_ bodies: [[UInt8]]) throws(BenchFailure) -> Duration {
    let descriptors = try (0..<connections).map { _ throws(BenchFailure) in try Self.connection(to: port) }
    defer { for descriptor in descriptors { close(descriptor) } }
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let begin = ContinuousClock.now
    var kept = 0
    var waiting = Array(bodies.indices.reversed())
    /// The notification whose answer each connection waits for.
    var posted: [Int32: Int] = [:]
    for descriptor in descriptors {
      guard let next = waiting.popLast() else { break }
      try post(bodies[next], over: descriptor)
      posted[descriptor] = next
    }
    var room = [UInt8](repeating: 0, count: 4096)
    while kept < bodies.count {
      guard poll(&entries, nfds_t(entries.count), 30_000) > 0 else { throw BenchFailure("the desk does not answer") }
      for entry in entries where entry.revents != 0 {
        let count = recv(entry.fd, &room, room.count, 0)
        guard count > 12 else { throw BenchFailure("the desk ended a connection") }
        if room[9] == UInt8(ascii: "2") {
          kept += 1
        } else if let answered = posted[entry.fd] {
          waiting.insert(answered, at: 0)
        }
        guard let next = waiting.popLast() else { continue }
        try post(bodies[next], over: entry.fd)
        posted[entry.fd] = next
      }
    }
    return begin.duration(to: .now)
  }

  /// Opens a connection to a port of this machine; the caller closes it.
  static func connection(to port: UInt16) throws(BenchFailure) -> Int32 {
    let descriptor = socket(AF_INET, streamSocket, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(descriptor)
      throw BenchFailure("nobody listens on \(port)")
    }
    return descriptor
  }

  private func post(_ body: [UInt8], over descriptor: Int32) throws(BenchFailure) {
    var rest = (Array("POST / HTTP/1.1\r\nHost: desk\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { throw BenchFailure("the desk ended a connection") }
      rest = rest.dropFirst(count)
    }
  }
}
