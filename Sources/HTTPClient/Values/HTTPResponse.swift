import CCurl
package import StoreModel

/// An answer, whole; also one that refuses.
package struct HTTPResponse: Hashable, Sendable {
  /// Such as 200.
  package var status: Int
  /// In the order in which they came, foreign text as it came.
  package var headers: [HTTPHeader]
  package var body: [UInt8]

  package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first header with that name, in whatever letters.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Whether the request was granted.
  package var isSuccess: Bool { (200..<300).contains(status) }

  /// Whether the same request may be granted later: too many requests, or trouble on the server's side.
  package var isTemporary: Bool { status == 429 || status == 408 || (500..<600).contains(status) }

  /// How long the server asks to be left alone (`Retry-After`), in milliseconds, a day at most; nil where it says nothing.
  ///
  /// In seconds or as a date, as HTTP has it, or as a UNIX time in milliseconds, as the App Store Server API does it.
  package func retryAfter(now: Timestamp) -> Int64? {
    guard let text = header("Retry-After") else { return nil }
    let day: Int64 = 86_400_000
    if let number = Int64(text) {
      guard number >= 0 else { return nil }
      // A delay of 3,000 years in seconds is a UNIX time in milliseconds.
      if number < 100_000_000_000 { return min(number, day / 1000) * 1000 }
      return Self.wait(until: number, now: now, atMost: day)
    }
    let seconds = till_curl_getdate(text)
    return seconds < 0 ? nil : Self.wait(until: Int64(seconds) * 1000, now: now, atMost: day)
  }

  private static func wait(until milliseconds: Int64, now: Timestamp, atMost limit: Int64) -> Int64 {
    let (wait, overflow) = milliseconds.subtractingReportingOverflow(now.milliseconds)
    return overflow ? limit : min(max(wait, 0), limit)
  }
}
