package import Screen

/// A row of the action table: an action, where and by which keys it is done, and what it will do.
package struct ActionEntry: Hashable, Sendable {
  package var action: Action
  /// Where these keys count.
  package var scopes: [Scope]
  /// The keys, the one to show first.
  package var keys: [Key]
  /// What the key bar calls it: one or two words.
  package var title: String
  /// The same where there is little room.
  package var shortTitle: String
  /// What it will do, as one sentence.
  package var summary: String
  /// How long it stays in the key bar when room runs out, 1 the longest; nil when it never is there.
  package var rank: Int?

  /// The keys as people read them: `Ctrl-L`, `PgUp`.
  package var keyNames: [String] { keys.map(Texts.name(of:)) }

  package init(
    _ action: Action, in scopes: [Scope], keys: [Key], title: String, short: String? = nil,
    summary: String, rank: Int? = nil
  ) {
    self.action = action
    self.scopes = scopes
    self.keys = keys
    self.title = title
    shortTitle = short ?? title
    self.summary = summary
    self.rank = rank
  }
}
