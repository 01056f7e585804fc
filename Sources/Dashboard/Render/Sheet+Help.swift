import SafeText
import Screen

extension Sheet {
  /// Every key of a place with what it does, and why it cannot be used now.
  static func helpLines(_ scope: Scope, _ state: State, _ width: Int) -> [Line] {
    let entries = ActionTable.entries(in: scope) + (scope == .everywhere ? [] : ActionTable.entries(in: .everywhere))
    let keys = entries.map { entry in entry.keyNames.joined(separator: " ") }
    let column = min(14, (keys.map { displayWidth(of: $0) }.max() ?? 0) + 2)
    return zip(entries, keys).flatMap { entry, names -> [Line] in
      var lines = Wrapping.lines(
        of: entry.summary, width: width,
        first: Span(padded(truncated(names, toWidth: column - 1), toWidth: column), .key), indent: column)
      if let reason = state.reason(against: entry.action), !entry.action.isMovement {
        lines += Wrapping.lines(
          of: Texts.notNow(reason), width: width, style: .dim,
          first: Span(String(repeating: " ", count: column)), indent: column)
      }
      return lines
    }
  }
}
