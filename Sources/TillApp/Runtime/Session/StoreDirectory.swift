import AppStoreModel
package import Backends
import Core
import Device
package import HTTP
import Storage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The directory that holds a device's store and, with the simulated App Store, its ledger.
package struct StoreDirectory: Sendable {
  package let path: String
  /// The throw-away directory that it is (`--demo`).
  private let throwAway: ThrowAwayDirectory?

  package var device: String { path + "/device.db" }
  package var ledger: String { path + "/appstore.db" }

  /// Finds the directory and makes it, private to its owner.
  ///
  /// - Throws: A `CommandError` (exit 4) that names a path that cannot be used.
  package init(options: StoreOptions, backend: BackendSpec) throws {
    if options.isDemo && options.directory == nil {
      let directory = try ThrowAwayDirectory(.demo)
      (path, throwAway) = (directory.path, directory)
      return
    }
    throwAway = nil
    path = Self.path(options, backend)
    if Files.exists(path) {
      guard Files.isDirectory(path) else {
        throw CommandError(
          .unusable, say("\(safeText(path)) is a file, not a directory; name a directory with --store"))
      }
      return
    }
    do {
      try Files.makeFolder(path)
    } catch {
      throw CommandError(
        .unusable,
        say(
          "the directory \(safeText(path)) could not be created; check the path or name another "
            + "with --store")
      )
    }
  }

  /// A case lies in the directory that `--store` names, all others are that directory themselves.
  private static func path(_ options: StoreOptions, _ backend: BackendSpec) -> String {
    guard let store = options.directory else { return dataHome + "/till/" + backend.directoryName }
    if case .imported = backend { return store + "/" + backend.directoryName }
    return store
  }

  /// The XDG data directory: relative values are ignored, as the specification says.
  package static var dataHome: String {
    if let path = Environment.value("XDG_DATA_HOME"), path.hasPrefix("/") { return path }
    return Environment.home + "/.local/share"
  }

  /// Whether a device's store lies where the options point that can be read without a server; nothing is created.
  package static func holdsDevice(_ options: StoreOptions) -> Bool {
    guard let backend = try? BackendSpec(options) else { return false }
    switch backend {
    case .simulator, .imported, .none: return Files.exists(path(options, backend) + "/device.db")
    case .remote, .appStore, .receipt, .program: return false
    }
  }

  /// Whether its files are temporary.
  var isThrowAway: Bool { throwAway != nil }

  /// Where the files are once this process has ended without closing them: throw-away files are kept then.
  package func pathAfterCrash() -> String { throwAway?.keep() ?? path }

  /// Deletes the temporary files.
  package func discard() { throwAway?.discard() }
}

extension StoreDirectory {
  /// The description that a `till serve` gave of itself when this device was created.
  private var server: String { path + "/server.json" }

  /// The `till serve` that this directory belongs to.
  ///
  /// It is asked once, when the device is begun, and remembered, so that the device's store can be read without it.
  ///
  /// - Parameter hasRoots: Whether `--root` was given; only a server on this machine is believed without it.
  func remoteStore(at address: HTTPAddress, hasRoots: Bool) throws -> RemoteStore {
    guard address.isLocal || hasRoots else {
      throw CommandError(
        .usage, say("\("\(address)") is another machine; name its root certificate with --root FILE"))
    }
    if let known = try knownServer(at: address) { return known }
    let store: RemoteStore
    do {
      store = try blocking {
        try await RemoteStore(asking: address, transport: HTTPTransport(), controlToken: Self.controlToken)
      }
    } catch let error as StoreError where error.kind == .networkError {
      throw CommandError(.unusable, say("\(error.message); is `till serve` running there?"))
    }
    let bytes = JSONValue.object(store.json).serializedBytes(.pretty)
    do throws(FileError) { try Files.write(bytes, to: server) } catch {
      throw CommandError(.unusable, say("\(safeText(server)) cannot be written: check the directory's permissions"))
    }
    return store
  }

  /// The token that lets this device control a `till serve` that requires one.
  private static var controlToken: String? { Environment.value("TILL_CONTROL_TOKEN") }

  /// The description that the server at an address gave of itself when the device was created; nil before.
  package func knownServer(at address: HTTPAddress) throws -> RemoteStore? {
    guard let bytes = try? Files.read(server) else { return nil }
    guard case .object(let json) = try? JSONValue(parsing: bytes) else {
      throw CommandError(
        .unusable, say("\(safeText(server)) is unreadable; move it aside, and Till asks the server again"))
    }
    return try RemoteStore(json: json, address: address, transport: HTTPTransport(), controlToken: Self.controlToken)
  }
}

/// A directory of temporary files, deleted at the program's end: demo data, the stage of a walkthrough.
///
/// Its owner holds a lock in it. What a killed program left behind is thrown away by the next one that makes one.
package final class ThrowAwayDirectory: Sendable {
  package enum Kind: String, CaseIterable {
    case demo, walkthrough
  }

  package let path: String
  private let owner: OwnershipLock

  /// - Throws: A `CommandError` when none can be made.
  package init(_ kind: Kind) throws {
    // Between its making and its lock, another thread's sweep must not see it.
    (path, owner) = try Self.making.withLock { _ in try Self.make(kind) }
  }

  private static let making = Mutex(())

  private static func make(_ kind: Kind) throws -> (path: String, owner: OwnershipLock) {
    sweep()
    var template = Array((parent + "till-\(kind.rawValue)-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandError(.unusable, say("no temporary directory; check TMPDIR"))
    }
    let path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let owner = try OwnershipLock(directory: path)
    try? Files.write([], to: path + "/" + DatabaseFiles.throwAwayMark)
    return (path, owner)
  }

  /// Throws the files away.
  package func discard() { Files.remove(path) }

  /// Moves it out of the way of those who throw away what was left behind, and tells where it is now.
  func keep() -> String {
    let kept = Self.parent + "till-kept-" + path.suffix(6)
    unlink(path + "/" + DatabaseFiles.throwAwayMark)
    return rename(path, kept) == 0 ? kept : path
  }

  private static var parent: String { Environment.temporaryDirectory }

  /// Throws away what programs left behind that did not come to their end.
  private static func sweep() {
    let prefixes = Kind.allCases.map { "till-\($0.rawValue)-" }
    let names = (try? Files.names(in: parent)) ?? []
    for name in names where prefixes.contains(where: name.hasPrefix) && isAbandoned(parent + name) {
      Files.remove(parent + name)
    }
  }

  /// Whether the owner's lock can be had; one without a lock may be about to get it.
  private static func isAbandoned(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else { return false }
    let names = (try? Files.names(in: path)) ?? []
    let owners = names.filter { $0.hasSuffix(".owner") }.map { String($0.dropLast(6)) }
    if owners.isEmpty { return time(nil) - status.st_mtim.tv_sec > 60 }
    return !owners.contains { OwnershipLock.isAlive(owner: $0, directory: path) }
  }
}
