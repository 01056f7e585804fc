package import StoreModel

/// A row of the App Store's side, ready to be drawn, and what it is about.
struct AppStoreRow: Hashable, Sendable {
  /// What the keys act on.
  enum Subject: Hashable, Sendable {
    case decision(AppStoreCase)
    case subscription(AppStoreSubscription)
    case account(AppleAccount)
    case fault(AppStoreFault)
    case setting(Action)
  }

  let subject: Subject
  let shown: TabRow
  /// What else there is to know, under the list.
  let detail: String
}

extension State {
  /// The sheet of the App Store's side, where it is open.
  package var appStoreSheet: AppStoreSheet? {
    for case .appStore(let sheet) in overlays { return sheet }
    return nil
  }

  /// The rows of a part of the App Store's side, as last read.
  func rows(of section: AppStoreSection) -> [AppStoreRow] {
    guard let situation else { return [] }
    switch section {
    case .decisions: return situation.cases.map(row)
    case .subscriptions: return situation.subscriptions.map(row)
    case .accounts: return situation.accounts.map(row)
    case .faults: return AppStoreFault.allCases.map { row($0, situation) }
    case .settings: return Self.settings.map { row($0, situation) }
    }
  }

  /// The row of the App Store's side that has the cursor.
  var selectedAppStoreRow: AppStoreRow? {
    guard let sheet = appStoreSheet else { return nil }
    let rows = rows(of: sheet.section)
    return rows.indices.contains(sheet.place.cursor) ? rows[sheet.place.cursor] : nil
  }

  /// The case on the App Store's side that has the cursor.
  package var selectedCase: AppStoreCase? {
    if case .decision(let item) = selectedAppStoreRow?.subject { item } else { nil }
  }

  // MARK: Each part

  private func row(_ item: AppStoreCase) -> AppStoreRow {
    let note = item.note.map(Texts.safe) ?? ""
    return AppStoreRow(
      subject: .decision(item),
      shown: TabRow(
        id: item.kind.rawValue + item.transactionId, date: item.date, amount: Texts.safe(item.displayPrice),
        word: Texts.word(for: item.kind), mark: item.kind == .refunded ? .bad : .waiting,
        note: Texts.safe(item.productName), reference: Texts.safe(item.account)),
      detail: note.isEmpty ? Texts.transaction(Texts.safe(item.transactionId)) : Texts.words(note))
  }

  private func row(_ item: AppStoreSubscription) -> AppStoreRow {
    AppStoreRow(
      subject: .subscription(item),
      shown: TabRow(
        id: item.originalTransactionId, date: item.nextDate, word: Texts.word(for: item.state),
        mark: Texts.mark(for: item.state), note: Texts.safe(item.productName), reference: Texts.safe(item.account)),
      detail: Texts.detail(of: item, self))
  }

  private func row(_ account: AppleAccount) -> AppStoreRow {
    let isHere = account.name == device.account
    return AppStoreRow(
      subject: .account(account),
      shown: TabRow(
        id: account.name, word: isHere ? Texts.signedIn : "", mark: isHere ? .good : .none,
        note: Texts.safe(account.note), reference: Texts.safe(account.name)),
      detail: Texts.detail(of: account))
  }

  private func row(_ fault: AppStoreFault, _ situation: AppStoreSituation) -> AppStoreRow {
    let armed = situation.faults.first { $0.fault == fault }
    return AppStoreRow(
      subject: .fault(fault),
      shown: TabRow(
        id: fault.rawValue, word: Texts.word(for: armed), mark: armed == nil ? .empty : .bad, note: fault.words,
        reference: fault.rawValue),
      detail: Texts.detail(of: fault, armed))
  }

  private static let settings: [Action] = [
    .advanceClock, .rate, .pauseClock, .network, .payments, .askToBuy, .grace, .newDevice, .startOver,
  ]

  private func row(_ setting: Action, _ situation: AppStoreSituation) -> AppStoreRow {
    let (value, mark) = Texts.value(of: setting, situation, self)
    let key = ActionTable.entry(of: setting, in: [.settings, .appStore])?.keyNames.first ?? ""
    return AppStoreRow(
      subject: .setting(setting),
      shown: TabRow(
        id: setting.rawValue, amount: key, word: value, mark: mark, note: Texts.verb(of: setting, situation),
        reference: Texts.name(ofSetting: setting)),
      detail: ActionTable.entry(of: setting, in: [.settings, .appStore])?.summary ?? "")
  }
}
