import Texts

/// What an exit status says, for the help.
extension ExitStatus: Worded {
  package var english: String {
    switch self {
    case .done: "done"
    case .failed: "failed or cancelled"
    case .usage: "wrong usage"
    case .notEntitled: "not entitled (check)"
    case .unusable: "the store or ledger could not be used"
    }
  }
}
