package import StoreModel

/// A row of a tab, ready to be drawn: every foreign text in it has passed the sanitiser.
package struct TabRow: Hashable, Sendable {
  /// What the row is about, across reads.
  package var id: String
  package var date: Timestamp?
  /// The product, as the backend knows it.
  package var productId: String?
  /// What was paid.
  package var amount = ""
  /// How it stands, in one or two words, and whether that is good.
  package var word = ""
  package var mark = Mark.none
  /// What else there is to say.
  package var note = ""
  /// The identifier that a person may want to copy.
  package var reference = ""
  /// The order that it is about.
  var orderId: String?
  /// When something is tried again by itself.
  var retryDate: Timestamp?
  /// Everything else about it.
  var facts: [Fact] = []

  /// A label and a text.
  struct Fact: Hashable, Sendable {
    var label: String
    var text: String
  }
}

/// A state's glyph and colour; a word always stands beside it.
package enum Mark: Hashable, Sendable {
  case none
  /// Entitled, done.
  case good
  /// Partly, or waiting.
  case waiting
  /// Lost, refused.
  case bad
  /// Nothing there.
  case empty
  /// A number.
  case count
}
