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

  init(_ options: Arguments) {
    var opening = options.storeOptions
    opening.isReadOnly = true
    opening.isDemo = false
    session = StoreDirectory.holdsDevice(opening) ? try? StoreSession(opening) : nil
  }

  /// Creates the values of no store.
  init() { session = nil }

  func close() { session?.close() }

  /// Returns the candidates for a value name in a usage line.
  ///
  /// - Parameter command: The command whose usage line has the name.
  func candidates(for name: String, of command: String) -> [Completion.Candidate] {
    switch (name, command) {
    case ("PRODUCT", _), ("SUB", _): products
    case ("NAME", "account"), ("ACCOUNT", _): accounts
    case ("NAME", "user"), ("USER", _): users
    case ("NAME", "walkthrough"): walkthroughs
    case ("NAME", "fault"): DeviceFault.Kind.all.map { Completion.Candidate(word: $0.name, note: $0.words) }
    case ("COMMAND", _): CommandTable.all.map { Completion.Candidate(word: $0.name, note: $0.summary.text) }
    case ("ORDER", _): orders
    case ("TRANSACTION", _), ("TXN", _): transactions
    case ("FILE", "simulator"): scenarios + [Completion.files]
    case _ where name.hasPrefix("FILE"): [Completion.files]
    default: []
    }
  }

  /// Returns the candidates for an option's value.
  func candidates(for option: CommandOption) -> [Completion.Candidate] {
    let argument = option.argument ?? ""
    switch option.name {
    case "account": return accounts
    case "user", "to": return users + [Completion.files]
    case "product": return products
    case "backend":
      return words("simulator none appstore:production appstore:sandbox receipt:production receipt:sandbox")
    case "theme": return words(Setting.theme.words.joined(separator: " "))
    case "profile":
      return words(((try? Settings { _ in nil })?.profileNames ?? []).map { safeText($0) }.joined(separator: " "))
    case "environment": return words("Production Sandbox Xcode LocalTesting")
    case "verify-with": return words("embedded none")
    case "kind": return words("transaction renewalInfo notification appTransaction")
    case "format": return words("json csv jws storekit")
    case "outcome": return words("success cancel pending unverified")
    case "token": return words("user order")
    case _ where argument.contains("FILE") || argument.contains("DIR") || argument.contains("CERT"):
      return [Completion.files]
    default: return argument.isValueName ? [] : words(argument.replacing("|", with: " "))
    }
  }

  private func words(_ text: String) -> [Completion.Candidate] {
    text.split(separator: " ").map { Completion.Candidate(word: String($0), note: "") }
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
