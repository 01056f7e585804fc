import AppServer
import Purchasing
import SafeText
import StoreModel
import StrictJSON

extension Command {
  /// `till user --list`: everybody that the app's server of this machine has heard of.
  static func listUsers(_ call: Invocation) throws -> ExitStatus {
    let session = try call.session()
    defer { session.directory.discard() }
    let users: [AppServerUser]
    let server = try session.embeddedServer()
    do throws(VerificationError) {
      users = try server.users()
    } catch {
      throw CommandError(.unusable, error.message)
    }
    var table = Table(["USER", "TOKEN", "PURCHASES", "SINCE"])
    for user in users {
      table.append([safeText(user.name), user.token, String(user.purchases), call.output.date(user.firstSeen)])
    }
    let rows: [JSONValue] = users.map { user in
      [
        "user": .string(user.name), "appAccountToken": .string(user.token),
        "purchases": .number(JSONNumber(Int64(user.purchases))), "firstSeen": user.firstSeen.json,
      ]
    }
    call.output.document([
      "ok": true, "message": .string(users.count == 1 ? "1 user" : "\(users.count) users"), "users": .array(rows),
    ])
    call.output.text(table.text)
    return .done
  }
}
