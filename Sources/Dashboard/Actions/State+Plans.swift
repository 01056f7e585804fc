import AppStoreModel
import Core
import Verbs

/// What an action of the App Store's side will do, or why it is unavailable.
enum Plan: Hashable {
  case verb(VerbPlan)
  case command(Command)
  /// Asks for confirmation first, naming the consequences.
  case confirm(Confirmation)
  case choose(Choice)
  case no(String)

  /// The reason why the action is unavailable.
  var reason: String? { if case .no(let reason) = self { reason } else { nil } }

  /// The equivalent command, if the action is a single verb.
  var line: String? { if case .verb(let plan) = self { plan.call?.line } else { nil } }
}

extension State {
  /// Returns what a verb will do for the selected row.
  func plan(for place: VerbPlace) -> Plan {
    guard let scene = scene(about: selectedAppStoreRow?.verbSubject) else {
      return .no(AppStoreSideTexts.appStoreIsLoading)
    }
    if case .deviceFault(let kind) = selectedAppStoreRow?.subject, place.parts == [.faults] {
      return plan(for: place, onDevice: kind)
    }
    switch place.plan(in: scene) {
    case .failure(let reason): return .no(reason.text)
    case .success(let plan):
      let epoch = plan.call?.verb.effect == .newEpoch ? commandsUnderWay : nil
      return (epoch ?? verbsUnderWay).map(Plan.no) ?? .verb(plan)
    }
  }

  /// Faults of this device are in the same list as the App Store's, but `till fault` switches them.
  private func plan(for place: VerbPlace, onDevice kind: DeviceFault.Kind) -> Plan {
    if let reason = commandsUnderWay ?? setup.abilities.orders { return .no(reason) }
    let isOn = faults.contains { $0.kind == kind }
    return switch place.name {
    case "switch-fault": .command(.setFault(kind, isOn ? .off : .on))
    case "fault-once": .command(.setFault(kind, .once))
    default: .no(say("only one kind of failure is possible"))
    }
  }

  var newDevicePlan: Plan { plan(on: .confirm(AppStoreSideTexts.newDevice)) }

  /// Returns the given plan, or a reason if the App Store has not answered yet or a command is running.
  private func plan(on device: Plan) -> Plan {
    situation == nil ? .no(AppStoreSideTexts.appStoreIsLoading) : commandsUnderWay.map(Plan.no) ?? device
  }

  /// Returns the context for verbs, or nil until the App Store has answered.
  func scene(about subject: VerbScene.Subject?) -> VerbScene? {
    situation.map { situation in
      VerbScene(
        subject, situation, signedIn: device.account,
        products: products.rows.filter { $0.section != .notInCatalogue }.map { row in
          VerbScene.Sold(
            id: row.id, name: row.name, price: row.price, isSubscription: row.type == .autoRenewableSubscription,
            isShareable: row.isShareable)
        }, date: { [zone = setup.zone] in $0.formatted(.minute, secondsFromUTC: zone.offset(at: $0)) })
    }
  }

  // MARK: Enter

  /// What Enter does on the selected row: it runs the row's only action, or lists its actions.
  var pickPlan: Plan {
    guard let row = selectedAppStoreRow else {
      return situation == nil ? .no(AppStoreSideTexts.appStoreIsLoading) : .no(AppStoreSideTexts.noCase)
    }
    switch row.subject {
    case .decision, .subscription, .purchase: return .choose(menu(of: row))
    case .account(let account) where account.name == device.account:
      return commandsUnderWay.map(Plan.no) ?? .command(.signOut)
    case .account(let account): return commandsUnderWay.map(Plan.no) ?? .command(.signIn(account.name))
    case .fault, .deviceFault: return plan(named: "switch-fault")
    case .setting(let action): return action == .newDevice ? newDevicePlan : plan(named: action.rawValue)
    case .promoted: return plan(named: "decline")
    case .notification: return .no(AppStoreSideTexts.nothingToDecide)
    }
  }

  private func plan(named name: String) -> Plan {
    Verb.places.first { $0.name == name }.map(plan) ?? .no(AppStoreSideTexts.noCase)
  }

  private func menu(of row: AppStoreRow) -> Choice {
    // What opens a row opens this menu where nothing was signed about it.
    let isOpenable = storeSubjectUnderCursor != nil
    let entries = ActionTable.entries(in: side.section.scope).filter {
      $0.action != .pick && ($0.action != .open || isOpenable)
    }
    return Choice(
      title: AppStoreSideTexts.menuTitle(row.shown.note),
      items: entries.map { entry in
        let plan = Verb.places.first { $0.name == entry.action.rawValue }.map(plan)
        let reason = plan == nil && entry.action != .open ? entry.whyNot(self) : plan?.reason
        return Choice.Item(
          title: "\(entry.keyName)  \(entry.title)",
          note: reason.map { ReasonText.notNow($0).text } ?? plan?.line ?? entry.summary, pick: .action(entry.action))
      })
  }
}

extension AppStoreRow {
  /// The row's object as verbs know it, or nil if no verb applies to it.
  fileprivate var verbSubject: VerbScene.Subject? {
    switch subject {
    case .decision(let item): .decision(item)
    case .subscription(let item): .subscription(item)
    case .account(let account): .account(account)
    case .fault(let fault): .fault(fault)
    case .purchase(let item): .purchase(item)
    case .promoted(let item): .promoted(item)
    case .notification(let item): .notification(item)
    case .deviceFault, .setting: nil
    }
  }
}
