// swift-tools-version: 6.2

import Foundation
import PackageDescription

// Strict settings, in one place. Continuous integration sets TILL_STRICT, so that a warning fails there and not in
// the hands of someone with a newer compiler.
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ] + (ProcessInfo.processInfo.environment["TILL_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

// The programs carry the Swift runtime, so that the plain release build starts fast and runs where no toolchain is.
// Only there: the test bundle takes over the linker settings of the programs it tests, and cannot be linked so.
let staticRuntime: [SwiftSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
]
//
// `Assets/setup` puts archives in a folder that is searched first: five thousand names less to look up at each start.
// Nothing is exported, so that what nobody calls can be left out.
let staticLink: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--icf=safe",
      "-L", "\(Context.packageDirectory)/.build/archives",
      "-Xlinker", "--version-script=\(Context.packageDirectory)/Assets/link/exports.map",
    ],
    .when(platforms: [.linux], configuration: .release))
]

// Only Homebrew keeps OpenSSL where no compiler looks; on Linux the folder that pkg-config names would come before ours.
#if os(macOS)
  let libcrypto: String? = "libcrypto"
#else
  let libcrypto: String? = nil
#endif

// Where a release build finds the commit that it is of, for `till --version`. The commit itself must not stand here: what
// a manifest says is kept, and would be that of an earlier build. A copy without history says none.
let history: [CSetting] = {
  func text(_ path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
  }
  let top = Context.packageDirectory + "/.git"
  // In a second work tree it is a file that names the folder.
  let folder = text(top).flatMap { $0.hasPrefix("gitdir: ") ? String($0.dropFirst(8)) : nil } ?? top
  guard let head = text(folder + "/HEAD") else { return [] }
  let branch = head.hasPrefix("ref: ") ? String(head.dropFirst(5)) : ""
  let shared = text(folder + "/commondir").map { folder + "/" + $0 } ?? folder
  return [
    ("TILL_GIT_HEAD", folder + "/HEAD"), ("TILL_GIT_BRANCH", branch), ("TILL_GIT_REF", shared + "/" + branch),
  ].map { .define($0.0, to: "\"\($0.1)\"", .when(configuration: .release)) }
}()

// What every signed byte and every cell of a frame passes is optimised in debug builds too: the tests spend most of their
// time there. What waits for a person or for the network anyway is made small.
let hot: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

// All that is linked is known when a program is linked, so what nobody calls is left out function by function; and
// nothing brings the library's regular expressions in unasked (`Sources/SafeText/Finding.swift`).
let lean: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
  .unsafeFlags(
    ["-Xfrontend", "-internalize-at-link", "-Xfrontend", "-function-sections"],
    .when(platforms: [.linux], configuration: .release)),
]

// Set by Assets/ci/fuzz: the fuzzers of all parsers of foreign bytes, everything else as fast as they need it.
let isFuzzed = ProcessInfo.processInfo.environment["TILL_FUZZ"] != nil

/// A library target of Till with the targets it may import: those above it in the list.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], isHot: Bool = false, isSmall: Bool = false,
  linker: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: strict + lean + (isHot || isFuzzed ? hot : []) + (isSmall ? small : []), linkerSettings: linker)
}

/// A program of Till.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, swiftSettings: strict + staticRuntime, linkerSettings: staticLink)
}

