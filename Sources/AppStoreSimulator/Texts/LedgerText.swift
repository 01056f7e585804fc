import Texts

/// Why the ledger cannot do what was asked, and what is wrong with it.
enum LedgerText {
  static func noHistory(_ name: String) -> Words { "\(name) is no history of a simulated App Store" }
  static var theCatalogue: Words { "the catalogue" }
  static func noRevision(_ text: String) -> Words { "\(text) is no revision of this history: read it from the start" }
  static func listed(_ count: Int, _ name: String) -> Words {
    count == 1 && name.hasSuffix("s") ? "\(count) \(String(name.dropLast()))" : "\(count) \(name)"
  }
  static func noCheckpoint(_ name: String, known: [String]) -> Words {
    known.isEmpty
      ? "there is no checkpoint \(name): there is none"
      : "there is no checkpoint \(name): there are \(known.joined(separator: say(", ")))"
  }
}
