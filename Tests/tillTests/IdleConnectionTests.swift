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
    var idle: [Int32] = []
    defer { for descriptor in idle { close(descriptor) } }
    for number in 0..<Self.count { idle.append(try #require(Self.connection(to: port), "connection \(number)")) }
    let one = try #require(Self.connection(to: port))
    defer { close(one) }
    let request = Array("GET /till/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    #expect(send(one, request, request.count, Int32(MSG_NOSIGNAL)) == request.count)
    var answer = [UInt8](repeating: 0, count: 4096)
    let read = recv(one, &answer, answer.count, 0)
    #expect(String(decoding: answer.prefix(max(read, 0)), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
  }

  private static func connection(to port: UInt16) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var wait = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
