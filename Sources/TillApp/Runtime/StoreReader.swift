import AppStoreModel
import CTerminalRestore
import Core
import Dashboard
import Device
import Storage

/// What a reader's thread answers from: the device store, or an open customer of a desk.
protocol QueryAnswers {
  mutating func answer(_ query: Query) throws -> Loaded
  /// Frees memory that only a large answer needed.
  mutating func freeMemory()
}

/// The thread that answers the dashboard's queries, with a connection of its own.
///
/// When two waiting queries ask for the same thing, only the newer one is answered.
final class StoreReader: Sendable {
  /// The subject of a query; a newer query replaces a waiting one of the same subject.
  private enum Slot: Hashable {
    case overview, refundable, orderJournal, lives, past, signedItem, forgery, exported
    case page(Tab)

    /// Returns nil for a query that the device store cannot answer.
    init?(_ query: Query) {
      switch query {
      case .overview: self = .overview
      case .refundable: self = .refundable
      case .orderJournal: self = .orderJournal
      case .lives: self = .lives
      case .past: self = .past
      case .page(let tab, _): self = .page(tab)
      case .exported: self = .exported
      case .signedItem(.transaction), .signedItem(.order), .signedItem(.quarantined), .signedItem(.journal):
        self = .signedItem
      case .forgery: self = .forgery
      case .situation, .preview, .signedItem, .desk: return nil
      }
    }
  }

  private struct Question {
    var id: TaskID
    var query: Query
  }

  private let queue: EventQueue
  private let questions = Mailbox<Question>()

  /// - Parameter open: Creates what the thread answers from, on that thread.
  init(queue: EventQueue, _ open: @escaping @Sendable () -> any QueryAnswers) {
    self.queue = queue
    startThread { [self] in run(open) }
  }

  /// Queues a query; the answer is posted to the event queue.
  ///
  /// - Returns: Whether the device store can answer it; false where the App Store must be asked.
  func ask(_ id: TaskID, _ query: Query) -> Bool {
    guard let slot = Slot(query) else { return false }
    questions.post(Question(id: id, query: query), replacing: { Slot($0.query) == slot })
    return true
  }

  /// Stops the thread after its current query.
  func stop() {
    questions.close()
    questions.withdraw { _ in true }
  }

  private func run(_ open: () -> any QueryAnswers) {
    terminal_restore_cover_thread()
    var answers = open()
    var hasReadAll = false
    while let question = questions.next() {
      do {
        queue.post(.loaded(question.id, try answers.answer(question.query)))
        // The overview read all of the customer's purchases, but little of that is kept: the rest is freed here.
        if case .overview = question.query { hasReadAll = true }
        if hasReadAll, questions.count == 0 {
          hasReadAll = false
          answers.freeMemory()
          ProcessMemory.giveBack()
          ProcessMemory.giveBackProgram()
        }
      } catch {
        queue.post(.failed(question.id, Problem(error)))
      }
    }
  }
}

/// Answers from the device store.
struct DeviceAnswers: QueryAnswers {
  let session: StoreSession
  private var store: LocalStore?

  init(_ session: StoreSession) { self.session = session }

  mutating func freeMemory() { store?.releaseMemory() }

  /// Answers a query; opens the store again where another file now lies at its path.
  mutating func answer(_ query: Query) throws -> Loaded {
    do {
      return try answer(query, from: try open())
    } catch let fault as DatabaseFault where fault.cause == .moved || fault.cause == .missing {
      store = nil
    } catch {
      store = nil
      throw error
    }
    return try answer(query, from: try open())
  }

  /// Opens the store; waits while the store is being replaced, so that the answer never shows an incomplete store.
  private mutating func open() throws -> LocalStore {
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
      sleepThread(for: .milliseconds(20))
    }
  }

  /// How long the reader waits for a store that is being replaced.
  private static let patience = Duration.seconds(5)

  private func answer(_ query: Query, from store: LocalStore) throws -> Loaded {
    switch query {
    case .overview: .overview(try session.overview(from: store))
    case .lives: .lives(try session.lives(from: store))
    case .past(let step): .past(step, try session.moment(step, from: store))
    case .refundable(let request): .refundable(try store.refundable(request))
    case .page(.refunds, let request): .refunds(try store.refunds(request))
    case .page(.transactions, let request): .transactions(try store.transactions(request))
    case .page(.orders, let request): try orders(request, from: store)
    case .page(.unfinished, let request): .unfinished(try store.unfinished(request))
    case .page(.journal, let request): .journal(try store.journal(request))
    case .page(.quarantine, let request): .quarantine(try store.quarantine(request))
    case .exported(let tab, let request): try answer(.page(tab, request), from: store)
    case .orderJournal(let request): .orderJournal(try store.journal(request))
    case .signedItem(let subject): .signedItem(try session.signedItem(subject, from: store))
    case .forgery(let jws): .forgery(try session.verifier.forgery(of: jws))
    case .situation, .preview, .desk:
      throw StoreError(.unsupported, say("the device store does not know the state of the App Store"))
    }
  }

  /// Returns a page of orders; the first page also has the account's purchases that are still under way.
  private func orders(_ request: PageRequest, from store: LocalStore) throws -> Loaded {
    let page = try store.orders(request)
    guard page.previous == nil else { return .orders(page) }
    let clock = try session.clock(for: store.deviceState(), from: store)
    return .orders(page, waiting: try store.waitingPurchases(of: request.productId, at: clock))
  }
}
