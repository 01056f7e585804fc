import AppStoreModel
import Core
import Storage

/// A queue of writes to the ledger that share commits.
///
/// The first caller to lock the ledger carries out all waiting writes and stores them with one commit.
final class GroupCommit: Sendable {
  /// The most writes in one commit, so that no write waits for a long queue of others.
  private static let limit = 64

  private let waiting = Mutex<[WaitingWrite]>([])

  /// How many writes wait now.
  var count: Int { waiting.withLock { $0.count } }

  /// Carries out a write, alone or in one commit with the others that wait.
  func carryOut<Result: Sendable>(
    in ledger: Mutex<Ledger>, _ body: @escaping @Sendable (inout Ledger) throws -> Result
  ) throws -> Result {
    let result = Mutex<Result?>(nil)
    let write = WaitingWrite { ledger in
      let value = try body(&ledger)
      result.withLock { $0 = value }
    }
    waiting.withLock { $0.append(write) }
    ledger.withLock { ledger in
      while !write.isDone { Self.store(nextBatch(), in: &ledger) }
    }
    if let failure = write.failure { throw failure }
    guard let value = result.withLock({ $0 }) else {
      throw StoreError(.unusable, "the ledger was closed before a write was stored")
    }
    return value
  }

  private func nextBatch() -> [WaitingWrite] {
    waiting.withLock { waiting in
      defer { waiting.removeFirst(min(Self.limit, waiting.count)) }
      return Array(waiting.prefix(Self.limit))
    }
  }

  /// Stores several writes with one commit; if that fails, carries out each alone, so that each has its own result.
  private static func store(_ writes: [WaitingWrite], in ledger: inout Ledger) {
    guard writes.count > 1 else { return writes.forEach { $0.performAlone(in: &ledger) } }
    do {
      try ledger.usingConnection { ledger in
        try ledger.connection.transaction { for write in writes { try write.perform(in: &ledger) } }
      }
      for write in writes { write.settle() }
    } catch let fault as DatabaseFault where fault.isOfCommit {
      for write in writes { write.end(fault) }
    } catch {
      for write in writes { write.performAlone(in: &ledger) }
    }
  }
}

/// A write with its outcome, which the caller gets only after the commit.
final class WaitingWrite: Sendable {
  private struct State: Sendable {
    var failure: (any Error)?
    var isDone = false
  }

  private let body: @Sendable (inout Ledger) throws -> Void
  private let state = Mutex(State())

  init(_ body: @escaping @Sendable (inout Ledger) throws -> Void) { self.body = body }

  var isDone: Bool { state.withLock { $0.isDone } }

  /// Why the write failed; nil if it succeeded.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// Runs the write inside a transaction; keeps a refusal as its outcome.
  ///
  /// - Throws: a `DatabaseFault`, which ends the whole transaction.
  func perform(in ledger: inout Ledger) throws {
    do {
      try body(&ledger)
    } catch let fault as DatabaseFault {
      throw fault
    } catch {
      state.withLock { $0.failure = error }
    }
  }

  /// Runs the write in a transaction of its own.
  func performAlone(in ledger: inout Ledger) {
    do {
      try ledger.usingConnection(body)
      end(nil)
    } catch {
      end(error)
    }
  }

  /// Marks the write as done, after the commit.
  func settle() { state.withLock { $0.isDone = true } }

  /// Marks the write as done, with this outcome.
  func end(_ failure: (any Error)?) {
    state.withLock { $0 = State(failure: failure, isDone: true) }
  }
}
