import Core
import TerminalUI
import Verbs

extension ActionTable {
  /// The actions of the App Store's side: those of the whole side, then those of each section.
  ///
  /// Most of them are made from verbs.
  static let appStore: [ActionEntry] =
    verbs(where: { $0 == [.whole] }) + wholeAppStore + sections + picks
    + verbs(where: { !$0.contains(.whole) && $0 != [.settings] }) + [change] + verbs(where: { $0 == [.settings] })

  /// Returns the rows of the verbs whose sections match a condition.
  private static func verbs(where matches: ([VerbPlace.Part]) -> Bool) -> [ActionEntry] {
    Verb.places.filter { matches($0.parts) }.map { place in
      ActionEntry(
        Action(stringLiteral: place.name), in: place.parts.compactMap { Scope(rawValue: $0.rawValue) },
        keys: [.character(place.key)], title: place.title, summary: place.summary, rank: place.rank,
        unless: { $0.plan(for: place).reason }
      ) { $0.perform($0.state.plan(for: place)) }
    }
  }

  private static let wholeAppStore: [ActionEntry] = [
    ActionEntry(
      .newDevice, in: [.appStore], keys: ["d"], title: "new device",
      summary: "Set this device's store aside and start with an empty one, after asking.",
      unless: { $0.newDevicePlan.reason }
    ) { $0.perform($0.state.newDevicePlan) },
    ActionEntry(
      .close, in: [.appStore], keys: [.escape], title: "back", summary: "Clear the filter, or return to the device.",
      rank: 0
    ) { $0.close() },
    ActionEntry(
      .leaveAppStore, in: [.appStore], keys: ["q", "s"], title: "close", summary: "Return to the device."
    ) { $0.leaveAppStore() },
  ]

  private static let sections: [ActionEntry] = [
    ActionEntry(
      "next-tab", in: [.appStore], keys: ["]", .right], title: "next part",
      summary: "Show the next part of the App Store's side.", rank: 2
    ) { $0.showSection(by: 1) },
    ActionEntry(
      "previous-tab", in: [.appStore], keys: ["[", .left], title: "previous part",
      summary: "Show the previous part."
    ) { $0.showSection(by: -1) },
    ActionEntry(
      .showDecisions, in: [.appStore], keys: ["1"], title: "Decisions",
      summary: "Decisions that Apple or a parent still has to make, and the latest purchases and refunds."
    ) { $0.showSection(.decisions) },
    ActionEntry(
      .showSubscriptions, in: [.appStore], keys: ["2"], title: "Subscriptions",
      summary: "Every subscription, and what happens to it next."
    ) { $0.showSection(.subscriptions) },
    ActionEntry(
      .showAccounts, in: [.appStore], keys: ["3"], title: "Accounts",
      summary: "The Apple Accounts that can sign in on this device."
    ) { $0.showSection(.accounts) },
    ActionEntry(
      .showFaults, in: [.appStore], keys: ["4"], title: "Faults",
      summary: "Failures that you can switch on, to see that no paid purchase gets lost."
    ) { $0.showSection(.faults) },
    ActionEntry(
      .showSettings, in: [.appStore], keys: ["5"], title: "Settings",
      summary: "Clock, network, payments, Ask to Buy, grace period, device, starting over."
    ) { $0.showSection(.settings) },
    ActionEntry(
      .showNotifications, in: [.appStore], keys: ["6"], title: "Notices",
      summary: "The notifications that the App Store sends to the app server, and whether each arrived."
    ) { $0.showSection(.notifications) },
    ActionEntry(
      .showPurchases, in: [.appStore], keys: ["7"], title: "Purchases",
      summary: "The latest purchases of all accounts: refund one without a request, or delete it."
    ) { $0.showSection(.purchases) },
  ]

  private static let picks: [ActionEntry] = [
    ActionEntry(
      .open, in: [.decisions, .subscriptions, .purchases, .notifications], keys: [.enter], title: "open",
      summary: "Show everything the App Store signed about this row, and why Till trusts it.", rank: 5,
      unless: { $0.storeSubjectUnderCursor == nil ? $0.pickPlan.reason : nil }
    ) { $0.openStoreRow() },
    pick(
      in: [.decisions, .subscriptions, .purchases], keys: ["m"], title: "actions",
      summary: "List the actions for this row, with their shell commands.", rank: 4),
    pick(
      in: [.accounts], title: "sign in/out",
      summary: "Sign this Apple Account in on this device, or out if it is signed in.", rank: 1),
  ]

  private static let change = pick(
    in: [.faults, .settings], title: "change", summary: "Change the row under the cursor.", rank: 1)

  private static func pick(
    in scopes: [Scope], keys: [Key] = [.enter], title: Words, summary: Words, rank: Int
  ) -> ActionEntry {
    ActionEntry(
      .pick, in: scopes, keys: keys, title: title, summary: summary, rank: rank, unless: { $0.pickPlan.reason }
    ) { $0.perform($0.state.pickPlan) }
  }
}
