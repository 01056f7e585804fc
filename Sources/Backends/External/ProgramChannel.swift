package import AppStoreModel
package import Core

/// The connection to an external program: JSON-RPC 2.0, one object per line, over its standard input and output.
///
/// The first call starts the program. If the program ended, the next call starts it again. Its standard error is kept
/// for the journal.
package final class ProgramChannel: Sendable {
  private struct State {
    var process: ProgramProcess?
    var run = 0
    var nextId: Int64 = 1
    var waiting: [Int64: @Sendable (Result<JSONObject, StoreError>) -> Void] = [:]
    var asides: [String] = []
  }

  /// The maximum number of lines of standard error kept until they are read.
  private static let asideLimit = 100

  /// The path of the program.
  package let program: String
  private let timeout: Int64
  private let state = Mutex(State())
  /// The functions to call when the program reports that something may have changed.
  private let bell = Mutex<[@Sendable () -> Void]>([])

  /// - Parameter timeout: The longest wait for an answer, in milliseconds.
  package init(_ program: String, timeout: Int64 = 30_000) {
    self.program = program
    self.timeout = timeout
  }

  deinit { state.withLock { $0.process }?.hangUp() }

  /// Returns the lines of standard error since the last call.
  package func takeAsides() -> [String] {
    state.withLock { state in
      defer { state.asides = [] }
      return state.asides
    }
  }

  /// Registers a function to call whenever the program reports a change.
  func onRing(_ ring: @escaping @Sendable () -> Void) { bell.withLock { $0.append(ring) } }

  /// Makes one call; retries a repeatable call once if the program ended before its answer.
  package func call(
    _ method: String, _ parameters: JSONObject = [:], isRepeatable: Bool = true
  ) async throws(StoreError) -> JSONObject {
    do {
      return try await callOnce(method, parameters)
    } catch {
      guard error.kind == Self.ended else { throw error }
      guard isRepeatable, !Task.isCancelled else { throw Self.unanswered(error) }
    }
    do {
      return try await callOnce(method, parameters)
    } catch {
      throw error.kind == Self.ended ? Self.unanswered(error) : error
    }
  }

  /// Returns the error of a call that the program may have executed without answering.
  private static func unanswered(_ error: StoreError) -> StoreError {
    StoreError(.noAnswer, error.message, isTemporary: true)
  }

  private func callOnce(_ method: String, _ parameters: JSONObject) async throws(StoreError) -> JSONObject {
    guard !Task.isCancelled else { throw StoreError(.cancelled, say("cancelled before the call to \(name)")) }
    let process = try running()
    let (answers, answer) = AsyncStream.makeStream(of: Result<JSONObject, StoreError>.self)
    let id = state.withLock { state in
      defer { state.nextId += 1 }
      state.waiting[state.nextId] = { result in
        answer.yield(result)
        answer.finish()
      }
      return state.nextId
    }
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .number(id), "method": .string(method), "params": .object(parameters),
    ]
    if !process.write(request.serializedBytes()) {
      settle(id, .failure(endedError(say("it is stopping"))))
    }
    let timer = Task { [timeout, name] in
      try await Task.sleep(for: .milliseconds(timeout))
      settle(
        id,
        .failure(
          StoreError(
            .noAnswer, say("\(name) did not answer \(method) within \(timeout) ms"),
            isTemporary: true)))
    }
    defer { timer.cancel() }
    let result = await withTaskCancellationHandler {
      await answers.first { _ in true }
    } onCancel: {
      settle(id, .failure(StoreError(.cancelled, BackendText.callOfWasCancelled(name).text)))
    }
    guard let result else { throw StoreError(.cancelled, BackendText.callOfWasCancelled(name).text) }
    return try result.get()
  }

  private var name: String { safeText(program.split(separator: "/").last.map(String.init) ?? program) }

  // MARK: The program

  private func running() throws(StoreError) -> ProgramProcess {
    let result: Result<ProgramProcess, StoreError> = state.withLock { state in
      if let process = state.process { return .success(process) }
      state.run += 1
      let run = state.run
      do {
        let process = try ProgramProcess(
          program, line: { [weak self] in self?.receive($0) }, aside: { [weak self] in self?.note($0) },
          end: { [weak self] in self?.ended(run, how: $0) })
        state.process = process
        return .success(process)
      } catch {
        return .failure(
          StoreError(
            .unusable,
            say("Till could not start \(safeText(program)) (\("\(error)")); check that it exists and is executable")))
      }
    }
    return try result.get()
  }

  private static let ended = FailureKind(rawValue: "programEnded")

  private func endedError(_ how: String) -> StoreError {
    StoreError(Self.ended, say("\(name) ended (\(how)); the next call restarts it"), isTemporary: true)
  }

  private func ended(_ run: Int, how: String) {
    let waiting = state.withLock { state in
      guard state.run == run else { return [:] as [Int64: @Sendable (Result<JSONObject, StoreError>) -> Void] }
      defer { state.waiting = [:] }
      state.process = nil
      return state.waiting
    }
    note(say("the program ended (\(how))"))
    for waiter in waiting.values { waiter(.failure(endedError(how))) }
  }

  private func note(_ line: String) {
    state.withLock { state in
      if state.asides.count < Self.asideLimit { state.asides.append(safeText(line, limit: 400)) }
    }
  }

  private func settle(_ id: Int64, _ result: Result<JSONObject, StoreError>) {
    state.withLock { $0.waiting.removeValue(forKey: id) }?(result)
  }

  /// Handles a line of output: an answer, a change notification, or anything else.
  private func receive(_ line: [UInt8]) {
    switch ProgramMessage(line, of: name) {
    case .bell: bell.withLock { $0 }.forEach { $0() }
    case .answer(let id, let result): settle(id, result)
    case .neither(let reason): note(reason)
    }
  }
}

/// A parsed line of an external program's output.
enum ProgramMessage {
  /// The answer to the call with this id: an object or an error.
  case answer(Int64, Result<JSONObject, StoreError>)
  /// The notification that something may have changed.
  case bell
  /// Any other line, as a text for the journal.
  case neither(String)

  /// - Parameter name: The program's name, for messages.
  init(_ line: [UInt8], of name: String) {
    guard case .object(let message) = try? JSONValue(parsing: line) else {
      self = .neither(say("invalid JSON-RPC line: \(String(decoding: line.prefix(200), as: UTF8.self))"))
      return
    }
    if message["id"] == nil, (try? message.string("method")) == "changed" {
      self = .bell
    } else if let id = try? message.int64("id") {
      self = .answer(id, Self.result(message, of: name))
    } else {
      self = .neither(say("an answer without an id"))
    }
  }

  private static func result(_ message: JSONObject, of name: String) -> Result<JSONObject, StoreError> {
    if let error = try? message.object("error") { return .failure(failure(error, of: name)) }
    if case .object(let result) = message["result"] { return .success(result) }
    return .failure(StoreError(.systemError, say("\(name) answered without a result object")))
  }

  /// Returns the error of an error object, whose `data` may give the kind and whether a retry may help.
  private static func failure(_ error: JSONObject, of name: String) -> StoreError {
    let data = try? error.object("data")
    let kind = (try? data?.string("kind")).map { FailureKind(rawValue: safeText($0, limit: 64)) } ?? .failed
    let text = safeText((try? error.string("message")) ?? say("no message"))
    return StoreError(kind, "\(name): \(text)", isTemporary: (try? data?.bool("isTemporary")) ?? false)
  }
}
