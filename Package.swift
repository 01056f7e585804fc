// swift-tools-version: 6.2

import Foundation
import PackageDescription

// The strict compiler settings of all targets. Continuous integration sets TILL_STRICT, which turns warnings into
// errors, so that a warning is found there and not by a person with a newer compiler.
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ] + (ProcessInfo.processInfo.environment["TILL_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

// The programs contain the Swift runtime, so that the plain release build starts fast and runs where no toolchain is
// installed. Only the programs: a test bundle inherits the linker settings of the programs it tests, and cannot be
// linked statically.
let staticRuntime: [SwiftSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
]
// Settings of the linker for the programs. `Assets/setup` puts static archives into a folder that is searched first,
// which saves looking up five thousand symbols at each start. The programs export no symbols, so that the linker can
// drop functions without a caller.
let staticLink: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--icf=safe",
      "-L", "\(Context.packageDirectory)/.build/archives",
      "-Xlinker", "--version-script=\(Context.packageDirectory)/Assets/link/exports.map",
    ],
    .when(platforms: [.linux], configuration: .release))
]

// Only Homebrew installs OpenSSL where the compiler does not look. On Linux, pkg-config's folder would be searched
// before Till's own.
#if os(macOS)
  let libcrypto: String? = "libcrypto"
#else
  let libcrypto: String? = nil
#endif

// The paths at which a release build finds its commit, for `till --version`. The commit itself must not be in the
// manifest: the manifest's result is cached, and would name the commit of an earlier build. A copy without history
// names none.
let history: [CSetting] = {
  func text(_ path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
  }
  let top = Context.packageDirectory + "/.git"
  // In a second work tree `.git` is a file that names the folder.
  let folder = text(top).flatMap { $0.hasPrefix("gitdir: ") ? String($0.dropFirst(8)) : nil } ?? top
  guard let head = text(folder + "/HEAD") else { return [] }
  let branch = head.hasPrefix("ref: ") ? String(head.dropFirst(5)) : ""
  let shared = text(folder + "/commondir").map { folder + "/" + $0 } ?? folder
  return [
    ("TILL_GIT_HEAD", folder + "/HEAD"), ("TILL_GIT_BRANCH", branch), ("TILL_GIT_REF", shared + "/" + branch),
  ].map { .define($0.0, to: "\"\($0.1)\"", .when(configuration: .release)) }
}()

// Modules through which every signed byte and every cell of a frame passes are optimized in debug builds too, because
// the tests spend most of their time there. Modules that wait for a person or the network anyway are optimized for
// size.
let hot: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

// The linker sees the whole program, so it drops each function that has no caller. Without the implicit import, the
// library for regular expressions is linked only where a file imports it (`Sources/Core/Text/StringSearch.swift`).
let lean: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
  .unsafeFlags(
    ["-Xfrontend", "-internalize-at-link", "-Xfrontend", "-function-sections"],
    .when(platforms: [.linux], configuration: .release)),
]

// Whether Assets/ci/fuzz builds the package: then the fuzzers are added, and all modules are optimized.
let isFuzzed = ProcessInfo.processInfo.environment["TILL_FUZZ"] != nil

/// Returns a library target of Till with the targets it may import: those above it in the list.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], isHot: Bool = false, isSmall: Bool = false,
  linker: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: strict + lean + (isHot || isFuzzed ? hot : []) + (isSmall ? small : []), linkerSettings: linker)
}

/// Returns an executable target of Till.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, swiftSettings: strict + staticRuntime, linkerSettings: staticLink)
}

