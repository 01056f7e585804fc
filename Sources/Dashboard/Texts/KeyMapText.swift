import SafeText
import Screen
import Texts

/// Why a choice of keys cannot be taken; each continues the name that it was chosen for.
enum KeyMapText: Sentence {
  case noAction(String, near: [String])
  case notThere(String, place: String, places: [String])
  case noKeys, escapeLeaves, isTyped
  case isTaken(Key, by: String, and: String, place: String)
}

// MARK: - English

extension KeyMapText {
  var english: String {
    switch self {
    case .noAction(let name, let near):
      near.isEmpty
        ? "names no action: there is no \(safeText(name)); till config keys lists them"
        : "names no action: there is no \(safeText(name)); did you mean \(English.list(near, "or"))?"
    case .notThere(let name, let place, let places):
      "names no place of \(name): there is no \(safeText(place)); it is done in \(English.list(places, "and"))"
    case .noKeys: "has no keys: name one or more, or leave it out"
    case .escapeLeaves: "takes \(Key.escape), which leaves every place: choose another key"
    case .isTyped:
      "takes a character that is typed there: choose a key such as \(Key.control("g")) or \(Key.function(5))"
    case .isTaken(let key, let one, let other, let place):
      "leads to a conflict: \(key) is the key of \(one) and of \(other) in \(place); give one of them another key"
    }
  }
}
