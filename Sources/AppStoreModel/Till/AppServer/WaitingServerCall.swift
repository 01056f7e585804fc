package import Core

/// A request to the app server that this device has made but not yet delivered.
///
/// Later actions send it until the server answers. It takes effect only with that answer.
package struct WaitingServerCall: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case grant(Grant)
    case duration(ProductDuration)
    /// A claim: the user who logged in takes over the purchases made before the login.
    case login(LoginClaim)
  }

  /// The id of the request; the server counts each id only once.
  package var id: String
  package var kind: Kind
  /// When the request was made, by the device's clock.
  package var date: Timestamp

  package init(id: String, _ kind: Kind, date: Timestamp) {
    self.id = id
    self.kind = kind
    self.date = date
  }

  /// Reads a request from its stored text.
  package init(id: String, storedText: String, date: Timestamp) throws(JSONError) {
    guard case .object(let json) = try JSONValue(parsing: storedText) else {
      throw JSONError(.wrongType, JSONText.object.text)
    }
    let kind: Kind
    if json["anonymous"] != nil {
      kind = .login(try LoginClaim(json: json))
    } else {
      kind = try json["grantedDate"] == nil ? .duration(ProductDuration(json: json)) : .grant(Grant(json: json))
    }
    self.init(id: id, kind, date: date)
  }

  package var storedText: String {
    switch kind {
    case .grant(let grant): JSONValue.object(grant.json).serialized()
    case .duration(let duration): JSONValue.object(duration.json).serialized()
    case .login(let claim): JSONValue.object(claim.json).serialized()
    }
  }
}
