package import Core
import Foundation

extension Language {
  /// Simplified Chinese, as it is built into the program.
  package static let chinese = Language(named: "zh") ?? .english
}

/// A message catalogue in gettext's `.po` format, and the script that makes it from the sources.
package struct MessageFile: Sendable {
  /// An entry with its context, and the source file in which it occurs first.
  package struct Message: Sendable {
    package let context: String
    package let key: String
    package let plural: String?
    package let forms: [String]
    package let place: String
  }

  package let messages: [Message]

  /// The program's Chinese catalogue.
  package static let chinese = MessageFile(
    (try? String(contentsOf: Checkout.root.appending(path: "Assets/Languages/zh-Hans.po"), encoding: .utf8)) ?? "")

  package init(_ text: String) {
    messages = text.components(separatedBy: "\n\n").compactMap { block in
      var fields: [String: String] = [:]
      var (last, place) = ("", "")
      for line in block.split(separator: "\n") {
        if line.hasPrefix("#: ") { place = String(line.dropFirst(3)) }
        guard let quote = line.firstIndex(of: "\""), !line.hasPrefix("#") else { continue }
        let name = line[..<quote].trimmingCharacters(in: .whitespaces)
        if !name.isEmpty { last = name }
        fields[last, default: ""] += Self.unquoted(line[line.index(after: quote)...].dropLast())
      }
      guard let key = fields["msgid"], !key.isEmpty else { return nil }
      let forms = fields.filter { $0.key.hasPrefix("msgstr") }.sorted { $0.key < $1.key }.map(\.value)
      return Message(
        context: fields["msgctxt"] ?? "", key: key, plural: fields["msgid_plural"], forms: forms, place: place)
    }
  }

  private static func unquoted(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let character = rest.popFirst() {
      guard character == "\\", let escaped = rest.popFirst() else {
        result.append(character)
        continue
      }
      result.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
    }
    return result
  }

  // MARK: The script

  /// Runs `Assets/ci/messages`, and returns its output and whether it succeeded.
  ///
  /// Prints a line and returns nil where Python is not installed.
  package static func script(_ arguments: [String]) -> (text: String, succeeded: Bool)? {
    let run = Spawn.run(
      ["/usr/bin/env", "python3", Checkout.root.appending(path: "Assets/ci/messages").path] + arguments)
    guard run.status != 127 else {
      print("skipped: python3 is not here, which Assets/ci/messages needs")
      return nil
    }
    return (run.output, run.status == 0)
  }

  /// Compiles a `.po` text as for the program; nil where Python is not installed.
  package static func compiled(_ text: String) throws -> [UInt8]? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "till-messages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (source, target) = (folder.appending(path: "xx.po"), folder.appending(path: "xx.mo"))
    try text.write(to: source, atomically: true, encoding: .utf8)
    guard let run = script(["--compile", source.path, target.path]) else { return nil }
    return run.succeeded ? Array(try Data(contentsOf: target)) : nil
  }

  /// The path of a catalogue for a language that Till does not have: a hundred texts, as a translator would begin it.
  package static let germanPath = Checkout.root.appending(path: "Tests/CoreTests/Words/Languages/de.po").path
}
