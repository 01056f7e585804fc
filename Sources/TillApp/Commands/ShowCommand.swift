import AppStoreModel
import Core
import Dashboard
import Device
import Verbs

extension Command {
  static let show = Command(
    name: "show", summary: "show signed data in full: its content, its versions and why Till trusts it",
    forms: [UsageForm(.value("ID"), .option(.appStoreCopy), .option(.flip), .option(.json))],
    details: [
      "ID is a transaction, an order or a notificationUUID; "
        + "--app-store shows the App Store's copy of a transaction.",
      "--flip changes one letter of the content and shows which check fails; Till stores nothing.",
    ],
    examples: ["till show 2000000845425339", "till show 2000000845425339 --flip --json"]
  ) { call in
    let session = try await call.session()
    let signedItem = try await call.signedItem(in: session)
    let forgery = try call.options.has(.flip) ? session.verifier.forgery(of: signedItem.signedText()) : nil
    call.output.document(signedItem.document(forgery))
    call.output.text(signedItem.text(forgery, date: call.output.date))
    return .done
  }
}

extension Parameter where Value == Bool {
  fileprivate static var appStoreCopy: Self { .flag("app-store", "show the transaction at the App Store") }
  fileprivate static var flip: Self {
    .flag("flip", "change one letter and show which check fails; Till stores nothing")
  }
}

extension Invocation {
  /// Returns the signed object with an id: from this device if it has it, else from the App Store.
  fileprivate func signedItem(in session: StoreSession) async throws -> SignedItemDetail {
    let id = words[0]
    let store = try session.reader()
    if !options.has(.appStoreCopy) {
      if let order = try store.order(id) { return try session.signedItem(.order(order.id), from: store) }
      if try store.transaction(id) != nil { return try session.signedItem(.transaction(id), from: store) }
    }
    let isWaiting = try store.waitingPurchase(id, at: session.clock(for: store.deviceState(), from: store)) != nil
    let unknown = CommandError(
      .failed,
      isWaiting
        ? say(
          "this device has no signed transaction of the purchase \(safeText(id)) yet; till order show \(safeText(id)) "
            + "shows it")
        : say("unknown transaction or order “\(safeText(id))”; till transactions lists the transactions"))
    guard session.backend.control != nil else { throw unknown }
    let subject: SignedItemDetail.Subject = id.contains("-") ? .notification(id) : .storeTransaction(id)
    do {
      return try await session.signedItem(ofAppStore: subject)
    } catch {
      // The App Store has signed nothing of a purchase that waits for a person.
      throw isWaiting ? unknown : error
    }
  }
}

extension SignedItemDetail {
  /// Returns the JWS of the object's newest version.
  fileprivate func signedText() throws -> String {
    guard let jws = documents.first?.versions.first?.jws else {
      throw CommandError(.failed, ViewerText.nothingSigned.text)
    }
    return jws
  }

  fileprivate func document(_ forgery: Forgery?) -> JSONObject {
    var document: JSONObject = ["ok": true, "message": .string(ViewerText.title(subject).text), "id": .string(id)]
    document.append("productId", text: productId)
    document.append(
      "documents",
      .array(
        documents.map { item in
          .object([
            "kind": .string(item.kind.rawValue),
            "versions": .array(item.versions.indices.map { .object(item.document(ofVersion: $0)) }),
          ])
        }))
    guard let forgery else { return document }
    document.append(
      "forgery",
      .object([
        "member": .string(forgery.member), "before": .string(forgery.before), "after": .string(forgery.after),
        "trust": .object(forgery.examination.document),
      ]))
    return document
  }

