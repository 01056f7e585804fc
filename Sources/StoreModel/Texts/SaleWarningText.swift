import Texts

/// What is said before a sale that customers regret.
enum SaleWarningText: Sentence {
  case passRuns(until: String?)
  case sharedByFamily(String)
  case hadAlready(user: String?)
}
