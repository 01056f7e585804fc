import SafeText
import Screen
import Texts

/// What the dashboard says line by line.
enum PlainText: Sentence {
  /// The name of a pane or sheet.
  case place(String)
  /// The row under the cursor.
  case row(Int, of: Int, String, title: String)
  case listed(Int, String, isCurrent: Bool)
  case moreRows(Int)
  /// A row that is another than before.
  case changed(String, title: String)
  case key(String, action: String, summary: String)
  case howToWrite
  case unknown(String, near: [String])
}

// MARK: - English

extension PlainText {
  var english: String {
    switch self {
    case .place(let title): "\(title):"
    case .row(let number, let count, let text, let title):
      (title.isEmpty ? "" : "\(title): ") + "\(text), row \(number) of \(count)"
    case .listed(let number, let text, let isCurrent): "\(number). \(text)" + (isCurrent ? " (here)" : "")
    case .moreRows(let count): "and \(English.counted(count, "more row", "more rows"))"
    case .changed(let text, let title): "\(title): \(text)"
    case .key(let keys, let action, let summary): "\(keys), \(action): \(summary)"
    case .howToWrite:
      "Write a key, a name such as \(Key.escape), or an action's name, a line each; an empty line is \(Key.enter), "
        + "a full stop says everything again."
    case .unknown(let text, let near):
      near.isEmpty
        ? "there is no \(English.quoted(safeText(text, limit: 60))) here: \(key(.help)) lists what can be done"
        : "there is no \(English.quoted(safeText(text, limit: 60))) here: did you mean \(English.list(near, "or"))?"
    }
  }
}
