import Foundation
import Testing

/// Tests of how many types a purchase passes through: `architecture.md` lists them, and the code is read for others.
@Suite struct FormsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A type of the sources with its stored properties.
  private struct Form {
    let module: String
    var properties: [(name: String, type: String)] = []

    func holds(_ names: String...) -> Bool { names.allSatisfy { name in properties.contains { $0.name == name } } }

    func holds(type names: [String]) -> Bool {
      properties.contains { property in
        !Set(property.type.split { !$0.isLetter }.map(String.init)).isDisjoint(with: names)
      }
    }
  }

  /// The types of the sources by name; a nested one is named with the types around it.
  private static let forms: [String: Form] = {
    var forms: [String: Form] = [:]
    let folder = root.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    for file in files ?? [] where file.pathExtension == "swift" {
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      let module = file.pathComponents.drop { $0 != "Sources" }.dropFirst().first ?? ""
      read(text, of: module, into: &forms)
    }
    return forms
  }()

  private static let kinds: Set<Substring> = ["struct", "class", "actor", "enum", "extension"]
  private static let modifiers: Set<Substring> = [
    "package", "private", "fileprivate", "public", "final", "indirect", "nonisolated", "private(set)", "internal(set)",
  ]

  /// Reads the types of a file; its indentation, which the formatter makes, says where a type ends.
  private static func read(_ text: String, of module: String, into forms: inout [String: Form]) {
    var open: [(indentation: Int, isType: Bool, name: String)] = []
    for line in text.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      guard !code.isEmpty, !code.hasPrefix("//") else { continue }
      let indentation = line.count - code.count
      while let last = open.last, indentation <= last.indentation, !code.hasPrefix(")"), code != "{" {
        open.removeLast()
      }
      let words = code.split(separator: " ").drop { modifiers.contains($0) || $0.hasPrefix("@") }
      guard let first = words.first else { continue }
      if kinds.contains(first), let name = words.dropFirst().first {
        guard !code.hasSuffix("}") else { continue }
        let plain = name.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
        let isType = first != "enum" && first != "extension"
        open.append((indentation, isType, String(plain)))
        let whole = open.map(\.name).joined(separator: ".")
        if isType, forms[whole] == nil { forms[whole] = Form(module: module) }
      } else if first == "let" || first == "var", let last = open.last, last.isType,
        indentation == last.indentation + 2, !code.contains(" {"), let colon = code.firstRange(of: ": ")
      {
        let names = code[..<colon.lowerBound].split { $0 == " " || $0 == "," }.drop { $0 != first }.dropFirst()
        let type = code[colon.upperBound...].prefix { $0 != "=" }
        let whole = open.map(\.name).joined(separator: ".")
        forms[whole]?.properties += names.map { (String($0), String(type)) }
      }
    }
  }

  /// A row of the page's table: the most forms, the forms on the way, and the types that say something about one.
  private struct Row {
    let most: Int
    let forms: [String]
    let others: [String]
  }

  private static func row(_ title: String) throws -> Row {
    let page = try String(contentsOf: root.appending(path: "Assets/Docs/architecture.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "\n## Forms of a purchase\n").dropFirst().first)
    let line = try #require(section.split(separator: "\n").first { $0.hasPrefix("| \(title)") })
    let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map(String.init)
    let names = cells.map { $0.matches(of: #/`([\w.]+)`/#).map { String($0.1) } }
    let most = try #require(cells[0].firstMatch(of: #/(\d+) at most/#).flatMap { Int($0.1) })
    return Row(most: most, forms: names[1], others: names[2])
  }

  /// Compares a row of the page with the types that a rule finds in the code.
  private func compare(_ title: String, _ isForm: (Form) -> Bool) throws {
    let row = try Self.row(title)
    #expect(row.forms.count <= row.most, "\(title)")
    let listed = Set(row.forms + row.others)
    let missing = listed.filter { Self.forms[$0] == nil }
    #expect(missing.sorted() == [], "\(title): the code has no such types")
    let found = Set(Self.forms.filter { isForm($0.value) }.keys)
    #expect(found.subtracting(listed).sorted() == [], "\(title): the page does not list them")
  }

  /// The modules through which a purchase passes between the App Store and the screen.
  private static let way: Set = ["AppStoreModel", "Storage", "Entitlements", "Device", "AppServer", "Simulator"]

  @Test func thePageListsTheFormsOfAPurchase() throws {
    try compare("a purchase") { form in
      Self.way.contains(form.module)
        && (form.holds("transactionId", "productId")
          || form.holds(type: ["Transaction", "StoredTransaction", "ShownTransaction"]))
    }
  }

  @Test func thePageListsTheFormsOfASignedText() throws {
    try compare("its signed text") { form in
      Self.way.contains(form.module)
        && (["jws", "signed", "signedTransactionInfo", "signedTransactions"].contains { form.holds($0) }
          || form.holds(type: ["Signed", "CompactJWS", "SignedItem", "SignedText"]))
    }
  }

  @Test func thePageListsTheFormsOfALineOfTheDesk() throws {
    try compare("a line of the desk") { form in
      form.module == "Desk"
        && (form.holds(type: ["SignedStatement", "NotificationStatement", "DeskImportItem", "StoredTransaction"])
          || (form.holds("payload") && form.holds("header")))
    }
  }
}
