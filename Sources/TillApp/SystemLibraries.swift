import AppStoreModel
import Core
import Desk
import Storage
import TerminalUI

/// A system library that Till relies on, with its oldest version and its responsibility.
///
/// `Assets/Docs/dependencies.md` shows this list, and `till doctor` compares it with the installed versions.
struct SystemLibrary {
  let name: String
  /// The oldest version that Till supports.
  let minimum: String
  /// The installed version as the library reports it; nil for a library that is loaded on first use.
  let installed: String?
  /// The library's responsibility, and the damage that a malicious library could do.
  let trustedWith: Words

  static let all: [SystemLibrary] = [
    SystemLibrary(
      name: "OpenSSL libcrypto", minimum: "3.0", installed: Digest.openSSLVersion,
      trustedWith: "verifies every signature, certificate and digest; Till entitles what it verifies"),
    SystemLibrary(
      name: "SQLite", minimum: "3.37", installed: DatabaseConnection.sqliteVersion,
      trustedWith: "stores every file: device store, ledger, app server, desk; keeps what was committed"),
    SystemLibrary(
      name: "ncurses", minimum: "6.1", installed: CursesTerminal.installedVersion,
      trustedWith: "draws the terminal; Till gives it sanitized text only"),
    SystemLibrary(
      name: "libcurl", minimum: "7.68", installed: nil,
      trustedWith: "sends requests to real backends over TLS, with keys and tokens in them"),
    SystemLibrary(
      name: "libmicrohttpd", minimum: "0.9.71", installed: nil,
      trustedWith: "receives every request to till serve; listens on this machine only by default"),
    SystemLibrary(
      name: "libpq", minimum: "12", installed: nil,
      trustedWith: "runs a desk on PostgreSQL: the server's passwords, and keeping what was committed"),
    SystemLibrary(
      name: "zlib", minimum: "1.2.11", installed: Zlib.version,
      trustedWith: "unpacks the gzip files that a desk imports"),
  ]

  /// Whether the installed version is older than the oldest supported one.
  var isTooOld: Bool { installed.map { Self.numbers($0).lexicographicallyPrecedes(Self.numbers(minimum)) } ?? false }

  /// The bare version number, such as `3.0.17` from `OpenSSL 3.0.17 1 Jul 2025`.
  var version: String? { installed.map { Self.numbers($0).map(String.init).joined(separator: ".") } }

  /// Returns the numbers of a version, from the first word that begins with a digit.
  private static func numbers(_ text: String) -> [Int] {
    let word = text.split(separator: " ").first { $0.first?.isNumber == true } ?? ""
    return word.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
  }

  /// The list as a Markdown table.
  static var markdown: String {
    "| library | from version | trusted with |\n|---|---|---|\n"
      + all.map { "| \($0.name) | \($0.minimum) | \($0.trustedWith) |\n" }.joined()
  }
}

/// The version of Till.
enum Version {
  static let number = "0.2"

  /// The version with its commit, and the versions of the libraries.
  static var text: String {
    let libraries = SystemLibrary.all.compactMap { library in library.version.map { "\(library.name) \($0)" } }
    return "till \(number)" + (BuiltIn.commit.map { " (\($0))" } ?? "") + "\n" + libraries.joined(separator: ", ")
  }
}
