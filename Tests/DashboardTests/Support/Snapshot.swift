import Foundation
import TerminalUI
import Testing

/// Frames that are stored as text beside the tests; `TILL_RECORD=1 swift test` rewrites them.
enum Snapshot {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Snapshots")

  /// Returns every stored text, with its name.
  static func all() throws -> [(name: String, text: String)] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "txt" }.map {
        ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
      }
  }

  /// The beginnings of the names of frames that are stored in full.
  ///
  /// Of every other frame only the part is stored that differs from the dashboard of its size, without the form of its
  /// borders.
  private static let whole = [
    "dashboard-", "main", "ascii-", "chinese-", "real-", "first-frame-", "starting-", "empty-", "desk-", "detail-60x16",
    "appstore-160x50", "appstore-60x16", "appstore-80x24", "transactions-", "walkthrough-130x30", "walkthrough-80x24",
    "payment-80x24", "palette-120x40", "viewer-forgery-", "past-", "zh-main-", "zh-decisions-", "zh-transactions-",
    "zh-payment-", "zh-timeline-", "zh-help-80x24", "zh-help-160x45",
  ]

  /// Compares frames, each below its label, with the snapshot of this name.
  static func check(
    _ frames: [(label: String, frame: Frame)], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let lines = frames.flatMap { ["== \($0.label)"] + kept($0.frame, name) }
    try check(lines, name, sourceLocation: sourceLocation)
  }

  /// Compares a frame with the snapshot of this name.
  static func check(_ frame: Frame, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try check(kept(frame, name), name, sourceLocation: sourceLocation)
  }

  private static func kept(_ frame: Frame, _ name: String) -> [String] {
    whole.contains { name.hasPrefix($0) } ? frame.lines : crop(frame)
  }

  /// Returns the smallest rectangle with all that differs from the dashboard of this size, below its position.
  private static func crop(_ frame: Frame) -> [String] {
    let size = frame.size
    let base = Driver(width: size.width, height: size.height).frame()
    var (rows, columns) = (IndexSet(), IndexSet())
    for y in 0..<size.height {
      for x in 0..<size.width
      where frame.isInked(x, y) != base.isInked(x, y) || frame.character(x, y) != base.character(x, y) {
        rows.insert(y)
        columns.insert(x)
      }
    }
    guard let top = rows.first, let bottom = rows.last, let left = columns.first, let right = columns.last else {
      return ["the dashboard"]
    }
    let lines = (top...bottom).map { y in
      let line = (left...right).map { frame.character($0, y) }.map { borders[$0] ?? $0 }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    return ["rows \(top + 1) to \(bottom + 1), columns \(left + 1) to \(right + 1)"] + lines
  }

  /// The characters of borders, each with the one that stands for it in a cropped frame.
  static let borders: [String: String] = {
    let glyphs = Theme().glyphs
    let corners = [
      glyphs.topLeft, glyphs.topRight, glyphs.bottomLeft, glyphs.bottomRight, glyphs.rightTee,
    ]
    return Dictionary(uniqueKeysWithValues: corners.map { ($0, "+") })
      .merging([glyphs.horizontal: "-", glyphs.vertical: "|"]) { $1 }
  }()

  private static func check(_ actual: [String], _ name: String, sourceLocation: SourceLocation) throws {
    let file = folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      try actual.map { $0 + "\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    let lines = kept.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for (row, (expected, line)) in zip(lines, actual).enumerated() {
      #expect(String(expected) == line, "\(name), row \(row)", sourceLocation: sourceLocation)
    }
    #expect(lines.count == actual.count, "\(name): rows", sourceLocation: sourceLocation)
  }
}

extension Frame {
  /// Returns the character of a cell; empty for the right half of a wide character.
  fileprivate func character(_ x: Int, _ y: Int) -> String {
    guard let cell = self[Point(x: x, y: y)], !cell.isContinuation else { return "" }
    if cell.isBlank { return " " }
    var text = String.UnicodeScalarView()
    cell.forEachScalar { text.append($0) }
    return String(text)
  }

  fileprivate func isInked(_ x: Int, _ y: Int) -> Bool { self[Point(x: x, y: y)]?.isContinuation == false }
}
