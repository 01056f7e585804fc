import AppStoreModel
import Core
import Dashboard
import Device
import Simulator
import Verbs

/// The values for completion, such as the products and accounts of the store that the command line names.
///
/// Creates no store and asks no server: for a missing or remote store there are no values.
struct CompletionValues {
  private typealias Candidate = Completion.Candidate

  private let session: StoreSession?

  init(_ options: Arguments) async {
    var opening = options.storeOptions
    opening.isReadOnly = true
    opening.isDemo = false
    session = StoreDirectory.holdsDevice(opening) ? try? await StoreSession(opening) : nil
  }

  /// Creates the values of no store.
  init() { session = nil }

  func close() { session?.close() }

  /// Returns the candidates for a word or the value of an option: those that its row offers, and the words of its form.
  func candidates(for parameter: AnyParameter, note: String = "") -> [Completion.Candidate] {
    offered(by: parameter) + parameter.choices.map { Candidate(word: $0, note: note) }
  }

  private func offered(by parameter: AnyParameter) -> [Candidate] {
    switch parameter.offers {
    case .nothing: []
    case .products: products
    case .accounts: accounts
    case .users: users
    case .orders: orders
    case .transactions: transactions
    case .purchases: orders + transactions
    case .walkthroughs: walkthroughs
    case .scenarios: scenarios + [Completion.files]
    case .faults: DeviceFault.Kind.all.map { Candidate(word: $0.name, note: $0.words) }
    case .commands: CommandTable.all.map { Candidate(word: $0.name, note: $0.summary.text) }
    case .files: [Completion.files]
    case .profiles: ((try? Settings { _ in nil })?.profileNames ?? []).map { Candidate(word: safeText($0)) }
    case .words(let list): list.map { Candidate(word: $0) }
    }
  }

  private var products: [Candidate] {
    ((try? session?.reader().products()) ?? []).map { Candidate(word: safeText($0.id), note: safeText($0.displayName)) }
  }

  private var accounts: [Candidate] {
    ((try? session?.appStore?.accounts()) ?? []).map { Candidate(word: safeText($0.name), note: safeText($0.note)) }
  }

  private var users: [Candidate] {
    ((try? session?.reader().users()) ?? []).map { Candidate(word: safeText($0)) }
  }

  private var orders: [Candidate] {
    ((try? session?.reader().latestOrders(limit: 20)) ?? []).map {
      Candidate(word: safeText($0.id), note: safeText($0.productId))
    }
  }

  private var transactions: [Candidate] {
    let page = try? session?.reader().transactions(PageRequest(limit: 20))
    return (page?.rows ?? []).map(\.transaction).compactMap { transaction in
      transaction.transactionId.map { Candidate(word: safeText($0), note: safeText(transaction.productId ?? "")) }
    }
  }

  private var walkthroughs: [Candidate] {
    WalkthroughLibrary.listings().map { Candidate(word: $0.name, note: $0.title) }
  }

  private var scenarios: [Candidate] {
    WalkthroughLibrary.paths(of: .scenarios).map { Candidate(word: WalkthroughFile.name(of: $0)) }
  }
}
