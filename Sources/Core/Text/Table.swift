/// A text table: columns as wide as their widest cell, two spaces between columns, cells passed through `safeText`.
package struct Table: Hashable, Sendable {
  private var rows: [[String]]

  package init(_ header: [String]) { rows = [header] }

  package mutating func append(_ row: [String]) {
    rows.append(row.map { safeText($0) })
  }

  /// The lines of the table, without trailing spaces.
  package var text: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.indices.contains(column) ? displayWidth(of: $0[column]) : 0 }.max() ?? 0
    }
    let lines = rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let isLast = column == row.count - 1
        line += isLast ? cell : padded(cell, toWidth: widths[column]) + "  "
      }
      while line.last == " " { line.removeLast() }
      return line
    }
    return lines.joined(separator: "\n")
  }
}
