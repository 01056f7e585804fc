import AppStoreModel
package import Backends
import Core
package import HTTP
import Libc
import Storage

/// The directory of a device's store, which also holds the ledger of an embedded simulated App Store.
package struct StoreDirectory: Sendable {
  package let path: String
  /// The temporary directory of `--demo`; nil for a permanent directory.
  private let throwAway: ThrowAwayDirectory?

  package var device: String { path + "/device.db" }
  package var ledger: String { path + "/appstore.db" }

  /// Finds the directory, or creates it with access only for its owner.
  ///
  /// - Throws: A `CommandError` (exit 4) that names an unusable path.
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

  /// Returns the directory's path: the one of `--store`, or for a case a folder inside it.
  private static func path(_ options: StoreOptions, _ backend: BackendSpec) -> String {
    guard let store = options.directory else { return dataHome + "/till/" + backend.kind.directoryName }
    if backend.kind is CaseKind { return store + "/" + backend.kind.directoryName }
    return store
  }

  /// The XDG data directory.
  package static var dataHome: String { Environment.baseDirectory("XDG_DATA_HOME", else: ".local/share") }

  /// Returns whether the options name an existing device store that needs no server to be read; creates nothing.
  package static func holdsDevice(_ options: StoreOptions) -> Bool {
    guard let backend = try? BackendSpec(options), !backend.kind.asksServer else { return false }
    return Files.exists(path(options, backend) + "/device.db")
  }

  /// Whether the files are temporary.
  var isThrowAway: Bool { throwAway != nil }

  /// Returns the path of the files after the process crashes; temporary files are then kept.
  package func pathAfterCrash() -> String { throwAway?.keep() ?? path }

  /// Deletes the temporary files.
  package func discard() { throwAway?.discard() }
}

extension StoreDirectory {
  /// The saved description of a `till serve`, which the server gave when this device was created.
  private var server: String { path + "/server.json" }

  /// Returns the `till serve` that this directory belongs to.
  ///
  /// Till asks the server only once, when the device is created, and saves the description, so that the device store
  /// can be read without the server.
  ///
  /// - Parameter hasRoots: Whether `--root` was given; without it, only a server on this machine is trusted.
  func remoteStore(at address: HTTPAddress, hasRoots: Bool) async throws -> RemoteStore {
    guard address.isLocal || hasRoots else {
      throw CommandError(
        .usage, say("\("\(address)") is another machine; name its root certificate with --root FILE"))
    }
    if let known = try knownServer(at: address) { return known }
    let store: RemoteStore
    do throws(StoreError) {
      store = try await RemoteStore(asking: address, transport: HTTPTransport(), controlToken: Self.controlToken)
    } catch {
      guard error.kind == .networkError else { throw error }
      throw CommandError(.unusable, say("\(error.message); is `till serve` running there?"))
    }
    let bytes = JSONValue.object(store.json).serializedBytes(.pretty)
    do throws(FileError) { try Files.write(bytes, to: server) } catch {
      throw CommandError(.unusable, say("\(safeText(server)) cannot be written: check the directory's permissions"))
    }
    return store
  }

  /// The token for the control API of a `till serve` that requires one.
  private static var controlToken: String? { Environment.value("TILL_CONTROL_TOKEN") }

  /// Returns the saved description of the server at an address; nil before the device was created.
  package func knownServer(at address: HTTPAddress) throws -> RemoteStore? {
    guard let bytes = try? Files.read(server) else { return nil }
    guard case .object(let json) = try? JSONValue(parsing: bytes) else {
      throw CommandError(
        .unusable, say("\(safeText(server)) is unreadable; move it aside, and Till asks the server again"))
    }
    return try RemoteStore(json: json, address: address, transport: HTTPTransport(), controlToken: Self.controlToken)
  }
}

/// A directory of temporary files for demo data or a walkthrough, deleted when the program ends.
///
/// Its owner process holds a lock in it. If a process is killed, the next process that creates such a directory deletes
/// the abandoned one.
package final class ThrowAwayDirectory: Sendable {
  package enum Kind: String, CaseIterable {
    case demo, walkthrough
  }

  package let path: String
  private let owner: OwnershipLock

  /// Creates a temporary directory.
  ///
  /// - Throws: A `CommandError` when none can be created.
  package init(_ kind: Kind) throws {
    // Until the new directory has its ownership lock, the mutex keeps another thread's sweep from deleting it.
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

  /// Deletes the files.
  package func discard() { Files.remove(path) }

  /// Renames the directory, so that no sweep deletes it, and returns the new path.
  func keep() -> String {
    let kept = Self.parent + "till-kept-" + path.suffix(6)
    unlink(path + "/" + DatabaseFiles.throwAwayMark)
    return rename(path, kept) == 0 ? kept : path
  }

  private static var parent: String { Environment.temporaryDirectory }

  /// Deletes the directories of processes that were killed.
  private static func sweep() {
    let prefixes = Kind.allCases.map { "till-\($0.rawValue)-" }
    let names = (try? Files.names(in: parent)) ?? []
    for name in names where prefixes.contains(where: name.hasPrefix) && isAbandoned(parent + name) {
      Files.remove(parent + name)
    }
  }

  /// Returns whether no living process owns the directory.
  ///
  /// A directory without a lock counts as abandoned after a minute, because its owner may be about to lock it.
  private static func isAbandoned(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else { return false }
    let names = (try? Files.names(in: path)) ?? []
    let owners = names.filter { $0.hasSuffix(".owner") }.map { String($0.dropLast(6)) }
    if owners.isEmpty { return time(nil) - status.st_mtim.tv_sec > 60 }
    return !owners.contains { OwnershipLock.isAlive(owner: $0, directory: path) }
  }
}
