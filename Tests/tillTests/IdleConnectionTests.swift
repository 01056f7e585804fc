import Foundation
import TestSupport
import Testing

/// Tests of many connections that send nothing.
@Suite(.startsPrograms) struct IdleConnectionTests {
  private static let count = 10_000

  /// Raises this process's limit of connections, where the system allows it.
  private static let isAllowed: Bool = {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(count) + 2000))
    return limit.rlim_cur >= rlim_t(count) + 2000
      && setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
  }()

  @Test(.enabled(if: isAllowed, "a process may not have 12,000 descriptors here"))
  func tenThousandConnectionsKeepNoClientOut() throws {
    let till = TillProgram()
    let serve = try ServeProgram(store: till.store, ["--empty"])
    let port = try #require(serve.url.split(separator: ":").last.flatMap { UInt16($0) })
    var idle: [RawClient] = []
    for _ in 0..<Self.count { idle.append(try RawClient(port: port)) }
    let one = try RawClient(port: port)
    #expect(one.send("GET /till/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
    #expect(try one.read(until: "\r\n").hasPrefix("HTTP/1.1 200"))
    withExtendedLifetime(idle) {}
  }
}
