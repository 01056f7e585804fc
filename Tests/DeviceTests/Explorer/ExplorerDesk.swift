import AppStoreModel
import Core
import Desk
import Foundation
import Simulator

/// The desk, fed with the same signed data as a device.
extension ExplorerWorld {
  /// What the desk says of each Apple Account's own purchases is what a device says by the same evidence.
  func liesOfDesk(counting statistics: inout ExplorerStatistics) throws -> [ExplorerLie] {
    let copy = try ExplorerWorld(copying: self)
    try copy.heal()
    // The desk has heard everything; so shall the devices.
    for device in ExplorerAction.devices where devices[device]?.state.account != nil {
      try copy.type(["refund-check"], at: device)
    }
    return try copy.liesOfHealedDesk(counting: &statistics)
  }

  private func liesOfHealedDesk(counting statistics: inout ExplorerStatistics) throws -> [ExplorerLie] {
    let now = try shop.appStore.clock().now
    let identity = DeskIdentity(
      bundleId: shop.appStore.bundleId, environment: .sandbox, rootFiles: [Array(shop.appStore.rootCertificatePEM.utf8)]
    )
    let file = shop.folder.appending(path: "desk-\(UUID().uuidString).db").path(percentEncoded: false)
    let desk = try CustomerDesk.make(identity, in: SQLiteEngine(file, schema: .desk), now: { now })
    let reader = DeskItemReader(try desk.verifier())
    var lines: [String] = []
    for row in try shop.appStore.transactions(PageRequest(limit: 1000)).rows {
      if let id = row.transactionId, let signed = try shop.appStore.signedTransaction(id) { lines.append(signed) }
    }
    for account in ExplorerAction.accounts { lines += try shop.appStore.renewalInfos(of: account) }
    let importItems = lines.enumerated().map { reader.importItem(Array($1.utf8)[...], place: "line \($0)") }
    _ = try desk.store(importItems, deriving: .now)
    _ = try desk.store(claims: try claims(at: now))
    try desk.settle()
    var lies: [ExplorerLie] = []
    for device in ExplorerAction.devices {
      let scene = try scene(device).scene
      for status in scene.statuses {
        guard Self.apples.contains(status.state), let id = status.decidingTransactionId,
          let customer = try? desk.customer(id)
        else { continue }
        statistics.count(.deskAgrees, 1)
        let answer = try desk.open(customer).statuses(at: now).first { $0.product.id == status.product.id }
        // Of an Apple Account's passes the desk shows the one that ends last, whichever login has it.
        guard status.product.type != .nonRenewingSubscription || answer?.decidingTransactionId == id,
          answer?.state != status.state, answer?.entitled != status.entitled
        else { continue }
        lies.append(
          ExplorerLie(
            .deskAgrees, "\(status.state.rawValue), desk \(answer?.state.rawValue ?? "nothing")",
            at: "\(device), \(status.product.id)", said: status.inOneLine,
            truth: "the desk: \(answer?.inOneLine ?? "nothing")"))
      }
    }
    return lies
  }

  /// What the app server tells the desk: when passes end, which no signed data says.
  private func claims(at now: Timestamp) throws -> [Claim] {
    let ends = try passes().sorted { ($0.expiresDate ?? .distantPast) < ($1.expiresDate ?? .distantPast) }
    return try ends.enumerated().compactMap { index, right in
      guard let until = right.expiresDate else { return nil }
      // The newest claim of a customer counts: the one that ends last.
      return try Claim(json: [
        "purchase": .string(right.purchase), "productId": .string(right.productId), "entitled": true,
        "until": .number(until.milliseconds), "at": .number(now.milliseconds + Int64(index)),
      ])
    }
  }

  /// What follows from Apple's evidence alone.
  private static let apples: Set<EntitlementState> = [
    .purchased, .subscribed, .gracePeriod, .billingRetry, .refunded, .revoked, .expired,
  ]
}
