package import AppStoreModel
import Core
import Verbs

/// A row of the App Store's side: its texts, and the object that it stands for.
struct AppStoreRow: Hashable, Sendable {
  /// The object that a row stands for, and that keys act on.
  enum Subject: Hashable, Sendable {
    /// An object of the App Store, on which its verbs act.
    case item(VerbScene.Subject)
    case deviceFault(DeviceFault.Kind)
    case setting(Action)

    /// The object on which verbs act, if there is one.
    var item: VerbScene.Subject? { if case .item(let item) = self { item } else { nil } }
  }

  let subject: Subject
  let shown: TabRow
  /// Further details of the row, shown below the list.
  let detail: String
}

extension AppStoreRow {
  /// The row's searchable text.
  fileprivate var subjectOfSearch: Search.Subject {
    Search.Subject(
      names: [shown.note, shown.reference, shown.amount, detail].map { $0.lowercased() },
      state: shown.word.lowercased(),
      type: "", ids: [shown.id.lowercased()])
  }
}

extension State {
  /// The App Store's side, or nil while it is not focused.
  package var appStoreSheet: AppStoreSheet? {
    overlays.contains(.appStore) ? side : nil
  }

  /// Returns the rows of a section of the App Store's side, as last read.
  func rows(of section: AppStoreSection) -> [AppStoreRow] {
    let all = allRows(of: section)
    guard section == side.section else { return all }
    let fitting =
      side.filter.text.isEmpty ? all : Search(side.filter.text).matches(in: all.map(\.subjectOfSearch)).map { all[$0] }
    return side.order.sorted(fitting, by: \.shown, name: { $0.note + $0.reference })
  }

  private func allRows(of section: AppStoreSection) -> [AppStoreRow] {
    guard let situation else { return [] }
    switch section {
    case .decisions: return decisions(in: situation)
    case .subscriptions: return situation.subscriptions.map(row)
    case .accounts: return situation.accounts.map(row)
    case .faults: return DeviceFault.Kind.all.map(row) + AppStoreFault.allCases.map { row($0, situation) }
    case .settings: return settings
    case .notifications: return situation.notifications.map(row)
    case .purchases: return situation.purchases.map(row)
    }
  }

  /// The selected row of the App Store's side.
  var selectedAppStoreRow: AppStoreRow? {
    guard let sheet = appStoreSheet else { return nil }
    let rows = rows(of: sheet.section)
    return rows.indices.contains(sheet.place.cursor) ? rows[sheet.place.cursor] : nil
  }

  /// The selected row's case, if it is one.
  package var selectedCase: AppStoreCase? {
    if case .item(.decision(let item)) = selectedAppStoreRow?.subject { item } else { nil }
  }

  /// Returns pending decisions first, then recent events, newest first: refunds that can be reversed, and purchases.
  private func decisions(in situation: AppStoreSituation) -> [AppStoreRow] {
    let waiting = situation.cases.filter { $0.kind != .refunded }.sorted { $0.date > $1.date }
    let known = Set(situation.cases.map(\.transactionId))
    let rest =
      situation.cases.filter { $0.kind == .refunded }.map(row)
      + situation.purchases.filter { !known.contains($0.transactionId) }.prefix(Self.latestPurchases).map(row)
    return waiting.map(row) + situation.promoted.map(row)
      + rest.sorted { ($0.shown.date ?? .distantPast) > ($1.shown.date ?? .distantPast) }
  }

  /// The maximum number of purchases listed among the decisions.
  private static let latestPurchases = 20

  // MARK: The rows of each section

  private func row(_ item: AppStoreCase) -> AppStoreRow {
    AppStoreRow(
      subject: .item(.decision(item)),
      shown: TabRow(
        id: item.transactionId, date: item.date, amount: safeText(item.displayPrice),
        word: AppStoreSideTexts.word(for: item.kind), mark: item.kind == .refunded ? .bad : .waiting,
        note: safeText(item.productName), reference: safeText(item.account)),
      detail: AppStoreSideTexts.detail(of: item))
  }

  private func row(_ item: PromotedPurchase) -> AppStoreRow {
    AppStoreRow(
      subject: .item(.promoted(item)),
      shown: TabRow(
        id: "promoted" + item.id, date: item.date, word: say("promoted"), mark: .waiting,
        note: name(of: item.productId), reference: safeText(item.account)),
      detail: AppStoreSideTexts.promotedDetail)
  }

