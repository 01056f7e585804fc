import AppStoreModel
import Core
import Desk
import Storage
import TerminalUI

/// A library of the system that Till relies on: what Till trusts it with, and the least version.
///
/// `Assets/Docs/dependencies.md` shows this list, and `till doctor` compares it with the installed versions.
struct SystemLibrary {
  let name: String
  /// The oldest version that Till is built for.
  let minimum: String
  /// The installed version, as the library says; nil for one that is opened on first use.
  let installed: String?
  /// The task that Till trusts it with, and the loss if it were malicious.
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

  /// Whether the installed version is older than the one that Till is built for.
  var isTooOld: Bool { installed.map { Self.numbers($0).lexicographicallyPrecedes(Self.numbers(minimum)) } ?? false }

  /// The version alone: `3.0.17` of `OpenSSL 3.0.17 1 Jul 2025`.
  var version: String? { installed.map { Self.numbers($0).map(String.init).joined(separator: ".") } }

  /// The numbers of a version, in the first word that begins with a digit.
  private static func numbers(_ text: String) -> [Int] {
    let word = text.split(separator: " ").first { $0.first?.isNumber == true } ?? ""
    return word.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
  }

  /// The list as a table in Markdown.
  static var markdown: String {
    "| library | from version | trusted with |\n|---|---|---|\n"
      + all.map { "| \($0.name) | \($0.minimum) | \($0.trustedWith) |\n" }.joined()
  }
}

/// Which Till this is.
enum Version {
  static let number = "0.2"

  /// The version with its commit, and the versions of the libraries.
  static var text: String {
    let libraries = SystemLibrary.all.compactMap { library in library.version.map { "\(library.name) \($0)" } }
    return "till \(number)" + (BuiltIn.commit.map { " (\($0))" } ?? "") + "\n" + libraries.joined(separator: ", ")
  }
}
