import Core

extension Verb {
  /// All verbs as a page in Markdown: the command line, the summary, and the dashboard's key where there is one.
  package static let markdown: String = {
    let rows = all.filter { $0.access != .otherCommands }.map { verb in
      let keys = verb.places.map { place in
        "\(place.parts.map(\.page).joined(separator: ", ")) `\(place.key)`"
      }
      return
        "| `\(verb.usage.replacing("|", with: "\\|"))` | \(verb.summary.english) | \(keys.joined(separator: "; ")) |\n"
    }
    return """
      # What can be done on the App Store's side

      Each row is a verb: `till simulator VERB` on the command line, a key on the App Store's side of the dashboard (`s`),
      and a call of a `till serve`. This page is made from the rows (`Sources/Verbs`).

      | till simulator | what it does | in the dashboard |
      |---|---|---|

      """ + rows.joined()
  }()
}

extension VerbPlace.Part {
  /// Its name on the page.
  fileprivate var page: String { self == .whole ? "every part" : rawValue }
}
