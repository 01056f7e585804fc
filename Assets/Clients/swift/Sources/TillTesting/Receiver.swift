import Foundation

/// A notification as it arrived, with its signed data decoded but not verified.
public struct Notification: Sendable {
  /// The `notificationType`, with a slash and the subtype where there is one.
  public let title: String
  /// All members of the payload.
  public let payload: JSON
  /// The transaction in the notification; null where there is none.
  public let transaction: JSON
  /// The signed text as it arrived, for a verifier.
  public let signedPayload: String

  init?(_ body: Data) {
    guard let signed = (try? JSONDecoder().decode(JSON.self, from: body))?["signedPayload"].string,
      let payload = Self.decoded(signed), let type = payload["notificationType"].string
    else { return nil }
    (self.payload, signedPayload) = (payload, signed)
    title = payload["subtype"].string.map { "\(type)/\($0)" } ?? type
    transaction = payload["data"]["signedTransactionInfo"].string.flatMap(Self.decoded) ?? .null
  }

  /// The type without its subtype.
  public var type: String { payload["notificationType"].string ?? "" }

  private static func decoded(_ signed: String) -> JSON? {
    let parts = signed.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let text = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
    return Data(base64Encoded: padded).flatMap { try? JSONDecoder().decode(JSON.self, from: $0) }
  }
}

/// A server on this machine that records App Store Server Notifications and answers 200.
public final class Receiver: Sendable {
  /// The URL at which it listens.
  public let url: String
  private let listener: Socket
  private let record = Record()

  /// The notifications that arrived, and which of them calls have returned.
  ///
  /// Every access holds the condition's lock, which makes it safe to share.
  private final class Record: @unchecked Sendable {
    let changed = NSCondition()
    var received: [Notification] = []
    var returned: Set<Int> = []
  }

  /// Starts to listen on a free port.
  public init() throws {
    let (listener, port) = try Socket.listening()
    (self.listener, url) = (listener, "http://127.0.0.1:\(port)/notifications")
    let record = record
    Thread.detachNewThread {
      while let connection = listener.accepted() {
        Thread.detachNewThread { Self.serve(connection, record) }
      }
    }
  }

  deinit { listener.shutDown() }

  private static func serve(_ connection: Socket, _ record: Record) {
    while let message = try? connection.message() {
      let notification = Notification(message.body)
      if let notification {
        record.changed.lock()
        record.received.append(notification)
        record.changed.broadcast()
        record.changed.unlock()
      }
      let status = notification == nil ? "400 Bad Request" : "200 OK"
      guard (try? connection.write(Data("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n".utf8))) != nil else { return }
    }
  }

  /// The notifications in the order of their arrival.
  public var received: [Notification] {
    record.changed.lock()
    defer { record.changed.unlock() }
    return record.received
  }

  /// Waits for the next notification of a type (or of `TYPE/SUBTYPE`) that no earlier call returned.
  ///
  /// - Throws: A `TillError` that lists the notifications that arrived, if none arrives in time.
  @discardableResult public func wait(for type: String, seconds: Double = 10) throws -> Notification {
    let end = Date(timeIntervalSinceNow: seconds)
    record.changed.lock()
    defer { record.changed.unlock() }
    repeat {
      for (number, one) in record.received.enumerated() where [one.type, one.title].contains(type) {
        if record.returned.insert(number).inserted { return one }
      }
    } while record.changed.wait(until: end)
    let titles = record.received.map(\.title).joined(separator: ", ")
    throw TillError("no \(type) within \(seconds) s; came: \(titles.isEmpty ? "nothing" : titles)", kind: "timeOut")
  }

  /// Checks that these types arrived in this order; others may be between them.
  ///
  /// - Throws: A `TillError` if they did not.
  public func expectOrder(_ types: String...) throws {
    let came = received
    var rest = came[...]
    for type in types {
      guard let place = rest.firstIndex(where: { [$0.type, $0.title].contains(type) }) else {
        let titles = came.map(\.title).joined(separator: ", ")
        throw TillError("\(type) is not in the order \(types.joined(separator: ", ")); came: \(titles)")
      }
      rest = rest[(place + 1)...]
    }
  }

  /// Checks that no notification arrived twice, by its UUID.
  ///
  /// - Throws: A `TillError` if one did.
  public func expectNoDuplicates() throws {
    let ids = received.compactMap { $0.payload["notificationUUID"].string }
    guard let twice = ids.first(where: { id in ids.count { $0 == id } > 1 }) else { return }
    throw TillError("came more than once: \(twice)")
  }
}
