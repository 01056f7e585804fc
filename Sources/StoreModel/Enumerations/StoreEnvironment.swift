/// The App Store that signed something (Apple: AppStoreEnvironment).
package struct StoreEnvironment: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The test environment of Apple; the simulator signs with it too.
  package static let sandbox = StoreEnvironment(rawValue: "Sandbox")
  /// The real App Store.
  package static let production = StoreEnvironment(rawValue: "Production")
  /// StoreKit testing in Xcode, signed with a local key.
  package static let xcode = StoreEnvironment(rawValue: "Xcode")
  /// Tests on one machine.
  package static let localTesting = StoreEnvironment(rawValue: "LocalTesting")

  package static let known: [StoreEnvironment] = [
    sandbox, production, xcode, localTesting,
  ]
}
