import SafeText
import Screen
import Texts

/// Why a choice of keys cannot be taken; each continues the name that it was chosen for.
enum KeyMapText {
  static func noAction(_ name: String, near: [String]) -> Words {
    near.isEmpty
      ? "names no action: there is no \(safeText(name)); till config keys lists them"
      : "names no action: there is no \(safeText(name)); did you mean \(Language.alternatives(near))?"
  }
}
