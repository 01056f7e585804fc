import AppStoreModel
import Core
import Verbs

extension State {
  /// Returns what a verb will do for the selected row.
  func plan(for place: VerbPlace) -> Choice.Pick {
    guard let scene = scene(about: selectedAppStoreRow?.subject.item) else {
      return .no(AppStoreSideTexts.appStoreIsLoading)
    }
    if case .deviceFault(let kind) = selectedAppStoreRow?.subject, place.parts == [.faults] {
      return plan(for: place, onDevice: kind)
    }
    switch place.plan(in: scene) {
    case .failure(let reason): return .no(reason.text)
    case .success(let plan):
      let epoch = plan.call?.verb.effect == .newEpoch ? commandsUnderWay : nil
      return (epoch ?? verbsUnderWay).map(Choice.Pick.no) ?? .verb(plan)
    }
  }

  /// Faults of this device are in the same list as the App Store's, but `till fault` switches them.
  private func plan(for place: VerbPlace, onDevice kind: DeviceFault.Kind) -> Choice.Pick {
    if let reason = commandsUnderWay ?? setup.abilities[.orders] { return .no(reason) }
    let isOn = facts.faults.contains { $0.kind == kind }
    return switch place.name {
    case "switch-fault": .command(.setFault(kind, isOn ? .off : .on))
    case "fault-once": .command(.setFault(kind, .once))
    default: .no(say("only one kind of failure is possible"))
    }
  }

  var newDevicePlan: Choice.Pick { plan(on: .confirm(AppStoreSideTexts.newDevice)) }

  /// Returns the given plan, or a reason if the App Store has not answered yet or a command is running.
  private func plan(on device: Choice.Pick) -> Choice.Pick {
    situation == nil ? .no(AppStoreSideTexts.appStoreIsLoading) : commandsUnderWay.map(Choice.Pick.no) ?? device
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
  var pickPlan: Choice.Pick {
    guard let row = selectedAppStoreRow else {
      return situation == nil ? .no(AppStoreSideTexts.appStoreIsLoading) : .no(AppStoreSideTexts.noCase)
    }
    switch row.subject {
    case .item(.decision(_)), .item(.subscription(_)), .item(.purchase(_)): return .choose(menu(of: row))
    case .item(.account(let account)) where account.name == device.account:
      return commandsUnderWay.map(Choice.Pick.no) ?? .command(.signOut)
    case .item(.account(let account)): return commandsUnderWay.map(Choice.Pick.no) ?? .command(.signIn(account.name))
    case .item(.fault(_)), .deviceFault: return plan(named: "switch-fault")
    case .setting(let action): return action == .newDevice ? newDevicePlan : plan(named: action.rawValue)
    case .item(.promoted(_)): return plan(named: "decline")
    case .item(.notification(_)): return .no(say("a notification needs no decision"))
    }
  }

  private func plan(named name: String) -> Choice.Pick {
    Verb.places.first { $0.name == name }.map(plan) ?? .no(AppStoreSideTexts.noCase)
  }

  private func menu(of row: AppStoreRow) -> Choice {
    // What opens a row opens this menu where nothing was signed about it.
    let isOpenable = storeSubjectUnderCursor != nil
    let entries = ActionTable.entries(in: side.section.scope).filter {
      $0.action != .pick && ($0.action != .open || isOpenable)
    }
    return Choice(
      title: say("What happens to \(row.shown.note)?"),
      items: entries.map { entry in
        let plan = Verb.places.first { $0.name == entry.action.rawValue }.map(plan)
        let reason = plan == nil && entry.action != .open ? entry.whyNot(self) : plan?.reason
        return Choice.Item(
          title: "\(entry.keyName)  \(entry.title)",
          note: reason.map { ReasonText.notNow($0).text } ?? plan?.line ?? entry.summary, pick: .action(entry.action))
      })
  }
}
