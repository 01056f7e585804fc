import AppStoreModel
import Testing

@testable import HTTP

@Suite struct HTTPValueTests {
  @Test(arguments: [
    ("https://api.example.com/base/", "https://api.example.com/base", "api.example.com", false),
    ("HTTPS://Example.COM:8443", "https://Example.COM:8443", "example.com:8443", false),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "127.0.0.1:8080", true),
    ("http://localhost", "http://localhost", "localhost", true),
    ("http://[::1]:9/x", "http://[::1]:9/x", "[::1]:9", true),
  ]) func addressesThatCanBeAsked(text: String, whole: String, server: String, isLocal: Bool) throws {
    let address = try HTTPAddress(text)
    #expect(address.text == whole && address.server == server && address.isLocal == isLocal)
  }

  @Test(arguments: [
    "", "example.com", "http://example.com", "ftp://127.0.0.1/", "file:///etc/passwd", "https://me:secret@example.com",
    "https://example.com/#top", "https://", "http://127.0.0.1.example.com", "http://localhost.example.com",
    "https://exa mple.com", "https://example.com/\u{1b}[2J", "http://0.0.0.0",
  ]) func addressesThatCannot(text: String) {
    let error = #expect(throws: HTTPError.self) { try HTTPAddress(text) }
    #expect(error?.kind == .invalidAddress)
    #expect(error?.message.contains("\u{1b}") == false)
  }

  @Test(
    arguments: [
      ("5", 5000), ("0", 0), ("1700000060000", 60_000), ("1699999999999", 0), ("99999999999", 86_400_000),
      ("9223372036854775807", 86_400_000), ("Tue, 14 Nov 2023 22:13:50 GMT", 30_000), ("-5", nil), ("soon", nil),
      // Found by the fuzzer: a year whose milliseconds overflow.
      ("2Nov398888888", 86_400_000),
    ] as [(String, Int64?)]) func retryAfter(text: String, wait: Int64?)
  {
    let response = HTTPResponse(status: 429, headers: [HTTPHeader("retry-after", text)])
    #expect(response.retryAfter(now: Timestamp(milliseconds: 1_700_000_000_000)) == wait)
    #expect(HTTPResponse(status: 429).retryAfter(now: Timestamp(milliseconds: 0)) == nil)
  }
}
