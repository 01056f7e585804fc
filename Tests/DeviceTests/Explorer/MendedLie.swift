import Core
import Foundation
import Testing

/// What earlier code said that was not so, with its world.
struct MendedLie: Sendable, CustomTestStringConvertible {
  /// The kind as the explorer names it.
  let kind: String
  /// What it belongs to in the list of what was seen, and why it was told.
  let why: String
  /// The commands that brought it about.
  let world: [String]

  var testDescription: String { kind }

  static let all: [MendedLie] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "MendedLies.json5")
    guard let text = try? String(contentsOf: file, encoding: .utf8), let document = try? JSON5Document(parsing: text)
    else {
      Issue.record("MendedLies.json5 cannot be read")
      return []
    }
    return (document.value.arrayValue ?? []).compactMap(\.objectValue).map { lie in
      MendedLie(
        kind: lie["kind"]?.stringValue ?? "", why: lie["why"]?.stringValue ?? "",
        world: (lie["world"]?.arrayValue ?? []).compactMap(\.stringValue))
    }
  }()
}
