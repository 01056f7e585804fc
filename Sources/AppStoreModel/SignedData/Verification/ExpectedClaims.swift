import Core

/// The claims that a verifier requires of a payload; a nil claim is not checked.
package struct ExpectedClaims: Hashable, Sendable {
  /// The app's bundle id, compared byte for byte.
  ///
  /// Renewal info has no bundle id, so it is not checked there.
  package var bundleId: String?

  /// The App Store environment.
  ///
  /// Xcode and LocalTesting turn the check of signatures off, because Apple signs nothing there.
  package var environment: StoreEnvironment?

  /// The app's App Store id, checked in notifications and app transactions of Production, which alone state it.
  package var appAppleId: Int64?

  /// Makes the requirements; the default requires nothing.
  package init(bundleId: String? = nil, environment: StoreEnvironment? = nil, appAppleId: Int64? = nil) {
    self.bundleId = bundleId
    self.environment = environment
    self.appAppleId = appAppleId
  }

  /// Whether signatures are not checked.
  ///
  /// Only this setting of the verifier decides it; no payload can turn a check off.
  var skipsSignatures: Bool { environment?.isSignedByApple == false }

  /// Compares a payload's claims with the requirements; throws `appIdentifier` or `environment`.
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

  /// Returns whether two texts have the same bytes; `==` would also accept another Unicode form of the same characters.
  private static func areEqual(_ one: String, _ other: String?) -> Bool {
    other.map { one.utf8.elementsEqual($0.utf8) } ?? false
  }
}

/// The app and the environment that a payload states.
struct StatedClaims {
  let bundleId: String?
  let environment: String?
  let appAppleId: Int64?

  /// Reads the claims from their place in a payload of this kind.
  init(of kind: SignedKind, in json: JSONObject) {
    let holder = kind == .notification ? Self.holder(in: json) : json
    let name = kind == .appTransaction ? "receiptType" : "environment"
    bundleId = holder?["bundleId"]?.stringValue
    appAppleId = holder?["appAppleId"]?.numberValue?.int64
    if kind == .notification, let token = json["externalPurchaseToken"]?.objectValue, token == holder {
      // An external purchase token states its environment only in its id, which starts with SANDBOX there.
      let isSandbox = token["externalPurchaseId"]?.stringValue?.utf8.starts(with: "SANDBOX".utf8) ?? false
      environment = isSandbox ? "Sandbox" : "Production"
    } else {
      environment = holder?[name]?.stringValue
    }
  }

  /// Returns the first of these members of a notification that is present; it states the app.
  private static func holder(in json: JSONObject) -> JSONObject? {
    ["data", "summary", "externalPurchaseToken", "appData"].lazy.compactMap { json[$0]?.objectValue }.first
  }
}
