import Dashboard
import SafeText
import Texts
import TillRuntime
import Walkthroughs

/// Where walkthroughs lie, and which there are.
///
/// A person's own come first: `walkthroughs` in Till's folder of the XDG data directories. Then those that Till brings
/// along: `share/till/walkthroughs` beside the folder of the installed program, or `Assets/Walkthroughs` of the package
/// that the program was built in.
enum WalkthroughLibrary {
  /// The folders in which files are looked for, the first one first; not all of them need to be there.
  static var folders: [String] {
    let home = StoreDirectory.dataHome + "/till/walkthroughs"
    let shared = (Environment.value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share")
      .split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/till/walkthroughs" }
    return [home] + besideProgram + shared
  }

  private static var besideProgram: [String] {
    guard let program = Environment.program else { return [] }
    var folder = Files.folder(of: program)
    var folders = [Files.folder(of: folder) + "/share/till/walkthroughs"]
    // A package's program lies four folders below it: .build/TRIPLE/CONFIGURATION/till.
    for _ in 0..<4 {
      folder = Files.folder(of: folder)
      guard Files.exists(folder + "/Package.swift") else { continue }
      folders.append(folder + "/Assets/Walkthroughs")
    }
    return folders
  }

  /// The files that there are, by name; of equal names the first found.
  static func paths() -> [String] {
    var paths: [String: String] = [:]
    for folder in folders {
      let names = (try? Files.names(in: folder)) ?? []
      for name in names where name.hasSuffix(WalkthroughFile.ending) {
        let path = folder + "/" + name
        paths[WalkthroughFile.name(of: path)] = paths[WalkthroughFile.name(of: path)] ?? path
      }
    }
    return paths.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Finds a walkthrough by its name, or by its file's path.
  ///
  /// - Throws: A `CommandError` (exit 2) for one that is not there, or whose file has a mistake.
  static func file(named name: String) throws -> WalkthroughFile {
    if name.contains("/") || name.hasSuffix(WalkthroughFile.ending) { return try WalkthroughFile(path: name) }
    guard let path = paths().first(where: { WalkthroughFile.name(of: $0) == name }) else {
      throw CommandError(.usage, "there is no walkthrough \(safeText(name)): till walkthrough list shows them")
    }
    return try WalkthroughFile(path: path)
  }

  /// What the dashboard lists.
  static func listings() -> [WalkthroughListing] {
    paths().map { path in
      let name = WalkthroughFile.name(of: path)
      do {
        let walkthrough = try WalkthroughFile(path: path).walkthrough
        return WalkthroughListing(
          name: name, title: walkthrough.title, note: English.counted(walkthrough.steps.count, "step"))
      } catch {
        return WalkthroughListing(name: name, title: name, note: CommandError(explaining: error).message)
      }
    }
  }
}
