import Foundation

/// An error: `till serve` refused a request, or an event that a test waited for did not happen.
public struct TillError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem in one line.
  public let description: String
  /// The kind of error that the server gave, such as `usage`.
  public let kind: String
  /// The status of the answer; 0 without an answer.
  public let status: Int

  init(_ description: String, kind: String = "failed", status: Int = 0) {
    (self.description, self.kind, self.status) = (description, kind, status)
  }
}

/// A client of the control API at one address, a server's or a world's.
struct Control: Sendable {
  let url: String

  func call(_ method: String, _ path: String, _ body: JSON? = nil) throws -> JSON {
    let answer = try HTTP.send(method, url + path, body: body.map { try JSONEncoder().encode($0) })
    let document = (try? JSONDecoder().decode(JSON.self, from: answer.body)) ?? .null
    guard answer.status < 400 else {
      let error = document["error"]
      throw TillError(
        error["message"].string ?? "\(method) \(path) was answered with \(answer.status)",
        kind: error["kind"].string ?? "failed", status: answer.status)
    }
    return document
  }
}

/// Requests to a server on this machine.
enum HTTP {
  static func send(_ method: String, _ url: String, token: String? = nil, body: Data? = nil) throws -> (
    status: Int, body: Data
  ) {
    guard let parts = URLComponents(string: url), parts.scheme == "http", let host = parts.host,
      let port = parts.port.flatMap(UInt16.init(exactly:)), ["127.0.0.1", "localhost"].contains(host)
    else { throw TillError("\(url) is no address of this machine; use http://127.0.0.1:PORT", kind: "usage") }
    let path = (parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath)
    let target = path + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
    var head = "\(method) \(target) HTTP/1.1\r\nHost: \(host):\(port)\r\nConnection: close\r\n"
    if let token { head += "Authorization: Bearer \(token)\r\n" }
    if let body { head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n" }
    let socket = try Socket.connected(to: port)
    try socket.write(Data((head + "\r\n").utf8) + (body ?? Data()))
    let answer = try socket.message()
    let words = answer.start.split(separator: " ")
    guard words.count > 1, let status = Int(words[1]) else { throw TillError("no answer of HTTP: \(answer.start)") }
    return (status, answer.body)
  }
}
