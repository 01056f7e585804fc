package import Foundation

/// The checkout to which the tests belong.
package enum Checkout {
  /// Its top folder.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
