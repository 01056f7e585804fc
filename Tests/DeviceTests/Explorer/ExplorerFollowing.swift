import AppStoreModel
import Core
import Device
import Entitlements
import Simulator
import TillApp

/// Following what an answer says is next, as it is typed.
extension ExplorerWorld {
  /// What is not as it must be when products' next steps are followed at a device, three steps far.
  func liesOfFollowing(at device: String, products: [String], counting statistics: inout ExplorerStatistics) throws
    -> [ExplorerLie]
  {
    var lies: [ExplorerLie] = []
    for productId in products {
      let copy = try ExplorerWorld(copying: self)
      try copy.heal()
      statistics.count(.followingEnds, 1)
      statistics.count(.followingChargesOnce, 1)
      statistics.count(.followingSucceeds, 1)
      statistics.count(.commandsAreComplete, 1)
      let before = try copy.doublePayments()
      lies += try copy.follow(productId, at: device)
      let after = try copy.doublePayments()
      for (what, ids) in after where before[what] != ids {
        let path = copy.typed.dropFirst(typed.count).map { $0.words.joined(separator: " ") }.joined(separator: "; ")
        lies.append(
          ExplorerLie(
            .followingChargesOnce, what.kind, at: "\(device), \(productId)", said: path,
            truth: "\(what.user) paid \(what.thing) by \(ids.joined(separator: " and "))"))
      }
    }
    return lies
  }

  private struct Double: Hashable {
    let user: String
    let thing: String
    let kind: String
  }

  /// What one user paid more than once, and has not had back.
  private func doublePayments() throws -> [Double: [String]] {
    let now = try shop.appStore.clock().now
    var paid: [Double: [ExplorerPayment]] = [:]
    for payment in payments where payment.isPaid && !payment.isRevoked && payment.isRunning(at: now) {
      guard let owner = payment.owner,
        payment.transaction.type == .nonConsumable || payment.transaction.type == .autoRenewableSubscription
      else { continue }
      let user = parties == .noServer ? payment.account ?? owner : owner
      let group = payment.transaction.subscriptionGroupIdentifier
      paid[
        Double(user: user, thing: group ?? payment.productId, kind: group == nil ? "lasting" : "subscription"),
        default: []
      ]
      .append(payment)
    }
    return paid.compactMapValues { payments in
      let lineages = Set(payments.map(\.lineage))
      return lineages.count > 1 ? lineages.sorted() : nil
    }
  }

  private func follow(_ productId: String, at device: String) throws -> [ExplorerLie] {
    let till = try commandLine(device)
    var answer = till.run(["explain", productId]).document
    var path = [answer.summary]
    var lies: [ExplorerLie] = []
    func lie(_ promise: ExplorerPromise, _ how: String, _ truth: String) {
      lies.append(
        ExplorerLie(promise, how, at: "\(device), \(productId)", said: path.joined(separator: " => "), truth: truth))
    }
    // Each of several purchases of a product takes steps of its own, and an open one of another plan the first.
    let group = ExplorerAction.subscriptions.contains(productId) ? ExplorerAction.subscriptions : [productId]
    let others = Set(group).subtracting([productId])
    let isBesideAnother =
      try memory(of: device).openIntents().contains { others.contains($0.productId) }
      || memory(of: device).latestOrders(limit: 100).contains { others.contains($0.productId) && $0.isNotDelivered }
    let steps = 3 * max(1, payments.count { $0.productId == productId }) + (isBesideAnother ? 1 : 0)
    for _ in 0..<steps {
      let now = try scene(device).scene.now
      if answer.isAtAnEnd(now) { return lies }
      guard let command = answer.next?["command"]?.stringValue, answer.next?["needs"] == nil else {
        if answer.next?["needs"] == nil {
          lie(.followingEnds, "no command: \(answer.stateAndCause)", "nothing to do is named, and no date")
        }
        return lies
      }
      var words = command.split(separator: " ").dropFirst().map { String($0).replacing("'", with: "") }
      if let place = words.firstIndex(of: "--store") { words.removeSubrange(place...) }
      let verb = words.prefix(words.first == "order" ? 2 : 1).joined(separator: " ")
      let blanks = ["USER": devices[device]?.state.user ?? "one", "TEXT": "test", "NAME": "new@", "DATE": "2026-01-01"]
      if words.contains(where: { blanks[$0] != nil }) {
        lie(.commandsAreComplete, verb, words.joined(separator: " "))
        words = words.map { blanks[$0] ?? $0 }
      }
      var end = try type(words.filter { $0 != "--yes" }, at: device)
      // A login may ask what becomes of the purchases that were made here before it: the person answers.
      if verb == "user", end.status != .done, end.message.holds("--leave") {
        end = try type(words + ["--leave"], at: device)
      }
      let after = till.run(["explain", productId]).document
      path.append("\(verb) (exit \(end.status.rawValue)) " + after.summary)
      let isAtAnEnd = after.isAtAnEnd(try shop.appStore.clock().now)
      // The same words may be about the next one of several orders.
      guard after.summary != answer.summary || after.next?["command"] != answer.next?["command"] || isAtAnEnd else {
        lie(.followingEnds, "changes nothing: \(verb), \(answer.stateAndCause)", end.message)
        return lies
      }
      guard end.status == .done || after.next?["until"] != nil || after.next?["text"] != answer.next?["text"] else {
        lie(.followingSucceeds, "\(verb), \(answer.stateAndCause)", end.message)
        return lies
      }
      answer = after
    }
    if !answer.isAtAnEnd(try shop.appStore.clock().now) {
      lie(.followingEnds, "no end after three steps: \(answer.stateAndCause)", "")
    }
    return lies
  }
}

extension JSONObject {
  /// `explain`'s next step.
  fileprivate var next: JSONObject? { self["next"]?.objectValue }

  fileprivate var stateAndCause: String {
    [self["state"]?.stringValue, self["cause"]?.stringValue].compactMap { $0 }.joined(separator: " ")
  }

  /// The answer in one line.
  fileprivate var summary: String {
    let next = next ?? [:]
    return [
      self["state"]?.stringValue ?? "no answer", self["entitled"]?.boolValue == true ? "entitled" : "",
      next["who"]?.stringValue ?? "", next["text"]?.stringValue ?? "",
    ].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Whether nothing is left for us or the customer: entitled, waiting for a party with a date, or final.
  fileprivate func isAtAnEnd(_ now: Timestamp) -> Bool {
    guard let next else { return false }
    if self["entitled"]?.boolValue == true { return true }
    // A wait has a date by which it ends, and that is still to come.
    if let until = next["until"]?.numberValue?.int64 { return until > now.milliseconds }
    let text = next["text"]?.stringValue ?? ""
    if next["who"]?.stringValue == "nobody" { return text.contains("because") || text.contains("nothing to do") }
    // What is left of a consumable can be used; it entitles to nothing.
    return text.contains("can use the rest") || text.contains("decide whether the customer still owes")
  }
}