/// Returns the test target of another target, in `Tests/NAMETests`.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: ["TestSupport"] + Set([name, "Core"]).sorted().map { .init(stringLiteral: $0) } + dependencies,
    exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "till",
  products: [
    .executable(name: "till", targets: ["till"]),
    .executable(name: "till-bench", targets: ["till-bench"]),
  ],
  targets: [
    .systemLibrary(name: "CCurses", providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: libcrypto, providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CGetopt"),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CVTerm", providers: [.apt(["libvterm-dev"]), .brew(["libvterm"])]),
    .target(name: "CBuiltIn"),
    .target(name: "CBuiltInData", dependencies: ["CBuiltIn"], cSettings: history),
    .target(name: "CLateLibrary"),
    .target(name: "CCurl", dependencies: ["CLateLibrary"]),
    .target(name: "CMicroHTTPD", dependencies: ["CLateLibrary"]),
    .target(name: "CPageSums"),
    .target(name: "CPostgreSQL", dependencies: ["CLateLibrary"]),
    .target(name: "CTerminalRestore"),

    library("Libc"),
    library("Core", ["CBuiltIn", "Libc"], isHot: true),
    library("AppStoreModel", ["COpenSSL", "Libc", "Core"], isHot: true),
    library("Entitlements", ["Core", "AppStoreModel"], isHot: true),
    library("Verbs", ["Libc", "Core", "AppStoreModel"], isSmall: true),
    library("Storage", ["CPageSums", "CSQLite", "Libc", "Core", "AppStoreModel"], isHot: true),
    library("Device", ["Libc", "Core", "AppStoreModel", "Entitlements", "Verbs", "Storage"]),
    library("AppServer", ["Core", "AppStoreModel", "Entitlements", "Storage", "Device"]),
    library("Simulator", ["Core", "AppStoreModel", "Verbs", "Storage"]),
    library("HTTP", ["CCurl", "Libc", "Core", "AppStoreModel"], isSmall: true),
    library("Backends", ["Libc", "Core", "AppStoreModel", "Verbs", "Device", "AppServer", "Simulator", "HTTP"]),
    library(
      "Serve",
      ["CMicroHTTPD", "Libc", "Core", "AppStoreModel", "Verbs", "AppServer", "Simulator", "HTTP", "Backends"]
    ),
    library(
      "TerminalUI", ["CCurses", "CTerminalRestore", "Libc", "Core"], isHot: true,
      linker: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])), .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),
    library("Dashboard", ["Core", "AppStoreModel", "Verbs", "TerminalUI"]),
    library(
      "Desk",
      ["CPostgreSQL", "CZlib", "Libc", "Core", "AppStoreModel", "Entitlements", "Storage", "Device", "Backends"]),
    library(
      "Exam",
      [
        "Libc", "Core", "AppStoreModel", "Entitlements", "Verbs", "Simulator", "HTTP", "Serve",
      ], isSmall: true),
    library(
      "TillApp",
      [
        "CGetopt", "CMalloc", "CTerminalRestore", "Libc", "Core", "AppStoreModel", "Entitlements", "Verbs", "Storage",
        "Device", "AppServer", "Simulator", "HTTP", "Backends", "Serve", "TerminalUI", "Dashboard", "Desk", "Exam",
      ], isSmall: true),
    program("till", ["CBuiltInData", "Libc", "AppStoreModel", "Core", "TillApp"]),
    program(
      "till-bench",
      [
        "CBuiltInData", "CZlib", "Libc", "Core", "AppStoreModel", "Entitlements", "Verbs", "Storage", "Device",
        "AppServer", "Simulator", "HTTP", "Backends", "Serve", "TerminalUI", "Dashboard",
      ]),

    .target(
      name: "TestSupport",
      dependencies: ["CVTerm", "Libc", "Core", "AppStoreModel", "Verbs", "Simulator", "TerminalUI"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("Core", exclude: ["Words/Languages"]),
    tests("AppStoreModel", ["COpenSSL"]),
    tests("Entitlements", ["AppStoreModel"]),
    tests("Storage", ["AppStoreModel"]),
    tests("Verbs", ["AppStoreModel", "Simulator"]),
    tests(
      "Device",
      [
        "AppStoreModel", "Entitlements", "Storage", "AppServer", "Simulator", "HTTP", "Backends", "Serve", "Desk",
        "TerminalUI", "Dashboard", "TillApp",
      ], exclude: ["Explorer/MendedLies.json5"]),
    tests("AppServer", ["AppStoreModel", "Storage", "Device"]),
    tests("Simulator", ["AppStoreModel", "Verbs", "Entitlements", "Storage"]),
    tests("HTTP", ["AppStoreModel"]),
    tests("Backends", ["AppStoreModel", "Verbs", "Device", "AppServer", "HTTP", "Simulator"]),
    tests("Serve", ["AppStoreModel", "Verbs", "Device", "AppServer", "Simulator", "HTTP", "Backends"]),
    tests("Exam", ["AppStoreModel", "Entitlements", "Verbs", "Simulator", "HTTP", "Serve"]),
    tests("TerminalUI"),
    tests("Dashboard", ["AppStoreModel", "Verbs", "TerminalUI"], exclude: ["Snapshots"]),
    tests("Desk", ["CZlib", "AppStoreModel", "Storage", "Simulator"]),
    tests(
      "TillApp",
      [
        "AppStoreModel", "Verbs", "Storage", "Device", "HTTP", "Serve", "Desk", "TerminalUI", "Dashboard",
      ]),
    // The tests run the built program. A dependency on it would link the test bundle statically, without Testing.
    .testTarget(
      name: "tillTests",
      dependencies: [
        "CBuiltInData", "CSQLite", "Libc", "Core", "TestSupport", "AppStoreModel", "Storage", "Device", "AppServer",
        "HTTP", "TerminalUI",
      ],
      exclude: ["Faults", "Python"], swiftSettings: strict),
  ]
)

// Assets/ci/fuzz builds this with its sanitizer and links it.
if isFuzzed {
  package.targets.append(
    .target(
      name: "Fuzz",
      dependencies: [
        "CBuiltInData", "Core", "AppStoreModel", "Entitlements", "Verbs", "Storage", "Device", "Simulator", "HTTP",
        "Backends", "Serve", "TerminalUI", "Dashboard", "Desk", "TillApp",
      ], path: "Tests/Fuzz", swiftSettings: strict + hot))
}
