import AppStoreModel
import Core
import Desk
import Storage
import TerminalUI

/// A system library that is a part of the program, with its oldest version.
///
/// `till doctor` compares the list with the installed versions; `Assets/Docs/dependencies.md` also names the libraries
/// that are loaded when they are first needed.
struct SystemLibrary {
  let name: String
  /// The oldest version that Till supports.
  let minimum: String
  /// The installed version as the library reports it.
  let installed: String

  static let all: [SystemLibrary] = [
    SystemLibrary(name: "OpenSSL libcrypto", minimum: "3.0", installed: Digest.openSSLVersion),
    SystemLibrary(name: "SQLite", minimum: "3.37", installed: DatabaseConnection.sqliteVersion),
    SystemLibrary(name: "ncurses", minimum: "6.1", installed: CursesTerminal.installedVersion),
    SystemLibrary(name: "zlib", minimum: "1.2.11", installed: Zlib.version),
  ]

  /// Whether the installed version is older than the oldest supported one.
  var isTooOld: Bool { Self.numbers(installed).lexicographicallyPrecedes(Self.numbers(minimum)) }

  /// The bare version number, such as `3.0.17` from `OpenSSL 3.0.17 1 Jul 2025`.
  var version: String { Self.numbers(installed).map(String.init).joined(separator: ".") }

  /// Returns the numbers of a version, from the first word that begins with a digit.
  private static func numbers(_ text: String) -> [Int] {
    let word = text.split(separator: " ").first { $0.first?.isNumber == true } ?? ""
    return word.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
  }
}

/// The version of Till.
enum Version {
  static let number = "0.2"

  /// The version with its commit, and the versions of the libraries.
  static var text: String {
    let libraries = SystemLibrary.all.map { "\($0.name) \($0.version)" }
    return "till \(number)" + (BuiltIn.commit.map { " (\($0))" } ?? "") + "\n" + libraries.joined(separator: ", ")
  }
}
