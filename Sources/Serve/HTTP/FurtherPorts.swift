import Core
import Libc

/// The additional ports of a server: one thread accepts their connections and passes them to the server.
///
/// With a server for each port, each would have its own limits. Here the connections of all ports count against the
/// limits of one server.
final class FurtherPorts: Sendable {
  /// Passes on an accepted connection: its socket and its client's address.
  typealias Take = @Sendable (Int32, sockaddr_storage, socklen_t) -> Bool

  private struct State {
    /// The listening sockets, by port.
    var sockets: [UInt16: Int32] = [:]
    /// Sockets that the thread will close, because it may be polling them now.
    var leaving: [Int32] = []
    /// The two ends of a pipe that wakes the thread; -1 while there is no pipe.
    var pipe: (read: Int32, write: Int32) = (-1, -1)
    /// The server's own port, which is not among the additional ones.
    var own: UInt16 = 0
    var isUsed = false
    var isStopped = false
    var thread: BackgroundTask<Void>?
  }

  private let state = Mutex(State())

  /// Sets the server's own port.
  func begin(besides own: UInt16) { state.withLock { $0.own = own } }

  /// Returns the port on which a connection arrived; nil for the server's own port.
  ///
  /// A port that was closed meanwhile is returned too: its remaining connections are not meant for the server's own App
  /// Store.
  func port(ofConnection socket: Int32) -> UInt16? {
    let (isUsed, own) = state.withLock { ($0.isUsed, $0.own) }
    guard isUsed, let port = Self.port(of: socket), port != own else { return nil }
    return port
  }

  /// Listens on one more port at the server's address.
  ///
  /// - Returns: The port, which is a free one where 0 was given.
  /// - Throws: An `HTTPServerError` when the port is in use.
  func open(_ port: UInt16, _ settings: HTTPServerSettings, _ take: @escaping Take) throws(HTTPServerError) -> UInt16 {
    var settings = settings
    settings.port = port
    let socket = try settings.withAddress(Self.listening)
    guard socket >= 0, let port = Self.port(of: socket) else {
      let reason = String(cString: strerror(errno))
      if socket >= 0 { Self.end(socket) }
      throw HTTPServerError(say("cannot listen on \(settings.host) port \(port) (\(reason)); use another port"))
    }
    let isOpen = state.withLock { state in
      if state.pipe.read < 0, !state.isStopped { state.pipe = Self.makePipe() }
      guard !state.isStopped, state.pipe.read >= 0 else { return false }
      state.sockets[port] = socket
      state.isUsed = true
      // The thread's first step waits for this lock.
      if state.thread == nil { state.thread = BackgroundTask { [self] in run(take) } }
      return true
    }
    guard isOpen else {
      Self.end(socket)
      throw HTTPServerError(EmulatorText.serverStops.text)
    }
    wake()
    return port
  }

  /// Stops listening on a port.
  func close(_ port: UInt16) {
    state.withLock { state in
      if let socket = state.sockets.removeValue(forKey: port) { state.leaving.append(socket) }
    }
    wake()
  }

  /// Closes all additional ports, and waits until the thread passes no more connections.
  func stop() {
    let thread = state.withLock { state in
      state.isStopped = true
      return state.thread
    }
    wake()
    try? thread?.get()
  }

  private func wake() {
    var byte: UInt8 = 0
    let end = state.withLock { $0.pipe.write }
    if end >= 0 { _ = write(end, &byte, 1) }
  }

  // MARK: The thread

  private func run(_ take: Take) {
    while let watched = prepare() {
      var entries = watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, nfds_t(entries.count), -1) > 0 else { continue }
      for entry in entries.dropFirst() where entry.revents != 0 { Self.accept(entry.fd, take) }
      var bytes = [UInt8](repeating: 0, count: 64)
      if let first = entries.first, first.revents != 0 { _ = read(first.fd, &bytes, bytes.count) }
    }
    state.withLock { state in
      for socket in state.sockets.values { Self.end(socket) }
      Self.end(state.pipe.read)
      Self.end(state.pipe.write)
      (state.sockets, state.pipe) = ([:], (-1, -1))
    }
  }

  /// Closes the sockets that are to be closed; returns the pipe and the sockets to poll, or nil at the end.
  private func prepare() -> [Int32]? {
    state.withLock { state in
      for socket in state.leaving { Self.end(socket) }
      state.leaving = []
      return state.isStopped ? nil : [state.pipe.read] + state.sockets.values
    }
  }

  private static func accept(_ socket: Int32, _ take: Take) {
    while true {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let client = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Self.accepted(socket, $0, &length) }
      }
      guard client >= 0 else {
        // Without a free descriptor, the same connection would be reported again at once: wait until others end.
        if errno == EMFILE || errno == ENFILE { sleepThread(for: .milliseconds(20)) }
        return
      }
      _ = take(client, address, length)
    }
  }

  // MARK: Sockets

  /// Returns the local port of a socket.
  private static func port(of socket: Int32) -> UInt16? {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    guard code == 0 else { return nil }
    let family = Int32(address.ss_family)
    return withUnsafePointer(to: &address) { pointer in
      switch family {
      case AF_INET:
        pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
      case AF_INET6:
        pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin6_port) }
      default: nil
      }
    }
  }

  /// Returns a non-blocking listening socket; negative where there can be none.
  private static func listening(_ address: UnsafePointer<sockaddr>) -> Int32 {
    let isSix = Int32(address.pointee.sa_family) == AF_INET6
    #if canImport(Glibc)
      let descriptor = socket(Int32(address.pointee.sa_family), Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
      let descriptor = socket(Int32(address.pointee.sa_family), SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return -1 }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    if isSix { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, socklen_t(MemoryLayout<Int32>.size)) }
    let size = socklen_t(isSix ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
    guard bind(descriptor, address, size) == 0, listen(descriptor, 511) == 0,
      fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    else {
      let reason = errno
      end(descriptor)
      errno = reason
      return -1
    }
    return descriptor
  }

  private static func accepted(
    _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ length: inout socklen_t
  ) -> Int32 {
    #if canImport(Glibc)
      let client = Glibc.accept(socket, address, &length)
    #else
      let client = Darwin.accept(socket, address, &length)
    #endif
    if client >= 0 {
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
    }
    return client
  }

  private static func makePipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return (-1, -1) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  private static func end(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }
}
