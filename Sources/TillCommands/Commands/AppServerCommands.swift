import AppServer
import LocalStore
import Purchasing
import SafeText
import StoreModel
import StrictJSON
import Texts
import TillRuntime

extension Command {
  static let restorePolicy = Command(
    name: "restore-policy", summary: "what becomes of a purchase that another user has when it is restored",
    usage: ["restore-policy [keep | transfer | transferIfInactive | share]"],
    examples: ["till restore-policy", "till restore-policy transfer"], words: 0...1
  ) { call in
    let policy = try call.words.first.map { word throws(UsageError) in
      guard let policy = RestorePolicy(rawValue: word) else {
        let words = RestorePolicy.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(say("there is no restore policy \(safeText(word)): there are \(words)"))
      }
      return policy
    }
    let session = try policy == nil ? call.session() : call.actingSession()
    defer { session.close() }
    let server = try session.embeddedServer()
    do throws(VerificationError) {
      if let policy { try server.setRestorePolicy(policy) }
      let current = try server.settings().policy
      let message = "\(current.rawValue): \(current.words)"
      call.output.document(["ok": true, "message": .string(message), "restorePolicy": .string(current.rawValue)])
      call.output.text(message)
    } catch {
      throw CommandError(.unusable, error.message)
    }
    return .done
  }
}
