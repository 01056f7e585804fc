import Core
import TerminalUI

/// The key bar: which keys of this place it shows, and where.
///
/// Short names come before one of them is left out, the least needed ones first.
struct KeyBar {
  /// A key with its name.
  struct Item {
    let entry: ActionEntry
    let key: String
    let title: String
    /// The columns that key and name take.
    let width: Int
    /// The column of the key.
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
        // The desk only shows a customer: actions of a device are not offered.
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

/// The names of the lists in the border of their pane: the longest wording that fits.
struct TabTitles {
  /// A list's name and the columns, counted from the border's first, that it takes.
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
