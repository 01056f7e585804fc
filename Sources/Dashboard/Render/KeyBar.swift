import SafeText
import Screen
import Texts

/// The key bar: which keys of this place it shows, and where.
///
/// Short names come before one of them is left out, the least needed ones first.
struct KeyBar {
  /// A key with its name.
  struct Item {
    let entry: ActionEntry
    let title: String
    /// The column of the key.
    let x: Int
    /// The columns that key and name take.
    let width: Int
  }

  private(set) var items: [Item] = []

  init(_ state: State, width whole: Int) {
    let isText = state.scopes.first?.takesText ?? false
    let entries = state.scopes.flatMap { ActionTable.entries(in: $0) }.filter { entry in
      entry.rank != nil && !(isText && Self.isTyped(entry)) && entry.isOffered(state)
    }
    let width = whole - 1
    let isShort = Self.room(for: entries.filter { ($0.rank ?? 0) <= 6 }, isShort: false) > width
    var kept = entries
    while Self.room(for: kept, isShort: isShort) > width,
      let last = kept.max(by: { ($0.rank ?? 0) < ($1.rank ?? 0) })
    {
      kept.removeAll { $0.rank == last.rank && $0.action == last.action }
    }
    var x = 1
    for entry in kept {
      let item = Item(
        entry: entry, title: isShort ? entry.shortTitle : entry.title, x: x,
        width: Self.width(of: entry, isShort: isShort))
      items.append(item)
      x += item.width + 2
    }
  }

  private static func width(of entry: ActionEntry, isShort: Bool) -> Int {
    displayWidth(of: entry.keyName) + 1 + displayWidth(of: isShort ? entry.shortTitle : entry.title)
  }

  private static func room(for entries: [ActionEntry], isShort: Bool) -> Int {
    entries.reduce(-2) { $0 + width(of: $1, isShort: isShort) + 2 }
  }

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
