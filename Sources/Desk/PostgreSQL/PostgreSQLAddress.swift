internal import CPostgreSQL
import Core
import Libc
package import Storage

/// The address of a PostgreSQL database: a URL (`postgres://HOST/NAME`) or a list of libpq's settings.
///
/// An address with a password is refused, because every user of the machine can read a command line. Passwords come
/// from libpq's own places: `PGPASSFILE` or `~/.pgpass`, `PGSERVICEFILE`, `PGPASSWORD`.
package struct PostgreSQLAddress: Hashable, Sendable {
  let text: String
  /// The schema that the address names with `options=-csearch_path=NAME`; nil for the usual one.
  let schema: String?
  /// Whether the server must prove with a certificate that it is the one asked for, because nothing says otherwise and
  /// it may be another machine.
  package let isCertificateChecked: Bool
  /// The address' own limit for opening a connection, in milliseconds; nil if it names none.
  let connectTimeout: Int?
  /// The server and the database, for messages.
  package let description: String

  /// Returns whether a text is the URL of a PostgreSQL database and not a file path.
  package static func isOne(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  /// Parses an address.
  ///
  /// - Throws: `cannotOpen` if libpq cannot parse the text, if it contains a password, or if libpq is not installed.
  package init(_ text: String) throws(DatabaseFault) {
    let place = Self.withoutUser(text)
    guard till_pq_is_there() else {
      throw DatabaseFault(
        .cannotOpen, file: place, detail: say("libpq 14 or newer is not installed; Assets/setup installs it"))
    }
    var error: UnsafeMutablePointer<CChar>?
    guard let options = till_pq_conninfo_parse(text, &error) else {
      till_pq_free(error)
      // libpq's own message quotes the text, which may contain a password.
      throw DatabaseFault(.cannotOpen, file: place, detail: say("invalid PostgreSQL address"))
    }
    defer { till_pq_conninfo_free(options) }
    var settings: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { settings[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    guard settings["password"] == nil, settings["sslpassword"] == nil else {
      throw DatabaseFault(
        .cannotOpen, file: place,
        detail:
          say(
            "the address contains a password, which every user of this machine can read; put it into ~/.pgpass")
      )
    }
    self.text = text
    schema = Self.schema(in: settings["options"] ?? "")
    connectTimeout = settings["connect_timeout"].flatMap { Int($0) }.flatMap {
      (1...600).contains($0) ? $0 * 1000 : nil
    }
    isCertificateChecked = Self.needsCertificate(settings)
    description = "postgres://" + (settings["host"] ?? settings["hostaddr"] ?? "") + "/" + (settings["dbname"] ?? "")
  }

  /// Returns whether nothing says how the connection is protected, and the server may be on another machine.
  private static func needsCertificate(_ settings: [String: String]) -> Bool {
    func said(_ name: String, _ variable: String) -> String? {
      settings[name] ?? getenv(variable).map { String(cString: $0) }
    }
    guard said("sslmode", "PGSSLMODE") == nil, said("service", "PGSERVICE") == nil else { return false }
    let hosts = said("hostaddr", "PGHOSTADDR") ?? said("host", "PGHOST") ?? ""
    return !hosts.split(separator: ",").allSatisfy { host in
      host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
  }

  private static func schema(in options: String) -> String? {
    let words = options.split(separator: " ").flatMap { $0.hasPrefix("-c") ? [$0.dropFirst(2)] : [$0] }
    return words.last { $0.hasPrefix("search_path=") }.map { String($0.dropFirst("search_path=".count)) }
  }

  /// Returns the text after its last `@` and without settings, because the rest may contain a password.
  private static func withoutUser(_ text: String) -> String {
    guard isOne(text) else { return "postgres" }
    let behind = text.split(separator: "@").last.map(String.init) ?? ""
    let place = behind.split(separator: "?").first.map(String.init) ?? ""
    return place.hasPrefix("postgres") ? place : "postgres://" + place
  }
}
