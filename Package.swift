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
  ] + (ProcessInfo.processInfo.environment["TILL_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

// The programs carry the Swift runtime, so that the plain release build starts fast and runs where no toolchain is.
// Only there: the test bundle takes over the linker settings of the programs it tests, and cannot be linked so.
let staticRuntime: [SwiftSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
]
let staticLink: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-stdlib", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "--icf=safe"],
    .when(platforms: [.linux], configuration: .release))
]

/// A library target of Till with the targets it may import: those above it in the list.
func library(_ name: String, _ dependencies: [Target.Dependency] = [], linker: [LinkerSetting] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict, linkerSettings: linker)
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
      name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(name: "CGetopt"),
    .systemLibrary(name: "CVTerm", providers: [.apt(["libvterm-dev"]), .brew(["libvterm"])]),
    .target(name: "CCurl"),
    .target(name: "CTerminalRestore"),

    library("Locks"),
    library("SafeText"),
    library("StrictJSON"),
    library("StoreModel", ["SafeText", "StrictJSON"]),
    library("StoreKitFiles", ["SafeText", "StrictJSON", "StoreModel"]),
    library("Entitlements", ["StrictJSON", "StoreModel"]),
    library("SignedData", ["COpenSSL", "Locks", "StrictJSON", "StoreModel"]),
    library("Database", ["CSQLite"]),
    library("Purchasing", ["StoreModel", "StrictJSON", "SafeText", "Entitlements", "SignedData"]),
    library("LocalStore", ["StoreModel", "StrictJSON", "Entitlements", "SignedData", "Database", "Purchasing"]),
    library(
      "AppServer",
      ["Locks", "SafeText", "StrictJSON", "StoreModel", "Entitlements", "SignedData", "Database", "Purchasing"]),
    library(
      "AppStoreSimulator",
      ["Locks", "SafeText", "StoreModel", "StrictJSON", "StoreKitFiles", "SignedData", "Database"]),
    library("HTTPClient", ["CCurl", "Locks", "SafeText", "StoreModel"]),
    library(
      "Backends",
      [
        "Locks", "SafeText", "StoreModel", "StrictJSON", "Purchasing", "SignedData", "AppServer", "HTTPClient",
        "AppStoreSimulator",
      ]),
    library(
      "AppStoreEmulator",
      [
        "CMicroHTTPD", "Locks", "SafeText", "StrictJSON", "StoreModel", "SignedData", "Purchasing", "AppServer",
        "AppStoreSimulator", "HTTPClient", "Backends",
      ]),
    library("Screen", ["SafeText"]),
    library("Dashboard", ["StoreModel", "SafeText", "Screen"]),
    library("Walkthroughs", ["StoreModel", "SafeText", "StrictJSON", "Dashboard"]),
    library(
      "Terminal", ["CCurses", "CTerminalRestore", "SafeText", "Screen"],
      linker: [
        .linkedLibrary("ncursesw", .when(platforms: [.linux])), .linkedLibrary("ncurses", .when(platforms: [.macOS])),
      ]),

    program(
      "till",
      [
        "CGetopt", "CTerminalRestore", "Locks", "SafeText", "StrictJSON", "StoreModel", "StoreKitFiles",
        "Entitlements", "SignedData", "Database", "Purchasing", "LocalStore", "AppServer", "AppStoreSimulator",
        "HTTPClient", "Backends", "AppStoreEmulator", "Screen", "Dashboard", "Walkthroughs", "Terminal",
      ]),
    program(
      "till-bench",
      [
        "SafeText", "StrictJSON", "StoreModel", "Entitlements", "SignedData", "Database", "Purchasing", "LocalStore",
        "AppServer", "AppStoreSimulator", "AppStoreEmulator", "HTTPClient", "Locks", "Backends", "Screen",
        "Dashboard",
      ]),

    .target(
      name: "TestSupport", dependencies: ["Locks", "StrictJSON", "Screen", "CVTerm"], path: "Tests/TestSupport",
      swiftSettings: strict),
    tests("SafeText"),
    tests("StrictJSON"),
    tests("StoreModel", ["StrictJSON"]),
    tests("StoreKitFiles", ["StrictJSON", "StoreModel"]),
    tests("Entitlements", ["StoreModel"]),
    tests("SignedData", ["StrictJSON", "StoreModel"]),
    tests("Database"),
    tests(
      "Purchasing",
      [
        "StrictJSON", "StoreModel", "Entitlements", "SignedData", "Database", "LocalStore", "AppServer",
        "AppStoreSimulator", "Backends",
      ]),
    tests("LocalStore", ["StrictJSON", "StoreModel", "Entitlements", "SignedData", "Database", "Purchasing"]),
    tests(
      "AppServer", ["SafeText", "StrictJSON", "StoreModel", "SignedData", "Database", "Purchasing"]),
    tests(
      "AppStoreSimulator", ["StrictJSON", "StoreModel", "StoreKitFiles", "Entitlements", "SignedData", "Database"]),
    tests("HTTPClient", ["StoreModel"]),
    tests(
      "Backends",
      ["StoreModel", "StrictJSON", "Purchasing", "SignedData", "AppServer", "HTTPClient", "AppStoreSimulator"]),
    tests(
      "AppStoreEmulator",
      ["StrictJSON", "StoreModel", "SignedData", "Purchasing", "AppStoreSimulator", "HTTPClient", "Backends"]),
    tests("Screen", ["SafeText"]),
    tests("Dashboard", ["StoreModel", "SafeText", "Screen"], exclude: ["Snapshots"]),
    tests("Walkthroughs", ["StoreModel", "StrictJSON", "Dashboard"]),
    tests("Terminal", ["SafeText", "Screen"]),
    // The tests run the built program; depending on it would link the test bundle statically, which has no Testing.
    .testTarget(
      name: "tillTests",
      dependencies: ["Locks", "TestSupport", "StrictJSON", "Screen", "Database", "LocalStore", "SignedData"],
      exclude: ["Faults", "Python"], swiftSettings: strict),
  ]
)
