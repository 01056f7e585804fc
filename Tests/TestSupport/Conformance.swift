package import Foundation
package import Testing

/// The folder of real data that tests read: signatures, certificate chains, `.storekit` files.
///
/// It lies beside a checkout at `../shared/conformance`; `TILL_CONFORMANCE` names another place. The data are not part
/// of the project, so every test that needs them is skipped, with a printed reason, where they are absent.
package enum Conformance {
  /// The folder; nil where there is none.
  package static let folder: URL? = {
    let environment = ProcessInfo.processInfo.environment["TILL_CONFORMANCE"]
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = environment.map { URL(filePath: $0) } ?? checkout.appending(path: "../shared/conformance")
    return FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) ? folder.standardized : nil
  }()

  /// Whether the data exist; for `@Test(.enabled(if: Conformance.isPresent, Conformance.absence))`.
  package static var isPresent: Bool { folder != nil }

  /// The reason that a skipped test prints.
  package static let absence: Comment = "no conformance data: put them at ../shared/conformance or set TILL_CONFORMANCE"

  /// Returns the bytes of a file in the folder, such as `apple/certs/testCA.der`.
  package static func data(_ path: String) throws -> Data {
    guard let folder else { throw CocoaError(.fileNoSuchFile) }
    return try Data(contentsOf: folder.appending(path: path))
  }
}
