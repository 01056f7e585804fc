import AppStoreModel
import Backends
import Core
import Device
import Storage
import Verbs

extension Command {
  /// Imports the signed objects of files into a case, and lists the unreadable ones.
  static func importEvidence(_ call: Invocation) throws -> ExitStatus {
    let roots = try TrustedRoots(files: call.options.all(.root).map { try InputFile.bytes($0) }).addingApple()
    // The files are read before a store is opened, so that a wrong file name changes nothing.
    let files = try call.words.map { CaseFile(try InputFile.bytes($0), name: $0, roots: roots) }
    let (items, unread) = (files.flatMap(\.items), files.flatMap(\.failures))
    guard !items.isEmpty else {
      let first = unread.first.map { "\($0.place): \($0.reason)" } ?? say("the files are empty")
      throw CommandError(.failed, say("nothing was imported: \(first)"))
    }
    let session = try StoreSession(call.options.storeOptions.binding(items), in: call.dependencies)
    guard !session.isReadOnly else {
      throw CommandError(.failed, say("read-only: nothing was imported; leave out --readonly to import"))
    }
    let purchasing = try session.purchasing()
    var report = try blocking {
      let report = try await purchasing.importEvidence(items)
      try await purchasing.rememberStatuses()
      return report
    }
    report.failed = unread + report.failed
    let name = try call.options[.caseName] ?? ""
    call.output.document(report.document(name))
    call.output.text(report.lines(name).joined(separator: "\n"))
    for failure in report.failed.prefix(20) { call.output.note("\(failure.place): \(failure.reason)") }
    if report.failed.count > 20 { call.output.note(say("and \(report.failed.count - 20) more; --json lists them all")) }
    return report.failed.isEmpty ? .done : .failed
  }
}

extension StoreOptions {
  /// Returns these options with the app and environment of a new case, from the options or else from the files.
  ///
  /// Only the options, never a file, can create a case without signature checks (such as Xcode's environment). Without
  /// that option, objects that Xcode signed are refused like all others that Apple did not sign.
  fileprivate func binding(_ items: [ImportItem]) -> StoreOptions {
    let all = items.lazy.compactMap(\.claims)
    let claims = all.first { $0.environment.isSignedByApple } ?? all.first
    var options = self
    options.bundleId = bundleId ?? claims?.bundleId
    let guessed = claims.map { $0.environment.isSignedByApple ? $0.environment : .sandbox }
    options.environment = environment ?? guessed?.rawValue
    return options
  }
}

extension ImportReport {
  fileprivate func document(_ name: String) -> JSONObject {
    [
      "ok": .bool(failed.isEmpty), "message": .string(lines(name)[0]), "case": .string(name),
      "imported": .number(imported), "known": .number(known), "renewalInfos": .number(renewals),
      "others": .number(others), "customers": customers.json,
      "failed": .array(
        failed.map { failure in
          var row: JSONObject = ["place": .string(failure.place)]
          row.append("transactionId", text: failure.transactionId)
          row.append("reason", .string(failure.reason))
          return .object(row)
        }),
    ]
  }

  fileprivate func lines(_ name: String) -> [String] {
    var lines = [say("imported \(imported), already known \(known), failed \(failed.count)")]
    if others > 0 { lines.append(say("\(others) signed items have no transaction")) }
    lines += customers.map { say("customer \(safeText($0)): till --case \(name) account \(safeText($0))") }
    return lines
  }
}
