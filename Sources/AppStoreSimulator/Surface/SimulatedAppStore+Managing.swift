import StoreModel
package import StrictJSON

/// `restate`, `delete`, `reset ACCOUNT`, `checkpoint`.
extension SimulatedAppStore {
  /// Deletes a transaction and what came of it: the later periods of its subscription, and the family's share.
  ///
  /// As in Xcode, it is as if it had never been: no notification tells of it.
  ///
  /// - Returns: The ids that are gone, oldest first.
  @discardableResult
  package func deleteTransaction(_ transactionId: String) throws(SimulatorError) -> [String] {
    try write { try $0.deleteTransaction(transactionId) }
  }

  /// Signs a new version of a transaction in which some members are others than the ledger has them.
  ///
  /// `null` leaves one out. Devices fetch it like any other version.
  package func restate(_ transactionId: String, _ members: JSONObject) throws(SimulatorError) {
    try write { try $0.restate(transactionId, members) }
  }

  /// Deletes everything that an Apple Account bought or asked for; the account stays.
  package func resetAccount(_ account: String) throws(SimulatorError) {
    try write { try $0.resetAccount(account) }
  }

  /// Keeps the present history under a name, or under the next free number.
  ///
  /// - Returns: The name.
  package func makeCheckpoint(_ name: String? = nil) throws(SimulatorError) -> String {
    try write { try $0.makeCheckpoint(name) }
  }

  /// Goes back to a checkpoint: a new epoch, with the clock where it stood.
  ///
  /// Earlier revisions are refused from then on, and no id is used again.
  package func restoreCheckpoint(_ name: String) throws(SimulatorError) {
    try write { try $0.restoreCheckpoint(name, machine: machineClock().milliseconds) }
  }

  /// The checkpoints by the time they hold, oldest first.
  package func checkpoints() throws(SimulatorError) -> [SimulatedCheckpoint] {
    try read { try $0.checkpoints() }
  }

  /// The whole history as a JSON text, without the keys.
  package func exportHistory() throws(SimulatorError) -> String {
    try read { JSONValue.object(try $0.document()).serialized() }
  }

  /// Takes a history that `exportHistory()` wrote, here or in another ledger of the same app, in place of the present
  /// one.
  ///
  /// - Parameter name: What an error calls it.
  /// - Throws: `usage` when it is something else or of another app.
  package func importHistory(_ text: [UInt8], name: String) throws(SimulatorError) {
    let machine = machineClock().milliseconds
    try write { session in
      guard case .object(let document)? = try? JSONValue(parsing: text) else {
        throw SimulatorError(.usage, "\(name) is no history of a simulated App Store")
      }
      try session.restore(document, name: name, machine: machine)
    }
  }
}
