import Core
import Dashboard

/// The search for walkthrough and scenario files.
///
/// The folders are searched in this order:
/// - The person's own: `walkthroughs` (or `scenarios`) in Till's folder of the XDG data directory.
/// - Those installed with Till: `share/till/walkthroughs` beside the folder of the program, or `Assets/Walkthroughs` of
///   the package in which the program was built; then the shared XDG data directories.
/// - Those that are built into the program, which needs no other files.
enum WalkthroughLibrary {
  /// The kind of file, by the name of its folder.
  enum Kind: String {
    case walkthroughs, scenarios, scenes

    /// Its folder below `Assets`.
    fileprivate var asset: String {
      switch self {
      case .walkthroughs: "Walkthroughs"
      case .scenarios: "Scenarios"
      case .scenes: "Scenarios/Scenes"
      }
    }

    /// Its folder below `share/till`.
    fileprivate var share: String { self == .scenes ? "scenarios/Scenes" : rawValue }
  }

  /// Returns the searched folders in their order; some of them may not exist.
  static func folders(of kind: Kind = .walkthroughs) -> [String] {
    let home = StoreDirectory.dataHome + "/till/\(kind)"
    let shared = (Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share")
      .split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/till/\(kind)" }
    return [home] + besideProgram(kind) + shared
  }

  private static func besideProgram(_ kind: Kind) -> [String] {
    guard let program = Environment.program else { return [] }
    var folder = Files.folder(of: program)
    var folders = [Files.folder(of: folder) + "/share/till/" + kind.share]
    // SwiftPM builds the program four folders below the package: .build/TRIPLE/CONFIGURATION/till.
    for _ in 0..<4 {
      folder = Files.folder(of: folder)
      guard Files.exists(folder + "/Package.swift") else { continue }
      folders.append(folder + "/Assets/" + kind.asset)
    }
    return folders
  }

  /// Returns the paths of all files, sorted by name; of files with the same name, only the first one found.
  static func paths(of kind: Kind = .walkthroughs) -> [String] {
    var found = folders(of: kind).flatMap { folder in
      ((try? Files.names(in: folder)) ?? []).map { folder + "/" + $0 }
    }
    found += BuiltIn.paths.filter { Files.folder(of: $0) == kind.asset }.map { InputFile.builtIn + $0 }
    let files = found.filter { $0.hasSuffix(WalkthroughFile.ending) }
    let paths = Dictionary(files.map { (WalkthroughFile.name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    return paths.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the path of the file with a name; a path is returned unchanged.
  ///
  /// - Throws: A `CommandError` (exit 2) for an unknown name.
  static func path(named name: String, _ kind: Kind = .walkthroughs) throws(CommandError) -> String {
    if name.contains("/") || name.hasSuffix(WalkthroughFile.ending) || Files.exists(name) { return name }
    let paths = paths(of: kind)
    let names = paths.map(WalkthroughFile.name)
    if let index = names.firstIndex(of: name) { return paths[index] }
    let near = nearest(to: name, among: names)
    let text: Words =
      switch kind {
      case .walkthroughs:
        Words("unknown walkthrough “\(safeText(name))”; \(remedy(near: near, listedBy: "till walkthrough list"))")
      case .scenarios where near.isEmpty:
        Words("unknown scenario “\(safeText(name))”; name a file or a scenario of Till")
      case .scenarios: Words("unknown scenario “\(safeText(name))”; did you mean \(Language.alternatives(near))?")
      case .scenes:
        Words(
          "unknown scene “\(safeText(name))”; use story, "
            + "\(Language.alternatives(near.isEmpty ? names : near)), or name a file")
      }
    throw CommandError(.usage, text.text)
  }

  /// Reads a walkthrough by its name, or by the path of its file.
  ///
  /// - Throws: A `CommandError` (exit 2) when the file does not exist or has a mistake.
  static func file(named name: String, _ kind: Kind = .walkthroughs) throws -> WalkthroughFile {
    try WalkthroughFile(path: path(named: name, kind))
  }

  /// The walkthroughs or scenes that the dashboard lists.
  static func listings(of kind: Kind = .walkthroughs) -> [WalkthroughListing] {
    paths(of: kind).map { path in
      let name = WalkthroughFile.name(of: path)
      do {
        let walkthrough = try WalkthroughFile(path: path).walkthrough
        if kind == .scenes { return WalkthroughListing(name: name, title: walkthrough.title, note: name) }
        return WalkthroughListing(
          name: name, title: walkthrough.title,
          note: say(walkthrough.steps.count, "\(walkthrough.steps.count) step", "\(walkthrough.steps.count) steps"))
      } catch {
        return WalkthroughListing(name: name, title: name, note: CommandError(explaining: error).message)
      }
    }
  }
}

/// Texts about mistakes in a walkthrough file, and about unmet expectations.
enum WalkthroughText {
  static func noObject(_ kind: String) -> Words { "must be an object, not \(kind)" }
  static func noMember(of part: Words, known: [String]) -> Words {
    "is not a member of \(part); use \(Language.series(known))"
  }
  static var isEmpty: Words { "is empty" }
  static var goesWithRun: Words { "needs run beside it" }
  static var goesWithCall: Words { "needs call beside it" }
  static var noDevice: Words { "is not a valid device name; use letters, digits, spaces, - and _" }
  static func other(_ subject: String, expected: String, actual: String) -> Words {
    "\(subject) should be \(expected), but is \(actual)"
  }
}

extension JSONError {
  /// Returns the error for a field with an invalid value.
  static func invalid(_ name: String, _ mistake: Words) -> JSONError { invalid(name, mistake.text) }

  init(_ kind: Kind, _ mistake: Words, path: String = "") { self.init(kind, mistake.text, path: path) }
}
