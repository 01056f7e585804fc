package import Foundation

/// The checkout that the tests are of.
package enum Checkout {
  /// Its top folder.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
