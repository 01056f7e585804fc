package import Purchasing
import StrictJSON

extension RemoteStore {
  /// The newest signed text of a transaction, whoever's it is; nil when the App Store knows none.
  package func signedTransaction(_ id: String) async throws(BackendError) -> String? {
    try await call(RemoteServerCall.transaction, ["transactionId": .string(id)]) { json throws(JSONError) in
      try json.string("signedTransactionInfo")
    }
  }
}
