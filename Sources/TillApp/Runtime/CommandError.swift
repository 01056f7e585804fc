import AppStoreModel
package import Core
import Dashboard
import Device
import Serve
import Storage

/// The exit statuses of the program, stable for scripts.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Done; also for a purchase that is already owned or pending, and for a filed refund request.
  case done = 0
  /// The action failed or was cancelled, or a line of input failed.
  case failed = 1
  case usage = 2
  /// The product is not entitled (`till check`).
  case notEntitled = 3
  /// The store or the ledger could not be used.
  case unusable = 4
}

/// An error message for the person, with the exit status; thrown by commands and by the opening of a store.
package struct CommandError: Error {
  package let status: ExitStatus
  package let message: String

  package init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}

/// An error in the command line's usage; exit status 2.
package struct UsageError: Error {
  /// One line that says what is wrong, and the remedy.
  package let message: String

  package init(_ message: String) { self.message = message }
}

extension CommandError {
  /// Turns any error into one clear line and its exit status.
  package init(explaining error: any Error) {
    let (status, message): (ExitStatus, String) =
      switch error {
      case let error as UsageError: (.usage, error.message)
      case let error as CommandError: (error.status, error.message)
      case let fault as DatabaseFault where fault.cause == .diskFull:
        (.unusable, say("disk full, no purchase was finished with the App Store: \(fault.description)"))
      case let fault as DatabaseFault: (.unusable, fault.description)
      case let error as StoreBindingError: (.unusable, safeText(error.message, limit: 600))
      case let damage as StoreDamage: (.unusable, say("\(safeText(damage.what)); run till doctor"))
      case let error as StoreError:
        (error.kind == .unusable ? .unusable : error.kind == .usage ? .usage : .failed, error.message)
      case let error as VerificationError: (.failed, error.message)
      case let error as HTTPServerError: (.failed, error.description)
      case let error as PageKeyError:
        (.usage, say("--after \(safeText(error.key)): give the \"next\" of the list before"))
      case let error as StoreKitFileError: (.usage, error.description)
      default: (.failed, safeText("\(error)", limit: 600))
      }
    self.init(status, message)
  }
}

extension Problem {
  /// Creates a problem from an error, with the text that the command line prints.
  init(_ error: any Error) {
    self.init(CommandError(explaining: error).message, kind: (error as? StoreError)?.kind)
  }
}

/// The meanings of the exit statuses, for the help.
extension ExitStatus: Worded {
  package var said: Words {
    switch self {
    case .done: "done"
    case .failed: "failed or cancelled"
    case .usage: "wrong usage"
    case .notEntitled: "not entitled (check)"
    case .unusable: "the store or ledger is unusable"
    }
  }
}
