import Core
import Foundation
import Libc

/// A proxy between a client and a server on Unix sockets, which can cut connections as a broken network does.
package final class SocketProxy: Sendable {
  private struct State {
    var pairs: [(Int32, Int32)] = []
    var isSilent = false
    var isRefusing = false
    /// The text after which a request's connection is cut; nil for none.
    var silentAfterText: [UInt8]?
    var roundTrips = 0
  }

  /// The folder of its socket, which has the name that PostgreSQL uses.
  package let folder: String
  private let target: String
  private let listener: Int32
  private let state = Mutex(State())

  /// Starts to listen in a new folder.
  package init?(to folder: String) {
    target = folder + "/.s.PGSQL.5432"
    self.folder = "/tmp/till-proxy-\(UInt32.random(in: 0...UInt32.max))"
    try? FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: false)
    listener = socket(AF_UNIX, streamSocket, 0)
    guard Self.with(self.folder + "/.s.PGSQL.5432", { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0 else {
      return nil
    }
    startThread { [self] in accept() }
  }

  /// Stops listening, cuts all connections and removes the folder.
  package func end() {
    shutdown(listener, Int32(SHUT_RDWR))
    cut()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Cuts every connection.
  package func cut() {
    state.withLock { state in
      for (one, other) in state.pairs {
        shutdown(one, Int32(SHUT_RDWR))
        shutdown(other, Int32(SHUT_RDWR))
      }
      state.pairs = []
    }
  }

  /// Keeps connections open but drops all bytes, as a firewall that forgot them does; or forwards again.
  package func silence(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }

  /// Cuts the connection after the next request that contains this text, so that its answer is lost.
  package func cutBehind(_ text: String) { state.withLock { $0.silentAfterText = Array(text.utf8) } }

  /// How often the server was ready for the next request, which is once for each round trip.
  package var roundTrips: Int { state.withLock { $0.roundTrips } }

  /// The beginning of PostgreSQL's message ReadyForQuery.
  private static let ready: [UInt8] = [UInt8(ascii: "Z"), 0, 0, 0, 5]

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else { return }
      let server = socket(AF_UNIX, streamSocket, 0)
      guard Self.with(target, { connect(server, $0, $1) }) == 0 else {
        close(client)
        close(server)
        continue
      }
      state.withLock { $0.pairs.append((client, server)) }
      startThread { [self] in carry(client, server, isRequest: true) }
      startThread { [self] in carry(server, client, isRequest: false) }
    }
  }

  private func carry(_ source: Int32, _ sink: Int32, isRequest: Bool) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // The end of what was read before, because a message may come in two parts.
    var before: [UInt8] = []
    while true {
      let count = read(source, &buffer, buffer.count)
      if count <= 0 { break }
      if !isRequest {
        let seen = before + buffer[..<count]
        let trips = seen.ranges(of: Self.ready).count
        state.withLock { $0.roundTrips += trips }
        before = Array(seen.suffix(Self.ready.count - 1))
      }
      var (isSilent, isLast) = (false, false)
      state.withLock { state in
        isSilent = state.isSilent
        if isRequest, let text = state.silentAfterText, buffer[..<count].contains(text) {
          isLast = true
          state.silentAfterText = nil
        }
      }
      if isSilent { continue }
      if isLast { shutdown(source, Int32(SHUT_RDWR)) }
      var sent = 0
      while sent < count {
        let taken = buffer.withUnsafeBytes { write(sink, $0.baseAddress.map { $0 + sent }, count - sent) }
        if taken <= 0 { break }
        sent += taken
      }
    }
    shutdown(sink, Int32(SHUT_RDWR))
    shutdown(source, Int32(SHUT_RDWR))
  }

  private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8) + [0]) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
