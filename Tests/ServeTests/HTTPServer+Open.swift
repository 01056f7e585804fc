@testable import Serve

extension HTTPServer {
  /// Starts a server without a gate, which refuses only what HTTP itself forbids.
  convenience init(
    _ settings: HTTPServerSettings = HTTPServerSettings(), log: @escaping @Sendable (HTTPLogEntry) -> Void = { _ in },
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) throws(HTTPServerError) {
    try self.init(settings, log: log) { _ in
      .admitted(HTTPAdmission.Passage(bodyLimit: settings.bodyLimit, answer: handler))
    }
  }
}

extension Array {
  /// Returns the elements in groups of this size.
  func chunks(of count: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
  }
}
