import AppStoreModel
import Backends
import Core
import Device
import Verbs

extension Command {
  static let importCatalogue = Command(
    name: "import", summary: "replace the catalogue with a .storekit file, or import a customer's evidence into a case",
    forms: [
      UsageForm(.value("FILE.storekit", .files), .option(.yes)),
      UsageForm(.value("FILE...", .files), .needed(.caseName)),
    ],
    examples: [
      "till import Products.storekit", "till import Products.storekit --yes --json",
      "till import history.json receipt.txt --case ticket-4711 && till --case ticket-4711",
    ], words: 1...1000
  ) { call in
    if call.options.has(.caseName) { return try await importEvidence(call) }
    guard call.words.count == 1, let name = call.words.first else {
      throw UsageError(say("too many files; use till import FILE.storekit"))
    }
    // The file is read before anything is asked or opened, so that an invalid file changes nothing.
    let bytes = try InputFile.bytes(name)
    let configuration = try StoreKitConfiguration(parsing: bytes, name: name)
    let session = try await call.actingSession()
    let (unknownProductIds, warnings, isForSale) = try await offer(configuration, of: name, in: session, call)
    let count = configuration.products.count
    let message =
      EvidenceText.productsOfFile(count, name: safeText(name), areForSale: isForSale).text
    call.output.document([
      "ok": true, "message": .string(message), "products": configuration.products.map(\.id).json,
      "unknownProductIds": unknownProductIds.json, "warnings": warnings.json,
      "settings": isForSale ? configuration.settings.switchedOn.json : [],
    ])
    call.output.text(message)
    let settings = isForSale ? configuration.settings.switchedOn : []
    if !settings.isEmpty { call.output.text(say("the file switches on: ") + Language.series(settings)) }
    for warning in warnings { call.output.text(say("warning: \(safeText(warning))")) }
    if !unknownProductIds.isEmpty {
      let ids = Language.series(unknownProductIds.map { safeText($0) })
      call.output.text(
        say("purchased products not \(isForSale ? say("for sale any more") : say("in the file")): \(ids)"))
    }
    return .done
  }

  /// Puts the file's products on sale at the simulator; where the backend has no product list, only this device uses them.
  private static func offer(
    _ configuration: StoreKitConfiguration, of name: String, in session: StoreSession, _ call: Invocation
  ) async throws -> (unknownProductIds: [String], warnings: [String], isForSale: Bool) {
    if session.listsNoProducts { return (try await session.takeCatalogue(configuration), [], false) }
    var verb = VerbCall(.takeCatalogue).with(.catalogue, name)
    verb.isConfirmed = call.options.has(.yes)
    let report = try await call.carryOut(verb, in: session).document
    do {
      try await session.act { try await $0.loadProducts() }
    } catch {
      call.output.note(
        say(
          "the App Store has the new catalogue, but this device could not "
            + "load it: \(CommandError(explaining: error).message)"))
    }
    return (try report.strings("unknownProductIds") ?? [], try report.strings("warnings") ?? [], true)
  }
}

extension ConfigurationSettings {
  /// The settings that a file switches on or changes, in a few words each.
  fileprivate var switchedOn: [String] {
    let flags: [(isOn: Bool, words: String)] = [
      (asksToBuy, "Ask to Buy"), (interruptsPurchases, say("interrupted purchases")),
      (failsTransactions, say("every purchase fails")), (failsRenewals, say("failing renewals")),
      (hasBillingGracePeriod, say("Billing Grace Period")), (disablesDialogs, say("no payment sheet")),
      (timeRate != 0, "rate \(TimeRate(rawValue: timeRate)?.name ?? String(timeRate))"),
      (storefront != "USA", "storefront \(safeText(storefront))"), (locale != "en_US", "locale \(safeText(locale))"),
    ]
    return flags.filter(\.isOn).map(\.words) + simulatedErrors.map { "\(safeText($0)) fails" }
  }
}

extension Command {
  /// Imports the signed objects of files into a case, and lists the unreadable ones.
  static func importEvidence(_ call: Invocation) async throws -> ExitStatus {
    let roots = try TrustedRoots(files: call.options.all(.root).map { try InputFile.bytes($0) }).addingApple()
    // The files are read before a store is opened, so that a wrong file name changes nothing.
    let files = try call.words.map { CaseFile(try InputFile.bytes($0), name: $0, roots: roots) }
    let (items, unread) = (files.flatMap(\.items), files.flatMap(\.failures))
    guard !items.isEmpty else {
      let first = unread.first.map { "\($0.place): \($0.reason)" } ?? say("the files are empty")
      throw CommandError(.failed, say("nothing was imported: \(first)"))
    }
    let session = try await call.opened(call.options.storeOptions.binding(items))
    guard !session.isReadOnly else {
      throw CommandError(.failed, say("read-only: nothing was imported; leave out --readonly to import"))
    }
    var report = try await session.act { try await $0.importEvidence(items) }
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
