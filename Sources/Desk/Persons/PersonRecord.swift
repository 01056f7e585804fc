import AppStoreModel
package import Core

/// What the team's own server tells about a user: its id, the account tokens, and attributes such as the e-mail address.
package struct PersonRecord: Hashable, Sendable {
  /// The most records in one request.
  package static let requestLimit = 500
  private static let longestText = 300
  private static let mostTokens = 50
  private static let mostAttributes = 32
  private static var tooLong: String { say("is longer than \(longestText) bytes") }

  /// The team's id of the user.
  package var user: String
  /// The `appAccountToken`s of the user, in lower case.
  package var tokens: [String]
  package var attributes: [String: String]

  /// Parses a record: `{user, tokens: [UUID], attributes?: {NAME: TEXT}}`.
  ///
  /// - Throws: A `JSONError` that names the invalid member.
  package init(json: JSONObject) throws(JSONError) {
    guard let user = try json.string("user"), !user.isEmpty else { throw .missing("user") }
    guard user.utf8.count <= Self.longestText else { throw .invalid("user", Self.tooLong) }
    guard let tokens = try json.strings("tokens"), !tokens.isEmpty else { throw .missing("tokens") }
    guard tokens.count <= Self.mostTokens else {
      throw .invalid("tokens", say("has \(tokens.count) entries (limit \(Self.mostTokens))"))
    }
    for (index, token) in tokens.enumerated() {
      guard !token.isEmpty else { throw JSONError(.invalidValue, say("is empty")).below("tokens", index) }
      guard token.utf8.count <= Self.longestText else {
        throw JSONError(.invalidValue, Self.tooLong).below("tokens", index)
      }
    }
    let object = try json.object("attributes") ?? [:]
    var attributes: [String: String] = [:]
    for (name, value) in object {
      guard Self.isName(name) else {
        throw JSONError.invalid(name, say("is no name of an attribute; use up to 40 of a-z, 0-9, _ and -"))
          .below("attributes")
      }
      guard let text = value.stringValue else {
        throw JSONError.invalid(name, say("is not a text")).below("attributes")
      }
      guard text.utf8.count <= Self.longestText else { throw JSONError.invalid(name, Self.tooLong).below("attributes") }
      if !text.isEmpty { attributes[name] = text }
    }
    guard attributes.count <= Self.mostAttributes else {
      throw .invalid("attributes", say("has \(attributes.count) entries (limit \(Self.mostAttributes))"))
    }
    self.user = user
    self.tokens = Set(tokens.map { $0.lowercased() }).sorted()
    self.attributes = attributes
  }

  /// Returns whether a text may name an attribute: lower-case letters, digits, `_` and `-`.
  private static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count) && !PersonName.own.contains(text)
      && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 || $0 == 45 }
  }
}

/// The names under which a user is found, besides the attributes.
enum PersonName {
  static let token = "token"
  static let user = "app_user_id"
  static let own: Set<String> = [token, user]
}
