package import AppStoreModel
package import Core

/// A verb's place in the dashboard: a part of the App Store's pane, a key, and the verb's plan there.
package struct VerbPlace: Sendable {
  /// The parts of the App Store's pane, by the names of the dashboard's scopes.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case decisions, subscriptions, accounts, faults, settings, notifications, purchases
    /// All parts.
    case whole = "appStore"
  }

  /// The action's name in the dashboard, in scripts and in walkthroughs.
  package let name: String
  package let parts: [Part]
  package let key: Character
  /// The label in the key bar: one or two words.
  package let title: Words
  /// The effect, as one sentence.
  package let summary: Words
  /// The priority in the key bar when space is short; 1 stays longest, nil is never shown.
  package let rank: Int?
  /// Returns the verb's plan in a scene; throws a `WhyNot`.
  let plan: @Sendable (VerbScene) throws -> VerbPlan

  init(
    _ name: String, in parts: Part..., key: Character, title: Words, summary: Words, rank: Int? = nil,
    plan: @escaping @Sendable (VerbScene) throws -> VerbPlan
  ) {
    self.name = name
    self.parts = parts
    self.key = key
    self.title = title
    self.summary = summary
    self.rank = rank
    self.plan = plan
  }

  /// Returns the verb's plan for the row under the cursor, or the reason why there is none.
  package func plan(in scene: VerbScene) -> Result<VerbPlan, WhyNot> {
    do {
      return .success(try plan(scene))
    } catch {
      return .failure(error as? WhyNot ?? WhyNot("\(String(describing: error))"))
    }
  }
}

/// The reason why a verb is not available now.
package struct WhyNot: Error, Hashable {
  package let text: String

  init(_ words: Words) { text = words.text }
}

/// The context of a verb: the row under the cursor, and the state of the App Store.
package struct VerbScene: Sendable {
  /// The row under the cursor.
  package enum Subject: Hashable, Sendable {
    case decision(AppStoreCase)
    case subscription(Subscription)
    case account(AppleAccount)
    case fault(AppStoreFault)
    case purchase(AppStorePurchase)
    case promoted(PromotedPurchase)
    case notification(AppStoreNotification)
  }

  /// A product that the App Store sells.
  package struct Sold: Hashable, Sendable {
    let id: String
    let name: String
    let price: String
    let isSubscription: Bool
    let isShareable: Bool

    package init(id: String, name: String, price: String, isSubscription: Bool, isShareable: Bool) {
      self.id = id
      self.name = name
      self.price = price
      self.isSubscription = isSubscription
      self.isShareable = isShareable
    }
  }

  let subject: Subject?
  let situation: AppStoreSituation
  /// The Apple Account that is signed in.
  let signedIn: String?
  let products: [Sold]
  /// Formats a date to the minute.
  let date: @Sendable (Timestamp) -> String

  package init(
    _ subject: Subject?, _ situation: AppStoreSituation, signedIn: String?, products: [Sold],
    date: @escaping @Sendable (Timestamp) -> String
  ) {
    self.subject = subject
    self.situation = situation
    self.signedIn = signedIn
    self.products = products
    self.date = date
  }

  /// Returns the name of a product, safe for the screen.
  func name(of productId: String) -> String {
    products.first { $0.id == productId }?.name ?? safeText(productId)
  }
}

/// The plan of a verb: the questions before it is carried out.
package indirect enum VerbPlan: Hashable, Sendable {
  case now(VerbCall)
  /// Ask for confirmation; the text names the consequences.
  case ask(title: String, text: String, VerbCall)
  /// Let the person choose from a list.
  case choose(title: String, [Item], cursor: Int)
  /// Let the person type a percentage; the next question follows.
  case type(Typed)

  package struct Item: Hashable, Sendable {
    package let title: String
    package let note: String
    package let plan: VerbPlan

    init(_ title: Words, _ note: Words = "", _ plan: VerbPlan) {
      (self.title, self.note, self.plan) = (title.text, note.text, plan)
    }
  }

  /// A call that needs a typed percentage.
  package struct Typed: Hashable, Sendable {
    package var title: String { say("How much does Apple refund?") }
    package var text: String { say("A whole percentage from 1 to 100.") }
    package var label: String { say("Percent: ") }
    let call: VerbCall
    /// The product's name.
    let product: String

    /// Returns the plan after the typed text, or the reason why it is invalid.
    package func plan(for text: String) -> Result<VerbPlan, WhyNot> {
      guard let share = Int(text), (1...100).contains(share) else {
        return .failure(WhyNot("invalid percentage “\(safeText(text))”; use a whole number from 1 to 100"))
      }
      return .success(Verb.refund(share, of: product, call))
    }
  }

  static func choose(_ title: Words, _ items: [Item], cursor: Int = 0) -> VerbPlan {
    .choose(title: title.text, items, cursor: cursor)
  }

  static func ask(_ title: Words, _ text: Words, _ call: VerbCall) -> VerbPlan {
    .ask(title: title.text, text: text.text, call)
  }

  /// The plan's call, if it needs no further choice.
  package var call: VerbCall? {
    switch self {
    case .now(let call), .ask(_, _, let call): call
    case .choose, .type: nil
    }
  }
}

