package import StoreModel
package import StrictJSON

/// Histories, for another ledger to begin with.
extension SimulatedAppStore {
  /// The history as it is now, or as it was at a checkpoint.
  ///
  /// - Throws: `usage` when there is no checkpoint of that name.
  package func history(at checkpoint: String?) throws(StoreError) -> JSONObject {
    try read { session in
      guard let checkpoint else { return try session.document() }
      return try session.document(of: checkpoint)
    }
  }
}
