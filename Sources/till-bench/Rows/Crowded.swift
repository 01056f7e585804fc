import Foundation
import HTTP
import Serve

/// Connections that send no request, send half of one, or never read the answer.
private enum Crowd: String, CaseIterable {
  case idle = "idle connections"
  case halfHeads = "half requests"
  case deafReaders = "who read no answer"

  /// The bytes that each connection sends.
  var request: String {
    switch self {
    case .idle: ""
    case .halfHeads: "GET /till/health HTTP/1.1\r\nHost: loc"
    case .deafReaders: "GET /till/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    }
  }
}

extension Measurement {
  private static let crowdSize = 10_000

  /// The measurement of a request's time while 10,000 other connections of one kind are open: the longest of 50.
  static let crowded = Measurement(
    rows: Crowd.allCases.map {
      BenchRow("request beside 10,000 \($0.rawValue)", unit: "ms, longest of 50", budget: .atMost(1000))
    }
  ) { _ in
    guard MachineLimits.connections(crowdSize) == crowdSize else {
      throw BenchFailure("a process may not have \(crowdSize) connections here")
    }
    var values: [Double] = []
    for crowd in Crowd.allCases { values.append(try await longest(beside: crowd) / .milliseconds(1)) }
    return values
  }

  private static func longest(beside crowd: Crowd) async throws -> Duration {
    let store = try await ServedStore(notify: nil)
    defer { store.discard() }
    guard let port = store.address.text.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw BenchFailure("no port in \(store.address.text)")
    }
    var others: [Int32] = []
    defer { for other in others { close(other) } }
    for _ in 0..<crowdSize {
      let other = try Postman.connection(to: port)
      others.append(other)
      let bytes = Array(crowd.request.utf8)
      if !bytes.isEmpty { send(other, bytes, bytes.count, Int32(MSG_DONTWAIT)) }
    }
    var longest = Duration.zero
    for _ in 0..<50 { longest = max(longest, try oneRequest(to: port)) }
    return longest
  }

  private static func oneRequest(to port: UInt16) throws -> Duration {
    let begin = ContinuousClock.now
    let descriptor = try Postman.connection(to: port)
    defer { close(descriptor) }
    var wait = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    let request = Array("GET /till/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, 0) == request.count else {
      throw BenchFailure("a request was not taken")
    }
    var answer = [UInt8](repeating: 0, count: 4096)
    guard recv(descriptor, &answer, answer.count, 0) > 12, answer[9] == UInt8(ascii: "2") else {
      throw BenchFailure("a request was not answered")
    }
    return begin.duration(to: .now)
  }
}
