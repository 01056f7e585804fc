package import Foundation
package import Texts

extension Language {
  /// Simplified Chinese, as the program carries it.
  package static let chinese = Language(named: "zh") ?? .english
}

/// A catalogue of messages, gettext's `.po`, and the script that makes it from the sources.
package struct MessageFile: Sendable {
  /// An entry with its context, and with the file of the sources that says it first.
  package struct Message: Sendable {
    package let context: String
    package let key: String
    package let plural: String?
    package let forms: [String]
    package let place: String
  }

  package let messages: [Message]

  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The program's Chinese.
  package static let chinese = MessageFile(
    (try? String(contentsOf: root.appending(path: "Assets/Languages/zh-Hans.po"), encoding: .utf8)) ?? "")

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

  /// What `Assets/ci/messages` prints and whether it succeeded; nil, with a line that says so, where Python is not here.
  package static func script(_ arguments: [String]) throws -> (text: String, succeeded: Bool)? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", root.appending(path: "Assets/ci/messages").path] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus != 127 else {
      print("skipped: python3 is not here, which Assets/ci/messages needs")
      return nil
    }
    return (text, process.terminationStatus == 0)
  }

  /// A `.po` text as the program would carry it; nil where Python is not here.
  package static func compiled(_ text: String) throws -> [UInt8]? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "till-messages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (source, target) = (folder.appending(path: "xx.po"), folder.appending(path: "xx.mo"))
    try text.write(to: source, atomically: true, encoding: .utf8)
    guard let run = try script(["--compile", source.path, target.path]) else { return nil }
    return run.succeeded ? Array(try Data(contentsOf: target)) : nil
  }

  /// The beginning of a language that Till does not speak: its plural, its lists and a hundred states and words.
  package static var german: String {
    let head = """
      msgid ""
      msgstr ""
      "Language: de\\n"
      "Plural-Forms: nplurals=2; plural=n != 1;\\n"

      msgid "%1 refund waits"
      msgid_plural "%1 refunds wait"
      msgstr[0] "%1 Erstattung wartet"
      msgstr[1] "%1 Erstattungen warten"

      msgctxt "list"
      msgid "%1 and %2"
      msgstr "%1 und %2"


      """
    return head
      + chinese.messages.filter { $0.plural == nil && $0.context.isEmpty && $0.forms.count == 1 }.prefix(98).map {
        "msgid \(quoted($0.key))\nmsgstr \(quoted("de: " + $0.key))\n"
      }.joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}
