import Screen
import Texts

/// Why a choice of keys cannot be taken; each continues the name that it was chosen for.
enum KeyMapText: Sentence {
  case noAction(String, near: [String])
  case notThere(String, place: String, places: [String])
  case noKeys, escapeLeaves, isTyped
  case isTaken(Key, by: String, and: String, place: String)
}
