import AppStoreModel
import CMicroHTTPD
import Core
import Libc

/// An HTTP/1.1 server: libmicrohttpd runs on one thread, handlers on a few others.
///
/// It listens from `init` to `stop`. A handler gets each request with its complete body (up to the limit), and with a
/// target that was split before it was decoded. Handlers may wait; a waiting handler delays no other request while one
/// of the workers is free.
package final class HTTPServer: Sendable {
  /// Decides which requests to admit; called on the network thread, so it must not wait.
  package typealias Admit = @Sendable (HTTPRequestHead) -> HTTPAdmission

  /// The port on which it listens.
  package let port: UInt16

  let core: HTTPServerCore
  private let daemon: Mutex<OpaquePointer?>

  /// Starts to listen, behind a gate; a path without a route is not answered.
  ///
  /// - Parameter log: Receives an entry for each request; it is called on the network thread and must not wait.
  /// - Throws: An `HTTPServerError` when the address is invalid or in use, or the machine's limits are too low.
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
    // No other thread has access to the daemon yet; from here on it is used only under the lock.
    nonisolated(unsafe) let started = daemon
    self.daemon = Mutex(started)
  }

  deinit { stop() }

  /// Listens on one more port, at the same address and with the same certificate.
  ///
  /// Connections to it count against the same limits of connections and memory as those to the server's own port.
  ///
  /// - Parameter port: The port; 0 chooses a free one.
  /// - Returns: The port.
  /// - Throws: An `HTTPServerError` when the port is in use.
  func listen(on port: UInt16) throws(HTTPServerError) -> UInt16 {
    try core.furtherPorts.open(port, core.settings) { [weak self] socket, address, length in
      guard let self else { return close(socket) == 0 }
      return daemon.withLock { daemon in
        guard let daemon else { return close(socket) == 0 }
        // From here on libmicrohttpd owns the socket, whether or not it accepts it.
        return withUnsafePointer(to: address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { till_mhd_add(daemon, socket, $0, length) }
        }
      }
    }
  }

  /// Stops listening on an additional port; its open connections continue.
  func stopListening(on port: UInt16) { core.furtherPorts.close(port) }

  /// Stops listening, ends all requests and waits for them; does nothing when it was called before.
  package func stop() {
    // Before the lock: the thread of the additional ports takes this lock to add a connection.
    core.furtherPorts.stop()
    daemon.withLock { daemon in
      guard let running = daemon else { return }
      daemon = nil
      let socket = till_mhd_quiesce(running)
      // libmicrohttpd must not be stopped while a connection is suspended.
      core.abandonAll()
      till_mhd_stop(running)
      if socket >= 0 { close(socket) }
      core.stop()
    }
  }

  /// Calls `body` with a certificate and its key in PEM, which libmicrohttpd reads while it starts.
  private static func withPEM<Result>(
    _ tls: ServerCertificate?, _ body: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let tls else { return body(nil, nil) }
    return tls.certificatePEM.withCString { certificate in tls.keyPEM.withCString { body(certificate, $0) } }
  }

  // MARK: Callbacks of libmicrohttpd

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
