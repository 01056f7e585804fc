import CTerminalRestore
import Dashboard
import Database
import Foundation
import LocalStore
import Locks
import Purchasing
import StoreModel

/// The one thread that reads the device's memory, on a connection of its own.
///
/// Of two questions about the same thing that wait, only the newer is answered.
final class StoreReader: Sendable {
  /// What a question is about.
  private enum Slot: Hashable {
    case overview, refundable, situation, orderJournal, preview
    case page(Tab)

    init(_ query: Query) {
      self =
        switch query {
        case .overview: .overview
        case .refundable: .refundable
        case .situation: .situation
        case .orderJournal: .orderJournal
        case .preview: .preview
        case .page(let tab, _): .page(tab)
        }
    }
  }

  private struct Question {
    var id: TaskID
    var query: Query
  }

  private let session: StoreSession
  private let queue: EventQueue
  private let waiting = Mutex<[Question]>([])
  private let bell = DispatchSemaphore(value: 0)
  private let isStopped = Mutex(false)

  init(_ session: StoreSession, queue: EventQueue) {
    self.session = session
    self.queue = queue
    let thread = Thread { [self] in run() }
    thread.name = "store reader"
    thread.start()
  }

  /// Asks; the answer is posted to the queue.
  func ask(_ id: TaskID, _ query: Query) {
    waiting.withLock { waiting in
      waiting.removeAll { Slot($0.query) == Slot(query) }
      waiting.append(Question(id: id, query: query))
    }
    bell.signal()
  }

  /// Ends the thread after the question under way.
  func stop() {
    isStopped.withLock { $0 = true }
    bell.signal()
  }

  private func run() {
    terminal_restore_cover_thread()
    var store: LocalStore?
    while true {
      bell.wait()
      if isStopped.withLock({ $0 }) { return }
      guard let question = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { continue }
      do {
        queue.post(.loaded(question.id, try answer(question.query, from: &store)))
      } catch {
        store = nil
        queue.post(.failed(question.id, Problem(error)))
      }
    }
  }

  /// Answers; where another file lies at the path since, from that one.
  private func answer(_ query: Query, from store: inout LocalStore?) throws -> Loaded {
    do {
      return try answer(query, from: try open(&store))
    } catch let fault as DatabaseFault where fault.cause == .moved || fault.cause == .missing {
      store = nil
      return try answer(query, from: try open(&store))
    }
  }

  /// Opens the memory; one that is being replaced is waited for, so that nobody sees half of it.
  private func open(_ store: inout LocalStore?) throws -> LocalStore {
    if let store { return store }
    let deadline = ContinuousClock.now + Self.patience
    while true {
      let opened = Result { try session.reader() }
      let isWhole = try? opened.get().deviceState().isBegun
      if isWhole == true || ContinuousClock.now > deadline {
        store = try opened.get()
        return try opened.get()
      }
      if case .failure(let error) = opened, (error as? DatabaseFault)?.cause != .missing { throw error }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  /// How long a memory that is being replaced is waited for.
  private static let patience = Duration.seconds(5)

  private func situation() throws -> AppStoreSituation {
    guard let control = session.backend.control else {
      throw BackendError(.unsupported, "this App Store is not simulated: nobody can play it")
    }
    return try blocking { try await control.situation() }
  }

  /// What a purchase by whoever is signed in will lead to.
  private func preview(
    _ productId: String, _ quantity: Int, _ offer: OfferName?, _ store: LocalStore
  ) throws -> PurchasePreview {
    guard let control = session.backend.control else {
      throw BackendError(.unsupported, "this App Store does not say beforehand what a purchase leads to")
    }
    let account = try store.deviceState().account ?? ""
    return try blocking {
      try await control.preview(productId, quantity: quantity, offer: offer, account: account)
    }
  }

  private func answer(_ query: Query, from store: LocalStore) throws -> Loaded {
    switch query {
    case .overview: .overview(try session.overview(from: store))
    case .refundable(let request): .refundable(try store.refundable(request))
    case .page(.refunds, let request): .refunds(try store.refunds(request))
    case .page(.transactions, let request): .transactions(try store.transactions(request))
    case .page(.orders, let request): .orders(try store.orders(request))
    case .page(.unfinished, let request): .unfinished(try store.unfinished(request))
    case .page(.journal, let request): .journal(try store.journal(request))
    case .page(.quarantine, let request): .quarantine(try store.quarantine(request))
    case .orderJournal(let request): .orderJournal(try store.journal(request))
    case .situation: .situation(try situation())
    case .preview(let productId, let quantity, let offer): .preview(try preview(productId, quantity, offer, store))
    }
  }
}
