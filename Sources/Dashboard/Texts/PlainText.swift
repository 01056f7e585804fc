import Core
import TerminalUI

/// The texts of the line-by-line dashboard.
enum PlainText {
  /// The name of a pane or sheet.
  static func place(_ title: String) -> Words { "\(title):" }
  /// The row under the cursor.
  static func row(_ number: Int, of count: Int, _ text: String, title: String) -> Words {
    title.isEmpty ? "\(text), row \(number) of \(count)" : "\(title): \(text), row \(number) of \(count)"
  }
  static func listed(_ number: Int, _ text: String, isCurrent: Bool) -> Words {
    isCurrent ? "\(number). \(text) (here)" : "\(number). \(text)"
  }
  static func moreRows(_ count: Int) -> Words { Words(count, "and \(count) more row", "and \(count) more rows") }
  static func unknown(_ text: String, near: [String]) -> Words {
    near.isEmpty
      ? "no \(Language.quoted(safeText(text, limit: 60))) here; \(ActionTable.key(of: .help)) lists the "
        + "available actions"
      : "no \(Language.quoted(safeText(text, limit: 60))) here; did you mean \(Language.alternatives(near))?"
  }
}
