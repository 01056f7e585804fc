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
