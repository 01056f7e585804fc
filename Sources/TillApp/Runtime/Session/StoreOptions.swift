package import AppStoreModel
import Core
import Simulator
import Verbs

/// The options to open a store with: its place, its App Store, and the person's settings for both.
///
/// Texts are as the person wrote them; the opening refuses those that mean nothing.
package struct StoreOptions: Hashable, Sendable {
  /// The directory; nil for the one that belongs to the backend.
  package var directory: String?
  /// The value of `--backend`.
  package var backend: String?
  /// The name of a case.
  package var caseName: String?
  /// A `.storekit` file to sell.
  package var catalogue: String?
  /// Files with trusted root certificates.
  package var roots: [String] = []
  /// The contents of such files, if they were read already.
  var rootFiles: [[UInt8]] = []
  package var bundleId: String?
  package var environment: String?
  /// The file of an in-app purchase key.
  package var key: String?
  package var keyId: String?
  package var issuer: String?
  /// A profile of the configuration file.
  package var profile: String?
  /// After how long without a check an answer is unconfirmed, or `none`.
  package var offlineValidity: String?
  /// For how long Apple's word is enough while the app server cannot be reached, or `none`.
  package var serverGrace: String?
  /// The date whose answers to show; nil for now.
  package var asOf: Timestamp?
  /// The app server that confirms purchases.
  package var verification: String?
  /// Whether the files are thrown away at the end.
  package var isDemo = false
  /// Whether the demo opens on an Apple Account with a history.
  package var isStory = false
  /// The scene that the demo opens on, by its name or path.
  package var scene: String?
  package var isReadOnly = false
  /// Whether changes at a real App Store are allowed.
  package var isUnlocked = false

  package init() {}
}

/// A length of time as people write it: `90s`, `5m`, `2h`, `30d`, `1w`; `500ms` for what has to be exact.
package enum DurationText {
  /// - Returns: Milliseconds.
  /// - Throws: A `UsageError` that names the text.
  package static func milliseconds(_ text: String) throws(UsageError) -> Int64 {
    do throws(StoreError) { return try VerbDuration(text).milliseconds } catch { throw UsageError(error.message) }
  }
}

/// Files that the person names.
package enum InputFile {
  /// The largest file that is read: no catalogue, certificate or list of signed objects comes near it.
  static let limit = 256 << 20

  /// The prefix for files that are part of the program, as in `builtin:Walkthroughs/refund.json5`.
  package static let builtIn = "builtin:"

  /// The bytes of a file; `-` is standard input.
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

  /// The text of a private key or a secret; `-` is standard input.
  ///
  /// - Throws: A `CommandError` (exit 2), also for a file that another user owns or can write: that user could put a key
  ///   of their own there.
  package static func secret(_ name: String) throws -> String {
    if name != "-" { try FileTrust.check(name, for: say("the key")) }
    return String(decoding: try bytes(name), as: UTF8.self)
  }
}

extension FileTrust {
  /// Refuses a file that another user can change, or whose folder another user can change.
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

/// Files that are written where the person says.
package enum OutputFile {
  /// Writes a file that only its owner may read: it holds data about customers.
  package static func write(_ bytes: [UInt8], to name: String) throws {
    do throws(FileError) { try Files.write(bytes, to: name) } catch {
      throw CommandError(.failed, say("\(safeText(name)) is not writable; name a file in a folder of yours"))
    }
  }
}

/// A run's inputs from the machine: clock, random numbers, language.
///
/// Another one makes a run repeatable.
package struct Dependencies: Sendable {
  package let clock: @Sendable () -> Timestamp
  /// Makes a UUID in lower case.
  package let newID: @Sendable () -> String
  /// The locale of the device's language, such as `zh_CN`.
  let locale: String
  /// Where the files lie that may be read and written by their names; nil for everywhere: a person names them.
  package let files: FolderScope?
  /// Ends the process where a crash on purpose strikes; nil kills it.
  let crash: (@Sendable () -> Void)?

  package init(
    clock: @escaping @Sendable () -> Timestamp, newID: @escaping @Sendable () -> String, locale: String,
    files: FolderScope? = nil, crash: (@Sendable () -> Void)? = nil
  ) {
    (self.clock, self.newID, self.locale) = (clock, newID, locale)
    (self.files, self.crash) = (files, crash)
  }

  /// Whether the file of a name may be read or written.
  func mayUse(file name: String) -> Bool { files?.holds(name) ?? true }

  /// This machine's own.
  package static let machine = Dependencies(
    clock: machineClock, newID: { UUIDText.random() }, locale: deviceLocale)
}
