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
    offered(by: parameter) + parameter.choices.map { Completion.Candidate(word: $0, note: note) }
  }

  private func offered(by parameter: AnyParameter) -> [Completion.Candidate] {
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
    case .faults: DeviceFault.Kind.all.map { Completion.Candidate(word: $0.name, note: $0.words) }
    case .commands: CommandTable.all.map { Completion.Candidate(word: $0.name, note: $0.summary.text) }
    case .files: [Completion.files]
    case .profiles: words(((try? Settings { _ in nil })?.profileNames ?? []).map { safeText($0) })
    case .words(let list): words(list)
    }
  }

  private func words(_ list: [String]) -> [Completion.Candidate] {
    list.map { Completion.Candidate(word: $0, note: "") }
  }

  private var products: [Completion.Candidate] {
    ((try? session?.reader().products()) ?? []).map {
      Completion.Candidate(word: safeText($0.id), note: safeText($0.displayName))
    }
  }

  private var accounts: [Completion.Candidate] {
    ((try? session?.appStore?.accounts()) ?? []).map {
      Completion.Candidate(word: safeText($0.name), note: safeText($0.note))
    }
  }

  private var users: [Completion.Candidate] {
    ((try? session?.reader().users()) ?? []).map { Completion.Candidate(word: safeText($0), note: "") }
  }

  private var orders: [Completion.Candidate] {
    ((try? session?.reader().latestOrders(limit: 20)) ?? []).map {
      Completion.Candidate(word: safeText($0.id), note: safeText($0.productId))
    }
  }

  private var transactions: [Completion.Candidate] {
    let page = try? session?.reader().transactions(PageRequest(limit: 20))
    return (page?.rows ?? []).map(\.transaction).compactMap { transaction in
      transaction.transactionId.map {
        Completion.Candidate(word: safeText($0), note: safeText(transaction.productId ?? ""))
      }
    }
  }

  private var walkthroughs: [Completion.Candidate] {
    WalkthroughLibrary.listings().map { Completion.Candidate(word: $0.name, note: $0.title) }
  }

  private var scenarios: [Completion.Candidate] {
    WalkthroughLibrary.paths(of: .scenarios).map {
      Completion.Candidate(word: WalkthroughFile.name(of: $0), note: "")
    }
  }
}
