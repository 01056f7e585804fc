extension Purchasing {
  /// Makes one of support's changes at the App Store, with a row in the journal before it and after it.
  ///
  /// - Parameter what: The change as a sentence without an end, such as `extend the renewal by 7 days`.
  package func support<Answer: Sendable>(
    _ what: String, transactionId: String?, change: @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try journal(.supportBegun, "support: \(what)", transactionId: transactionId)
    do {
      let answer = try await change()
      try journal(.supportDone, "done: \(what)", transactionId: transactionId)
      return answer
    } catch {
      try journal(.supportFailed, "failed: \(what): \(error)", transactionId: transactionId)
      throw error
    }
  }
}
