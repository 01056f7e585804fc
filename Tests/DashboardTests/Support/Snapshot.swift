import Foundation
import Screen
import Testing

/// Frames kept as text beside the tests; `TILL_RECORD=1 swift test` writes them anew.
enum Snapshot {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Snapshots")

  /// Compares a frame with the one that is kept under a name.
  static func check(_ frame: Frame, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["TILL_RECORD"] == "1" {
      try frame.text.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    let lines = kept.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for (row, (expected, actual)) in zip(lines, frame.lines).enumerated() {
      #expect(String(expected) == actual, "\(name), row \(row)", sourceLocation: sourceLocation)
    }
    #expect(lines.count == frame.lines.count, "\(name): rows", sourceLocation: sourceLocation)
  }
}
