import SafeText
import StoreModel
import StoreVerbs
import StrictJSON
import Texts

/// Single transactions, starting over, checkpoints and catalogues.
extension VerbRule {
  static let history: [VerbRule] = [
    VerbRule(.restate) { session, call in
      let (id, members) = (try call[.transaction], try call[.members])
      try session.restate(id, members)
      return VerbAnswer(
        "\(id) is signed anew, and says otherwise: \(members.names.joined(separator: ", "))",
        ["transactionId": .string(id)])
    },
    VerbRule(
      .delete,
      asking: { session, call in
        let id = try call[.transaction]
        _ = try session.knownTransaction(id)
        return "delete \(safeText(id)) and everything that came of it, as if it had never been?"
      }
    ) { session, call in
      let gone = try session.deleteTransaction(call[.transaction])
      return VerbAnswer(
        gone.count == 1 ? "\(gone[0]) is deleted" : "\(gone.count) transactions are deleted",
        ["deleted": .strings(gone)])
    },
    VerbRule(
      .resetAccount, asking: { _, call in "delete everything that \(safeText(try call[.emptied])) bought?" }
    ) { session, call in
      let account = try call[.emptied]
      try session.resetAccount(account)
      return VerbAnswer("\(account) owns nothing and has no history", ["account": .string(account)])
    },
    VerbRule(
      .reset, asking: { _, _ in "empty the App Store's history and put the settings back to the catalogue's?" }
    ) { session, _ in
      try session.reset()
      return VerbAnswer("the App Store started over; devices begin anew at their next start", session.epoch)
    },
    VerbRule(.resetSettings) { session, _ in
      let switchedOn = try session.takeSettings()
      return VerbAnswer(
        "the settings are those of the catalogue's file" + switchedOn.asEnd, ["switchedOn": .strings(switchedOn)])
    },
    VerbRule(.resetDemo, asking: { _, _ in "replace catalogue, customers and history with the demo's?" }) {
      session, _ in
      try session.reset(isDemo: true)
      return VerbAnswer("the App Store started over with the demo data", session.epoch)
    },
    VerbRule(.clear, asking: { _, _ in "delete everything that anybody bought?" }) { session, _ in
      try session.clear()
      return VerbAnswer("nobody bought anything; devices begin anew at their next start", session.epoch)
    },
    VerbRule(.makeCheckpoint) { session, call in
      let name = try session.makeCheckpoint(call[maybe: .newName])
      var members: JSONObject = ["name": .string(name)]
      var message: Words = "the checkpoint \(safeText(name)) is made"
      var files: [String: [UInt8]] = [:]
      if let file = call[maybe: .to] {
        files[file] = JSONValue.object(try session.document()).serializedBytes()
        members.append("file", .string(file))
        message = "the checkpoint \(safeText(name)) is made and written to \(safeText(file))"
      }
      let rows = try session.checkpoints().map { checkpoint -> JSONValue in
        ["name": .string(checkpoint.name), "now": checkpoint.date.json]
      }
      members.append("checkpoints", .array(rows))
      return VerbAnswer(message, members, files: files)
    },
    VerbRule(.restoreCheckpoint) { session, call in
      let name = try call[.restore]
      try session.restoreCheckpoint(name)
      return session.wentBack(to: name, call)
    },
    VerbRule(.importHistory) { session, call in
      let (name, bytes) = try call.file(.from)
      guard case .object(let document)? = try? JSONValue(parsing: bytes) else {
        throw StoreError(.usage, LedgerText.noHistory(name).text)
      }
      try session.restore(document, name: name)
      return session.wentBack(to: name, call)
    },
    VerbRule(.save) { session, call in
      let (file, bytes) = (try call[.savedFile], try session.savedConfiguration())
      return VerbAnswer(
        "the catalogue and the present settings are in \(safeText(file))",
        ["file": .string(file), "bytes": .number(JSONNumber(Int64(bytes.count)))], files: [file: bytes])
    },
    VerbRule(
      .takeCatalogue,
      asking: { session, call in
        try session.hasPurchases()
          ? "there are purchases: replace the catalogue with \(safeText(try call[.catalogue]))?" : nil
      }
    ) { session, call in
      let (name, bytes) = try call.file(.catalogue)
      let report = try session.importCatalogue(bytes, name: name)
      try session.moveAccounts(to: session.catalogue.storefront)
      let switchedOn = try session.takeSettings()
      return VerbAnswer(
        "the catalogue is \(name)" + switchedOn.asEnd,
        [
          "unknownProductIds": .strings(report.unknownProductIds), "warnings": .strings(report.warnings),
          "switchedOn": .strings(switchedOn),
        ])
    },
    VerbRule(.giveCatalogue) { session, call in
      let name = try call[.savedFile]
      return VerbAnswer("the catalogue is in \(name)", files: [name: try session.catalogueBytes()])
    },
  ]
}

extension [String] {
  /// What a file's settings switched on, behind what was done.
  fileprivate var asEnd: Words { isEmpty ? "" : "; switched on: \(joined(separator: ", "))" }
}

extension LedgerSession {
  fileprivate func wentBack(to name: String, _ call: VerbCall) -> VerbAnswer {
    var members: JSONObject = ["name": .string(name)]
    for (key, value) in epoch { members.append(key, value) }
    return VerbAnswer(
      "the App Store is where it was in \(safeText(name)): it is \(call.date(Timestamp(milliseconds: now))); "
        + "devices begin anew at their next start", members)
  }

  /// The number of this fresh start, and the time that it begins with.
  fileprivate var epoch: JSONObject {
    ["epoch": .number(JSONNumber(state.epoch)), "now": Timestamp(milliseconds: now).json]
  }
}
