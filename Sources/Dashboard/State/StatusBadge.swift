import AppStoreModel
import Core
import Verbs

/// A badge in the header for something that differs from the defaults.
enum StatusBadge: Hashable, Sendable {
  case networkOff, paymentsOff, asksToBuy, interrupts, renewalsFail, clockPaused
  case faults(Int)
  case clockMoved(seconds: Int64)
  case ordersWait(Int)
  /// A customer paid twice for this product.
  case chargedTwice(productId: String)

  /// The effect of picking the badge: it shows the place where the user can see and change its subject.
  var place: Choice.Pick {
    switch self {
    case .faults: .visit(.faults)
    case .ordersWait: .action(.showOrders)
    case .chargedTwice(let productId): .product(productId)
    default: .visit(.settings)
    }
  }

  /// The keys that lead to that place.
  var keys: String {
    switch self {
    case .faults: ActionTable.keys(to: .showFaults)
    case .ordersWait: ActionTable.keys(to: .showOrders)
    case .chargedTwice: ""
    default: ActionTable.keys(to: .showSettings)
    }
  }

  /// Whether something fails because of it.
  var isBad: Bool {
    switch self {
    case .networkOff, .paymentsOff, .faults, .renewalsFail, .chargedTwice: true
    default: false
    }
  }

  var text: String { PaneText.statusBadge(self).text }
}

extension State {
  /// The badges of everything that differs from the defaults; those that cause failures come first.
  var statusBadges: [StatusBadge] {
    var badges: [StatusBadge] = []
    let faultCount = facts.faults.count + (situation?.faults.count ?? 0)
    if situation?.network == false { badges.append(.networkOff) }
    if situation?.payments == false || !facts.canMakePayments { badges.append(.paymentsOff) }
    if faultCount > 0 { badges.append(.faults(faultCount)) }
    if situation?.failsRenewals == true { badges.append(.renewalsFail) }
    if situation?.asksToBuy == true { badges.append(.asksToBuy) }
    if situation?.interrupts == true { badges.append(.interrupts) }
    if situation?.isPaused == true { badges.append(.clockPaused) }
    // A walkthrough or scenario sets the clock to its own time, which is no difference to report.
    if facts.clockLead.magnitude > 60_000, walkthrough == nil {
      badges.append(.clockMoved(seconds: facts.clockLead / 1000))
    }
    let waiting = products.rows.count { $0.isWaiting && !$0.isGivenUp }
    if waiting > 0 { badges.append(.ordersWait(waiting)) }
    if let row = products.rows.first(where: { $0.chargedTwice?.isCertain == true }) {
      badges.insert(.chargedTwice(productId: row.id), at: 0)
    }
    return badges
  }

  /// The list of badges: picking one shows its place, and the last item resets everything.
  var unusualChoice: Choice {
    var items = statusBadges.map { Choice.Item(title: $0.text, note: $0.keys, pick: $0.place) }
    if reasonAgainstBackToNormal == nil {
      items.append(
        Choice.Item(
          title: say("reset everything to the defaults"), note: ActionTable.key(of: .backToNormal),
          pick: .action(.backToNormal)))
    }
    return Choice(title: say("What differs from the defaults?"), items: items)
  }

  /// The verbs that reset the App Store's side to its defaults.
  var unusualCalls: [VerbCall] {
    guard let situation else { return [] }
    var calls: [VerbCall] = []
    if !situation.network { calls.append(VerbCall(.network).with(.isOn, true)) }
    if !situation.payments { calls.append(VerbCall(.payments).with(.isOn, true)) }
    if situation.asksToBuy { calls.append(VerbCall(.askToBuy).with(.isOn, false)) }
    if situation.interrupts { calls.append(VerbCall(.interrupted).with(.isOn, false)) }
    if situation.failsRenewals { calls.append(VerbCall(.renewalsFail).with(.isOn, false)) }
    if situation.isPaused { calls.append(VerbCall(.pause)) }
    if let call = clockCall { calls.append(call) }
    return calls + situation.faults.map { VerbCall(.faultOff).with(.fault, $0.fault) }
  }

  /// The verb that resets the App Store's clock, or nil if it matches the machine's or follows a walkthrough.
  private var clockCall: VerbCall? {
    guard let situation, walkthrough == nil, past == nil else { return nil }
    let lead = situation.now.milliseconds(since: now.subtracting(milliseconds: facts.clockLead)) / 1000
    guard lead.magnitude > 60, let duration = try? VerbDuration("\(lead.magnitude)s") else { return nil }
    return VerbCall(lead > 0 ? .setBack : .advance).with(.duration, duration)
  }

  var reasonAgainstBackToNormal: String? {
    if let reason = setup.abilities[.orders] ?? commandsUnderWay { return reason }
    guard unusualCalls.isEmpty, facts.faults.isEmpty else { return nil }
    // The device's clock cannot go back before the latest signature date that the device has seen.
    let isAhead = statusBadges.contains { if case .clockMoved = $0 { true } else { false } }
    return
      (isAhead
      ? Words(
        "the device's clock stays ahead, because something was signed at that time "
          + "(\(ActionTable.key(of: .undo)) undoes actions)"
      ) : ReasonText.allAsUsual).text
  }
}
