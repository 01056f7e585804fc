import AppStoreModel
import Core

extension State {
  /// The wordings for how updates arrive, longest first.
  var newsWordings: [String] {
    if desk != nil { return [""] }
    guard device.updates == .held else { return [say("updates: live")] }
    guard device.waitingUpdates > 0 else { return [say("updates: held")] }
    return [false, true].map { say("updates: held (\(device.waitingUpdates)\($0 ? "" : say(" waiting")))") }
  }

  /// What the header warns of: the past, unsigned data, a doubtful clock, and why changes are refused.
  var headerWarnings: [String] {
    let warnings: [Words?] = [
      pastTime.map(TimelineText.past), setup.isSignedByApple ? nil : PaneText.notSignedByApple,
      facts.isClockDoubtful ? Words("clock?") : nil, setup.isReadOnly ? PaneText.readOnly : nil,
      setup.isLocked ? Words("locked") : nil,
    ]
    return warnings.compactMap { $0?.text }
  }

  /// The wordings for the App Store's time, longest first.
  var timeWordings: [String] {
    let time = minute(now)
    guard past == nil else { return [time] }
    guard let situation else { return [PaneText.storeTime(time).text, time] }
    let pace = AppStoreSideTexts.pace(situation)
    return [Language.series([PaneText.storeTime(time).text, pace]), Language.series([time, pace]), time]
  }

  /// The wordings for the identity: account, user, storefront, and age of the last check, longest first.
  var identityWordings: [[String]] {
    if let opened = desk?.opened { return wordings(of: opened) }
    let age =
      device.lastChecked.map { PaneText.checked(secondsAgo: now.milliseconds(since: $0) / 1000).text }
      ?? say("never checked")
    if isSupport { return [[account.map { PaneText.customer($0).text } ?? ReasonText.nobodyLookedUp.text, age]] }
    let account = (account.map { Words("Apple Account \($0)") } ?? Words("no Apple Account signed in")).text
    let user = (device.user.map { PaneText.user(safeText($0)) } ?? Words("not logged in")).text
    let storefront = facts.storefront.map { [say("storefront \(safeText($0))")] } ?? []
    return [[account, user] + storefront + [age], [account, user, age], [account, age]]
  }

  /// Returns the wordings for the purchase started in the App Store, longest first.
  func promotedWordings(_ product: String) -> [String] {
    PaneText.Length.allCases.map {
      (isPromotedDeferred
        ? PaneText.deferred(product: product, length: $0) : PaneText.promoted(product: product, length: $0)).text
    }
  }

  /// Returns a product's state for a list, with the remaining time and what comes next.
  func word(for row: ProductRow) -> String {
    if let balance = balanceWord(for: row) { return balance }
    let rest = row.expires.map { $0.milliseconds(since: now) / 1000 } ?? 0
    switch row.state {
    case .gracePeriod:
      return (row.expires == nil ? Words("grace") : Words("grace, \(PaneText.timeLeft(seconds: rest))")).text
    case .notInCatalogue: return PaneText.entitlement(isEntitled: row.entitled, detail: nil).text
    case .subscribed where rest > 0: return then(PaneText.timeLeft(seconds: rest).text, row)
    default: return then(row.stateWords ?? row.state.words, row)
    }
  }

  /// Returns a product's state for the detail, which shows its dates below.
  func verdict(on row: ProductRow) -> String {
    row.state == .subscribed ? row.stateWords ?? row.state.words : word(for: row)
  }

  /// Returns three wordings of a product's state, longest first; the shorter ones leave out what comes next.
  func words(for row: ProductRow) -> [String] {
    let brief = briefWord(for: row)
    return [word(for: row), row.state == .subscribed ? then(brief, row) : brief, brief]
  }

  private func briefWord(for row: ProductRow) -> String {
    if let balance = balanceWord(for: row) { return balance }
    let rest = row.expires.map { $0.milliseconds(since: now) / 1000 } ?? 0
    switch row.state {
    case .notInCatalogue: return row.entitled ? PaneText.shortState(.purchased).text : ""
    case .subscribed, .gracePeriod:
      return rest > 0 ? Words.span(seconds: rest).text : PaneText.shortState(row.state).text
    case .purchased where row.isShared: return say("shared")
    default: return row.stateWords ?? PaneText.shortState(row.state).text
    }
  }

  /// Returns how many of a consumable are left or owed; nil where it is unknown, as at a desk.
  private func balanceWord(for row: ProductRow) -> String? {
    guard row.type == .consumable, let balance = row.balance else { return nil }
    if balance < 0 { return say("\(-balance) owed") }
    return row.state == .purchased || balance > 0 ? PaneText.left(balance).text : nil
  }

