import SafeText

/// The names that were probably meant: at most three, those with the fewest letters to change, else those that hold
/// what was typed.
///
/// A name that differs in more than a third of its letters is nobody's slip of the finger.
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

/// How many letters are put in, left out, replaced or swapped with their neighbour (optimal string alignment).
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
