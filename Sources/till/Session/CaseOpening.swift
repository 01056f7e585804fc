import Backends
import Database
import Foundation
import LocalStore
import SafeText
import StoreModel

/// A case that was made: its evidence, without an App Store.
struct CaseOpening {
  let backend: NoBackend

  /// - Throws: A `CommandError` (exit 2) when there is no such case.
  init(_ name: String, _ directory: StoreDirectory, _ options: Arguments) throws {
    let device = directory.device
    let identity: StoreIdentity
    if DatabaseFiles.kind(of: device) != .absent, let bound = try LocalStore.identity(path: device) {
      identity = bound
    } else if let bundleId = options["bundle-id"], let environment = options["environment"] {
      // What `import` found in the files, where they did not name it: a new case is bound to it.
      identity = StoreIdentity(
        kind: .none, environment: StoreEnvironment(rawValue: environment), bundleId: bundleId)
    } else {
      // Nothing was imported: what the name alone made goes again.
      rmdir(directory.path)
      throw CommandError(.usage, "there is no case \(safeText(name)): make it with till import FILE... --case \(name)")
    }
    backend = NoBackend(
      environment: identity.environment, bundleId: identity.bundleId, reason: NoBackend.caseReason,
      catalogue: try AppStoreOpening.catalogue(options),
      customers: { (try? LocalStore.accounts(path: device)) ?? [] })
  }
}
