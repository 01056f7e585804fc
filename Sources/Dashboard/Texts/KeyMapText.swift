import Core
import TerminalUI

/// Why a choice of keys cannot be taken; each continues the name that it was chosen for.
enum KeyMapText {
  static func noAction(_ name: String, near: [String]) -> Words {
    near.isEmpty
      ? "names an unknown action “\(safeText(name))”; till config keys lists them"
      : "names an unknown action “\(safeText(name))”; did you mean \(Language.alternatives(near))?"
  }
}
