import AppServer
import AppStoreModel
import Core
import Device
import Verbs

extension Command {
  static let restorePolicy = Command(
    name: "restore-policy", summary: "show or set what restoring does with another user's purchase",
    forms: [UsageForm(.group(.value(RestorePolicy.allCases.map(\.rawValue).joined(separator: " | "))))],
    examples: ["till restore-policy", "till restore-policy transfer"]
  ) { call in
    let policy = try call.words.first.map { word throws(UsageError) in
      guard let policy = RestorePolicy(rawValue: word) else {
        let known = RestorePolicy.allCases.map(\.rawValue)
        throw UsageError(say("unknown restore policy “\(safeText(word))”; \(remedy(for: word, among: known))"))
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
