package import AppStoreModel
import Core
package import HTTP

/// A client of the legacy `verifyReceipt`, which finds the right environment and retries temporary failures.
package struct ReceiptClient: Sendable {
  package let server: ReceiptServer
  /// The server of the other environment, if Till knows it.
  let other: ReceiptServer?
  private let transport: HTTPTransport
  private let secret: @Sendable () throws(StoreError) -> String?
  private let now: @Sendable () -> Timestamp
  private let pause: @Sendable (Int64) async throws -> Void

  /// The maximum number of attempts to find a receipt, and to send it while Apple's server fails temporarily.
  package static let attempts = 5
  /// The longest wait between two attempts, in milliseconds; a call that would wait longer fails.
  private static let patience: Int64 = 60_000

  /// The limits for receipts with long histories, whose answers have many megabytes.
  package static let limits = HTTPLimits(timeout: 60_000, bodyBytes: 64 << 20)

  /// - Parameters:
  ///   - other: The server of the other environment, asked if the first one says that the receipt belongs there.
  ///   - secret: Reads the app's shared secret for each request, so that a new one is used at once; nil if none is set.
  ///   - pause: Waits for the given number of milliseconds; throws if the task is cancelled.
  package init(
    _ server: ReceiptServer, other: ReceiptServer?, secret: @escaping @Sendable () throws(StoreError) -> String?,
    transport: HTTPTransport, now: @escaping @Sendable () -> Timestamp,
    pause: @escaping @Sendable (Int64) async throws -> Void = { try await Task.sleep(for: .milliseconds($0)) }
  ) {
    self.server = server
    self.other = other
    self.secret = secret
    self.transport = transport
    self.now = now
    self.pause = pause
  }

  /// Verifies a receipt.
  ///
  /// It sends one request, and a second one to the other environment's server if the receipt belongs there (21007,
  /// 21008). Temporary failures are retried.
  ///
  /// - Parameter note: Receives a message, safe for the screen, about each attempt that is retried.
  package func verify(
    _ receipt: ReceiptFile, note: @Sendable (String) -> Void = { _ in }
  ) async throws(StoreError) -> ReceiptAnswer {
    let status: ReceiptStatus
    switch try await ask(receipt, at: server, note: note) {
    case .good(let answer): return answer
    case .refused(let refused): status = refused
    }
    guard let environment = status.otherEnvironment, let other, other.environment == environment else {
      throw refusal(status, of: receipt, at: server)
    }
    note(
      say("\(server.environment.rawValue) answers \(status.code): \(status.words(isReadable: true)); asking there"))
    switch try await ask(receipt, at: other, note: note) {
    case .good(let answer): return answer
    case .refused(let status): throw refusal(status, of: receipt, at: other)
    }
  }

  /// Checks that the server answers, by sending an empty receipt: a server that works rejects it (21002).
  package func probe() async throws(StoreError) {
    do throws(Failure) { _ = try await once("", at: server) } catch { throw error.error }
  }

  func wait(_ milliseconds: Int64, for what: String) async throws(StoreError) {
    do { try await pause(milliseconds) } catch {
      throw StoreError(.cancelled, say("cancelled while waiting for \(what)"))
    }
  }

  // MARK: Requests

  private enum Outcome {
    case good(ReceiptAnswer)
    case refused(ReceiptStatus)
  }

  private func ask(
    _ receipt: ReceiptFile, at server: ReceiptServer, note: @Sendable (String) -> Void
  ) async throws(StoreError) -> Outcome {
    var attempt = 1
    while true {
      let failure: StoreError
      var wait = (500 << Int64(attempt)) + Int64.random(in: 0..<500)
      do throws(Failure) {
        let outcome = try await once(receipt.base64, at: server)
        guard case .refused(let status) = outcome, status.isTemporary(isReadable: receipt.isReadable) else {
          return outcome
        }
        failure = refusal(status, of: receipt, at: server)
      } catch {
        guard error.error.isTemporary else { throw error.error }
        failure = error.error
        wait = error.retryAfter ?? wait
      }
      guard attempt < Self.attempts, wait <= Self.patience else { throw failure }
      note(say("attempt \(attempt) of \(Self.attempts): \(failure.message)"))
      try await self.wait(wait, for: say("retry of \(server.address.server)"))
      attempt += 1
    }
  }

  /// The error of a request that returned no status.
  private struct Failure: Error {
    let error: StoreError
    /// The wait that the server asks for, in milliseconds.
    var retryAfter: Int64?
  }

  private func once(_ receipt: String, at server: ReceiptServer) async throws(Failure) -> Outcome {
    var body: JSONObject = ["receipt-data": .string(receipt)]
    do throws(StoreError) {
      body.append("password", ifPresent: try secret().map { .string($0) })
    } catch {
      throw Failure(error: error)
    }
    let response: HTTPResponse
    do {
      response = try await transport.send(
        HTTPRequest(
          "POST", server.address, headers: [HTTPHeader("Content-Type", "application/json")],
          body: JSONValue.object(body).serializedBytes()))
    } catch {
      let kind: FailureKind = error.kind == .cancelled ? .cancelled : error.isTemporary ? .networkError : .systemError
      throw Failure(error: StoreError(kind, error.message, isTemporary: error.isTemporary))
    }
    guard response.isSuccess else {
      throw Failure(
        error: StoreError(
          .networkError, say("\(server.address.server) answered with HTTP status \(response.status)"),
          isTemporary: response.isTemporary), retryAfter: response.retryAfter(now: now()))
    }
    guard case .object(let answer) = try? JSONValue(parsing: response.body), let code = try? answer.int64("status")
    else { throw Failure(error: malformed(server, say("not a verifyReceipt answer"))) }
    let status = ReceiptStatus(code, in: answer)
    guard status.isGood else { return .refused(status) }
    do {
      return .good(try ReceiptAnswer(answer))
    } catch {
      throw Failure(error: malformed(server, say("unknown receipt format (\(safeText("\(error)")))")))
    }
  }

  // MARK: Errors

  private func refusal(_ status: ReceiptStatus, of receipt: ReceiptFile, at server: ReceiptServer) -> StoreError {
    var words = status.words(isReadable: receipt.isReadable)
    if status.code == 21_003, let failure = receipt.failure { words += " (\(safeText(failure.message)))" }
    if status.otherEnvironment == server.environment {
      words = say("\(words), which \(server.address.server) does not verify; name a server that does")
    } else if let right = [self.server, other].lazy.compactMap({ $0 }).first(where: {
      $0.environment == status.otherEnvironment
    }) {
      words = say("\(words); open --backend \(right.name)")
    }
    return StoreError(
      status.kind, "\(server.name): \(words) (status \(status.code))",
      isTemporary: status.isTemporary(isReadable: receipt.isReadable))
  }

  private func malformed(_ server: ReceiptServer, _ what: String) -> StoreError {
    StoreError(.systemError, say("\(server.address.server) answered with \(what); check the address"))
  }
}
