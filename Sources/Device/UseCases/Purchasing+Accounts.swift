package import AppStoreModel
import Core

extension Purchasing {
  /// Signs an Apple Account in, or out with nil.
  ///
  /// The evidence stays, but only the account's own is visible.
  ///
  /// - Throws: A `StoreError` of kind `accountNotFound` when the App Store does not know the name.
  package func signIn(_ account: String?) async throws { try await acting { try await signInNow(account) } }

  private func signInNow(_ account: String?) async throws {
    if let account, try await isUnknown(account) {
      let known = try await appStore.accounts().map(\.name)
      throw StoreError(
        .accountNotFound,
        say(
          "unknown Apple Account “\(safeText(account))”; this App Store has "
            + "\(safeText(Language.series(known)))"
        )
      )
    }
    try store.batch {
      if account == nil { try journal(.signedOut, say("signed out of the App Store")) }
      try store.update { state in
        state.account = account
        state.lastChecked = nil
        state.waitingUpdates = 0
      }
      if account != nil { try journal(.signedIn, say("signed in to the App Store")) }
    }
    // Prices are those of the account's storefront.
    if account != nil { _ = try? await aside { try await loadProducts() } }
  }

  /// Returns whether the App Store has no Apple Account with a name.
  ///
  /// Where it throws, the backend's messages go to the journal.
  private func isUnknown(_ account: String) async throws -> Bool {
    do {
      return try await appStore.account(named: account) == nil
    } catch {
      try journalAsides()
      throw error
    }
  }

  /// Defers a purchase that the customer began in the App Store until the next login.
  package func put(off promoted: PromotedPurchase) throws {
    try store.batch {
      try store.deferPurchase(promoted.id)
      try journal(
        .purchaseDeferred, say("begun in the App Store; deferred until a user logs in"), productId: promoted.productId)
    }
  }

  /// Sets whether news appears by itself or waits for an action.
  package func setUpdates(_ mode: UpdatesMode) throws {
    try store.batch {
      try store.update { $0.updates = mode }
      try journal(.updatesSwitched, say("updates are \(mode.rawValue)"))
    }
  }

  /// Sets after how many milliseconds without a check an answer is unconfirmed; nil for never.
  package func setOfflineValidity(_ milliseconds: Int64?) throws {
    try store.update { $0.offlineValidity = milliseconds }
  }
}
