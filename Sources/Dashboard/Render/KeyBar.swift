import Core
import TerminalUI

/// The key bar: the keys that it shows, and their positions.
///
/// If there is too little room, it first uses short names, then leaves out the least important keys.
struct KeyBar {
  /// A key with its action's name.
  struct Item {
    let entry: ActionEntry
    let key: String
    let title: String
    /// The width of the key and the name.
    let width: Int
    /// The column at which the key begins.
    var x = 0

    fileprivate init(_ entry: ActionEntry, isShort: Bool) {
      self.entry = entry
      (key, title) = (entry.keyName, isShort ? entry.shortTitle : entry.title)
      width = displayWidth(of: key) + 1 + displayWidth(of: title)
    }

    fileprivate var rank: Int { entry.rank ?? 0 }
  }

  private(set) var items: [Item] = []

  init(_ state: State, width whole: Int) {
    let isText = state.scopes.first?.takesText ?? false
    let entries = state.scopes.flatMap { ActionTable.entries(in: $0) }.filter { entry in
      entry.rank != nil && !(isText && Self.isTyped(entry)) && entry.isOffered(state)
        // The past only shows, so that the keys that lead through it find room.
        && state.reasonOfThePast(against: entry) == nil
        // The desk only shows a customer, so it does not offer the actions of a device.
        && (state.desk == nil || !ActionTable.ofDevice.contains(entry.action))
    }
    let width = whole - 1
    items = entries.map { Item($0, isShort: false) }
    if Self.room(for: items.filter { $0.rank <= 6 }) > width { items = entries.map { Item($0, isShort: true) } }
    while Self.room(for: items) > width, let last = items.max(by: { $0.rank < $1.rank }) {
      items.removeAll { $0.rank == last.rank && $0.entry.action == last.entry.action }
    }
    var x = 1
    for index in items.indices {
      items[index].x = x
      x += items[index].width + 2
    }
  }

  private static func room(for items: [Item]) -> Int { items.reduce(-2) { $0 + $1.width + 2 } }

  private static func isTyped(_ entry: ActionEntry) -> Bool {
    if case .character = entry.keys.first { return true }
    return false
  }
}

/// The names of the lists in the border of their pane, in the longest wording that fits.
struct TabTitles {
  /// A list's name, with its first column and width, counted from the border.
  struct Item {
    let tab: Tab
    let text: String
    let x: Int
    let width: Int
  }

  let separator: String
  private(set) var items: [Item] = []

  init(current: Tab, width: Int, line: String) {
    let names = Tab.allCases.map { PaneText.tab($0, isShort: false).text }
    let numbered = names.enumerated().map { "\($0.offset + 1) \($0.element)" }
    let wordings = [
      (numbered, " \(line) "), (numbered, " "), (names, " "),
      (Tab.allCases.map { PaneText.tab($0, isShort: true).text }, " "),
    ]
    let (titles, separator) =
      wordings.first { titles, separator in
        titles.reduce(2 - separator.count) { $0 + displayWidth(of: $1) + separator.count } <= width - 5
      } ?? wordings[3]
    self.separator = separator
    var x = 2
    for (tab, title) in zip(Tab.allCases, titles) {
      let text = tab == current ? "[\(title)]" : title
      let item = Item(tab: tab, text: text, x: x, width: displayWidth(of: text))
      items.append(item)
      x += item.width + displayWidth(of: separator)
    }
  }
}
