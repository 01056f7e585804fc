import Core
import TerminalUI

/// A picture of the screen, or the start or end of a recording.
package enum FilmMove: Hashable, Sendable {
  case still(name: String)
  case begin
  /// Ends the recording and writes it under this name, as an asciicast and as an animated SVG.
  case end(name: String)
}

extension State {
  /// The choices: a picture, or the start or end of a recording.
  var filmChoice: Choice {
    let still = Choice.Item(
      title: say("a picture of the screen"), note: pictureName + ".svg", pick: .film(.still(name: pictureName)))
    let film =
      isFilming
      ? Choice.Item(
        title: say("end the recording"), note: Language.series([".cast", "-film.svg"].map { pictureName + $0 }),
        pick: .film(.end(name: pictureName)))
      : Choice.Item(
        title: say("begin a recording"), note: say("records the screen from now on; the same key ends it"),
        pick: .film(.begin))
    return Choice(title: say("Picture"), items: isFilming ? [film, still] : [still, film])
  }
}

extension State {
  /// The state as a recording shows it: without the recorder's mark and message; nil while its sheet is in front.
  package var filmed: State? {
    if case .choice(let choice) = overlays.last,
      choice.items.contains(where: { if case .film = $0.pick { true } else { false } })
    {
      return nil
    }
    var state = self
    state.isFilming = false
    if state.message?.text == Self.filmBegins { state.message = nil }
    return state
  }

  /// What is said when a recording begins.
  fileprivate static var filmBegins: String {
    say("Recording: \(ActionTable.key(of: "picture")) ends it and writes it.")
  }
}

extension Reducer {
  mutating func film(_ move: FilmMove) {
    switch move {
    case .still: break
    case .begin:
      state.isFilming = true
      // The keys that lead to the recording are no part of it.
      if state.keystrokes != nil { state.keystrokes = [] }
      announce(State.filmBegins)
    case .end: state.isFilming = false
    }
    effects.append(.film(move))
  }

  /// Keeps the last keys, for a screen that shows them.
  mutating func note(_ key: String) {
    if let keys = state.keystrokes, !key.isEmpty { state.keystrokes = (keys + [key]).suffix(State.shownKeystrokes) }
  }
}

extension State {
  /// As many keys as a watcher reads at once.
  fileprivate static let shownKeystrokes = 4
}

extension Renderer {
  /// Draws the pressed keys at the right end of a row; returns the rest of the row.
  mutating func drawKeystrokes(in row: Rect) -> Rect {
    let text = (state.keystrokes ?? []).map { " \($0) " }.joined()
    let width = columns(of: text)
    guard width > 0, width < row.width / 2 else { return row }
    frame.put(text, at: Point(x: row.maxX - 1 - width, y: row.y), style: .selected)
    return Rect(x: row.x, y: row.y, width: row.width - width - 1, height: row.height)
  }
}
