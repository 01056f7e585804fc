import Core
package import TerminalUI

/// A recording of a screen: its frames, each with its time.
package struct Film {
  /// One frame of the recording, with its time and caption.
  package struct Picture {
    /// Milliseconds since the start of the recording.
    package let time: Int
    package let frame: Frame
    /// The new caption; nil where it does not change.
    package let caption: String?
  }

  package private(set) var pictures: [Picture] = []
  private let title: String
  private let palette: Palette

  package init(title: String, palette: Palette) { (self.title, self.palette) = (safeText(title), palette) }

  /// Adds a frame, unless it equals the last one and has no caption.
  package mutating func add(_ frame: Frame, at time: Int, caption: String? = nil) {
    let caption = caption.map { Destination.terminal.safe($0) }
    guard caption != nil || frame != pictures.last?.frame else { return }
    pictures.append(Picture(time: time, frame: frame, caption: caption))
  }

  /// The recording in asciicast version 2: a header, then one event per line, with captions as markers.
  package var asciicast: String {
    var size = pictures.first?.frame.size ?? Size(width: 0, height: 0)
    var lines = [
      JSONValue.object([
        "version": 2, "width": .number(size.width), "height": .number(size.height), "title": .string(title),
        "env": ["TERM": "xterm-256color"],
      ]).serialized()
    ]
    func add(_ time: Int, _ kind: String, _ data: String) {
      lines.append(
        JSONValue.array([.number(JSONNumber(Double(time) / 1000)), .string(kind), .string(data)]).serialized())
    }
    var drawing = ANSIDrawing(palette)
    for picture in pictures {
      if picture.frame.size != size {
        size = picture.frame.size
        add(picture.time, "r", "\(size.width)x\(size.height)")
      }
      if let caption = picture.caption { add(picture.time, "m", caption) }
      add(picture.time, "o", drawing.draw(picture.frame))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The recording as an animated SVG; frames of another size than the first one are left out.
  package var svg: String {
    let size = pictures.first?.frame.size
    return SVGPicture(pictures.filter { $0.frame.size == size }.map { ($0.time, $0.frame) }, palette).text
  }

  /// The recording as plain text: each frame below its time and its caption.
  package var plainText: String {
    pictures.map { picture in
      let seconds = picture.time / 1000
      let rest = picture.time % 1000
      let fraction = String(repeating: "0", count: 3 - String(rest).count) + String(rest)
      let head = "== \(seconds).\(fraction) s" + (picture.caption.map { ": \($0)" } ?? "")
      return "\(head)\n\(picture.frame.text)"
    }.joined(separator: "\n")
  }
}

/// The recorder of the frames that the screen loop draws.
final class Camera {
  private var film: Film?
  private var start = ContinuousClock.now

  /// Starts a new recording, in the colours of the screen.
  func begin(_ palette: Palette) {
    film = Film(title: "Till", palette: palette)
    start = .now
  }

  var isRunning: Bool { film != nil }

  func record(_ frame: Frame) {
    film?.add(frame, at: Int(start.duration(to: .now).wholeMilliseconds))
  }

  /// Ends the recording, and returns it.
  func end() -> Film? {
    defer { film = nil }
    return film
  }
}
