import AppStoreModel
import TerminalUI
import Testing

@testable import Dashboard

/// Tests that no text is cut where its pane or sheet has blank lines left, in any view, at any size.
@Suite struct NothingCutTests {
  /// The keys that lead to each view from the main screen.
  private static let views = [
    "", "<Enter>", "jjj<Enter>", "2", "3", "5", "6", "b", "jjjb", "bf", "jjx", "a", "s", "s2", "s3", "s4", "s5", "s6",
    "s7",
    "s+", "si", "sd", "sm", "sy", "?", "s?", "!", "O", "E", "W", "i", "T", "U", ":", "5Z",
  ]

  /// Returns the rows of a rectangle, without its border.
  private func rows(of rect: Rect, in frame: Frame) -> [String] {
    let inside = rect.inside
    return frame.lines[inside.y..<inside.maxY].map { line in
      // Every character of the fixture is one column wide.
      let text = line.dropFirst(inside.x).prefix(inside.width)
      return String(text) + String(repeating: " ", count: inside.width - text.count)
    }
  }

  /// Returns the rows with a text that is cut by an ellipsis.
  private func cuts(in rows: [String]) -> [String] {
    rows.filter { row in
      row.split(separator: " ").contains { $0.count > 1 && $0.hasSuffix("…") }
    }
  }

  @Test(arguments: AnswerFirstTests.sizes) func noneIsCutBesideBlankLines(width: Int, height: Int) throws {
    for view in Self.views {
      var driver = try Driver(width: width, height: height).pressing(view)
      driver.answer(.transactions(Fixture.transactions(0..<3)))
      driver.answer(.orders(Fixture.orders))
      driver.answer(.journal(Fixture.journal))
      driver.answer(.refundable(Page(rows: [Fixture.stored(1, Fixture.monthly), Fixture.stored(3)])))
      let frame = driver.frame()
      let layout = Layout(driver.state)
      var places = [("detail", layout.detail), ("lists", layout.tabs), ("store", layout.store)]
      if let overlay = driver.state.overlays.last, let sheet = Sheet(driver.state),
        !(overlay == .appStore && layout.store != nil)
      {
        places = [("sheet", sheet.frame(in: layout.place(of: overlay, under: driver.state.overlays)))]
      }
      for case (let name, let rect?) in places where rect.height > 2 {
        let rows = rows(of: rect, in: frame)
        // A sheet that covers part of the pane hides its last row, so the pane has no blank line here.
        guard rows.last?.allSatisfy({ $0 == " " }) == true else { continue }
        let cut = cuts(in: rows)
        guard !cut.isEmpty else { continue }
        // A list shows a cut row in full below it when the row is selected.
        let isSaid = saysEveryRowInFull(name, driver)
        #expect(isSaid, "\(view) \(width)x\(height) \(name): \(cut)\n\(frame.text)")
      }
    }
  }

  /// Returns whether a list shows each selected row in full; false for a pane that is no list.
  private func saysEveryRowInFull(_ name: String, _ start: Driver) -> Bool {
    var driver = start
    let count: Int
    switch (name, driver.state.overlays.last) {
    case ("lists", _): count = driver.state.tabs.front.rows.count
    case (_, .choice(let choice)): count = choice.items.count
    case (_, .palette(let palette)): count = driver.state.paletteItems(palette.text).count
    case (_, .help(let list)): count = list.rows.count
    case ("store", _), (_, .appStore): count = driver.state.rows(of: driver.state.side.section).count
    default: return false
    }
    for index in 0..<count {
      let text: String
      switch (name, driver.state.overlays.last) {
      case ("lists", _):
        driver.state.tabs.front.cursor = index
        text = driver.state.tabs.front.selected.map(driver.state.note(of:)) ?? ""
      case (_, .choice(var choice)):
        choice.cursor = index
        driver.state.replaceTop(.choice(choice))
        text = choice.items[index].note
      case (_, .palette(var palette)):
        palette.cursor = index
        driver.state.replaceTop(.palette(palette))
        text = driver.state.paletteItems(palette.text)[index].note
      case (_, .help(var list)):
        list.move(to: index, isUpward: false)
        driver.state.replaceTop(.help(list))
        text = list.selected?.help(driver.state) ?? ""
      default:
        driver.state.side.place.cursor = index
        text = driver.state.rows(of: driver.state.side.section)[index].shown.note
      }
      driver.state.settle()
      let shown = driver.frame().text
      guard text.split(separator: " ").allSatisfy({ shown.contains($0) }) else {
        Issue.record("\(name), row \(index): \(text)\n\(driver.frame().text)")
        return true
      }
    }
    return true
  }
}
