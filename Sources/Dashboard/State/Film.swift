import Core

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
  /// Whether the sheet that ends a recording is in front, which belongs in none.
  package var isChoosingFilm: Bool {
    guard case .choice(let choice) = overlays.last else { return false }
    return choice.items.contains { if case .film = $0.pick { true } else { false } }
  }
}

extension Reducer {
  mutating func film(_ move: FilmMove) {
    switch move {
    case .still: effects.append(.film(move))
    case .begin:
      state.isFilming = true
      announce(say("Recording: \(ActionTable.key(of: "picture")) ends it and writes it."))
      effects.append(.film(move))
    case .end:
      state.isFilming = false
      effects.append(.film(move))
    }
  }
}
