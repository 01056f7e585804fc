import Texts

/// What is made of the screen: a picture now, or a film from now on.
package enum FilmMove: Hashable, Sendable {
  case still(name: String)
  case begin
  /// Ends the film and writes it under this name, as asciicast and as a picture that moves.
  case end(name: String)
}

extension State {
  /// What can be made of the screen now.
  var filmChoice: Choice {
    let still = Choice.Item(
      title: PaneText.stillPicture.text, note: pictureName + ".svg", pick: .film(.still(name: pictureName)))
    let film =
      isFilming
      ? Choice.Item(
        title: PaneText.endFilm.text, note: [".cast", "-film.svg"].map { pictureName + $0 }.joined(separator: ", "),
        pick: .film(.end(name: pictureName)))
      : Choice.Item(title: PaneText.beginFilm.text, note: PaneText.beginFilmNote.text, pick: .film(.begin))
    return Choice(title: PaneText.filmTitle.text, items: isFilming ? [film, still] : [still, film])
  }
}

extension Reducer {
  mutating func film(_ move: FilmMove) {
    switch move {
    case .still: effects.append(.film(move))
    case .begin:
      state.isFilming = true
      announce(PaneText.filming.text)
      effects.append(.film(move))
    case .end:
      state.isFilming = false
      effects.append(.film(move))
    }
  }
}
