import StoreKitFiles
import StoreModel

extension LedgerSession {
  /// Every account's subscriptions with what happens to them next, account by account, oldest first.
  func shownSubscriptions(locale: String?) throws -> [AppStoreSubscription] {
    try accounts().flatMap { account in
      try subscriptions(of: account.name).map { row in
        let product = catalogue.product(row.productId)
        return AppStoreSubscription(
          originalTransactionId: String(row.originalId), productId: row.productId,
          productName: product?.displayName(locale: account.locale(onDevice: locale)) ?? row.productId,
          displayPrice: price(product?.total(for: 1) ?? 0, account.currency, account.storefront),
          account: row.account, state: AppStoreSubscription.State(row.state), autoRenew: row.autoRenew,
          billingFails: row.billingFails,
          nextDate: Timestamp(milliseconds: row.dueDate ?? row.expiresDate), renewals: row.renewals,
          nextProductName: row.nextProductId.map { id in
            catalogue.product(id)?.displayName(locale: account.locale(onDevice: locale)) ?? id
          },
          priceIncrease: row.consent.flatMap { AppStoreSubscription.PriceIncrease(rawValue: $0.rawValue) })
      }
    }
  }
}

extension AppStoreSubscription.State {
  fileprivate init(_ state: SubscriptionRow.State) {
    self =
      switch state {
      case .active: .active
      case .grace: .grace
      case .retry: .retry
      case .expired: .expired
      case .revoked: .revoked
      }
  }
}