  private func then(_ word: String, _ row: ProductRow) -> String {
    if let next = row.pendingProductId { return PaneText.then(word, product: shortName(of: next)).text }
    guard row.state == .subscribed else { return word }
    guard let renewal = row.renewal else { return word }
    guard renewal.renews else { return say("\(word), then ends") }
    guard renewal.isAnotherPrice, let next = nextAmount(of: row) else { return word }
    return (renewal.awaitsConsent ? Words("\(word), \(next) if agreed") : PaneText.then(word, product: next)).text
  }

  /// Returns a product's dates, one line each.
  func dates(of row: ProductRow) -> [String] {
    var lines: [String] = []
    if let started = row.started, row.since.map({ started < $0 }) ?? true {
      lines.append(say("first subscribed \(minute(started))"))
    } else if let since = row.since {
      lines.append(row.state.beginsWithPurchase ? say("since \(minute(since))") : say("bought \(minute(since))"))
    }
    if let end = row.expires {
      let date = minute(end)
      let text: Words =
        end <= now
        ? PaneText.ended(date)
        : row.state == .gracePeriod
          ? PaneText.until(date) : PaneText.untilWithRest(date, seconds: end.milliseconds(since: now) / 1000)
      lines.append(text.text)
    }
    if row.state == .subscribed, row.pendingProductId == nil, let end = row.expires, let renewal = row.renewal {
      let text: Words =
        renewal.renews
        ? PaneText.renewal(
          date: day(end), price: (nextAmount(of: row) ?? row.amount) + (renewal.period?.priceSuffix ?? row.perPeriod),
          isRise: renewal.isAnotherPrice,
          awaitsConsent: renewal.awaitsConsent)
        : Words("auto-renewal is off: ends \(day(end))")
      lines.append(text.text)
    }
    return lines
  }

  /// Returns when access ends or ended, to the day.
  func end(at date: Timestamp) -> String {
    (date <= now ? PaneText.ended(day(date)) : PaneText.until(day(date))).text
  }

  /// Returns the text of an empty list.
  func emptyText(_ tab: Tab) -> String {
    if desk != nil { return say("The desk has nothing of this kind about this customer.") }
    if tab == .refunds, products.rows.contains(where: { $0.state == .refunded }) {
      return say(
        "The refund is not in this list yet. A refund check (\(ActionTable.key(of: .refundCheck))) asks the App Store.")
    }
    guard device.account == nil, tab != .journal else { return PaneText.empty(tab).text }
    return
      (isSupport
      ? Words("No customer looked up yet: \(ActionTable.key(of: .support)) looks one up.")
      : Words("No Apple Account is signed in to the App Store.")).text
  }

  /// Returns the time since a date.
  func age(of date: Timestamp) -> String {
    Words.span(seconds: max(0, now.milliseconds(since: date)) / 1000).text
  }

  /// Returns the time until the next retry.
  func retry(at date: Timestamp) -> String {
    (date <= now ? Words("now") : Words("in \(Words.span(seconds: date.milliseconds(since: now) / 1000))")).text
  }

  /// Returns a product's name for the screen, or its id if the catalogue does not contain it.
  package func name(of productId: String?) -> String {
    guard let productId else { return "" }
    return products.names[productId] ?? safeText(productId)
  }

  /// Returns a product's name, or the last part of its id if the catalogue does not contain it.
  private func shortName(of productId: String) -> String {
    products.names[productId] ?? safeText(productId.split(separator: ".").last.map(String.init) ?? productId)
  }
}

extension EntitlementState {
  /// Whether the product has been in this state since it was bought, or since the waiting purchase began.
  fileprivate var beginsWithPurchase: Bool {
    worth == .good || [.paidNotDelivered, .chargeUnknown, .interrupted, .pending].contains(self)
  }
}

extension ProductRow {
  /// The catalogue's data about the product, each with a label.
  var facts: [(Words, String)] {
    [
      (PaneText.id, shownId), (Words("type"), PaneText.productType(type).text), (Words("price"), price),
      (Words("period"), period?.description ?? ""),
      (Words("about"), description), (Words("also"), Language.series(otherNames)),
    ]
  }
}

extension Reason {
  /// The reason, with the id of its transaction.
  var line: String {
    guard let id = transactionId, !text.holds(id) else { return text }
    return "\(id) \(text)"
  }
}

extension WalkthroughPanel {
  /// The title in the panel's border, with the number of the step.
  var heading: String {
    step == 0 || status == .ended ? title : say("Step \(step) of \(count) · \(title)")
  }
}
