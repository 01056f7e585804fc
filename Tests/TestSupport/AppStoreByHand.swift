package import AppStoreModel
package import Core
package import Simulator
package import Verbs

/// The simulated App Store's verbs as functions for tests.
///
/// Each one calls `perform`, as the command line, the dashboard and `till serve` do, and confirms what it asks.
extension SimulatedAppStore {
  /// Carries out a verb.
  ///
  /// - Parameter account: The Apple Account that is signed in.
  @discardableResult
  package func act(_ call: VerbCall, as account: String? = nil) throws(StoreError) -> VerbAnswer {
    var call = call.confirmed
    call.signedIn = account
    guard case .done(let answer) = try perform(call) else {
      throw StoreError(.failed, "\(call.verb.name) asks although it was answered")
    }
    return answer
  }

  // MARK: Decisions

  package func approvePurchase(_ id: String) throws(StoreError) { try decide(.approve, id) }
  package func declinePurchase(_ id: String) throws(StoreError) { try decide(.decline, id) }
  package func resolvePurchase(_ id: String) throws(StoreError) { try decide(.resolve, id) }
  package func declineRefund(of id: String) throws(StoreError) { try decide(.declineRefund, id) }
  package func reverseRefund(of id: String) throws(StoreError) { try decide(.reverseRefund, id) }

  package func approveRefund(of id: String, percentage: Int? = nil) throws(StoreError) {
    let call = VerbCall(.approveRefund).with(.transaction, id)
    try act(percentage.map { call.with(.percentage, $0) } ?? call)
  }

  private func decide(_ verb: Verb, _ id: String) throws(StoreError) {
    try act(VerbCall(verb).with(.transaction, id))
  }

  // MARK: Subscriptions

  @discardableResult
  package func renew(_ name: String, account: String) throws(StoreError) -> Subscription {
    try change(VerbCall(.renew), name, account)
  }

  @discardableResult
  package func expire(_ name: String, account: String) throws(StoreError) -> Subscription {
    try change(VerbCall(.expire), name, account)
  }

  @discardableResult
  package func setAutoRenew(_ isOn: Bool, of name: String, account: String) throws(StoreError) -> Subscription {
    try change(VerbCall(.autoRenew).with(.isOn, isOn), name, account)
  }

  @discardableResult
  package func failBilling(of name: String, account: String) throws(StoreError) -> Subscription {
    try change(VerbCall(.failBilling), name, account)
  }

  @discardableResult
  package func resolveBilling(of name: String, account: String) throws(StoreError) -> Subscription {
    try change(VerbCall(.resolveBilling), name, account)
  }

  @discardableResult
  package func extendRenewal(of name: String, days: Int, account: String) throws(StoreError) -> Subscription {
    try change(VerbCall(.extend).with(.days, days), name, account)
  }

  /// Announces a price increase, to a price in milliunits or by a quarter.
  @discardableResult
  package func increasePrice(
    of name: String, to price: Int? = nil, needsConsent: Bool = true, account: String
  ) throws(StoreError) -> Subscription {
    var call = VerbCall(.increasePrice).with(.notice, !needsConsent)
    if let price { call = call.with(.price, price) }
    return try change(call, name, account)
  }

  @discardableResult
  package func answerPriceIncrease(
    agrees: Bool, of name: String, account: String
  ) throws(StoreError) -> Subscription {
    try change(VerbCall(.consent).with(.agrees, agrees), name, account)
  }

  /// Carries out a verb, and returns the subscription that it names.
  private func change(_ call: VerbCall, _ name: String, _ account: String) throws(StoreError) -> Subscription {
    let document = try act(call.with(.subscription, name), as: account).document
    let id = document["originalTransactionId"]?.stringValue
    guard let found = try subscriptions(of: account).first(where: { $0.originalTransactionId == id }) else {
      throw StoreError(.failed, "\(call.verb.name) names no subscription of \(account)")
    }
    return found
  }

  // MARK: The clock and the settings

  /// Advances the clock by milliseconds.
  package func advance(by milliseconds: Int64) throws(StoreError) {
    try act(VerbCall(.advance).with(.duration, try VerbDuration("\(milliseconds)ms")))
  }

  package func setRate(_ rate: TimeRate) throws(StoreError) { try act(VerbCall(.rate).with(.rate, rate)) }
  package func setGrace(_ isOn: Bool) throws(StoreError) { try put(.grace, isOn) }
  package func setNetwork(_ isOn: Bool) throws(StoreError) { try put(.network, isOn) }
  package func setPayments(_ isOn: Bool) throws(StoreError) { try put(.payments, isOn) }
  package func setAskToBuy(_ isOn: Bool) throws(StoreError) { try put(.askToBuy, isOn) }
  package func setInterrupted(_ isOn: Bool) throws(StoreError) { try put(.interrupted, isOn) }

