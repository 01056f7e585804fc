import Core

/// A user of the app who is not logged in; each installation has one, with its own UUID.
///
/// The device, its orders and the app server treat it like any other user, identified by `name`. Only screens and
/// documents leave the name out.
package struct AnonymousUser: Hashable, Sendable {
  /// The UUID in lower case, which purchases carry as their `appAccountToken`.
  package let token: String

  package init(token: String) { self.token = token.lowercased() }

  /// Reads an anonymous user from a user name; nil for a user who logs in.
  package init?(name: String) {
    guard name.hasPrefix(Self.mark), UUIDText.isValid(String(name.dropFirst(Self.mark.count))) else { return nil }
    self.init(token: String(name.dropFirst(Self.mark.count)))
  }

  /// The user name in requests and files.
  package var name: String { Self.mark + token }

  /// The prefix of anonymous users' names; a login with such a name is rejected.
  package static let mark = "anonymous:"
}

/// Returns a user's name for display; for an anonymous user, the beginning of the UUID.
package func shownUser(_ name: String) -> String {
  guard let anonymous = AnonymousUser(name: name) else { return name }
  return say("anonymous \(String(anonymous.token.prefix(8)))")
}

/// Returns several users' names for display.
package func shownUsers(_ names: [String]) -> String { Language.series(names.map(shownUser)) }

/// Returns the name with which a user logs in; nil for an anonymous user.
package func loginName(_ name: String) -> String? { AnonymousUser(name: name) == nil ? name : nil }

/// A request to transfer an anonymous user's purchases to the user who logged in on the same device.
///
/// It covers what the anonymous user owns and is owed, and later renewals.
package struct LoginClaim: Hashable, Sendable {
  /// The name of the anonymous user who owned the purchases.
  package var anonymous: String
  /// The user who logged in.
  package var user: String
  /// Whether the user confirmed the transfer; needed if the user already owns one of the products.
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
    Field("isConfirmed", \.isConfirmed, unless: false))
  package static let blank = LoginClaim(anonymous: "", user: "")
}

/// What to do at a login with purchases from before the login.
package enum LoginChoice: Hashable, Sendable {
  /// The user gets the purchases; if the user already owns one of the products, `LoginQuestion` is thrown.
  case ask
  /// The user gets the purchases, even of products that the user already owns; nothing is asked.
  case claim
  /// The purchases stay with the anonymous user; restoring them with their Apple Account gives them to that user.
  case leave
}

/// An error: the user already owns products that were also bought before the login, so the user must decide.
package struct LoginQuestion: Error, Hashable, Sendable {
  package let user: String
  package let productIds: [String]

  package init(user: String, productIds: [String]) {
    self.user = user
    self.productIds = productIds
  }
}

extension LoginQuestion {
  /// The problem in one line, without the remedy.
  package var message: String {
    let products = Language.list(productIds)
    return say("\(user) has \(products) already, which was bought here without logging in too")
  }
}
