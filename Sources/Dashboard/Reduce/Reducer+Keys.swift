import SafeText
import Screen

extension Reducer {
  mutating func press(_ key: Key) {
    guard !Layout.isTooSmall(state.size) else { return pressWhileTooSmall(key) }
    let scopes = state.scopes
    let isText = scopes.first?.takesText ?? false
    if !(isText && key.isTyped) {
      for scope in scopes {
        if let entry = ActionTable.entry(for: key, in: scope) { return perform(entry.action) }
      }
    }
    if isText { return edit(key) }
    say(Texts.nothingHere(key), .plain)
  }

  /// Nothing can be seen, so nothing is done but leaving.
  private mutating func pressWhileTooSmall(_ key: Key) {
    let safe: [Action] = [.quit, .redraw, .suspend]
    for scope in [Scope.main, .everywhere] {
      guard let entry = ActionTable.entry(for: key, in: scope), safe.contains(entry.action) else { continue }
      return perform(entry.action)
    }
  }

  mutating func edit(_ key: Key) {
    switch key {
    case .character(let character): type(String(character))
    case .backspace, .delete: changeText { _ = $0.popLast() }
    case .control("u"): changeText { $0 = "" }
    default: break
    }
  }

  mutating func paste(_ text: String) {
    guard state.scopes.first?.takesText == true else { return }
    type(text)
  }

  /// Puts text at the end of the field, without what a field of one line cannot hold.
  private mutating func type(_ text: String) {
    let line = text.unicodeScalars.prefix(Self.longestText)
      .map { $0.properties.generalCategory == .control ? " " : Character($0) }
    let safe = safeText(String(line), limit: Self.longestText)
    changeText { $0 = String(($0 + safe).prefix(Self.longestText)) }
  }

  private static let longestText = 200

  private mutating func changeText(_ change: (inout String) -> Void) {
    if case .refundReason(var sheet) = state.overlays.last {
      change(&sheet.reason)
      state.replaceTop(.refundReason(sheet))
    } else if case .entry(var sheet) = state.overlays.last {
      change(&sheet.value)
      state.replaceTop(.entry(sheet))
    } else if state.products.filter.isEditing {
      var text = state.products.filter.text
      change(&text)
      state.products.setFilter(text, isEditing: true)
    }
  }
}

extension Key {
  /// Whether it puts text into a field.
  fileprivate var isTyped: Bool {
    if case .character = self { return true }
    return self == .backspace || self == .delete
  }
}
