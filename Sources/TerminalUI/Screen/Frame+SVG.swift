import Core

/// An SVG picture of one frame, or an animation of several frames in an endless loop.
///
/// The same frames always give the same bytes.
package struct SVGPicture {
  private static let cell = (width: 8.4, height: 18.0, fontSize: 14)
  private static let margin = 12.0

  /// The frames, each with its start time in milliseconds.
  private let pictures: [(time: Int, frame: Frame)]
  private let palette: Palette

  /// Creates a still picture of one frame, in the colours of a palette.
  package init(_ frame: Frame, _ palette: Palette = .terminal) { self.init([(0, frame)], palette) }

  /// Creates an animation of several frames, in the colours of a palette.
  package init(_ pictures: [(time: Int, frame: Frame)], _ palette: Palette = .terminal) {
    (self.pictures, self.palette) = (pictures, palette)
  }

  /// The text and background colours for cells whose colours the palette leaves to the terminal.
  private var standard: (ink: String, ground: String) {
    let normal = palette.appearance(of: .normal)
    if let ink = normal.foreground, let ground = normal.background { return (ink.hex, ground.hex) }
    return palette == .terminalOnLight
      ? (TerminalColor.ground, TerminalColor.brightWhite.hex) : (TerminalColor.ink, TerminalColor.ground)
  }

  /// The picture as SVG.
  package var text: String {
    let size = pictures.first?.frame.size ?? Size(width: 0, height: 0)
    let width = Self.number(Double(size.width) * Self.cell.width + 2 * Self.margin)
    let height = Self.number(Double(size.height) * Self.cell.height + 2 * Self.margin)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" xml:space="preserve" fill="\(standard.ink)">
      <style>text{font:\(Self.cell.fontSize)px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}</style>
      <rect width="100%" height="100%" rx="8" fill="\(standard.ground)"/>

      """
    guard pictures.count > 1 else { return text + pictures.map { rows(of: $0.frame) }.joined() + "</svg>\n" }
    // The last frame stays for three seconds before the animation starts again.
    let end = (pictures.last?.time ?? 0) + 3000
    for row in 0..<size.height { text += film(of: row, until: end) }
    return text + "</svg>\n"
  }

  /// A row over time: each content once, from its picture until it changes.
  ///
  /// The first one is visible without animation, so that any renderer shows the first frame.
  private func film(of row: Int, until end: Int) -> String {
    var text = ""
    var (shown, start) = (pictures.first.map { self.row(row, of: $0.frame) } ?? "", 0)
    func close(at stop: Int) {
      guard !shown.isEmpty else { return }
      let isStill = start == 0 && stop == end
      text += isStill ? shown : group(shown, from: start, until: stop, of: end)
    }
    for picture in pictures.dropFirst() {
      let next = self.row(row, of: picture.frame)
      guard next != shown else { continue }
      close(at: picture.time)
      (shown, start) = (next, picture.time)
    }
    close(at: end)
    return text
  }

  private func group(_ content: String, from start: Int, until stop: Int, of end: Int) -> String {
    let visibility = start == 0 ? "visible" : "hidden"
    return "<g visibility=\"\(visibility)\">" + Self.animation(from: start, until: stop, of: end) + "\n" + content
      + "</g>\n"
  }

  private static func animation(from start: Int, until stop: Int, of end: Int) -> String {
    let first = number(Double(start) / Double(end))
    let last = number(Double(stop) / Double(end))
    let (values, times) =
      start == 0
      ? ("visible;hidden", "0;\(last)")
      : stop == end ? ("hidden;visible", "0;\(first)") : ("hidden;visible;hidden", "0;\(first);\(last)")
    return "<animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"\(end)ms\" repeatCount=\"indefinite\" "
      + "values=\"\(values)\" keyTimes=\"\(times)\"/>"
  }

  /// The rows of a frame; each run of cells of one look is a text of exactly the width that it has in a terminal.
  private func rows(of frame: Frame) -> String { (0..<frame.size.height).map { row($0, of: frame) }.joined() }

  private func row(_ row: Int, of frame: Frame) -> String {
    var text = ""
    let cells = frame.cells(of: Frame.Run(row: row, columns: 0..<frame.size.width))
    var (start, column) = (0, 0)
    var (run, style): (String.UnicodeScalarView, Style?) = (.init(), nil)
    func end() { if let style { text += element(String(run), style, row: row, start..<column) } }
    for cell in cells {
      if cell.style != style, !cell.isContinuation {
        end()
        (run, style, start) = (.init(), cell.style, column)
      }
      cell.forEachScalar { run.append($0) }
      column += 1
    }
    end()
    return text
  }

  private func element(_ run: String, _ style: Style, row: Int, _ columns: Range<Int>) -> String {
    let appearance = palette.appearance(of: style.role)
    let attributes = appearance.attributes.union(style.attributes)
    let standard = standard
    var (ink, paper) = (appearance.foreground?.hex ?? standard.ink, appearance.background?.hex)
    if attributes.contains(.reverse) { (ink, paper) = (paper ?? standard.ground, ink) }
    if paper == standard.ground { paper = nil }
    let (x, width) = (
      Self.margin + Double(columns.lowerBound) * Self.cell.width, Double(columns.count) * Self.cell.width
    )
    let y = Self.margin + Double(row) * Self.cell.height
    var text = ""
    if let paper {
      text +=
        "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\" "
        + "height=\"\(Self.number(Self.cell.height))\" fill=\"\(paper)\"/>\n"
    }
    guard run.unicodeScalars.contains(where: { $0 != " " }) else { return text }
    // Spaces at both ends show nothing unless they are underlined.
    let before = attributes.contains(.underline) ? 0 : run.prefix { $0 == " " }.count
    let after = attributes.contains(.underline) ? 0 : run.reversed().prefix { $0 == " " }.count
    let left = x + Double(before) * Self.cell.width
    let length = Double(columns.count - before - after) * Self.cell.width
    text +=
      "<text x=\"\(Self.number(left))\" y=\"\(Self.number(y + 13.5))\" textLength=\"\(Self.number(length))\" "
      + "lengthAdjust=\"spacingAndGlyphs\""
    if ink != standard.ink { text += " fill=\"\(ink)\"" }
    if attributes.contains(.bold) { text += " font-weight=\"bold\"" }
    if attributes.contains(.faint) { text += " opacity=\"0.6\"" }
    if attributes.contains(.underline) { text += " text-decoration=\"underline\"" }
    return text + ">\(Destination.svg.safe(String(run.dropFirst(before).dropLast(after))))</text>\n"
  }

  /// Formats a number with at most four decimals, the same on every platform.
  private static func number(_ value: Double) -> String {
    let scaled = Int((value * 10_000).rounded())
    guard scaled % 10_000 != 0 else { return String(scaled / 10_000) }
    var digits = String(String(scaled % 10_000 + 10_000).dropFirst())
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(scaled / 10_000).\(digits)"
  }
}
