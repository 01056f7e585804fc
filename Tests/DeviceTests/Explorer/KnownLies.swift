import Core
import Foundation
import Testing

/// What today's code is known to say that is not so; `KnownLies.json5` is the only place where a lie is excused.
struct KnownLie: Sendable, CustomTestStringConvertible {
  /// The kind as the explorer names it.
  let kind: String
  /// What it belongs to in the list of what was seen, and why it is told.
  let why: String
  /// The commands that bring it about; none where it was only met at random.
  let world: [String]

  var testDescription: String { kind }

  static let kinds = Set(all.map(\.kind))

  static let all = lies(in: "KnownLies.json5")

  /// Those that were mended: none of them is told any more.
  static let mended = lies(in: "MendedLies.json5")

  private static func lies(in name: String) -> [KnownLie] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name)
    guard let text = try? String(contentsOf: file, encoding: .utf8), let document = try? JSON5Document(parsing: text)
    else {
      Issue.record("\(name) cannot be read")
      return []
    }
    return (document.value.arrayValue ?? []).compactMap(\.objectValue).map { lie in
      KnownLie(
        kind: lie["kind"]?.stringValue ?? "", why: lie["why"]?.stringValue ?? "",
        world: (lie["world"]?.arrayValue ?? []).compactMap(\.stringValue))
    }
  }

  /// Those with a world of their own.
  static let told = all.filter { !$0.world.isEmpty }
}
