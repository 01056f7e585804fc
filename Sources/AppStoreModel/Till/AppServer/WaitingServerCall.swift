package import Core

/// Something that was given, set or claimed on this device and that the app server has not heard of yet.
///
/// The next action tells it, again and again until the server answers; it counts from that answer on.
package struct WaitingServerCall: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case grant(Grant)
    case duration(ProductDuration)
    /// What a user had before logging in.
    case login(LoginClaim)
  }

  /// The id of the request: it is counted once.
  package var id: String
  package var kind: Kind
  /// When it was asked for; device time.
  package var date: Timestamp

  package init(id: String, _ kind: Kind, date: Timestamp) {
    self.id = id
    self.kind = kind
    self.date = date
  }

  /// Reads one as it is stored.
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
