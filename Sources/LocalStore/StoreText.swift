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
