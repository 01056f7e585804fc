import StrictJSON

extension JSONObject {
  /// Refuses members that nobody would look at: most likely a slip of the pen.
  func allow(_ names: [String], in what: String) throws(JSONError) {
    guard let name = self.names.first(where: { !names.contains($0) }) else { return }
    throw JSONError.invalid(name, "is no member of \(what): there are \(names.joined(separator: ", "))")
  }

  /// A text that must be there and say something; line breaks in it are spaces.
  func sentence(_ name: String) throws(JSONError) -> String {
    guard let text = try optionalSentence(name) else { throw JSONError.missing(name) }
    return text
  }

  /// A text that says something, where it is there.
  func optionalSentence(_ name: String) throws(JSONError) -> String? {
    guard let text = try string(name) else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { throw JSONError.invalid(name, "is empty") }
    return words
  }
}
