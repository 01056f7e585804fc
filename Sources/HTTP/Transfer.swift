import CCurl
import Core

/// A running exchange: a libcurl easy handle with the bytes received so far.
///
/// It is created, used and freed only on the thread of its loop.
final class Transfer {
  let order: TransferOrder
  let handle: UnsafeMutableRawPointer
  private let list: UnsafeMutablePointer<curl_slist>?
  /// The buffer for libcurl's error text.
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var headers: [HTTPHeader] = []
  private var headBytes = 0
  private var body: [UInt8] = []
  /// Whether the answer is larger than the limits allow.
  private var isTooLarge = false
  /// The time-out for the head of a stream; nil once the head is complete, and for an exchange that is not a stream.
  private(set) var headDeadline: ContinuousClock.Instant?

  /// Makes a transfer; nil if libcurl is out of memory.
  init?(_ order: TransferOrder) {
    guard let handle = till_curl_easy_init() else { return nil }
    self.order = order
    self.handle = handle
    list = Self.headerList(order.request)
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    configure()
    // libcurl's low-speed limit does not stop a server that sends a byte now and then, so the head has its own
    // time-out.
    if order.piece != nil { headDeadline = .now + .milliseconds(order.limits.timeout) }
  }

  deinit {
    till_curl_easy_cleanup(handle)
    till_curl_slist_free_all(list)
    errorText.deallocate()
  }

  /// Reports the result to the waiting task.
  func finish(_ code: CURLcode) {
    guard code == CURLE_OK else {
      return order.end(.failure(HTTPError(code, order, isTooLarge: isTooLarge, detail: String(cString: errorText))))
    }
    order.end(.success(HTTPResponse(status: till_curl_status(handle), headers: headers, body: body)))
  }

  /// Ends the transfer because its head did not arrive in time.
  func giveUp() { finish(CURLE_OPERATION_TIMEDOUT) }

  // MARK: Receiving

  /// Receives one line of a head; false ends the transfer.
  func takeHead(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headBytes += bytes.count
    isTooLarge = headBytes > order.limits.headBytes
    if isTooLarge { return false }
    if bytes.elementsEqual([13, 10]), till_curl_status(handle) >= 200 { headDeadline = nil }
    let line = String(decoding: bytes, as: UTF8.self)
    // Interim answers (100) can come first, so only the last head counts.
    if line.hasPrefix("HTTP/") {
      headers = []
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers.append(HTTPHeader(String(line[..<colon]), String(value.prefix { !$0.isNewline })))
    }
    return true
  }

  /// Receives a piece of the body; false ends the transfer.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    if let piece = order.piece, (200..<300).contains(till_curl_status(handle)) {
      isTooLarge = bytes.count > order.limits.bodyBytes || !piece(Array(bytes))
    } else {
      isTooLarge = body.count + bytes.count > order.limits.bodyBytes
      if !isTooLarge { body.append(contentsOf: bytes) }
    }
    return !isTooLarge
  }

  // MARK: Sending

  private func configure() {
    let request = order.request
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    set(CURLOPT_PATH_AS_IS, 1)
    if request.address.isLocal { set(CURLOPT_PROXY, "") }
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(order.limits.connectTimeout))
    if order.piece == nil {
      set(CURLOPT_TIMEOUT_MS, Int(order.limits.timeout))
      till_curl_set_count(handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(order.limits.bodyBytes))
    } else {
      set(CURLOPT_LOW_SPEED_LIMIT, 1)
      set(CURLOPT_LOW_SPEED_TIME, Int(max(order.limits.timeout / 1000, 1)))
    }
    set(CURLOPT_URL, request.address.text)
    setMethod(request)
    till_curl_set_list(handle, CURLOPT_HTTPHEADER, list)
    till_curl_set_data(handle, CURLOPT_ERRORBUFFER, errorText)
    let me = Unmanaged.passUnretained(self).toOpaque()
    till_curl_set_data(handle, CURLOPT_HEADERDATA, me)
    till_curl_set_data(handle, CURLOPT_WRITEDATA, me)
    till_curl_set_sink(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, transfer in
      Transfer.pass(bytes, size * count, transfer) { $0.takeHead($1) }
    }
    till_curl_set_sink(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, transfer in
      Transfer.pass(bytes, size * count, transfer) { $0.takeBody($1) }
    }
  }

  private func setMethod(_ request: HTTPRequest) {
    if let body = request.body {
      till_curl_set_count(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
      body.withUnsafeBytes { bytes in
        // libcurl copies the bytes. For an empty body, a nil pointer would tell it to read the body from a callback.
        withUnsafePointer(to: CChar(0)) { nothing in
          _ = till_curl_set_text(
            handle, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress?.assumingMemoryBound(to: CChar.self) ?? nothing)
        }
      }
    } else if request.method == "HEAD" {
      set(CURLOPT_NOBODY, 1)
    } else if ["POST", "PUT"].contains(request.method) {
      till_curl_set_count(handle, CURLOPT_POSTFIELDSIZE_LARGE, 0)
      set(CURLOPT_COPYPOSTFIELDS, "")
    }
    set(CURLOPT_CUSTOMREQUEST, request.method)
  }

  /// Returns the headers in libcurl's form, and removes headers that libcurl would add itself.
  private static func headerList(_ request: HTTPRequest) -> UnsafeMutablePointer<curl_slist>? {
    var lines = ["Expect:"]
    if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append("Content-Type:") }
    for header in request.headers {
      lines.append(header.value.isEmpty ? header.name + ";" : header.name + ": " + header.value)
    }
    return lines.reduce(nil) { till_curl_slist_append($0, $1) ?? $0 }
  }

  private func set(_ option: CURLoption, _ value: Int) { till_curl_set_number(handle, option, value) }
  private func set(_ option: CURLoption, _ value: String) { till_curl_set_text(handle, option, value) }

  /// Passes libcurl's bytes on; returning any count other than its own makes libcurl stop.
  private static func pass(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ transfer: UnsafeMutableRawPointer?,
    _ sink: (Transfer, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let bytes, let transfer else { return 0 }
    let taken = sink(
      Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue(), UnsafeRawBufferPointer(start: bytes, count: count)
    )
    return taken ? count : count + 1
  }
}

/// A request to the transfer thread: the exchange and the task that waits for it.
final class TransferOrder: Sendable {
  let request: HTTPRequest
  let limits: HTTPLimits
  /// Called with each piece of a successful answer, if it is a stream; false ends the exchange.
  let piece: (@Sendable ([UInt8]) -> Bool)?
  private let waiter: FirstResult<Result<HTTPResponse, HTTPError>>
  private let cancelled = Mutex(false)

  init(
    _ request: HTTPRequest, limits: HTTPLimits, piece: (@Sendable ([UInt8]) -> Bool)? = nil,
    waiter: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    self.request = request
    self.limits = limits
    self.piece = piece
    self.waiter = FirstResult(waiter)
  }

  var isCancelled: Bool { cancelled.withLock { $0 } }

  /// Cancels the transfer; the waiting task resumes at once.
  func cancel() {
    cancelled.withLock { $0 = true }
    end(.failure(.cancelled(request)))
  }

  /// Reports the result to the waiting task; only the first call has an effect.
  func end(_ result: Result<HTTPResponse, HTTPError>) { waiter.give(result) }
}
