/// The platform on which the app was first bought (Apple: PurchasePlatform).
package struct PurchasePlatform: OpenEnum {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// iPhone and iPad.
  package static let iOS = PurchasePlatform(rawValue: "iOS")
  /// Mac.
  package static let macOS = PurchasePlatform(rawValue: "macOS")
  /// Apple TV.
  package static let tvOS = PurchasePlatform(rawValue: "tvOS")
  /// Apple Vision.
  package static let visionOS = PurchasePlatform(rawValue: "visionOS")

  package static let known: [PurchasePlatform] = [
    iOS, macOS, tvOS, visionOS,
  ]
}
