package import AppStoreModel
import Core
import Device
import Simulator

/// One kind of backend: how `--backend` names it, where its files are, and how it is opened and examined.
///
/// A new backend is a type of this kind and its row in `BackendSpec.kinds`.
package protocol BackendKind: Sendable {
  /// The forms of its name, for help and errors.
  static var forms: [String] { get }
  /// Reads the value of `--backend`; nil where it names another kind.
  ///
  /// - Throws: A `UsageError` that names the text.
  init?(_ text: String) throws(UsageError)
  /// The name of its directory where `--store` is not given.
  var directoryName: String { get }
  /// The environment that it signs for; nil where only the opened backend knows it.
  var environment: StoreEnvironment? { get }
  /// Whether it lists products; else they come from a file.
  var listsProducts: Bool { get }
  /// Whether a server or program has to be asked to open it.
  var asksServer: Bool { get }
  /// The header's words for it.
  func label(in environment: String, isReal: Bool) -> String
  /// Opens it.
  func open(_ opening: BackendOpening) async throws -> OpenedBackend
  /// Checks that its configuration is complete, and that its server answers and accepts the key; nil for no server.
  func examine(_ options: StoreOptions, device: String) async throws -> String?
  /// The certificates that it is known to sign with; read for `till doctor`, which asks no server.
  func knownRoots(in directory: StoreDirectory) throws -> [[UInt8]]
}

extension BackendKind {
  package func knownRoots(in directory: StoreDirectory) throws -> [[UInt8]] { [] }
}

/// What a backend is opened with.
package struct BackendOpening {
  let options: StoreOptions
  let directory: StoreDirectory
  /// The certificates of `--root`.
  let roots: [[UInt8]]
  let believedClock: BelievedClock
  let acts: UndoRecorder
  let dependencies: Dependencies
}

/// An opened backend, and what verifies its signatures.
package struct OpenedBackend {
  let backend: any StoreBackend
  let verifier: Verifier
  /// The embedded simulated App Store; nil with any other backend.
  let appStore: SimulatedAppStore?

  /// - Parameter verifier: nil for one that trusts the roots and expects the backend's own app and environment.
  init(
    _ backend: any StoreBackend, roots: TrustedRoots, _ opening: BackendOpening, appStore: SimulatedAppStore? = nil,
    takesReceiptAnswers: Bool = false
  ) {
    (self.backend, self.appStore) = (backend, appStore)
    verifier = Verifier(
      roots: roots,
      expecting: ExpectedClaims(bundleId: backend.identity.bundleId, environment: backend.identity.environment),
      takesReceiptAnswers: takesReceiptAnswers, now: opening.dependencies.clock)
  }
}

/// The backend that `--backend` or `--case` names.
package struct BackendSpec: Sendable {
  /// The kinds that `--backend` can name, in the order of the help.
  private static let kinds: [any BackendKind.Type] = [
    SimulatorKind.self, ServeKind.self, AppStoreKind.self, ReceiptKind.self, ProgramKind.self, NoBackendKind.self,
  ]

  /// The forms of all names, for help and errors.
  static let forms = kinds.flatMap { $0.forms }

  /// The forms as completion offers them: each choice, but nothing that a person has to fill in.
  static var completions: [String] {
    forms.flatMap { form -> [String] in
      let parts = form.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, !parts[1].hasPrefix("//") else { return parts.count == 1 ? parts : [] }
      return parts[1].split(separator: "|").filter { $0.first?.isUppercase == false }.map { "\(parts[0]):\($0)" }
    }
  }

  let kind: any BackendKind

  private init(kind: any BackendKind) { self.kind = kind }

  /// Reads the backend from the options.
  ///
  /// - Throws: A `UsageError` that names the option.
  package init(_ options: StoreOptions) throws(UsageError) {
    guard let name = options.caseName else {
      self = try BackendSpec(options.backend ?? "simulator")
      return
    }
    guard options.backend == nil else {
      throw UsageError(say("a case has no App Store; use either --case or --backend"))
    }
    guard !name.isEmpty, name == Self.plain(name), !name.hasPrefix("."), name.utf8.count <= 64 else {
      throw UsageError(say("invalid --case “\(safeText(name))”; use letters, digits, dots and hyphens, 64 at most"))
    }
    self.init(kind: CaseKind(name: name))
  }

  /// Parses the value of `--backend`.
  ///
  /// - Throws: A `UsageError` that names the text.
  package init(_ text: String) throws(UsageError) {
    for kind in Self.kinds {
      if let backend = try kind.init(text) {
        self.init(kind: backend)
        return
      }
    }
    throw UsageError(say("unknown --backend “\(safeText(text))”; use \(Language.list(Self.forms))"))
  }

  /// The file of the embedded App Store's ledger; nil with any other backend.
  func ledger(in directory: StoreDirectory) -> String? { (kind as? SimulatorKind).map { $0.ledger(in: directory) } }

  /// Returns the part after a scheme such as `exec:`; nil where the text has another scheme.
  static func value(of text: String, after scheme: String) -> String? {
    text.hasPrefix(scheme + ":") ? String(text.dropFirst(scheme.count + 1)) : nil
  }

  /// Returns a text as part of a file name: any other character than letters, digits and dots becomes a hyphen.
  static func plain(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
  }
}
