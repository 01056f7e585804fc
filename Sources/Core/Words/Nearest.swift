/// Returns the names that a person probably meant, at most three.
///
/// These are the names with the fewest letters to change, else the names that contain the typed text. A name that
/// differs in more than a third of the typed letters is not a candidate.
package func nearest(to typed: String, among names: some Sequence<String>) -> [String] {
  let name = Array(typed.lowercased())
  let near = names.map { (name: $0, changes: changes(from: name, to: Array($0.lowercased()))) }
    .filter { $0.changes <= Swift.max(1, name.count / 3) }
  var seen: Set<String> = []
  guard let least = near.map(\.changes).min() else {
    guard name.count > 2 else { return [] }
    let holding = names.filter { $0.lowercased().contains(typed.lowercased()) && seen.insert($0).inserted }
    return Array(holding.sorted { $0.count < $1.count }.prefix(3))
  }
  return Array(near.filter { $0.changes == least && seen.insert($0.name).inserted }.map(\.name).prefix(3))
}

/// Returns the number of letters to insert, delete, replace or swap with a neighbour (optimal string alignment).
private func changes(from one: [Character], to other: [Character]) -> Int {
  var (before, above) = ([Int](), Array(0...other.count))
  for (row, letter) in one.enumerated() {
    var line = [row + 1]
    for (column, wanted) in other.enumerated() {
      var least = Swift.min(above[column + 1] + 1, line[column] + 1, above[column] + (letter == wanted ? 0 : 1))
      if row > 0, column > 0, letter == other[column - 1], one[row - 1] == wanted {
        least = Swift.min(least, before[column - 1] + 1)
      }
      line.append(least)
    }
    (before, above) = (above, line)
  }
  return above[other.count]
}

/// Returns how to correct an unknown name: all names if there are at most six, else the nearest two.
///
/// - Parameter command: The command or page that lists all names; nil if there is none, as in answers of the HTTP API.
package func remedy(for typed: String, among names: [String], listedBy command: String? = nil) -> String {
  let near = names.count > 6 ? nearest(to: typed, among: names) : []
  if let command, names.count > 6 { return remedy(near: near, listedBy: command) }
  return near.isEmpty
    ? say("use \(Language.alternatives(names))")
    : say("did you mean \(Language.alternatives(Array(near.prefix(2))))?")
}

/// Returns how to correct an unknown name: at most two similar names, and the command that lists all.
package func remedy(near names: [String], listedBy command: String) -> String {
  let names = names.prefix(2).map { safeText($0) }
  return names.isEmpty
    ? say("see \(command)") : say("did you mean \(Language.alternatives(names))? See \(command)")
}