/// The tests of a target, under `Tests/NAMETests`.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.init(stringLiteral: name), "Locks", "TestSupport"] + dependencies,
    exclude: exclude,
    swiftSettings: strict)
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
    .systemLibrary(name: "CGetopt"),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CVTerm", providers: [.apt(["libvterm-dev"]), .brew(["libvterm"])]),
    .target(name: "CBuiltIn", cSettings: history),
    .target(name: "CCurl"),
    .target(name: "CMicroHTTPD"),
    .target(name: "CPageSums"),
    .target(name: "CPostgreSQL"),
    .target(name: "CZlib"),
    .target(name: "CTerminalRestore"),

    library("BuiltIn", ["CBuiltIn"]),
    library("Locks"),
    library("SafeFiles"),
    library("SafeText", isHot: true),
    library("Texts", ["BuiltIn", "SafeText"], isSmall: true),
    library("StrictJSON", ["Texts"], isHot: true),
    library("StoreModel", ["SafeText", "Texts", "StrictJSON"], isHot: true),
    library("StoreKitFiles", ["SafeText", "Texts", "StrictJSON", "StoreModel"], isSmall: true),
    library("Entitlements", ["Texts", "StrictJSON", "StoreModel"], isHot: true),
    library("SignedData", ["COpenSSL", "Locks", "Texts", "StrictJSON", "StoreModel"], isHot: true),
    library("Database", ["CPageSums", "CSQLite", "SafeFiles", "Texts"], isHot: true),
    library("PostgreSQL", ["CPostgreSQL", "SafeText", "Texts", "Database"], isSmall: true),
    library("StoreVerbs", ["SafeText", "Texts", "StrictJSON", "StoreModel"], isSmall: true),
    library(
      "Purchasing",
      ["Texts", "StoreVerbs", "Locks", "StoreModel", "StrictJSON", "SafeText", "Entitlements", "SignedData"]),
    library(
      "LocalStore", ["Texts", "StoreModel", "StrictJSON", "Entitlements", "SignedData", "Database", "Purchasing"]),
    library(
      "AppServer",
      [
        "Locks", "SafeText", "Texts", "StrictJSON", "StoreModel", "Entitlements", "SignedData", "Database",
        "Purchasing",
      ]),
    library(
      "AppStoreSimulator",
      [
        "BuiltIn", "Locks", "SafeText", "Texts", "StoreModel", "StrictJSON", "StoreKitFiles", "SignedData", "Database",
        "StoreVerbs",
      ]),
    library("HTTPClient", ["CCurl", "Locks", "SafeText", "Texts", "StoreModel"], isSmall: true),
    library(
      "Backends",
      [
        "Locks", "SafeText", "Texts", "StoreModel", "StrictJSON", "StoreVerbs", "Purchasing", "SignedData", "AppServer",
        "HTTPClient", "AppStoreSimulator",
      ]),
    library(
      "AppStoreEmulator",
      [
        "CMicroHTTPD", "Locks", "SafeFiles", "SafeText", "Texts", "StrictJSON", "StoreModel", "SignedData",
        "Purchasing",
        "AppServer",
        "AppStoreSimulator", "HTTPClient", "Backends", "StoreVerbs",
      ]),
    library(
      "Desk",
      [
        "CZlib", "Locks", "SafeText", "Texts", "StrictJSON", "StoreModel", "Entitlements", "SignedData", "Database",
        "PostgreSQL", "Purchasing", "Backends",
      ]),
    library("Screen", ["SafeText", "Texts"], isHot: true),
    library("Dashboard", ["StoreVerbs", "StrictJSON", "SafeText", "Texts", "StoreModel", "Screen"]),
    library("Walkthroughs", ["SafeText", "Texts", "StrictJSON", "StoreModel", "Dashboard"], isSmall: true),
    library(
      "Terminal", ["CCurses", "CTerminalRestore", "SafeText", "Texts", "Screen"],
      linker: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])), .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),

    library(
      "TillRuntime",
      [
        "CMalloc", "CTerminalRestore", "BuiltIn", "Locks", "SafeFiles", "SafeText", "Texts", "StrictJSON", "StoreModel",
        "StoreKitFiles",
        "SignedData", "Database", "StoreVerbs", "Purchasing", "LocalStore", "AppServer", "AppStoreSimulator",
        "HTTPClient", "Backends", "Desk", "Screen", "Dashboard", "Terminal",
      ], isSmall: true),
    library(
      "TillCommands",
      [
        "CGetopt", "BuiltIn", "Locks", "SafeText", "Texts", "StrictJSON", "StoreModel", "StoreKitFiles",
        "Entitlements", "SignedData", "Database", "PostgreSQL", "StoreVerbs", "Purchasing", "LocalStore", "AppServer",
        "AppStoreSimulator", "HTTPClient", "Backends", "AppStoreEmulator", "Desk", "Screen", "Dashboard",
        "Walkthroughs", "Terminal", "TillRuntime",
      ], isSmall: true),
    program("till", ["BuiltIn", "Texts", "TillRuntime", "TillCommands"]),
    program(
      "till-bench",
      [
        "SafeText", "StrictJSON", "StoreModel", "Entitlements", "SignedData", "Database", "StoreVerbs", "Purchasing",
        "LocalStore", "AppServer", "AppStoreSimulator", "AppStoreEmulator", "HTTPClient", "Locks", "Backends", "Screen",
        "Dashboard", "CZlib",
      ]),

    .target(
      name: "TestSupport",
      dependencies: [
        "Locks", "Texts", "StrictJSON", "StoreModel", "StoreVerbs", "AppStoreSimulator", "Screen", "CVTerm",
      ],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("BuiltIn"),
    tests("SafeFiles"),
    tests("SafeText"),
    tests("Texts"),
    tests("StrictJSON"),
    tests("StoreModel", ["StrictJSON"]),
    tests("StoreKitFiles", ["StrictJSON", "StoreModel"]),
    tests("Entitlements", ["StoreModel"]),
    tests("SignedData", ["COpenSSL", "StrictJSON", "StoreModel"]),
    tests("Database"),
    tests("PostgreSQL", ["Database"]),
    tests("StoreVerbs", ["Texts", "StoreModel", "StrictJSON", "AppStoreSimulator"]),
    tests(
      "Purchasing",
      [
        "StrictJSON", "StoreModel", "Entitlements", "SignedData", "Database", "LocalStore", "AppServer",
        "AppStoreSimulator", "Backends", "Desk", "Screen", "Dashboard", "TillRuntime", "TillCommands",
      ], exclude: ["Explorer/KnownLies.json5"]),
    tests(
      "LocalStore", ["StrictJSON", "StoreModel", "Entitlements", "SignedData", "Database", "Purchasing"],
      exclude: ["Fixtures"]),
    tests(
      "AppServer", ["SafeText", "StrictJSON", "StoreModel", "SignedData", "Database", "Purchasing"]),
    tests(
      "AppStoreSimulator",
      ["StrictJSON", "StoreModel", "StoreKitFiles", "StoreVerbs", "Entitlements", "SignedData", "Database"]),
    tests("HTTPClient", ["StoreModel"]),
    tests(
      "Backends",
      [
        "StoreModel", "StrictJSON", "Purchasing", "SignedData", "AppServer", "HTTPClient", "AppStoreSimulator",
        "StoreVerbs",
      ]),
    tests(
      "AppStoreEmulator",
      [
        "Texts", "StrictJSON", "StoreModel", "StoreVerbs", "SignedData", "Purchasing", "AppServer",
        "AppStoreSimulator", "HTTPClient", "Backends",
      ]),
    tests("Desk", ["CZlib", "StoreModel", "StrictJSON", "SignedData", "Database", "PostgreSQL", "AppStoreSimulator"]),
    tests("Screen", ["SafeText"]),
    tests(
      "Dashboard", ["StoreVerbs", "StrictJSON", "StoreModel", "SafeText", "Texts", "Screen"], exclude: ["Snapshots"]),
    tests("Walkthroughs", ["StoreModel", "StrictJSON", "Dashboard"]),
    tests("Terminal", ["SafeText", "Screen"]),
    tests(
      "TillRuntime",
      [
        "StoreModel", "SafeText", "StrictJSON", "Database", "LocalStore", "Purchasing", "Screen", "Dashboard",
        "Terminal",
      ]),
    tests(
      "TillCommands",
      [
        "Texts", "StoreModel", "StoreVerbs", "SafeText", "StrictJSON", "SignedData", "HTTPClient", "AppStoreEmulator",
        "Desk", "TillRuntime",
      ]),
    // The tests run the built program; depending on it would link the test bundle statically, which has no Testing.
    .testTarget(
      name: "tillTests",
      dependencies: [
        "CSQLite", "Locks", "TestSupport", "StoreModel", "StrictJSON", "Screen", "Database", "LocalStore", "SignedData",
        "HTTPClient", "AppServer",
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
        "SafeText", "StrictJSON", "StoreModel", "StoreKitFiles", "SignedData", "Database", "PostgreSQL", "StoreVerbs",
        "Purchasing", "HTTPClient", "Backends", "AppStoreSimulator", "AppStoreEmulator", "Screen", "Walkthroughs",
        "Terminal", "Entitlements", "LocalStore", "Desk", "Dashboard", "TillRuntime",
      ], path: "Tests/Fuzz", swiftSettings: strict + hot))
}
