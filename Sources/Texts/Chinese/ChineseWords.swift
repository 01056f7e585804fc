/// What rows say of themselves in Chinese, by their English.
package enum ChineseWords {
  /// All tables as one, made when Chinese is first spoken; what two of them have is said alike.
  package static let table: [String: String] = {
    var all = rules
    for part in [verbs, moreVerbs, actions, commands, titles] { all.merge(part) { first, _ in first } }
    return all
  }()
}
