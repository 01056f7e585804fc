package import AppStoreModel
import Core

/// The options that say which store to open: its directory, its App Store, and the person's settings for both.
///
/// Values are unparsed texts of the command line; opening the store rejects invalid ones.
package struct StoreOptions: Hashable, Sendable {
  /// The store's directory; nil for the backend's default directory.
  package var directory: String?
  /// The value of `--backend`.
  package var backend: String?
  /// The name of a case (`--case`).
  package var caseName: String?
  /// The `.storekit` file whose products the simulator sells.
  package var catalogue: String?
  /// Files with trusted root certificates.
  package var roots: [String] = []
  package var bundleId: String?
  package var environment: String?
  /// The file of an in-app purchase key.
  package var key: String?
  package var keyId: String?
  package var issuer: String?
  /// The name of a profile in the configuration file.
  package var profile: String?
  /// How long an answer stays confirmed without a new check; `none` for no limit.
  package var offlineValidity: String?
  /// How long Apple's evidence is enough while the app server is unreachable; `none` for no limit.
  package var serverGrace: String?
  /// The past date whose state is shown; nil for now.
  package var asOf: Timestamp?
  /// The app server that confirms purchases: `embedded`, `none` or a URL.
  package var verification: String?
  /// Whether the files are temporary.
  package var isDemo = false
  /// The scene that the demo opens on, by its name or path.
  package var scene: String?
  package var isReadOnly = false
  /// Whether changes at a real App Store are allowed.
  package var isUnlocked = false
}

/// The input files that a person names.
package enum InputFile {
  /// The largest accepted file size; catalogues, certificates and lists of signed objects are far smaller.
  static let limit = 256 << 20

  /// The prefix of files that are part of the program, as in `builtin:Walkthroughs/refund.json5`.
  package static let builtIn = "builtin:"

  /// Reads the bytes of a file; `-` is standard input.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the file and the reason.
  package static func bytes(_ name: String) throws -> [UInt8] {
    if name == "-" { return Files.read(0) ?? [] }
    if name.hasPrefix(builtIn), let bytes = BuiltIn.bytes(String(name.dropFirst(builtIn.count))) { return bytes }
    guard Files.exists(name) else { throw CommandError(.usage, say("file not found: \(safeText(name))")) }
    guard !Files.isDirectory(name) else {
      throw CommandError(.usage, say("\(safeText(name)) is a directory; name a file"))
    }
    guard let size = Files.size(name), size <= limit else {
      throw CommandError(.usage, say("\(safeText(name)) is larger than 256 MB; use a smaller file"))
    }
    do throws(FileError) { return try Files.read(name) } catch {
      throw CommandError(.usage, say("\(safeText(name)) is unreadable; check its permissions"))
    }
  }

  /// Reads the text of a private key or a secret; `-` is standard input.
  ///
  /// - Throws: A `CommandError` (exit 2), also for a file that another user owns or can write, because that user could
  ///   replace the key.
  package static func secret(_ name: String) throws -> String {
    if name != "-" { try FileTrust.check(name, for: say("the key")) }
    return String(decoding: try bytes(name), as: UTF8.self)
  }
}

extension FileTrust {
  /// Rejects a file that another user can change, or whose folder another user can change.
  ///
  /// - Parameter use: What the file is for; safe to show.
  /// - Throws: A `CommandError` (exit 2) that names the file or folder and the remedy.
  static func check(_ path: String, for use: String) throws(CommandError) {
    switch weakness(of: Files.absolute(path)) {
    case nil: return
    case .writable(let part):
      throw CommandError(
        .usage,
        say("other users can write \(safeText(part)), so \(use) is not used; run chmod go-w \(safeText(part))"))
    case .owner(let part):
      throw CommandError(
        .usage, say("\(safeText(part)) belongs to another user, so \(use) is not used; run chown to make it yours"))
    }
  }
}

/// The output files that a person names.
package enum OutputFile {
  /// Writes a file that only its owner can read, because it contains customer data.
  package static func write(_ bytes: [UInt8], to name: String) throws {
    do throws(FileError) { try Files.write(bytes, to: name) } catch {
      throw CommandError(.failed, say("\(safeText(name)) is not writable; name a file in a folder of yours"))
    }
  }
}

/// The run's inputs from the machine: its clock, its random ids and its language.
///
/// A test or walkthrough supplies its own, so that a run is repeatable.
package struct Dependencies: Sendable {
  package let clock: @Sendable () -> Timestamp
  /// Returns a new UUID in lower case.
  package let newID: @Sendable () -> String
  /// The locale of the device's language, such as `zh_CN`.
  let locale: String
  /// The folder whose files may be read and written; nil for any file, because a person named it.
  package var files: FolderScope?
  /// Ends the process at a deliberate crash; nil to kill the process.
  var crash: (@Sendable () -> Void)?

  /// Returns whether the file with this name may be read or written.
  func mayUse(file name: String) -> Bool { files?.holds(name) ?? true }

  /// This machine's clock, random ids and locale.
  package static let machine = Dependencies(
    clock: { .machine }, newID: { UUIDText.random() }, locale: deviceLocale)
}