/// The glyph and colour of a state, always shown with a word.
package enum Mark: Hashable, Sendable {
  case none
  /// Entitled or done.
  case good
  /// In an intermediate state, or waiting.
  case waiting
  /// Lost or refused.
  case bad
  /// Nothing, such as a product that was never bought.
  case empty
  /// A number, such as a balance.
  case count
}

/// A verb's row in the list of settings.
package struct VerbSetting: Sendable {
  package let name: Words
  /// Returns the setting's current value, with a mark.
  package let value: @Sendable (VerbScene) -> (text: Words, mark: Mark)
  /// Returns the label for what the key does.
  package let deed: @Sendable (AppStoreSituation) -> Words
}

extension Verb {
  /// The places of all verbs, in the order of the help.
  package static let places: [VerbPlace] = all.flatMap(\.places)

  /// The verbs that are settings, in the order of the list.
  package static let listedSettings: [Verb] = all.filter { $0.setting != nil }

  /// Creates a verb for a setting that is on or off; the simulator derives its rule from this row.
  static func toggle(
    _ words: String, key: Character, title: Words, rank: Int? = nil,
    summary: Words, does sentence: Words, shown name: Words,
    isOn: any WritableKeyPath<AppStoreSettings, Bool> & Sendable,
    value: @escaping @Sendable (Bool) -> (text: Words, mark: Mark),
    deed: @escaping @Sendable (Bool) -> Words, effect: Verb.Effect? = nil
  ) -> Verb {
    Verb(
      words, .word(.isOn), summary: summary, effect: effect,
      setting: VerbSetting(
        name: name, value: { value($0.situation.settings[keyPath: isOn]) }, deed: { deed($0.settings[keyPath: isOn]) }),
      places: VerbPlace(words, in: .settings, key: key, title: title, summary: sentence, rank: rank) { scene in
        guard let verb = Verb.named(words) else { throw WhyNot("no \(words) yet") }
        return .now(VerbCall(verb).with(.isOn, !scene.situation.settings[keyPath: isOn]))
      }, inFiles: true, switches: isOn)
  }
}

// MARK: The row under the cursor

extension VerbScene {
  /// Returns the signed-in account's subscription under the cursor, with its id.
  func subscription(isOver: Bool = true) throws -> (item: Subscription, id: String) {
    guard case .subscription(let item) = subject else { throw WhyNot("no subscription is selected") }
    try mustBeSignedIn(item.account)
    if !isOver, item.state.isOver { throw WhyNot("it has ended; buy it again") }
    return (item, item.originalTransactionId)
  }

  func account() throws -> AppleAccount {
    guard case .account(let account) = subject else { throw WhyNot("no Apple Account is selected") }
    return account
  }

  func fault() throws -> (fault: AppStoreFault, isOn: Bool) {
    guard case .fault(let fault) = subject else { throw WhyNot("no row is selected") }
    return (fault, situation.faults.contains { $0.fault == fault })
  }

  func purchase() throws -> AppStorePurchase {
    guard case .purchase(let item) = subject else { throw otherRow }
    if item.isShared {
      throw WhyNot("the family shares it, so there is no payment to refund; refund the buyer's purchase")
    }
    return item
  }

  /// Returns the UUID of the notification under the cursor.
  func notification(isWaiting: Bool = false) throws -> String {
    guard case .notification(let item) = subject else { throw WhyNot("no notification is selected") }
    if isWaiting, item.delivery == .delivered { throw WhyNot("it has already arrived, so it cannot be lost") }
    return item.notificationUUID
  }

  /// Returns the decision under the cursor: a request that waits, or a refunded purchase.
  func decision() throws -> AppStoreCase {
    switch subject {
    case .decision(let item): return item
    case .promoted, .purchase: throw otherRow
    default: throw WhyNot(situation.cases.isEmpty ? "nothing is waiting for a decision" : "no row is selected")
    }
  }

  /// The reason why the row under the cursor does not take a verb of another kind of row.
  var otherRow: WhyNot {
    switch subject {
    case .decision(let item): WhyNot(item.kind == .refunded ? Verb.isRefunded : "it is pending; decide it first")
    case .promoted: WhyNot("the app continues it on the device")
    case .purchase: WhyNot("this purchase is not waiting for a decision")
    default: WhyNot("no row is selected")
    }
  }

  func mustBeSignedIn(_ account: String) throws {
    if account != signedIn { throw WhyNot("it belongs to \(safeText(account)); sign in as \(safeText(account)) first") }
  }

  func sold(_ items: [Sold]? = nil, else reason: Words) throws -> [Sold] {
    let items = items ?? products
    if items.isEmpty { throw WhyNot(reason) }
    return items
  }
}
