import Dashboard
import StoreModel

extension State {
  /// A sentence about products and states as the dashboard names them, for the person who watches.
  func inPlainWords(_ sentence: String) -> String {
    var text = sentence
    for row in products.rows { text = text.replacing(row.id, with: row.name) }
    text = text.replacing(".state should", with: " should").replacing(".entitled should", with: ": entitled should")
    for state in EntitlementState.allCases where state.rawValue != state.words {
      text = text.replacing(state.rawValue, with: state.words)
    }
    return text
  }
}
