import Core
import Foundation

/// The sockets of a test server, which its threads share.
final class TestServerCore: Sendable {
  let port: UInt16
  let requests = Mutex<[TestRequest]>([])
  private let answer: @Sendable (TestRequest) -> TestReply
  private let listener: Int32
  /// A pipe whose writing end is closed when the server stops; every wait watches the reading end.
  private let (stopReader, stopWriter): (Int32, Int32)

  init(_ answer: @escaping @Sendable (TestRequest) -> TestReply) throws(TestServerError) {
    self.answer = answer
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TestServerError(description: "no pipe: \(String(cString: strerror(errno)))") }
    (stopReader, stopWriter) = (ends[0], ends[1])
    (listener, port) = try LocalPort.listening()
  }

  deinit {
    close(listener)
    close(stopReader)
  }

  func stop() { close(stopWriter) }

  func acceptConnections() {
    while wait(for: listener, POLLIN) {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      Thread { [self] in
        serve(connection)
        close(connection)
      }.start()
    }
  }

  private func serve(_ connection: Int32) {
    var buffer: [UInt8] = []
    while let request = TestRequest(reading: &buffer, more: { self.read(connection) }) {
      requests.withLock { $0.append(request) }
      guard carryOut(answer(request), on: connection) else { return }
    }
  }

  /// Carries out a reply; returns false to end the connection.
  private func carryOut(_ reply: TestReply, on connection: Int32) -> Bool {
    switch reply {
    case .answer(let status, let headers, let body):
      var head = "HTTP/1.1 \(status) Answer\r\nContent-Length: \(body.count)\r\n"
      for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
      return write(Array((head + "\r\n").utf8) + body, to: connection)
    case .bytes(let bytes):
      _ = write(bytes, to: connection)
    case .endless(let head, let piece):
      guard write(head, to: connection) else { return false }
      while write(piece, to: connection) {}
    case .slow(let head, let body, let interval):
      guard write(head, to: connection) else { return false }
      for byte in body where !hasLeft(connection, within: interval) { _ = write([byte], to: connection) }
    case .silence:
      while !hasLeft(connection, within: 60_000) {}
    case .hangUp:
      break
    }
    return false
  }

  // MARK: Sockets

  /// Waits until a descriptor is ready; returns false when the server stops.
  private func wait(for descriptor: Int32, _ events: Int32) -> Bool {
    var waits = [
      pollfd(fd: descriptor, events: Int16(events), revents: 0), pollfd(fd: stopReader, events: 0, revents: 0),
    ]
    while poll(&waits, 2, -1) < 0 { guard errno == EINTR else { return false } }
    return waits[1].revents == 0
  }

  /// Returns whether the client closes the connection, or the server stops, within this time in milliseconds.
  private func hasLeft(_ connection: Int32, within milliseconds: Int32) -> Bool {
    var waits = [
      pollfd(fd: connection, events: Int16(POLLIN), revents: 0), pollfd(fd: stopReader, events: 0, revents: 0),
    ]
    return poll(&waits, 2, milliseconds) > 0
  }

  /// Reads some bytes; empty at the end of the connection.
  private func read(_ connection: Int32) -> [UInt8] {
    guard wait(for: connection, Int32(POLLIN)) else { return [] }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(connection, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes[..<count]) : []
  }

  private func write(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard wait(for: connection, Int32(POLLOUT)) else { return false }
      let count = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      guard count >= 0 || errno == EAGAIN || errno == EINTR else { return false }
      rest = rest.dropFirst(max(count, 0))
    }
    return true
  }
}

extension TestRequest {
  /// Reads one request; nil at the end of the connection, or when a request is incomplete.
  fileprivate init?(reading buffer: inout [UInt8], more: () -> [UInt8]) {
    func fill() -> Bool {
      let bytes = more()
      buffer += bytes
      return !bytes.isEmpty
    }

    if buffer.isEmpty, !fill() { return nil }
    // Bytes that do not begin as a request, such as a TLS handshake, count as a request without a method, so that they
    // are answered too.
    guard let first = buffer.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else {
      self.init(method: "", target: "", headers: [:], body: buffer)
      buffer = []
      return
    }
    let gap = Array("\r\n\r\n".utf8)
    while buffer.firstRange(of: gap) == nil { guard fill() else { return nil } }
    guard let end = buffer.firstRange(of: gap) else { return nil }
    let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let start = (lines.first ?? "").split(separator: " ")
    guard start.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let length = Int(headers["content-length"] ?? "0") ?? 0
    while buffer.count < end.upperBound + length { guard fill() else { return nil } }
    self.init(
      method: String(start[0]), target: String(start[1]), headers: headers,
      body: Array(buffer[end.upperBound..<end.upperBound + length]))
    buffer.removeSubrange(..<(end.upperBound + length))
  }
}
