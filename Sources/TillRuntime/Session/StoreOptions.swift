import AppStoreSimulator
import BuiltIn
import SafeText
package import StoreModel
import Texts

/// What a store is opened with: where it lies, which App Store it has, and what the person says of both.
///
/// Texts are as the person wrote them; the opening refuses those that mean nothing.
package struct StoreOptions: Hashable, Sendable {
  /// The directory; nil for the one that belongs to the backend.
  package var directory: String?
  /// What `--backend` says.
  package var backend: String?
  /// The name of a case.
  package var caseName: String?
  /// A `.storekit` file to sell.
  package var catalogue: String?
  /// Files with trusted root certificates.
  package var roots: [String] = []
  /// What such files hold, where somebody has read them already.
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
  /// For how long Apple's word is enough while the app's server cannot be reached, or `none`.
  package var serverGrace: String?
  /// What this device would have answered then is shown; nil for now.
  package var asOf: Timestamp?
  /// Who confirms purchases.
  package var verification: String?
  /// Whether the files are thrown away at the end.
  package var isDemo = false
  /// Whether the demo opens on an Apple Account with a history.
  package var isStory = false
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
    let units: [Substring: Int64] = [
      "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
    ]
    let number = text.prefix { $0.isASCII && $0.isNumber }
    if let unit = units[text[number.endIndex...]], let count = Int64(number), count > 0 {
      let product = count.multipliedReportingOverflow(by: unit)
      // A century is more than anybody needs, and keeps every date within the certificates.
      if !product.overflow, product.partialValue <= 100 * 366 * 86_400_000 { return product.partialValue }
    }
    throw UsageError(say("\(safeText(text)) is no duration: write 90s, 5m, 2h, 30d or 1w"))
  }
}

/// Files that the person names.
package enum InputFile {
  /// The largest file that is read: no catalogue, certificate or list of signed objects comes near it.
  static let limit = 256 << 20

  /// What the name of a file begins with that is part of the program, as in `builtin:Walkthroughs/refund.json5`.
  package static let builtIn = "builtin:"

  /// The bytes of a file; `-` is standard input.
  ///
  /// - Throws: A `CommandError` (exit 2) that names the file and the reason.
  package static func bytes(_ name: String) throws -> [UInt8] {
    if name == "-" { return Files.read(0) ?? [] }
    if name.hasPrefix(builtIn), let bytes = BuiltIn.bytes(String(name.dropFirst(builtIn.count))) { return bytes }
    guard Files.exists(name) else { throw CommandError(.usage, say("\(safeText(name)): no such file")) }
    guard !Files.isDirectory(name) else {
      throw CommandError(.usage, say("\(safeText(name)) is a directory: name a file"))
    }
    guard let size = Files.size(name), size <= limit else {
      throw CommandError(.usage, say("\(safeText(name)) is larger than 256 MB: name a smaller file"))
    }
    do throws(FileError) { return try Files.read(name) } catch {
      throw CommandError(.usage, say("\(safeText(name)) cannot be read: check its permissions"))
    }
  }
}

/// Files that are written where the person says.
package enum OutputFile {
  /// Writes a file that only its owner may read: what it tells of customers is nobody else's.
  package static func write(_ bytes: [UInt8], to name: String) throws {
    do throws(FileError) { try Files.write(bytes, to: name) } catch {
      throw CommandError(.failed, say("\(safeText(name)) cannot be written: name a file in a folder of yours"))
    }
  }
}

/// What a run takes from the machine: its clock, its chance, its language.
///
/// Another one makes a run repeatable.
package struct Surroundings: Sendable {
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
  package static let machine = Surroundings(
    clock: machineClock, newID: randomUUID, locale: deviceLocale)
}
