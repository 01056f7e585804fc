import Texts

/// What is wrong with what a device holds.
enum StoreText: Sentence {
  case transactionWithoutId, renewalWithoutOriginalId, transactionIsNoObject, transactionCannotBeRead(String)

  case columnsDiffer(String), renewalIsNoObject, renewalCannotBeRead(String)

  case productIsNoObject, productCannotBeRead(String)

  case belongsToAnother(bound: String, asked: String)

  case notKeptThen(String)

  case statementIsNoObject, statementCannotBeRead(String)
}

// MARK: - English

extension StoreText {
  var english: String {
    switch self {
    case .transactionWithoutId: "a signed transaction without an id"
    case .renewalWithoutOriginalId: "a renewal information without an original transaction id"
    case .transactionIsNoObject: "a stored transaction is no JSON object"
    case .transactionCannotBeRead(let error): "a stored transaction cannot be read: \(error)"

    case .columnsDiffer(let id): "the columns of transaction \(id) differ from what was signed"
    case .renewalIsNoObject: "a stored renewal information is no JSON object"
    case .renewalCannotBeRead(let error): "a stored renewal information cannot be read: \(error)"

    case .productIsNoObject: "a stored product is no JSON object"
    case .productCannotBeRead(let error): "a stored product cannot be read: \(error)"

    case .belongsToAnother(let bound, let asked):
      "this store belongs to \(bound), not to \(asked): open it with that one, or name another "
        + "directory with --store"

    case .notKeptThen(let since): "not kept: this device keeps what arrives since \(since) UTC; ask for a later date"

    case .statementIsNoObject: "a stored statement is no JSON object"
    case .statementCannotBeRead(let error): "a stored statement cannot be read: \(error)"
    }
  }
}
