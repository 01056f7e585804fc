import Core

/// The catalogue of the demo data: a small app with products of all four types, `Assets/Catalogues/Demo.storekit`.
enum DemoCatalogue {
  static let bundleId = "com.example.piglet"

  static let name = "Demo.storekit"

  /// The Apple Account that is signed in at first.
  static let firstAccount = "new@"

  static let premium = "com.example.piglet.premium"
  static let monthly = "com.example.piglet.plus.monthly"
  static let yearly = "com.example.piglet.plus.yearly"
  static let coins = "com.example.piglet.coins100"

  /// The file's bytes.
  static let bytes = BuiltIn.bytes("Catalogues/" + name) ?? []

  static func catalogue() throws -> Catalogue { try Catalogue(bytes: bytes, name: name) }
}
