import AppStoreModel
import Core
import TerminalUI

/// The selected product's price, verdict and next step in a few lines above the key bar, for screens whose panes have
/// no room for them.
enum AnswerLines {
  /// How many rows they need under a layout; none where its detail shows them, or a sheet covers the panes.
  static func missing(from layout: Layout, _ state: State) -> Int {
    guard !Layout.isTooSmall(state.size), !state.isDeskInFront, state.overlays.isEmpty, state.selected != nil else {
      return 0
    }
    if let room = layout.detail?.inside.inset(horizontal: 1, vertical: 0) {
      guard room.height < roomy else { return 0 }
      let detail = DetailLines(state, glyphs: .unicode, width: room.width)
      if detail.keepsAnswer(height: room.height) { return 0 }
    }
    return lines(state, layout, glyphs: .unicode).count
  }

  /// Rows in which every verdict and next step fits.
  private static let roomy = 12

  /// On one line where they fit; else the next step below, which names only its action where its text is long.
  static func lines(_ state: State, _ layout: Layout, glyphs: GlyphSet) -> [Line] {
    guard let row = state.selected else { return [] }
    let width = layout.message.width - 2
    let first = lead(row, state, glyphs, isNamed: layout.products == nil)
    let steps = state.stepWordings(of: row)
    for step in steps.prefix(1) where first.width + 2 + displayWidth(of: "\(glyphs.pointer) \(step)") <= width {
      return [Line(first.spans + [Span("  \(glyphs.pointer) \(step)", .title)])]
    }
    let wordings = steps.map {
      Wrapping.lines(of: $0, width: width, first: Span("\(glyphs.pointer) ", .title), indent: 2)
    }
    let next = wordings.first { $0.count <= 2 } ?? wordings.last ?? []
    let verdict =
      first.width <= width
      ? [first] : Wrapping.lines(of: first.spans.map(\.text).joined(), width: width, style: row.mark.style)
    return verdict + next
  }

  private static func lead(_ row: ProductRow, _ state: State, _ glyphs: GlyphSet, isNamed: Bool) -> Line {
    var spans: [Span] = []
    if isNamed { spans.append(Span(row.name + "  ")) }
    if !row.price.isEmpty { spans.append(Span(row.price + "  ", .accent)) }
    let detail = state.verdict(on: row)
    let verdict = row.type == .consumable ? detail : PaneText.entitlement(isEntitled: row.entitled, detail: detail).text
    spans.append(Span("\(row.mark.glyph(glyphs)) \(verdict)", row.mark.style.bold))
    return Line(spans)
  }
}

extension State {
  /// Updates that are held are taken in before anything else: they may change the answer.
  var updatesStep: (text: String, action: Action)? {
    guard device.updates == .held, device.waitingUpdates > 0, past == nil, desk == nil,
      setup.abilities[.refundCheck] == nil
    else { return nil }
    return (
      say(
        device.waitingUpdates, "\(device.waitingUpdates) update waiting",
        "\(device.waitingUpdates) updates waiting"), .refundCheck
    )
  }

  /// Whether the detail lists a product's newest events: on wide screens, from the device's history.
  var showsHistory: Bool {
    size.width - (walkthrough == nil ? 0 : Layout.panelWidth) >= Layout.twoSides && !isSupport && !isDeskInFront
  }

  /// The next step with its key, the longest wording first: in full, then its action alone.
  fileprivate func stepWordings(of row: ProductRow) -> [String] {
    func said(_ who: NextStep.Party, _ text: String, _ action: Action?) -> String {
      let key = action.flatMap { reason(against: $0) == nil ? ActionTable.keys(to: $0) : nil } ?? ""
      return PaneText.next(who).text + text + (key.isEmpty ? "" : " (\(key))")
    }
    if let updatesStep { return [said(.us, updatesStep.text, updatesStep.action)] }
    let action = row.next.action?.dashboardAction
    let whole = said(row.next.who, ShortID.shortened(in: row.next.text, .unicode), action)
    let title = action.flatMap { ActionTable.entry(of: $0, in: [.main]) }?.title
    return [whole] + (title.map { [said(row.next.who, $0, action)] } ?? [])
  }
}

extension Renderer {
  mutating func drawAnswer(_ pane: Rect) {
    put(AnswerLines.lines(state, layout, glyphs: glyphs), in: pane.inset(horizontal: 1, vertical: 0))
  }
}
