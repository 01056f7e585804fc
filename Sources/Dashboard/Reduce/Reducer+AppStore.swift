import StoreModel

extension Reducer {
  mutating func openAppStore() {
    state.overlays.append(.appStore(AppStoreSheet()))
    readSituation()
  }

  /// Does what the App Store's side plans for an action.
  mutating func follow(_ plan: Plan) {
    switch plan {
    case .move(let move): play(move)
    case .command(let command): run(command)
    case .confirm(let question): state.overlays.append(.confirmation(question))
    case .choose(let choice): state.overlays.append(.choice(choice))
    case .no(let reason): say(reason, .warning)
    }
  }

  /// Shows a part of the App Store's side.
  mutating func showSection(_ action: Action) {
    guard case .appStore(var sheet) = state.overlays.last else { return }
    let all = AppStoreSection.allCases
    let step = action == .nextTab ? 1 : action == .previousTab ? -1 : 0
    sheet.section = AppStoreSection(action) ?? all[(sheet.section.rawValue + step + all.count) % all.count]
    state.replaceTop(.appStore(sheet))
  }

  /// Takes in how the App Store stands; the cursors stay on the rows that they were on.
  mutating func take(_ situation: AppStoreSituation) {
    let before = state
    state.situation = situation
    for index in state.overlays.indices {
      guard case .appStore(var sheet) = state.overlays[index] else { continue }
      for section in AppStoreSection.allCases {
        let old = before.rows(of: section)
        guard old.indices.contains(sheet[section].cursor) else { continue }
        let id = old[sheet[section].cursor].shown.id
        if let place = state.rows(of: section).firstIndex(where: { $0.shown.id == id }) {
          sheet[section].cursor = place
        }
      }
      state.overlays[index] = .appStore(sheet)
    }
  }
}
