import Dashboard
import Purchasing

extension Problem {
  /// Why something failed, in the words that the command line uses.
  init(_ error: any Error) {
    self.init(Program.explain(error).1, kind: (error as? BackendError)?.kind)
  }
}
