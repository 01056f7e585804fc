import AppStoreModel
import CMicroHTTPD
import Core

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An HTTP/1.1 server: libmicrohttpd on one thread, handlers on a few others.
///
/// It listens from `init` to `stop`. Every request has a whole body (up to the limit) when the handler sees it, and a
/// target that was split before it was decoded. Handlers may wait; one that waits delays no other request while one of
/// the workers is free.
package final class HTTPServer: Sendable {
  /// Decides which requests to admit; it runs on the thread of the sockets and must not wait.
  package typealias Admit = @Sendable (HTTPRequestHead) -> HTTPAdmission

  /// The port that it listens on.
  package let port: UInt16

  private let core: HTTPServerCore
  private let daemon: Mutex<OpaquePointer?>

  /// Starts to listen, behind a gate: a path without a row there is not answered.
  ///
  /// - Parameter log: Receives a line for each request; it is called on the thread of the sockets and must not wait.
  /// - Throws: an `HTTPServerError` when the address is invalid or in use, or the machine's limits are too low.
  package convenience init(
    _ settings: HTTPServerSettings, gate: Gate<some RouteContext>,
    log: @escaping @Sendable (HTTPLogEntry) -> Void = { _ in }
  ) throws(HTTPServerError) {
    try self.init(settings, log: log, admit: { gate.admit($0) })
  }

  init(
    _ settings: HTTPServerSettings, log: @escaping @Sendable (HTTPLogEntry) -> Void, admit: @escaping Admit
  ) throws(HTTPServerError) {
    try MachineLimits.check()
    let wanted =
      settings.tls == nil
      ? settings.connectionLimit : min(settings.connectionLimit, HTTPServerSettings.connectionLimitWithTLS)
    let connectionLimit = MachineLimits.connections(wanted)
    core = HTTPServerCore(settings, connectionLimit: connectionLimit, log: log, admit: admit)
    guard till_mhd_is_there() else {
      core.stop()
      throw HTTPServerError(say("libmicrohttpd is not installed; run Assets/setup, or install it by hand"))
    }
    guard settings.tls == nil || till_mhd_has_tls() else {
      core.stop()
      throw HTTPServerError(
        say("the installed libmicrohttpd has no TLS; leave out --tls, or install a build with GnuTLS"))
    }
    let context = Unmanaged.passUnretained(core).toOpaque()
    let daemon: OpaquePointer?
    do throws(HTTPServerError) {
      daemon = try settings.withAddress { address in
        Self.withPEM(settings.tls) { certificate, key in
          var native = till_mhd_settings(
            address: address, connection_limit: UInt32(clamping: connectionLimit + MachineLimits.slack),
            timeout: UInt32(clamping: settings.timeout), memory_limit: settings.headLimit, certificate: certificate,
            key: key, context: context, begin: Self.begin, handle: Self.handle, end: Self.end,
            connect: Self.connect)
          return till_mhd_start(&native)
        }
      }
    } catch {
      core.stop()
      throw error
    }
    guard let daemon else {
      let reason = errno == 0 ? "" : " (\(String(cString: strerror(errno))))"
      core.stop()
      throw HTTPServerError(
        say("cannot listen on \(settings.host) port \(settings.port)\(reason); use another --port"))
    }
    port = till_mhd_port(daemon)
    core.furtherPorts.begin(besides: port)
    // No other thread has seen it yet; from here on it is reached only through the lock.
    nonisolated(unsafe) let started = daemon
    self.daemon = Mutex(started)
  }

  deinit { stop() }

  /// Listens on a further port too, at the same address and with the same certificate.
  ///
  /// What connects there counts as what connects to the server's own port: one limit of connections and memory for all.
  ///
  /// - Parameter port: 0 takes a free one.
  /// - Returns: The port.
  /// - Throws: an `HTTPServerError` when it is taken.
  func listen(on port: UInt16) throws(HTTPServerError) -> UInt16 {
    try core.furtherPorts.open(port, core.settings) { [weak self] socket, address, length in
      guard let self else { return close(socket) == 0 }
      return daemon.withLock { daemon in
        guard let daemon else { return close(socket) == 0 }
        // The socket is the library's from here on, whatever it says.
        return withUnsafePointer(to: address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { till_mhd_add(daemon, socket, $0, length) }
        }
      }
    }
  }

  /// Listens on a further port no more; connections that came there go on.
  func stopListening(on port: UInt16) { core.furtherPorts.close(port) }

  /// Stops to listen, ends what is under way and waits for it; nothing when it has been called before.
  package func stop() {
    // Before the lock: who takes a connection there waits for it.
    core.furtherPorts.stop()
    daemon.withLock { daemon in
      guard let running = daemon else { return }
      daemon = nil
      let socket = till_mhd_quiesce(running)
      // The library must not be stopped while a connection is suspended.
      core.abandonAll()
      till_mhd_stop(running)
      if socket >= 0 { close(socket) }
      core.stop()
    }
  }

  /// Calls `body` with the texts of a certificate and its key, which the library reads while it starts.
  private static func withPEM<Result>(
    _ tls: ServerCertificate?, _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let tls else { return body(nil, nil) }
    return tls.certificatePEM.withCString { certificate in tls.keyPEM.withCString { body(certificate, $0) } }
  }

  /// How many requests are under way.
  package var requestCount: Int { core.exchangeCount }

  /// How many bytes of bodies and answers are under way.
  var heldBytes: Int { core.connections.figures.bytes }

  // MARK: The library's callbacks

  private static let begin:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
      context, target, connection in
      guard let context, let connection else { return nil }
      let core = Unmanaged<HTTPServerCore>.fromOpaque(context).takeUnretainedValue()
      let exchange = HTTPExchange(target: target, connection: connection, server: core)
      core.begin(exchange)
      return Unmanaged.passUnretained(exchange).toOpaque()
    }

  private static let connect: MHD_NotifyConnectionCallback = { context, connection, _, event in
    guard let context, let connection else { return }
    let connections = Unmanaged<HTTPServerCore>.fromOpaque(context).takeUnretainedValue().connections
    if till_mhd_is_start(event) {
      connections.open(Int(bitPattern: connection), till_mhd_descriptor(connection))
    } else {
      connections.close(Int(bitPattern: connection))
    }
  }

  private static let handle: MHD_AccessHandlerCallback = { _, _, _, method, version, bytes, count, exchange in
    guard let pointer = exchange?.pointee, let count else { return .NO }
    return Unmanaged<HTTPExchange>.fromOpaque(pointer).takeUnretainedValue().proceed(method, version, bytes, count)
  }

  private static let end: MHD_RequestCompletedCallback = { context, _, exchange, _ in
    guard let context, let pointer = exchange?.pointee else { return }
    exchange?.pointee = nil
    let core = Unmanaged<HTTPServerCore>.fromOpaque(context).takeUnretainedValue()
    core.end(Unmanaged<HTTPExchange>.fromOpaque(pointer).takeUnretainedValue())
  }
}
