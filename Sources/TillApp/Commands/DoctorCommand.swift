import Core
import Verbs

extension Command {
  static let doctor = Command(
    name: "doctor", summary: "check the files, the clock, the libraries and the backend",
    forms: [UsageForm(.option(.deep), .option(.json))],
    examples: ["till doctor", "till doctor --deep", "till doctor --store DIR --json"]
  ) { call in
    let checks = try await checks(call.options)
    let isSound = !checks.contains { !$0.ok && $0.isVital }
    call.output.document(["ok": .bool(isSound), "checks": .array(checks.map { .object($0.document) })])
    for check in checks {
      let mark = check.ok ? "ok  " : "BAD "
      call.output.text(mark + padded(term(check.name), toWidth: 12) + safeText(check.detail, limit: 600))
    }
    guard isSound else { throw CommandError(.unusable, say("problems found; each failed check says what to do")) }
    return .done
  }

  private static func checks(_ options: Arguments) async throws -> [DoctorCheck] {
    do {
      let examination = try Examination(options.storeOptions, isDeep: options.has(.deep))
      defer { examination.directory.discard() }
      return await examination.checks()
    } catch let error as CommandError where error.status == .unusable {
      return [DoctorCheck(name: "directory", ok: false, detail: error.message)]
    }
  }
}

/// One check of `till doctor`, with its result.
struct DoctorCheck {
  let name: String
  let ok: Bool
  var detail: String
  /// Whether a failed check means that the store or ledger is damaged.
  var isVital = true

  var document: JSONObject {
    ["name": .string(name), "ok": .bool(ok), "detail": .string(safeText(detail, limit: 600))]
  }
}
