import Core

/// A verifier's requirements for a payload; nil is not checked.
package struct ExpectedClaims: Hashable, Sendable {
  /// The app's bundle id, equal byte for byte.
  ///
  /// A renewal info has none, so it is not checked there.
  package var bundleId: String?

  /// The environment.
  ///
  /// Xcode and LocalTesting switch the check of signatures off, because nothing there is signed by Apple.
  package var environment: StoreEnvironment?

  /// The app's id in the App Store, of a notification and an app transaction; only Production states it.
  package var appAppleId: Int64?

  /// Makes the demands; the default demands nothing.
  package init(bundleId: String? = nil, environment: StoreEnvironment? = nil, appAppleId: Int64? = nil) {
    self.bundleId = bundleId
    self.environment = environment
    self.appAppleId = appAppleId
  }

  /// Whether signatures are not checked.
  ///
  /// This is the verifier's own setting; a payload never switches anything off.
  var skipsSignatures: Bool { environment?.isSignedByApple == false }

  /// Compares what a payload states with the demands; throws `appIdentifier` or `environment`.
  func check(_ stated: StatedClaims, of kind: SignedKind) throws(VerificationFailure) {
    if let bundleId, kind != .renewalInfo, !Self.areEqual(bundleId, stated.bundleId) {
      throw VerificationFailure(
        .appIdentifier,
        stated.bundleId.map { say("for the app \($0), not \(bundleId)") }
          ?? say("it does not state its app"))
    }
    let isProduction = environment.map { $0 == .production } ?? (stated.environment == "Production")
    if let appAppleId, isProduction, kind == .notification || kind == .appTransaction, stated.appAppleId != appAppleId {
      let found = stated.appAppleId.map { say("for the app with App Store id \($0), not \(appAppleId)") }
      throw VerificationFailure(.appIdentifier, found ?? say("it does not state the app's App Store id"))
    }
    if let environment, !Self.areEqual(environment.rawValue, stated.environment) {
      throw VerificationFailure(
        .environment,
        stated.environment.map { say("from the environment \($0), not \(environment.rawValue)") }
          ?? say("it does not state its environment"))
    }
  }

  /// Equality of bytes: that of strings would let another writing of the same characters pass.
  private static func areEqual(_ one: String, _ other: String?) -> Bool {
    other.map { one.utf8.elementsEqual($0.utf8) } ?? false
  }
}

/// A payload's claims about its app and environment.
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
