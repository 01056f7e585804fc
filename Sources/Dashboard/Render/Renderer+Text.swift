import SafeText
import Screen

extension Renderer {
  /// A text cut to a width, with this terminal's sign that something is missing.
  func shorten(_ text: String, to width: Int) -> String {
    let cut = truncated(text, toWidth: width)
    guard glyphs.ellipsis != "…", cut.last == "…", text.last != "…" else { return cut }
    return cut.dropLast() + glyphs.ellipsis
  }

  func columns(of text: String) -> Int { displayWidth(of: text) }

  /// Draws the row under the cursor so that it is seen without colour: a pointer, and reversed where the keys are.
  mutating func drawRow(_ line: Line, in rect: Rect, row: Int, isSelected: Bool, hasFocus: Bool) {
    let place = rect.row(row)
    if isSelected { frame.put(glyphs.pointer, at: place.origin, style: .accent) }
    put(line, at: Point(x: place.x + 2, y: place.y), width: place.width - 2)
    guard isSelected, hasFocus else { return }
    frame.restyle(Rect(x: place.x, y: place.y, width: min(place.width, Self.marked(line)), height: 1), .selected)
  }

  /// The columns of a row that show where the cursor is: its first fields, not all, since a terminal gets every one of
  /// them anew at each move.
  private static func marked(_ line: Line) -> Int {
    let most = 48
    var marked = 2
    for span in line.spans {
      let width = displayWidth(of: span.text)
      guard marked == 2 || marked + width <= most else { break }
      marked += width
    }
    return marked
  }

  /// Which way more rows are; empty when all are on the screen.
  func arrows(up: Bool, down: Bool) -> String {
    let arrows = (up ? glyphs.up : "") + (down ? glyphs.down : "")
    return arrows.isEmpty ? "" : " \(arrows)"
  }
}

extension Renderer {
  /// Signs of Till's own texts, for terminals that show no others.
  private static let plain: [Unicode.Scalar: String] = ["·": "-", "…": "~", "×": "x", "▏": "_"]

  /// Replaces what a terminal without UTF-8 cannot show.
  mutating func keepASCII() {
    for (index, cell) in frame.cells.enumerated() where !cell.isContinuation {
      guard let base = cell.scalars.first, !base.isASCII else { continue }
      let place = Point(x: index % frame.size.width, y: index / frame.size.width)
      frame.put(Self.plain[base] ?? String(repeating: "?", count: Int(cell.width)), at: place, style: cell.style)
    }
  }
}
