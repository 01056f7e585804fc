import SafeText
import Screen
import StoreModel

/// What is drawn in a sheet over the dashboard: fixed lines above, a list that scrolls, fixed lines below.
struct Sheet {
  var title: String
  var head: [Line] = []
  /// The whole list.
  var list: [Line] = []
  /// The row under the cursor, where the list has one.
  var cursor: Int?
  /// The first row that is shown.
  var top = 0
  var tail: [Line] = []
  /// Whether it asks something that cannot be taken back.
  var isWarning = false
  /// Where the text cursor is: a line of the tail and a column.
  var caret: Point?

  /// The columns inside a sheet at the most.
  static func width(in size: Size) -> Int { max(1, min(76, size.width - 4)) }

  /// Where the sheet lies, its border included: as wide as it needs, and over the whole width before it would leave
  /// only shreds of what lies below.
  func frame(in body: Rect) -> Rect {
    let height = head.count + list.count + tail.count + 2
    let needed = (head + list + tail).reduce(displayWidth(of: title) + 2) { max($0, $1.width) }
    let width = max(44, needed + (cursor == nil ? 4 : 6))
    let most = min(body.width, Self.width(in: body.size) + 4)
    return body.centered(Size(width: width > body.width - 8 ? most : width, height: min(height, body.height)))
  }

  /// The rows that the list has room for.
  func listHeight(in body: Rect) -> Int {
    max(0, frame(in: body).height - 2 - head.count - tail.count)
  }
}

extension State {
  /// The rows of whatever moves: the list of the front sheet, or the pane that has the keys.
  var listHeight: Int {
    let layout = Layout(self)
    if let sheet = Sheet(self) { return sheet.listHeight(in: layout.body) }
    switch focus {
    case .products: return layout.products?.inside.height ?? 1
    case .detail: return layout.detail?.inside.height ?? 1
    case .tabs: return layout.tabs.inside.height
    }
  }

  /// The lines that the front sheet scrolls over.
  var overlayLineCount: Int { Sheet(self)?.list.count ?? 0 }

  /// The lines of the detail at the width that it has.
  var detailLineCount: Int {
    guard let pane = Layout(self).detail else { return 0 }
    return DetailLines(self, glyphs: .unicode, width: pane.inside.inset(horizontal: 1, vertical: 0).width).lines.count
  }
}
