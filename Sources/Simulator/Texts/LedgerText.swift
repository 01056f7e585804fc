import Core

/// Errors of the ledger.
enum LedgerText {
  static func noHistory(_ name: String) -> Words { "\(name) is not a history of a simulated App Store" }
  static var theCatalogue: Words { "the catalogue" }
  static func noRevision(_ text: String) -> Words { "invalid revision “\(text)”; read the history from the start" }
  static func listed(_ count: Int, _ name: String) -> Words {
    count == 1 && name.hasSuffix("s") ? "\(count) \(String(name.dropLast()))" : "\(count) \(name)"
  }
  static func noCheckpoint(_ name: String, known: [String]) -> Words {
    known.isEmpty
      ? "unknown checkpoint “\(name)”; create one first"
      : "unknown checkpoint “\(name)”; \(remedy(for: name, among: known))"
  }
}
