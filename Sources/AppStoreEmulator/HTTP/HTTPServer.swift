import CMicroHTTPD
import Locks
import SignedData
import Texts

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An HTTP/1.1 server: libmicrohttpd on one thread, handlers on a few others.
///
/// It listens from `init` to `stop`. Every request has a whole body (up to the limit) when the handler sees it, and a
/// target that was split before it was decoded. Handlers may wait; what they wait for holds up nobody else while one of
/// the workers is free.
package final class HTTPServer: Sendable {
  /// Answers a request; it runs on one of the server's own threads and is cancelled when the server stops.
  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse
  /// Answers a request without a body, or leaves it to the handler; it runs on the thread of the sockets and must not
  /// wait.
  package typealias HandlerAtOnce = @Sendable (HTTPRequestHead) -> HTTPResponse?

  /// The port that it listens on.
  package let port: UInt16

  private let core: HTTPServerCore
  private let daemon: Mutex<OpaquePointer?>

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - bodyLimit: How many bytes of body a request may have; nil is the settings' own limit.
  ///   - log: Takes a line for each request; it is called on the thread of the sockets and must not wait.
  /// - Throws: an `HTTPServerError` when the address is none or is taken.
  package init(
    _ settings: HTTPServerSettings = HTTPServerSettings(),
    bodyLimit: (@Sendable (HTTPRequestHead) -> Int)? = nil,
    log: @escaping @Sendable (HTTPLogEntry) -> Void = { _ in },
    atOnce: @escaping HandlerAtOnce = { _ in nil },
    handler: @escaping Handler
  ) throws(HTTPServerError) {
    let connectionLimit = max(64, Self.allowDescriptors(settings.connectionLimit + 256) - 256)
    core = HTTPServerCore(
      settings, bodyLimit: bodyLimit ?? { _ in settings.bodyLimit }, log: log, atOnce: atOnce, handler: handler)
    guard till_mhd_is_there() else {
      core.stop()
      throw HTTPServerError(EmulatorText.noLibmicrohttpd.text)
    }
    guard settings.tls == nil || till_mhd_has_tls() else {
      core.stop()
      throw HTTPServerError(EmulatorText.noTLS.text)
    }
    let context = Unmanaged.passUnretained(core).toOpaque()
    let daemon: OpaquePointer?
    do throws(HTTPServerError) {
      daemon = try settings.withAddress { address in
        Self.withPEM(settings.tls) { certificate, key in
          var native = till_mhd_settings(
            address: address, connection_limit: UInt32(clamping: connectionLimit),
            timeout: UInt32(clamping: settings.timeout), memory_limit: settings.headLimit, certificate: certificate,
            key: key, context: context, begin: Self.begin, handle: Self.handle, end: Self.end)
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
      throw HTTPServerError(EmulatorText.cannotListen(host: settings.host, port: settings.port, reason: reason).text)
    }
    port = till_mhd_port(daemon)
    // Nobody else has it yet: from here on only the lock hands it out.
    nonisolated(unsafe) let started = daemon
    self.daemon = Mutex(started)
  }

  deinit { stop() }

  /// Stops to listen, ends what is under way and waits for it; nothing when it has been called before.
  package func stop() {
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

  /// Raises the soft limit of open descriptors as far as the hard one allows.
  ///
  /// - Returns: How many of those wanted there may be.
  private static func allowDescriptors(_ count: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return count }
    guard limit.rlim_cur < rlim_t(count) else { return count }
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return min(count, Int(clamping: limit.rlim_cur))
  }

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
