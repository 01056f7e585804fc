internal import CPostgreSQL
import Core
package import Storage

/// Where a PostgreSQL database is: a URL (`postgres://HOST/NAME`) or a list of libpq's settings.
///
/// It holds no password, and one that is written in it is refused: a command line is read by everyone on the machine.
/// Passwords come from libpq's own places: `PGPASSFILE` or `~/.pgpass`, `PGSERVICEFILE`, `PGPASSWORD`.
package struct PostgreSQLAddress: Hashable, Sendable {
  let text: String
  /// The server and the database in a few words, for messages.
  package let description: String

  /// Whether a text names a PostgreSQL database and not a file.
  package static func isOne(_ text: String) -> Bool {
    text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
  }

  /// Whether libpq is installed here.
  package static var canBeUsed: Bool { till_pq_is_there() }

  /// Takes an address apart.
  ///
  /// - Throws: `cannotOpen` for a text that libpq does not understand, one with a password in it, and without libpq.
  package init(_ text: String) throws(DatabaseFault) {
    let place = Self.withoutUser(text)
    guard till_pq_is_there() else {
      throw DatabaseFault(
        .cannotOpen, file: place, detail: say("libpq 14 or newer is not installed; Assets/setup installs it"))
    }
    var error: UnsafeMutablePointer<CChar>?
    guard let options = till_pq_conninfo_parse(text, &error) else {
      till_pq_free(error)
      // libpq's own words quote the text, which may contain a password.
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
    description = "postgres://" + (settings["host"] ?? settings["hostaddr"] ?? "") + "/" + (settings["dbname"] ?? "")
  }

  /// The text without the part before its last `@`, and without settings, where a password may be.
  private static func withoutUser(_ text: String) -> String {
    guard isOne(text) else { return "postgres" }
    let behind = text.split(separator: "@").last.map(String.init) ?? ""
    let place = behind.split(separator: "?").first.map(String.init) ?? ""
    return place.hasPrefix("postgres") ? place : "postgres://" + place
  }
}
