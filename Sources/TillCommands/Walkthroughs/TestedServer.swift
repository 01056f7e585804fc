import HTTPClient
import SafeText
import Texts
import TillRuntime
import Walkthroughs

/// The server that a scenario tests: where it listens, and whose signatures it knows.
struct TestedServer: Sendable {
  /// What `$server` stands for.
  var server: HTTPAddress?
  /// What `$webhook` stands for.
  var webhook: HTTPAddress?
  /// A ledger with whose key and root certificate every world signs; nil for a key of its own in each.
  var signedBy: String?

  /// Nothing is tested.
  init() {}

  /// What options name; another machine's too, since the person names it.
  init(_ options: Arguments) throws {
    server = try options["server"].map { try Self.address($0, "--server") }
    webhook = try options["webhook"].map { try Self.address($0, "--webhook") }
    guard let directory = options["signed-by"] else { return }
    guard Files.exists(directory + "/appstore.db") else {
      throw CommandError(
        .usage,
        StageText.noLedgerToSignBy(safeText(directory)).text
      )
    }
    signedBy = directory + "/appstore.db"
  }

  /// What `$server` and `$webhook` stand for.
  var names: [String: String] {
    var names: [String: String] = [:]
    names["server"] = server?.text
    names["webhook"] = webhook?.text
    return names
  }

  /// With what a file names where no option did: only servers of this machine, since a file may come from anywhere.
  func completed(with start: StartingState) throws -> TestedServer {
    var completed = self
    completed.server = try server ?? start.server.map { try Self.local($0, "start.server") }
    completed.webhook = try webhook ?? start.webhook.map { try Self.local($0, "start.webhook") }
    return completed
  }

  /// Where a step's request goes.
  ///
  /// - Throws: A `CommandError` for another machine that no option named.
  func address(of url: String) throws -> HTTPAddress {
    if url.hasPrefix("$") {
      let name = url.dropFirst().prefix { $0 != "/" }
      throw CommandError(
        .usage, StageText.noServerIsNamed(name: safeText(String(name)), option: String(name)).text)
    }
    let address = try Self.address(url, StageText.step.text)
    let named = [server, webhook].compactMap { $0?.server }
    guard address.isLocal || named.contains(address.server) else {
      throw CommandError(
        .usage, StageText.serverIsElsewhere(safeText(url)).text)
    }
    return address
  }

  private static func local(_ text: String, _ what: String) throws -> HTTPAddress {
    let address = try address(text, what)
    guard address.isLocal else {
      throw CommandError(.usage, StageText.addressIsElsewhere(what: what, text: safeText(text)).text)
    }
    return address
  }

  private static func address(_ text: String, _ what: String) throws -> HTTPAddress {
    do throws(HTTPError) {
      return try HTTPAddress(text)
    } catch {
      throw CommandError(.usage, "\(what): \(error.message)")
    }
  }
}
