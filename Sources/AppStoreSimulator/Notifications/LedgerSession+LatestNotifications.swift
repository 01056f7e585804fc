import StoreModel

extension LedgerSession {
  /// The latest notifications for the App Store's side, newest first.
  func latestNotifications() throws -> [AppStoreNotification] {
    try notifications(of: nil, PageRequest(limit: 50)).rows.map { row in
      AppStoreNotification(
        notificationUUID: row.notificationUUID, type: row.notificationType, subtype: row.subtype,
        productId: row.productId, account: row.account, date: row.signedDate,
        delivery: AppStoreNotification.Delivery(row.delivery), attempts: row.sendAttempts.count,
        nextAttempt: row.nextAttempt)
    }
  }
}

extension AppStoreNotification.Delivery {
  fileprivate init(_ delivery: SimulatedNotification.Delivery) {
    self =
      switch delivery {
      case .waiting: .waiting
      case .delivered: .delivered
      case .failed: .failed
      }
  }
}