  /// Returns the object's content for a person, one fact per line.
  fileprivate func text(_ forgery: Forgery?, date: (Timestamp) -> String) -> String {
    func shown(_ value: SignedItemDetail.Value?) -> String { value?.shown ?? ViewerText.notThere.text }
    var lines = [safeText(ViewerText.title(subject).text)]
    for document in documents {
      lines.append("\n" + ViewerText.kind(document.kind).text)
      for member in document.versions.first?.members ?? [] {
        lines.append("  \(safeText(member.name))  \(member.value.shown)")
      }
      for (index, version) in document.versions.enumerated() {
        let signed = version.signedDate.map { ", " + ViewerText.signed(date($0)).text } ?? ""
        lines.append(
          "  " + ViewerText.version(document.versions.count - index, of: document.versions.count).text + signed)
        for change in document.changes(ofVersion: index) {
          lines.append("    \(safeText(change.name)): \(shown(change.before)) -> \(shown(change.after))")
        }
      }
      if let examination = document.versions.first?.examination { lines += examination.lines(date: date) }
    }
    if documents.isEmpty { lines.append(ViewerText.notHeld.text) }
    guard let forgery else { return lines.joined(separator: "\n") }
    let letter = ViewerText.forged(
      member: safeText(forgery.member), before: safeText(forgery.before), after: safeText(forgery.after))
    lines += ["", letter.text, ViewerText.forgedFollows(forgery.examination.verdict).text]
    return (lines + forgery.examination.lines(date: date)).joined(separator: "\n")
  }
}

extension SignedItemDetail.Document {
  fileprivate func document(ofVersion index: Int) -> JSONObject {
    let version = versions[index]
    var document = JSONObject()
    document.append("signedDate", date: version.signedDate)
    document.append("arrivedDate", date: version.arrivedDate)
    document.append("payload", ifPresent: (try? JSONValue(parsing: version.json.joined(separator: "\n"))))
    document.append("changed", .array(changes(ofVersion: index).map { .string($0.name) }))
    document.append("signed", text: version.jws)
    document.append("trust", ifPresent: (version.examination?.document).map(JSONValue.object))
    return document
  }
}

extension TrustExamination {
  fileprivate var document: JSONObject {
    var document: JSONObject = ["result": .string(verdict.word)]
    document.append("reason", text: verdict.failure.map { safeText($0.message, limit: 400) })
    document.append("effectiveDate", date: effectiveDate)
    document.append(
      "checks",
      .array(
        steps.map { step in
          var json: JSONObject = ["name": .string("\(step.check)"), "result": .string(step.result.word)]
          if case .failed(let reason) = step.result { json.append("reason", .string(safeText(reason, limit: 400))) }
          return .object(json)
        }))
    document.append("chain", .array(chain.map { .object($0.document) }))
    return document
  }

  fileprivate func lines(date: (Timestamp) -> String) -> [String] {
    let checks = steps.map { step in
      let name = ViewerText.check(step.check).text
      return switch step.result {
      case .passed: "    + \(name)"
      case .failed(let reason): "    x \(name): \(safeText(reason, limit: 400))"
      case .notReached: "      \(name): \(ViewerText.notReached.text)"
      case .notAsked: "      \(name): \(ViewerText.notAsked.text)"
      }
    }
    let certificates = chain.map { item in
      let validity = ViewerText.validity(item.validFrom.map(date) ?? "?", item.validUntil.map(date) ?? "?")
      let trust = item.isTrusted ? "; \(ViewerText.pinned.text)" : ""
      return "    \(ViewerText.role(item.role).text): \(safeText(item.subject)), \(item.key), "
        + "\(validity.text)\(trust)\n      SHA-256 \(item.fingerprint)"
    }
    return ["  " + ViewerText.verdict(verdict).text] + checks + ["  " + ViewerText.chain.text] + certificates
  }
}

extension TrustExamination.Result {
  fileprivate var word: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .notReached: "notReached"
    case .notAsked: "notAsked"
    }
  }
}

extension CertificateFacts {
  fileprivate var document: JSONObject {
    var document: JSONObject = [
      "role": .string("\(role)"), "subject": .string(safeText(subject)), "issuer": .string(safeText(issuer)),
      "key": .string(key), "serial": .string(serial), "fingerprint": .string(fingerprint),
      "trusted": .bool(isTrusted),
    ]
    document.append("validFrom", date: validFrom)
    document.append("validUntil", date: validUntil)
    return document
  }
}
