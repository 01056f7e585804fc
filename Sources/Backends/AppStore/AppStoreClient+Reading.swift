package import AppStoreModel
package import Core
import HTTP

/// The calls that only read.
extension AppStoreClient {
  /// Returns one page of a customer's history in order of modification, with finished consumables.
  ///
  /// - Parameter id: Any transaction id, original transaction id or app transaction id of the customer.
  package func history(of id: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    var query = [(name: "sort", value: "ASCENDING")]
    if let revision { query.append(("revision", revision)) }
    return try page(await call("GET", ["v2", "history", id], query: query), after: revision)
  }

  /// Returns one page of a customer's refunded transactions in order of revocation date.
  package func refundHistory(of id: String, after revision: String?) async throws(StoreError) -> HistoryPage {
    let query = revision.map { [(name: "revision", value: $0)] } ?? []
    return try page(await call("GET", ["v2", "refund", "lookup", id], query: query), after: revision)
  }

  /// Returns the signed transaction with an id.
  package func transaction(_ id: String) async throws(StoreError) -> String {
    let answer = try await call("GET", ["v1", "transactions", id])
    guard let text = try? answer.string("signedTransactionInfo") else {
      throw malformed(say("a transaction without signedTransactionInfo"))
    }
    return text
  }

  /// Returns the signed app transaction of a customer, found by any of the customer's ids.
  package func appTransaction(of id: String) async throws(StoreError) -> String {
    let answer = try await call("GET", ["v1", "transactions", "appTransactions", id])
    guard let text = try? answer.string("signedAppTransactionInfo") else {
      throw malformed(say("an app transaction without signedAppTransactionInfo"))
    }
    return text
  }

  /// Returns Apple's answer about the progress of a mass extension of renewal dates.
  package func massExtension(_ requestIdentifier: String, productId: String) async throws(StoreError) -> JSONObject {
    try await call("GET", ["v1", "subscriptions", "extend", "mass", productId, requestIdentifier])
  }

  /// Returns the signed transactions of the order id on a customer's invoice, or nil if Apple knows no such order.
  package func order(_ orderId: String) async throws(StoreError) -> [String]? {
    let answer = try await call("GET", ["v1", "lookup", orderId])
    guard let status = try? answer.int64("status") else { throw malformed(say("an order without status")) }
    return status == 0 ? (try? answer.strings("signedTransactions")) ?? [] : nil
  }

  /// Returns Apple's answer about the statuses of a customer's subscriptions.
  package func subscriptionStatuses(of id: String) async throws(StoreError) -> JSONObject {
    try await call("GET", ["v1", "subscriptions", id])
  }

  /// Returns the signed renewal information of a customer's subscriptions.
  package func renewalInfos(of id: String) async throws(StoreError) -> [String] {
    let answer = try await subscriptionStatuses(of: id)
    do {
      return try (answer.objects("data") ?? []).flatMap { group in
        try (group.objects("lastTransactions") ?? []).compactMap { try $0.string("signedRenewalInfo") }
      }
    } catch {
      throw malformed(say("unknown format of subscription statuses (\(safeText("\(error)")))"))
    }
  }

  private func page(_ answer: JSONObject, after revision: String?) throws(StoreError) -> HistoryPage {
    do {
      let hasMore = try answer.bool("hasMore") ?? false
      guard let next = try answer.string("revision") ?? (hasMore ? nil : revision ?? "") else {
        throw JSONError.missing("revision")
      }
      return HistoryPage(
        signedTransactions: try answer.strings("signedTransactions") ?? [], revision: next, hasMore: hasMore)
    } catch {
      throw malformed(say("unknown format of a history (\(safeText("\(error)")))"))
    }
  }

  func malformed(_ what: String) -> StoreError {
    StoreError(.systemError, say("\(server.origin.server) answered with \(what); check the address"))
  }
}

extension AppStoreClient {
  /// Returns all pages of the notifications that Apple sent to the app server, newest page first.
  ///
  /// - Parameter filter: Apple's `NotificationHistoryRequest`; dates are in milliseconds.
  package func notifications(_ filter: JSONObject) async throws(StoreError) -> [JSONObject] {
    var (all, seen, next): ([JSONObject], Set<String>, String?) = ([], [], nil)
    repeat {
      let answer = try await notificationHistory(filter, after: next)
      do {
        all += try answer.objects("notificationHistory") ?? []
        next = try answer.bool("hasMore") == true ? try answer.string("paginationToken") : nil
      } catch {
        throw malformed(say("unknown format of a notification history (\(safeText("\(error)")))"))
      }
      if let next, !seen.insert(next).inserted { throw malformed(say("the notification history repeats itself")) }
    } while next != nil
    return all
  }
}
