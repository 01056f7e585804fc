import Core
import HTTP
import Serve
import Verbs

/// The server that a scenario tests: its addresses, and the ledger whose signatures it trusts.
struct TestedServer: Sendable {
  /// The server's address, which steps use as `$server`; nil where no server is tested.
  var server: HTTPAddress?
  /// The address for notifications, which steps use as `$webhook`; nil where none is named.
  var webhook: HTTPAddress?
  /// The ledger whose key and root certificate sign in every world; nil for a new key in each world.
  var signedBy: String?

  /// Creates a value without a tested server.
  init() {}

  /// Reads the addresses from the options; they may be on another machine, because a person names them.
  init(_ options: Arguments) throws {
    server = try options[.server].map { try Self.address($0, "--server") }
    webhook = try options[.webhook].map { try Self.address($0, "--webhook") }
    guard let directory = try options[.signedBy] else { return }
    guard Files.exists(directory + "/appstore.db") else {
      throw CommandError(
        .usage,
        say(
          "no appstore.db at --signed-by \(safeText(directory)); create "
            + "one with till serve --store \(safeText(directory))"
        )
      )
    }
    signedBy = directory + "/appstore.db"
  }

  /// The values of `$server` and `$webhook`.
  var names: [String: String] { ["server": server?.text, "webhook": webhook?.text].compactMapValues { $0 } }

  /// Returns the address of a step's request: at a server that the person named, or at the walkthrough's app server.
  ///
  /// - Parameter till: The address of the walkthrough's own `till serve`; nil where it runs none.
  /// - Throws: A `CommandError` for any other address, because a file cannot name one.
  func address(of url: String, till: String?) throws -> HTTPAddress {
    let name = String(url.dropFirst().prefix { $0 != "/" })
    let path = url.dropFirst(1 + name.count)
    let known = ["server": server, "webhook": webhook, "till": try till.map { try Self.address($0, "$till") }]
    guard url.first == "$", let place = known[name] else {
      throw CommandError(.usage, StageText.namesAddress(safeText(url)).text)
    }
    guard let base = place else {
      throw CommandError(.usage, say("missing \(name); give --\(name) URL on the command line"))
    }
    if name == "till", !Self.isRouteOfTheStory(path) {
      throw CommandError(
        .usage, say("\(safeText(url)): $till only takes requests to the app server, such as $till/users/ID"))
    }
    let address = try Self.address(base.text + path, say("the step"))
    guard address.server == base.server else { throw CommandError(.usage, StageText.namesAddress(safeText(url)).text) }
    return address
  }

  /// Returns whether a path leads to the app server and nowhere else.
  ///
  /// A path with `..` or escapes is rejected, because it could lead to the control API of `till serve`.
  private static func isRouteOfTheStory(_ path: Substring) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let isPlain = parts.allSatisfy { $0 != "." && $0 != ".." } && !path.contains { "%\\".contains($0) }
    return isPlain && parts.count > 1 && parts[0].isEmpty
      && EmulatorRoutes.appServerPaths.contains(String(parts[1].prefix { $0 != "?" }))
  }

  private static func address(_ text: String, _ what: String) throws -> HTTPAddress {
    do throws(HTTPError) {
      return try HTTPAddress(text)
    } catch {
      throw CommandError(.usage, "\(what): \(error.message)")
    }
  }
}
