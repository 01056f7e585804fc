import BuiltIn
import Database
import SafeText
import SignedData
import Terminal
import Texts

/// A library of the system that Till relies on: what it is trusted with, and from which version on.
///
/// `Assets/Docs/dependencies.md` shows this list, and `till doctor` compares it with what is installed.
struct SystemLibrary {
  let name: String
  /// The oldest version that Till is built for.
  let minimum: String
  /// What is here, as the library says; nil for one that is opened when it is first used.
  let installed: String?
  /// What it is trusted with, and what would be lost if it were bad.
  let trustedWith: Words

  static let all: [SystemLibrary] = [
    SystemLibrary(
      name: "OpenSSL libcrypto", minimum: "3.0", installed: Digest.openSSLVersion,
      trustedWith: "every signature, certificate and digest: what it takes for verified entitles"),
    SystemLibrary(
      name: "SQLite", minimum: "3.37", installed: DatabaseConnection.sqliteVersion,
      trustedWith: "every file: device store, ledger, app server, desk; that what was committed stays"),
    SystemLibrary(
      name: "ncurses", minimum: "6.1", installed: CursesTerminal.installedVersion,
      trustedWith: "the terminal; sees only text that was made safe"),
    SystemLibrary(
      name: "libcurl", minimum: "7.68", installed: nil,
      trustedWith: "requests to real backends with keys and tokens in them, over TLS"),
    SystemLibrary(
      name: "libmicrohttpd", minimum: "0.9.71", installed: nil,
      trustedWith: "what anybody sends to till serve; listens on this machine unless told otherwise"),
    SystemLibrary(
      name: "libpq", minimum: "12", installed: nil,
      trustedWith: "a desk on PostgreSQL: the passwords of its server, and that what was committed stays"),
    SystemLibrary(
      name: "zlib", minimum: "1.2.11", installed: nil,
      trustedWith: "gzip files that a desk imports, before they are read"),
  ]

  /// Whether what is installed is older than what Till is built for.
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

  /// The version with the commit that it was built from, and what it runs on.
  static var text: String {
    let libraries = SystemLibrary.all.compactMap { library in library.version.map { "\(library.name) \($0)" } }
    return "till \(number)" + (BuiltIn.commit.map { " (\($0))" } ?? "") + "\n" + libraries.joined(separator: ", ")
  }
}
