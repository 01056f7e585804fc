import Foundation
import TerminalUI
import Testing

/// Frames kept as text beside the tests; `TILL_RECORD=1 swift test` writes them anew.
enum Snapshot {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Snapshots")

  /// Every text that is kept, by its name.
  static func all() throws -> [(name: String, text: String)] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "txt" }.map {
        ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
      }
  }

  /// Compares frames, each below its label, with those that are kept together under a name.
  static func check(
    _ frames: [(label: String, frame: Frame)], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let lines = frames.flatMap { ["== \($0.label)"] + $0.frame.lines }
    try check(lines, name, sourceLocation: sourceLocation)
  }

  /// Compares a frame with the one that is kept under a name.
  static func check(_ frame: Frame, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try check(frame.lines, name, sourceLocation: sourceLocation)
  }

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
