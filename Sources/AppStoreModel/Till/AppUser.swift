import Core

/// A user of the app who is not logged in: each installation has one, with a UUID of its own.
///
/// To the device, its orders and the app server it is a user like any other, known by `name`; only screens and documents
/// leave the name out.
package struct AnonymousUser: Hashable, Sendable {
  /// The UUID in lower case, which purchases carry as `appAccountToken`.
  package let token: String

  package init(token: String) { self.token = token.lowercased() }

  /// Reads the name of a user; nil for one who logs in.
  package init?(name: String) {
    guard name.hasPrefix(Self.mark), UUIDText.isValid(String(name.dropFirst(Self.mark.count))) else { return nil }
    self.init(token: String(name.dropFirst(Self.mark.count)))
  }

  /// What it is called in calls and in files.
  package var name: String { Self.mark + token }

  /// The prefix of these users' names; a login with such a name is refused.
  package static let mark = "anonymous:"
}

/// A user's name as people read it: of one who is not logged in the beginning of the UUID.
package func shownUser(_ name: String) -> String {
  guard let anonymous = AnonymousUser(name: name) else { return name }
  return say("anonymous \(String(anonymous.token.prefix(8)))")
}

/// Several users' names as people read them.
package func shownUsers(_ names: [String]) -> String { Language.series(names.map(shownUser)) }

/// The name that a user logs in with; nil for one who is not logged in.
package func loginName(_ name: String) -> String? { AnonymousUser(name: name) == nil ? name : nil }

/// Asks the app server to give a user who logged in what they have, are owed and renew later as the user who was not
/// logged in on that device.
package struct LoginClaim: Hashable, Sendable {
  /// Whose it was: an `AnonymousUser`'s name.
  package var anonymous: String
  /// The user who logged in.
  package var user: String
  /// Whether the user was asked, where they have a product of it already.
  package var isConfirmed: Bool

  package init(anonymous: String, user: String, isConfirmed: Bool = false) {
    self.anonymous = anonymous
    self.user = user
    self.isConfirmed = isConfirmed
  }
}

extension LoginClaim: JSONFields {
  package static let fields = Fields<Self>(
    Field("anonymous", \.anonymous, .required), Field("user", \.user, .required),
    Field(
      "isConfirmed",
      read: { value, claim throws(JSONError) in
        claim.isConfirmed = try (["isConfirmed": value] as JSONObject).bool("isConfirmed") ?? false
      }, write: { $0.isConfirmed ? .bool(true) : nil }))
  package static let blank = LoginClaim(anonymous: "", user: "")
}

/// What becomes of what was bought before a login.
package enum LoginChoice: Hashable, Sendable {
  /// The user gets it, unless they have one of its products already: then `LoginQuestion` is thrown.
  case ask
  /// The user gets it in any case.
  case claim
  /// It stays apart: restoring it with its Apple Account gives it to the user who restores.
  case leave
}

/// The user who logs in has products already that were bought without logging in too: a person decides.
package struct LoginQuestion: Error, Hashable, Sendable {
  package let user: String
  package let productIds: [String]

  package init(user: String, productIds: [String]) {
    self.user = user
    self.productIds = productIds
  }
}

extension LoginQuestion {
  /// What is the matter, in one line without the remedy.
  package var message: String {
    let products = Language.list(productIds)
    return say("\(user) has \(products) already, which was bought here without logging in too")
  }
}
