package import AppStoreModel
import Core
package import Device

/// How a statement of the App Store reached the app server.
enum NewsWay: String, Hashable, Sendable {
  /// The App Store sent it as a notification.
  case notification
  /// The app server found it in the App Store's history, because its notification was lost or has not arrived yet.
  case sweep
}

/// The source of the App Store's news: its notifications and transactions, in the order in which they were signed.
package struct AppStoreNewsSource: Sendable {
  /// Reads the news after a place in that order, oldest first.
  package let after: @Sendable (_ place: Int64, _ limit: Int) async throws(StoreError) -> AppStoreNews
  /// Reads the news before a place in that order, newest first.
  package let before: @Sendable (_ place: Int64, _ limit: Int) async throws(StoreError) -> AppStoreNews

  package init(
    after: @escaping @Sendable (_ place: Int64, _ limit: Int) async throws(StoreError) -> AppStoreNews,
    before: @escaping @Sendable (_ place: Int64, _ limit: Int) async throws(StoreError) -> AppStoreNews
  ) {
    self.after = after
    self.before = before
  }
}

extension EmbeddedAppServer {
  /// How many pieces of news are verified in one batch.
  static let newsLimit = 200

  /// Reads the App Store's news: the notifications that arrived, and missed ones from the App Store's history.
  ///
  /// Reads everything new. When the App Store's history is much older than this server, it reads the newest part first,
  /// and one more page of the rest at each call.
  package func hear() async throws(VerificationError) {
    await setTokens()
    guard let news else { return }
    let place = try perform { try $0.place() }
    do {
      guard let heard = place.heard else { return try receive(await news.before(.max, Self.newsLimit), isFirst: true) }
      var last = heard
      while true {
        let page = try await news.after(last, Self.newsLimit)
        guard let end = page.items.last?.place, end > last else { break }
        try receive(page, isFirst: false)
        last = end
        guard page.hasMore else { break }
      }
      guard let backlog = place.backlog else { return }
      try receive(await news.before(backlog, Self.newsLimit), backlog: backlog)
    } catch {
      throw VerificationError(wrapping: error)
    }
  }

  /// Returns which of some notifications the server has stored.
  package func heard(_ uuids: [String]) throws(VerificationError) -> Set<String> {
    try perform { session in Set(try uuids.filter { try session.knows($0) }) }
  }

  /// Stores a notification that was posted to the server.
  ///
  /// - Throws: `temporary` when the notification cannot be stored, so that the App Store sends it again; `rejected`
  ///   when its signature is invalid.
  func keep(notification signedPayload: String) throws(VerificationError) {
    switch examine(notification: signedPayload) {
    case .refused(let reason):
      try perform { try $0.event(.quarantined, reason) }
      throw VerificationError(.rejected, reason)
    case .shown(let notification): try perform { try $0.hear(notification, by: .notification) }
    }
  }

  private func receive(_ news: AppStoreNews, isFirst: Bool) throws(VerificationError) {
    let items = isFirst ? news.items.reversed() : news.items
    let examined = try examine(items)
    try perform { session in
      for item in examined { try item.hear(in: session, isQuiet: isFirst) }
      if isFirst { try session.noteEarlier(examined.count) }
      let place = try session.place()
      // Another process may have read more meanwhile.
      let heard = max(place.heard ?? 0, items.last?.place ?? 0)
      let backlog = isFirst && place.heard == nil && news.hasMore ? items.first?.place : place.backlog
      try session.keepPlace(heard: heard, backlog: backlog)
    }
  }

  private func receive(_ news: AppStoreNews, backlog: Int64) throws(VerificationError) {
    let examined = try examine(news.items.reversed())
    try perform { session in
      for item in examined { try item.hear(in: session, isQuiet: true) }
      try session.noteEarlier(examined.count)
      let place = try session.place()
      guard place.backlog == backlog else { return }
      try session.keepPlace(heard: place.heard, backlog: news.hasMore ? news.items.last?.place : nil)
    }
  }

  /// Sets the token of each user who logged in on the purchases made before the login, so that renewals carry it.
  ///
  /// A token that the App Store does not accept now is sent again with the next news.
  func setTokens() async {
    guard let setToken, let wanted = try? perform({ try $0.wantedTokens() }) else { return }
    for (originalId, token) in wanted { try? await setToken(token, originalId) }
  }

  // MARK: Verification

  /// A piece of news whose signature was checked.
  private enum ExaminedNews: Sendable {
    case notification(HeardNotification, NewsWay)
    case transaction(ShownTransaction)

    func hear(in session: ServerSession, isQuiet: Bool) throws {
      switch self {
      case .notification(let heard, let way): try session.hear(heard, by: way, isQuiet: isQuiet)
      case .transaction(let shown): try session.hear(shown)
      }
    }
  }

  /// Verifies the new items; leaves out known and invalid ones.
  private func examine(_ items: [AppStoreNews.Item]) throws(VerificationError) -> [ExaminedNews] {
    let known = try self.heard(items.compactMap(\.notificationUUID))
    // A notification contains the newest statement about its transaction, which was signed before the notification. The
    // same signed text is verified only once, and keeps its first place in the list.
    var verified: [String: ShownTransaction] = [:]
    var heard: [String: HeardNotification] = [:]
    for item in items {
      guard let uuid = item.notificationUUID, !known.contains(uuid),
        case .shown(let notification) = examine(notification: item.signed)
      else { continue }
      heard[uuid] = notification
      if let text = notification.notification.data?.signedTransactionInfo { verified[text] = notification.shown }
    }
    return items.compactMap { item -> ExaminedNews? in
      if let uuid = item.notificationUUID {
        return heard[uuid].map { .notification($0, item.hasArrived ? .notification : .sweep) }
      }
      if let shown = verified[item.signed] { return .transaction(shown) }
      guard case .shown(let shown) = examine(item.signed, transactionId: nil) else { return nil }
      return .transaction(shown)
    }
  }

  private func examine(notification text: String) -> Evidence<HeardNotification> {
    let result = verifier.verify(text, as: .notification)
    if let failure = result.verdict.failure {
      return .refused(reason: say("the notification's signature is invalid: \(safeText(failure.message))"))
    }
    guard let notification = result.payload?.notification, notification.notificationUUID?.isEmpty == false else {
      return .refused(reason: say("the notification has no notificationUUID"))
    }
    var shown: ShownTransaction?
    var renewal: Signed<RenewalInfo>?
    if let inner = result.enclosed[.transaction], let payload = inner.payload?.transaction,
      let text = notification.data?.signedTransactionInfo
    {
      shown = ShownTransaction(inner.signed(payload, text))
    }
    if let inner = result.enclosed[.renewalInfo], let payload = inner.payload?.renewalInfo,
      let text = notification.data?.signedRenewalInfo
    {
      renewal = inner.signed(payload, text)
    }
    let failure = result.enclosed.values.lazy.compactMap(\.verdict.failure).first
    return .shown(
      HeardNotification(
        notification: notification, shown: shown, renewal: renewal,
        failure: failure.map { say("signed data in the notification is invalid: \(safeText($0.message))") }))
  }
}

extension VerificationResult {
  /// Returns a payload with the text and the verdict of its verification.
  func signed<Payload>(_ payload: Payload, _ text: String) -> Signed<Payload> {
    Signed(payload: payload, jws: text, verdict: verdict, rootFingerprint: rootFingerprint)
  }
}
