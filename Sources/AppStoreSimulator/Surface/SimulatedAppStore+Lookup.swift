/// What a server may ask of the App Store without naming an account.
extension SimulatedAppStore {
  /// The newest signed statement about a transaction, whoever's it is (Apple: Get Transaction Info); nil when there is
  /// none of that id.
  package func signedTransaction(_ id: String) throws(SimulatorError) -> String? {
    try answer { session in
      try Int64(id).flatMap { try session.findTransaction($0) }.map { session.text($0.signed) }
    }
  }
}
