import StrictJSON

/// What a payload states about its app and environment.
struct StatedClaims {
  let bundleId: String?
  let environment: String?
  let appAppleId: Int64?

  /// Finds the claims where Apple puts them in a payload of this kind.
  init(of kind: SignedKind, in json: JSONObject) {
    let holder = kind == .notification ? Self.holder(in: json) : json
    let name = kind == .appTransaction ? "receiptType" : "environment"
    bundleId = holder?["bundleId"]?.stringValue
    appAppleId = holder?["appAppleId"]?.numberValue?.int64
    if kind == .notification, let token = json["externalPurchaseToken"]?.objectValue, token == holder {
      // The token says its environment only by the way its id begins.
      let isSandbox = token["externalPurchaseId"]?.stringValue?.utf8.starts(with: "SANDBOX".utf8) ?? false
      environment = isSandbox ? "Sandbox" : "Production"
    } else {
      environment = holder?[name]?.stringValue
    }
  }

  /// The member of a notification that says for which app it is: the first of these that is there.
  private static func holder(in json: JSONObject) -> JSONObject? {
    ["data", "summary", "externalPurchaseToken", "appData"].lazy.compactMap { json[$0]?.objectValue }.first
  }
}