  private func row(_ item: AppStorePurchase) -> AppStoreRow {
    let (word, mark) = AppStoreSideTexts.standing(of: item, now: now)
    let name = safeText(item.productName)
    return AppStoreRow(
      subject: .item(.purchase(item)),
      shown: TabRow(
        id: item.transactionId, date: item.date, amount: safeText(item.displayPrice), word: word, mark: mark,
        note: item.quantity > 1 ? "\(name) \(PaneText.times(item.quantity).text)" : name,
        reference: safeText(item.account)),
      detail: AppStoreSideTexts.detail(of: item, self))
  }

  private func row(_ item: Subscription) -> AppStoreRow {
    let (word, mark) = AppStoreSideTexts.standing(of: item.state)
    return AppStoreRow(
      subject: .item(.subscription(item)),
      shown: TabRow(
        id: item.originalTransactionId, date: item.nextDate, word: word, mark: mark, note: safeText(item.productName),
        reference: safeText(item.account)),
      detail: AppStoreSideTexts.detail(of: item, self))
  }

  private func row(_ account: AppleAccount) -> AppStoreRow {
    let isHere = account.name == device.account
    return AppStoreRow(
      subject: .item(.account(account)),
      shown: TabRow(
        id: account.name, word: isHere ? say("signed in") : "", mark: isHere ? .good : .none,
        note: safeText(term(account.note)), reference: safeText(account.name)),
      detail: AppStoreSideTexts.detail(of: account, self))
  }

  private func row(_ kind: DeviceFault.Kind) -> AppStoreRow {
    let armed = facts.faults.first { $0.kind == kind }
    return AppStoreRow(
      subject: .deviceFault(kind),
      shown: TabRow(
        id: "device " + kind.name, amount: say("device"), word: AppStoreSideTexts.word(forFault: armed?.isOnce),
        mark: armed == nil ? .empty : .bad, note: kind.words, reference: kind.name),
      detail: AppStoreSideTexts.detail(of: armed))
  }

  private func row(_ fault: AppStoreFault, _ situation: AppStoreSituation) -> AppStoreRow {
    let armed = situation.faults.first { $0.fault == fault }
    return AppStoreRow(
      subject: .item(.fault(fault)),
      shown: TabRow(
        id: fault.rawValue, amount: say("store"), word: AppStoreSideTexts.word(forFault: armed?.isOneShot),
        mark: armed == nil ? .empty : .bad, note: fault.words, reference: fault.rawValue),
      detail: AppStoreSideTexts.detail(of: fault, armed))
  }

  private func row(_ item: AppStoreNotification) -> AppStoreRow {
    let type = [item.type.rawValue, item.subtype?.rawValue ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    return AppStoreRow(
      subject: .item(.notification(item)),
      shown: TabRow(
        id: item.notificationUUID, date: item.date, productId: item.productId, word: item.delivery.words,
        mark: item.delivery == .delivered ? .good : item.delivery == .failed ? .bad : .waiting,
        note: safeText(type), reference: item.account.map { safeText($0) } ?? ""),
      detail: AppStoreSideTexts.detail(of: item, self))
  }

  /// The settings of the App Store, which are verbs, and the row for a new device.
  private var settings: [AppStoreRow] {
    guard let scene = scene(about: nil), let situation else { return [] }
    return Verb.listedSettings.flatMap { verb -> [AppStoreRow] in
      guard let setting = verb.setting, let place = verb.places.first else { return [] }
      let (value, mark) = setting.value(scene)
      let row = AppStoreRow(
        subject: .setting(Action(stringLiteral: place.name)),
        shown: TabRow(
          id: place.name, amount: String(place.key), word: value.text, mark: mark,
          note: setting.deed(situation).text,
          reference: setting.name.text), detail: place.summary.text)
      return verb == .reset ? [newDevice, row] : [row]
    }
  }

  private var newDevice: AppStoreRow {
    let entry = ActionTable.entry(of: .newDevice, in: [.appStore])
    return AppStoreRow(
      subject: .setting(.newDevice),
      shown: TabRow(
        id: Action.newDevice.rawValue, amount: entry?.keyName ?? "", word: say("what this device knows"),
        note: say("new device"), reference: say("device")), detail: entry?.summary ?? "")
  }
}