  private func put(_ verb: Verb, _ isOn: Bool) throws(StoreError) { try act(VerbCall(verb).with(.isOn, isOn)) }

  package func arm(
    _ fault: AppStoreFault, kind: FailureKind? = nil, isOneShot: Bool = false
  ) throws(StoreError) {
    let call = VerbCall(.fault).with(.fault, fault).with(.once, isOneShot)
    try act(kind.map { call.with(.kind, $0) } ?? call)
  }

  package func disarm(_ fault: AppStoreFault) throws(StoreError) { try act(VerbCall(.faultOff).with(.fault, fault)) }

  // MARK: Accounts

  package func addAccount(_ name: String, storefront: String) throws(StoreError) {
    try act(VerbCall(.newAccount).with(.newName, name))
    try setStorefront(storefront, of: name)
  }

  package func setStorefront(_ code: String, of account: String) throws(StoreError) {
    try act(VerbCall(.storefront).with(.storefront, code), as: account)
  }

  package func setLocale(_ locale: String?, of account: String) throws(StoreError) {
    try act(locale.map { VerbCall(.locale).with(.locale, $0) } ?? VerbCall(.noLocale), as: account)
  }

  package func joinFamily(_ member: String, of account: String) throws(StoreError) {
    try act(VerbCall(.joinFamily).with(.member, member), as: account)
  }

  package func leaveFamily(_ member: String) throws(StoreError) {
    try act(VerbCall(.leaveFamily).with(.member, member))
  }

  package func setSharing(_ isOn: Bool, of product: String, account: String) throws(StoreError) {
    try act(VerbCall(.share).with(.isOn, isOn).with(.product, product), as: account)
  }

  package func rescindConsent(of account: String) throws(StoreError) { try act(VerbCall(.rescindConsent), as: account) }

  package func promote(_ product: String, account: String) throws(StoreError) {
    try act(VerbCall(.promote).with(.product, product), as: account)
  }

  package func dismissPromotion(of product: String, account: String) throws(StoreError) {
    try act(VerbCall(.giveUpPromoted).with(.product, product), as: account)
  }

  // MARK: The history

  package func restate(_ id: String, _ members: JSONObject) throws(StoreError) {
    try act(VerbCall(.restate).with(.transaction, id).with(.members, members))
  }

  /// Deletes a transaction and those that follow from it; returns the deleted ids, oldest first.
  @discardableResult
  package func deleteTransaction(_ id: String) throws(StoreError) -> [String] {
    let gone = try act(VerbCall(.delete).with(.transaction, id)).document["deleted"]?.arrayValue
    return gone?.compactMap(\.stringValue) ?? []
  }

  package func reset() throws(StoreError) { try act(VerbCall(.reset)) }
  package func resetAccount(_ account: String) throws(StoreError) {
    try act(VerbCall(.resetAccount).with(.emptied, account))
  }

  /// Stores the current history under a name, or under the next free number; returns the name.
  package func makeCheckpoint(_ name: String? = nil) throws(StoreError) -> String {
    let call = VerbCall(.makeCheckpoint)
    let answer = try act(name.map { call.with(.newName, $0) } ?? call)
    return answer.document["name"]?.stringValue ?? ""
  }

  /// Returns the whole history as JSON, without the keys.
  package func exportHistory() throws(StoreError) -> String {
    let answer = try act(VerbCall(.makeCheckpoint).with(.to, "history.json"))
    return String(decoding: answer.files["history.json"] ?? [], as: UTF8.self)
  }

  package func restoreCheckpoint(_ name: String) throws(StoreError) {
    try act(VerbCall(.restoreCheckpoint).with(.restore, name))
  }

  /// Imports a history that was exported as a checkpoint, in place of the current one.
  package func importHistory(_ bytes: [UInt8], name: String) throws(StoreError) {
    var call = VerbCall(.importHistory).with(.from, name)
    call.files = [name: bytes]
    try act(call)
  }

  /// Returns the catalogue's file with the current settings, as `save` writes it.
  package func savedConfiguration() throws(StoreError) -> [UInt8] {
    try act(VerbCall(.save).with(.savedFile, "saved.storekit")).files["saved.storekit"] ?? []
  }
}
