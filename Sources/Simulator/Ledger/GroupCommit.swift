import AppStoreModel
import Core
import Storage

/// A queue of writes to the ledger that share commits.
///
/// The first caller to lock the ledger carries out all waiting writes and stores them with one commit.
final class GroupCommit: Sendable {
  /// The most writes in one commit, so that no write waits for a long queue of others.
  private static let limit = 64

  private let waiting = Mutex<[any LedgerWrite]>([])

  /// How many writes wait now.
  var count: Int { waiting.withLock { $0.count } }

  /// Carries out a write, alone or in one commit with the others that wait.
  func carryOut<Result: Sendable>(_ write: WaitingWrite<Result>, in ledger: Mutex<Ledger>) throws -> Result {
    waiting.withLock { $0.append(write) }
    ledger.withLock { ledger in
      while !write.isDone { Self.store(nextBatch(), in: &ledger) }
    }
    return try write.outcome()
  }

  private func nextBatch() -> [any LedgerWrite] {
    waiting.withLock { waiting in
      defer { waiting.removeFirst(min(Self.limit, waiting.count)) }
      return Array(waiting.prefix(Self.limit))
    }
  }

  /// Stores several writes with one commit; if that fails, carries out each alone, so that each has its own result.
  private static func store(_ writes: [any LedgerWrite], in ledger: inout Ledger) {
    guard writes.count > 1 else { return writes.forEach { $0.performAlone(in: &ledger) } }
    do {
      try ledger.usingConnection { ledger in
        try ledger.connection.transaction { for write in writes { try write.perform(in: &ledger) } }
      }
      for write in writes { write.settle() }
    } catch let fault as DatabaseFault where fault.isOfCommit {
      for write in writes { write.fail(fault) }
    } catch {
      for write in writes { write.performAlone(in: &ledger) }
    }
  }
}

/// A waiting write, whatever its result type.
protocol LedgerWrite: Sendable {
  /// Runs the write inside a transaction; keeps a refusal as its outcome.
  ///
  /// - Throws: a `DatabaseFault`, which ends the whole transaction.
  func perform(in ledger: inout Ledger) throws
  /// Runs the write in a transaction of its own.
  func performAlone(in ledger: inout Ledger)
  /// Marks the write as done, after the commit.
  func settle()
  func fail(_ error: any Error)
}

/// A write with its outcome, which the caller gets only after the commit.
final class WaitingWrite<Value: Sendable>: LedgerWrite {
  private struct State: Sendable {
    var found: Result<Value, any Error>?
    var isDone = false
  }

  private let body: @Sendable (inout Ledger) throws -> Value
  private let state = Mutex(State())

  init(_ body: @escaping @Sendable (inout Ledger) throws -> Value) { self.body = body }

  var isDone: Bool { state.withLock { $0.isDone } }

  func outcome() throws -> Value {
    guard let found = state.withLock({ $0.found }) else {
      throw StoreError(.unusable, "the ledger was closed before a write was stored")
    }
    return try found.get()
  }

  func perform(in ledger: inout Ledger) throws {
    let found: Result<Value, any Error>
    do {
      found = .success(try body(&ledger))
    } catch let fault as DatabaseFault {
      throw fault
    } catch {
      found = .failure(error)
    }
    state.withLock { $0.found = found }
  }

  func performAlone(in ledger: inout Ledger) {
    do {
      let value = try ledger.usingConnection(body)
      state.withLock { $0.found = .success(value) }
    } catch {
      state.withLock { $0.found = .failure(error) }
    }
    settle()
  }

  func settle() { state.withLock { $0.isDone = true } }

  func fail(_ error: any Error) {
    state.withLock { $0 = State(found: .failure(error), isDone: true) }
  }
}
