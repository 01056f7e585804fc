import AppStoreModel
package import Core

/// What the team's own server tells about a user: its id, the account tokens, and attributes such as the e-mail address.
package struct PersonRecord: Hashable, Sendable {
  /// The most records in one request.
  package static let requestLimit = 500
  private static let longestText = 300
  private static let mostTokens = 50
  private static let mostAttributes = 32

  /// The team's id of the user.
  package var user: String
  /// The `appAccountToken`s of the user, in lower case.
  package var tokens: [String]
  package var attributes: [String: String]

  /// Parses a record: `{user, tokens: [UUID], attributes?: {NAME: TEXT}}`.
  ///
  /// - Throws: A `JSONError` that names the invalid member.
  package init(json: JSONObject) throws(JSONError) {
    guard let user = try json.string("user"), !user.isEmpty, user.utf8.count <= Self.longestText else {
      throw .missing("user")
    }
    let tokens = try json.strings("tokens") ?? []
    guard !tokens.isEmpty, tokens.count <= Self.mostTokens,
      tokens.allSatisfy({ !$0.isEmpty && $0.utf8.count <= Self.longestText })
    else { throw .missing("tokens") }
    let object = try json.object("attributes") ?? [:]
    var attributes: [String: String] = [:]
    for (name, value) in object {
      guard let text = value.stringValue, Self.isName(name), text.utf8.count <= Self.longestText else {
        throw .missing("attributes.\(name)")
      }
      if !text.isEmpty { attributes[name] = text }
    }
    guard attributes.count <= Self.mostAttributes else { throw .missing("attributes") }
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
