import AppStoreModel
import Core
import Verbs

/// Verbs for single transactions, resets, checkpoints and catalogues.
extension VerbRule {
  static let history: [VerbRule] = [
    VerbRule(.restate) { session, call in
      let (id, members) = (try call[.transaction], try call[.members])
      try session.restate(id, members)
      return VerbAnswer(
        "signed \(id) again with different content: \(Language.series(members.names))",
        ["transactionId": .string(id)])
    },
    VerbRule(
      .delete,
      asking: { session, call in
        let id = try call[.transaction]
        _ = try session.knownTransaction(id)
        return "delete \(safeText(id)) and everything that follows from it?"
      }
    ) { session, call in
      let gone = try session.deleteTransaction(call[.transaction])
      return VerbAnswer(
        gone.count == 1 ? "deleted \(gone[0])" : "deleted \(gone.count) transactions",
        ["deleted": .strings(gone)])
    },
    VerbRule(
      .resetAccount, asking: { _, call in "delete everything that \(safeText(try call[.emptied])) bought?" }
    ) { session, call in
      let account = try call[.emptied]
      try session.resetAccount(account)
      return VerbAnswer("\(account) has no purchases and no history", ["account": .string(account)])
    },
    VerbRule(
      .reset, asking: { _, _ in "delete the App Store's history and reset its settings to the catalogue's?" }
    ) { session, call in
      try session.reset(keepsClock: call.isForProgram)
      return VerbAnswer("the App Store has been reset; devices start again at their next start", session.epoch)
    },
    VerbRule(.resetSettings) { session, _ in
      let switchedOn = try session.takeSettings()
      return VerbAnswer(
        "reset the settings to the catalogue's file" + switchedOn.asEnd, ["switchedOn": .strings(switchedOn)])
    },
    VerbRule(.resetDemo, asking: { _, _ in "replace the catalogue, customers and history with the demo data?" }) {
      session, call in
      try session.reset(isDemo: true, keepsClock: call.isForProgram)
      return VerbAnswer("the App Store now has new demo data", session.epoch)
    },
    VerbRule(.clear, asking: { _, _ in "delete the purchases of all customers?" }) { session, _ in
      try session.clear()
      return VerbAnswer("deleted all purchases; devices start again at their next start", session.epoch)
    },
    VerbRule(.makeCheckpoint) { session, call in
      let name = try session.makeCheckpoint(call[maybe: .newName])
      var members: JSONObject = ["name": .string(name)]
      var message: Words = "created the checkpoint \(safeText(name))"
      var files: [String: [UInt8]] = [:]
      if let file = call[maybe: .to] {
        files[file] = JSONValue.object(try session.document()).serializedBytes()
        members.append("file", .string(file))
        message = "created the checkpoint \(safeText(name)) and wrote it to \(call.place(ofFile: file))"
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
        "wrote the catalogue and the current settings to \(call.place(ofFile: file))",
        ["file": .string(file), "bytes": .number(bytes.count)], files: [file: bytes])
    },
    VerbRule(
      .takeCatalogue,
      asking: { session, call in
        try session.hasPurchases()
          ? "customers have bought products of this catalogue; replace it with \(safeText(try call[.catalogue]))?" : nil
      }
    ) { session, call in
      let (name, bytes) = try call.file(.catalogue)
      let report = try session.importCatalogue(bytes, name: name)
      try session.moveAccounts(to: session.catalogue.storefront)
      let switchedOn = try session.takeSettings()
      return VerbAnswer(
        "the catalogue is now \(name)" + switchedOn.asEnd,
        [
          "unknownProductIds": .strings(report.unknownProductIds), "warnings": .strings(report.warnings),
          "switchedOn": .strings(switchedOn),
        ])
    },
    VerbRule(.giveCatalogue) { session, call in
      let name = try call[.savedFile]
      return VerbAnswer(
        "wrote the catalogue to \(call.place(ofFile: name))", ["file": .string(name)],
        files: [name: try session.catalogueBytes()])
    },
  ]
}

extension [String] {
  /// The settings that a catalogue switched on, as the end of a message.
  fileprivate var asEnd: Words { isEmpty ? "" : "; switched on: \(Language.series(self))" }
}

extension LedgerSession {
  fileprivate func wentBack(to name: String, _ call: VerbCall) -> VerbAnswer {
    var members: JSONObject = ["name": .string(name)]
    for (key, value) in epoch { members.append(key, value) }
    return VerbAnswer(
      "the App Store is back at \(safeText(name)) (\(call.date(Timestamp(milliseconds: now)))); "
        + "devices start again at their next start", members)
  }

  /// The current epoch and the App Store's time, for a document.
  fileprivate var epoch: JSONObject {
    ["epoch": .number(JSONNumber(state.epoch)), "now": Timestamp(milliseconds: now).json]
  }
}
