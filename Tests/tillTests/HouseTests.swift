import Foundation
import Testing

/// Tests of the module structure: allowed imports, and the length of files.
@Suite struct HouseTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The modules in the order of `Package.swift`, each with its dependencies.
  private static let modules: [(name: String, dependencies: Set<String>)] = {
    let text = (try? String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)) ?? ""
    let sources = text.split(separator: "targets: [\n", maxSplits: 1).last.map(String.init) ?? ""
    let above = sources.components(separatedBy: "name: \"TestSupport\"")[0]
    // A declaration is a form of target, its name, and the names in its list.
    let declaration = #/(?:\.systemLibrary|\.target|library|program)\(\s*(?:name: )?"([\w-]+)"(?:,\s*\[([^\]]*)\])?/#
    return above.matches(of: declaration).map { match in
      (String(match.1), Set((match.2 ?? "").matches(of: #/"(\w+)"/#).map { String($0.1) }))
    }
  }()

  private struct File {
    /// The module of the file.
    let module: String
    let path: String
    let length: Int
    /// The modules that the file imports.
    let imports: Set<String>

    init?(_ url: URL) {
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
      let parts = url.pathComponents.drop { $0 != "Sources" }.dropFirst()
      (module, path) = (parts.first ?? "", parts.joined(separator: "/"))
      length = text.utf8.count { $0 == UInt8(ascii: "\n") }
      // `import Name`, `package import Name`, `@_exported public import Name`, `import struct Name.Type`, also inside a
      // condition.
      imports = Set(
        text.split(separator: "\n").compactMap { line in
          let words = line.split(separator: " ").prefix(4)
          guard let place = words.firstIndex(of: "import"), place < 3, let name = words.last else { return nil }
          return words.dropLast().allSatisfy { $0.allSatisfy(\.isLetter) || $0.hasPrefix("@") }
            ? name.split(separator: ".").first.map(String.init) : nil
        })
    }
  }

  /// Every file of the sources.
  private static let files: [File] = {
    let folder = root.appending(path: "Sources")
    let urls = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    return (urls ?? []).filter { $0.pathExtension == "swift" }.compactMap(File.init)
  }()

  /// Tests that no folder of tests is forgotten: without its target, its tests would not even be compiled.
  @Test func everyFolderOfTestsIsATarget() throws {
    let package = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
      .filter { !$0.isWhitespace }
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Tests").path)
      .filter { $0.hasSuffix("Tests") }
    #expect(folders.count > 15)
    for folder in folders {
      #expect(package.contains("tests(\"\(folder.dropLast(5))\"") || package.contains("\"\(folder)\""), "\(folder)")
    }
  }

  @Test func thePackageIsRead() {
    #expect(Self.modules.count > 25)
    #expect(Self.modules.first?.name == "CCurses")
    #expect(Self.modules.last?.name == "till-bench")
    #expect(Set(Self.files.map(\.module)).isSubset(of: Self.modules.map(\.name)))
  }

  @Test func aModuleDependsOnlyOnModulesAboveIt() {
    var above: Set<String> = []
    for module in Self.modules {
      #expect(module.dependencies.subtracting(above) == [], "\(module.name) depends on what stands below it")
      above.insert(module.name)
    }
  }

  /// Tests that other files use the C library through `Libc`, since macOS has no Glibc.
  @Test func theCLibraryIsImportedOnBothSystems() {
    let importing = Self.files.filter { $0.imports.contains("Glibc") }.map(\.path)
    #expect(
      Set(importing) == [
        "Libc/Libc.swift", "Backends/External/ProgramProcess.swift", "Simulator/ChangeNotifier/DirectoryWatch.swift",
      ])
  }

  /// Tests that only these files wait for asynchronous work on a thread.
  ///
  /// A command waits once, at its top. The others are the main thread, which owns the terminal, and code that runs beside
  /// a walkthrough, a dashboard or a server without being asynchronous.
  @Test func asynchronousWorkIsAwaitedInFewPlaces() throws {
    let waiting = try Self.files.filter { file in
      let text = try String(contentsOf: Self.root.appending(path: "Sources/" + file.path), encoding: .utf8)
      return text.contains(" blocking {") || text.contains(" blocking(")
    }
    #expect(
      waiting.map(\.path).sorted() == [
        "Serve/Emulator/NotificationSender.swift",
        "TillApp/Commands/Desk/DeskCall+Alerts.swift", "TillApp/Commands/Desk/PacedAppStore.swift",
        "TillApp/DashboardProgram.swift", "TillApp/Program.swift", "TillApp/Runtime/DeviceWriter.swift",
        "TillApp/Runtime/EffectRunner.swift", "TillApp/Walkthroughs/Stage+Commands.swift",
        "TillApp/Walkthroughs/Stage+Servers.swift",
      ])
  }

  /// What only Linux has, as functions, constants and files.
  private static let ofLinux: Set<String> = [
    "accept4", "epoll_create1", "eventfd", "fallocate", "fdatasync", "getauxval", "getrandom", "gettid",
    "inotify_init1", "inotify_add_watch", "mallopt", "malloc_trim", "memfd_create", "pipe2", "posix_fadvise",
    "posix_fallocate", "ppoll", "prctl", "renameat2", "sendfile", "signalfd", "splice", "syscall", "timerfd_create",
    "Glibc", "MSG_NOSIGNAL", "O_PATH", "O_TMPFILE", "POLLRDHUP", "SOCK_CLOEXEC", "SOCK_NONBLOCK", "SO_PEERCRED",
    "__rlimit_resource", "__rlimit_resource_t", "proc",
  ]

  /// Returns the names of a text that only Linux has, outside the conditions for Linux.
  private static func unconditional(_ text: String) -> Set<String> {
    var conditions: [Bool] = []
    var found: Set<String> = []
    for line in text.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      switch code.prefix(5) {
      case "#if c", "#if o": conditions.append(code.hasSuffix("canImport(Glibc)") || code.hasSuffix("os(Linux)"))
      case _ where code.hasPrefix("#if"): conditions.append(false)
      case "#else": conditions.append(!(conditions.popLast() ?? false) && code == "#else")
      case "#endi": conditions.removeLast()
      case _ where conditions.contains(true) || code.hasPrefix("//"): break
      default: found.formUnion(Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)))
      }
    }
    return found.intersection(ofLinux)
  }

  /// Tests that the sources use what only Linux has under a condition, since none of the tests runs on macOS.
  @Test func theCallsOfLinuxAreUnderAnIf() throws {
    var places: [String: Set<String>] = [:]
    for file in Self.files {
      let text = try String(contentsOf: Self.root.appending(path: "Sources/" + file.path), encoding: .utf8)
      let names = Self.unconditional(text)
      if !names.isEmpty { places[file.path] = names }
    }
    // Each of them tries another way where `/proc` is missing, or counts nothing there.
    #expect(
      places == ["TillApp/Runtime/Files.swift": ["proc"], "till-bench/Measuring/Bench.swift": ["proc"]])
    #expect(Self.unconditional("#if canImport(Glibc)\n  pipe2(a)\n#else\n  eventfd(b)\n#endif\n") == ["eventfd"])
  }

  @Test func aFileImportsOnlyItsModulesDependencies() {
    let names = Set(Self.modules.map(\.name))
    let dependencies = Dictionary(uniqueKeysWithValues: Self.modules.map { ($0.name, $0.dependencies) })
    for file in Self.files {
      let foreign = file.imports.intersection(names).subtracting(dependencies[file.module] ?? [])
      #expect(foreign == [], "\(file.path)")
    }
  }

  @Test func everyDependencyIsImportedSomewhere() {
    for module in Self.modules where !module.dependencies.isEmpty {
      let imported = Self.files.filter { $0.module == module.name }.reduce(into: Set<String>()) {
        $0.formUnion($1.imports)
      }
      #expect(module.dependencies.subtracting(imported) == [], "\(module.name) imports them nowhere")
    }
  }

  /// Tests that the code which draws and decides does no input or output.
  @Test func theDashboardIsPure() {
    let impure: Set = [
      "CCurses", "CSQLite", "CCurl", "Storage", "Device", "AppServer", "Simulator", "HTTP", "Backends", "Libc",
      "Dispatch",
    ]
    let isPure = { (file: File) in
      ["Dashboard", "Entitlements"].contains(file.module) || file.path.hasPrefix("TerminalUI/Screen/")
    }
    for file in Self.files where isPure(file) {
      #expect(file.imports.isDisjoint(with: impure), "\(file.path)")
    }
  }

  /// Tests that only the benchmarks import Foundation, which adds 34 MB of tables and a third to the start time.
  @Test func noOtherModuleImportsFoundation() {
    let known: Set = ["till-bench"]
    let importing = Self.files.filter { $0.imports.contains("Foundation") }
    #expect(importing.filter { !known.contains($0.module) }.map(\.path) == [])
  }

  @Test func noFileIsLongerThanAPersonReadsInOneSitting() {
    #expect(Self.files.filter { $0.length > 500 }.map(\.path) == [])
  }

  // MARK: Places to change

  /// The rows of extend.md: the name of an example, and the files that name it.
  private static let extensions: [(name: String, files: [String])] = {
    let text = (try? String(contentsOf: root.appending(path: "Assets/Docs/extend.md"), encoding: .utf8)) ?? ""
    let section = text.components(separatedBy: "\n## ")[0]
    return section.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).compactMap { row in
      let cells = row.split(separator: "|").map(String.init)
      guard cells.count >= 3, let name = cells[1].firstMatch(of: #/`(\w+)`/#) else { return nil }
      return (String(name.1), cells[2].matches(of: #/`(\w+/[\w+/]+\.swift)`/#).map { String($0.1) })
    }
  }()

  @Test func theExamplesOfThePageAreWhereItSays() throws {
    #expect(Self.extensions.count >= 9)
    for (name, files) in Self.extensions {
      #expect(!files.isEmpty, "\(name)")
      for file in files {
        let text = try String(contentsOf: Self.root.appending(path: "Sources/" + file), encoding: .utf8)
        #expect(
          text.firstMatch(of: try Regex("\\b\(name)\\b").wordBoundaryKind(.simple)) != nil,
          "\(file) does not mention \(name)")
      }
    }
  }

  /// Tests the other direction where an example's name is its own: every file that names it stands in its row.
  @Test(arguments: ["ProgramKind", "newOwner"]) func noOtherFileNamesTheExample(_ name: String) throws {
    let listed = try #require(Self.extensions.first { $0.name == name }).files
    let naming = try Self.files.filter { file in
      try Data(contentsOf: Self.root.appending(path: "Sources/" + file.path)).range(of: Data(name.utf8)) != nil
    }
    #expect(naming.map(\.path).sorted() == listed.sorted())
  }

  /// Tests the same of an enum's case, whose name other declarations may share.
  @Test(arguments: ["renewalAwaited", "verificationFailed", "tokenUnmatched"])
  func noOtherFileNamesTheCase(_ name: String) throws {
    let listed = try #require(Self.extensions.first { $0.name == name }).files
    let naming = try Self.files.filter { file in
      let bytes = try Data(contentsOf: Self.root.appending(path: "Sources/" + file.path))
      guard bytes.range(of: Data(name.utf8)) != nil else { return false }
      // `.name` without a type before it, or the declaration of the case.
      let pattern = try Regex("[\\s(\\[,]\\.\(name)\\b|\\n *case (\\w+, )*\(name)\\b").wordBoundaryKind(.simple)
      return String(decoding: bytes, as: UTF8.self).firstMatch(of: pattern) != nil
    }
    #expect(naming.map(\.path).sorted() == listed.sorted())
  }

  /// Tests that a verb is named in its row and its rule, and in no other source file.
  @Test(arguments: ["renewalLimit", "expire", "increasePrice"]) func aVerbIsNamedInTwoPlaces(_ name: String) throws {
    let places = try Self.files.filter { file in
      let bytes = try Data(contentsOf: Self.root.appending(path: "Sources/" + file.path))
      // A regular expression takes ten times as long as a plain search, which few files pass.
      guard bytes.range(of: Data(name.utf8)) != nil else { return false }
      return try String(decoding: bytes, as: UTF8.self).firstMatch(
        of: Regex("(static let \(name): Verb|(VerbRule|subscription)\\(\\.\(name)\\)|VerbCall\\(\\.\(name)\\))")) != nil
    }
    #expect(places.map(\.module).sorted() == ["Simulator", "Verbs"])
  }
}
