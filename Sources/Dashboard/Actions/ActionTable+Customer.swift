import AppStoreModel
import Core

/// The action that finds the next step for a customer's statement, such as “I paid and have nothing”.
extension ActionTable {
  static let customerSays: [ActionEntry] = [
    ActionEntry(
      "customer-says", in: [.main], keys: ["h"], title: "customer says", short: "says",
      summary:
        "Answer what a customer says: check with the App Store, then show the action or the sentence to send.",
      unless: { $0.pullUnderWay ?? $0.underWay { if case .helpCustomer = $0 { true } else { false } } }
    ) { $0.present($0.state.customerCases) }
  ]
}

extension State {
  /// The list of statements that customers make.
  var customerCases: Choice {
    Choice(
      title: say("The customer says…"),
      items: CustomerCase.allCases.map { Choice.Item(title: $0.words, note: "", pick: .says($0)) })
  }

  /// The reason why Till does not ask the App Store first, or nil if it does.
  fileprivate var reasonAgainstChecking: String? {
    desk == nil
      ? setup.abilities[.refundCheck]
      : say(
        "the desk does not ask the App Store; this answer is based on stored "
          + "evidence")
  }

  /// Returns the next step for one of the affected products: what to say, the action, and the other products.
  func choice(_ help: CustomerHelp, of index: Int = 0) -> Choice {
    let product = help.products.indices.contains(index) ? help.products[index] : nil
    let step = product?.next ?? help.next
    var head: [String] = []
    if let problem = help.problem { head.append(say("Not checked with the App Store: \(safeText(problem))")) }
    if let product { head.append("\(safeText(product.name)): \(product.stateWords)") }
    head.append(PaneText.next(step.who).text + safeText(step.text))
    if let until = step.until { head.append(say("until \(minute(until.wholeMinute))")) }
    if let say = step.say { head.append(Language.quoted(safeText(say))) }
    var items: [Choice.Item] = []
    if let action = step.action?.dashboardAction, reason(against: action, on: product?.productId) == nil,
      let entry = ActionTable.entry(of: action, in: [.main])
    {
      items.append(
        Choice.Item(title: entry.title, note: entry.summary, pick: .step(action, productId: product?.productId)))
    }
    if let say = step.say {
      items.append(Choice.Item(title: Words("copy the sentence").text, note: "", pick: .copy(safeText(say))))
    }
    items += help.products.indices.filter { $0 != index }.map { other in
      Choice.Item(
        title: safeText(help.products[other].name), note: help.products[other].stateWords, pick: .help(help, other))
    }
    if items.isEmpty { items = [Choice.Item(title: Words("close").text, note: "", pick: .action(.redraw))] }
    return Choice(title: Language.quoted(help.customerCase.words), items: items, head: head)
  }

  /// Returns why an action would be unavailable if a given product were selected.
  private func reason(against action: Action, on productId: String?) -> String? {
    var probe = self
    probe.overlays = []
    if let productId { _ = probe.products.select(productId) }
    return probe.reason(against: action)
  }
}

extension Reducer {
  /// Finds the next step for a customer's statement; asks the App Store first if that is possible.
  mutating func help(_ customerCase: CustomerCase) {
    guard let reason = state.reasonAgainstChecking else { return run(.helpCustomer(customerCase)) }
    show(CustomerHelp(customerCase, state.products.rows.map(\.helped), problem: reason))
  }

  /// Shows the help for one of the products concerned, and selects that product.
  mutating func show(_ help: CustomerHelp, _ index: Int = 0) {
    if help.products.indices.contains(index) { _ = state.products.select(help.products[index].productId) }
    // The list is shown even if it offers only one action, so that the user reads the sentence first.
    state.overlays.append(.choice(state.choice(help, of: index)))
  }

  /// Runs the action of a step on its product.
  mutating func perform(_ action: Action, on productId: String?) {
    if let productId { _ = state.products.select(productId) }
    perform(action)
  }
}

extension ProductRow {
  fileprivate var helped: CustomerHelp.Product {
    CustomerHelp.Product(
      productId: id, name: name, type: type, state: state, entitled: entitled, isWaiting: isWaiting,
      isChargedTwice: chargedTwice != nil, rules: Set(reasons.map(\.rule)), next: next)
  }
}
