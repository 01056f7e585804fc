import TerminalUI

/// The drawing of frames as ANSI terminal output: cursor moves, attributes and characters, only for changed cells.
struct ANSIDrawing {
  private var shown: Frame?
  private let palette: Palette

  init(_ palette: Palette) { self.palette = palette }

  /// Returns the terminal output that changes the last frame into this one.
  mutating func draw(_ frame: Frame) -> String {
    var text = shown == nil ? "\u{1B}[?25l\u{1B}[0m\u{1B}[2J" : ""
    var style: Style?
    for run in frame.differences(from: shown) {
      text += "\u{1B}[\(run.row + 1);\(run.columns.lowerBound + 1)H"
      for cell in frame.cells(of: run) where !cell.isContinuation {
        if cell.style != style {
          text += sequence(for: cell.style)
          style = cell.style
        }
        cell.forEachScalar { text.unicodeScalars.append($0) }
      }
    }
    shown = frame
    return text
  }

  /// Returns the SGR escape sequence of a style (Select Graphic Rendition, ECMA-48), starting from a reset.
  private func sequence(for style: Style) -> String {
    let appearance = palette.appearance(of: style.role)
    let attributes = appearance.attributes.union(style.attributes)
    var codes = [0]
    for (attribute, code) in [
      (Style.Attributes.bold, 1), (.faint, 2), (.underline, 4), (.reverse, 7),
    ] where attributes.contains(attribute) { codes.append(code) }
    if let color = appearance.foreground { codes += Self.codes(color, plain: 30, bright: 90) }
    if let color = appearance.background { codes += Self.codes(color, plain: 40, bright: 100) }
    return "\u{1B}[" + codes.map(String.init).joined(separator: ";") + "m"
  }

  /// Returns the SGR codes of a colour.
  ///
  /// A colour of the terminal's 16-colour scheme has its own code; a fixed colour has `38;5` or `48;5` and its number.
  private static func codes(_ color: TerminalColor, plain: Int, bright: Int) -> [Int] {
    let number = Int(color.rawValue)
    if color.isFixed { return [plain + 8, 5, number] }
    return [number < 8 ? plain + number : bright + number - 8]
  }
}
