import AppStoreModel
import Backends
import Core
import Device
import Simulator
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
    let taken = try await call.take(configuration, of: name, in: session)
    call.output.document([
      "ok": true, "message": .string(taken.message), "products": configuration.products.map(\.id).json,
      "unknownProductIds": taken.unknownProductIds.json, "warnings": taken.warnings.json,
      "settings": taken.settings.json,
    ])
    taken.lines.forEach { call.output.text($0) }
    return .done
  }
}

/// What a `.storekit` file changed.
private struct TakenCatalogue {
  /// The number of products and the file, in one line.
  let message: String
  /// The settings that the file switched on.
  var settings: [String] = []
  /// The ids of purchased products that the file lacks.
  let unknownProductIds: [String]
  var warnings: [String] = []
  /// Whether an App Store sells the products now; else this device only lists them.
  let isForSale: Bool

  /// Everything that a person should know, one line each.
  var lines: [String] {
    var lines = [message]
    if !settings.isEmpty { lines.append(say("the file switches on: ") + Language.series(settings)) }
    lines += warnings.map { say("warning: \(safeText($0))") }
    if !unknownProductIds.isEmpty {
      let ids = Language.series(unknownProductIds.map { safeText($0) })
      lines.append(say("purchased products not \(isForSale ? say("for sale any more") : say("in the file")): \(ids)"))
    }
    return lines
  }
}

extension Invocation {
  /// Puts the catalogue of `--catalog` on sale where the simulated App Store sells another one.
  ///
  /// - Throws: A `CommandError` where the session may change nothing, and as `confirm` does.
  func takeCatalogue(in session: StoreSession) async throws {
    guard let control = session.backend.control, let name = try options[.catalog] else { return }
    let bytes = try InputFile.bytes(name)
    let reply = try await control.perform(VerbCall(.giveCatalogue).with(.savedFile, "-"))
    if case .done(let answer) = reply, answer.files["-"] == bytes { return }
    guard !session.isReadOnly else {
      throw CommandError(.failed, say("read-only: the App Store sells another catalogue; leave out --catalog"))
    }
    let configuration = try StoreKitConfiguration(parsing: bytes, name: name)
    try await take(configuration, of: name, in: session).lines.forEach { output.note($0) }
  }

  /// Puts a file's products on sale at the simulator; where the backend has no product list, only this device uses them.
  fileprivate func take(
    _ configuration: StoreKitConfiguration, of name: String, in session: StoreSession
  ) async throws -> TakenCatalogue {
    let (count, file) = (configuration.products.count, safeText(name))
    let said = Words(count, "\(count) product of \(file) is ", "\(count) products of \(file) are ")
    guard !session.listsNoProducts else {
      return TakenCatalogue(
        message: (said + "listed").text, unknownProductIds: try await session.takeCatalogue(configuration),
        isForSale: false)
    }
    var verb = VerbCall(.takeCatalogue).with(.catalogue, name)
    verb.isConfirmed = options.has(.yes)
    let report = try await carryOut(verb, in: session).document
    do {
      try await session.act { try await $0.loadProducts() }
    } catch {
      output.note(
        say(
          "the App Store has the new catalogue, but this device could not "
            + "load it: \(CommandError(explaining: error).message)"))
    }
    return TakenCatalogue(
      message: (said + "for sale").text, settings: configuration.settings.switchedOn,
      unknownProductIds: try report.strings("unknownProductIds") ?? [],
      warnings: try report.strings("warnings") ?? [], isForSale: true)
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
    let rootFiles = try call.options.all(.root).map { try InputFile.bytes($0) }
    let roots = try TrustedRoots(files: rootFiles).addingApple()
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
    try (session.spec.kind as? CaseKind)?.keep(roots: rootFiles, in: session.directory)
    var report = try await session.act { try await $0.importEvidence(items) }
    report.failed = unread + report.failed
    let name = try call.options[.caseName] ?? ""
    call.output.document(report.document(name))
    call.output.text(report.lines(place: call.place).joined(separator: "\n"))
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
  ///
  /// - Throws: A `CommandError` where the case is new and the files name no app, or only others.
  fileprivate func binding(_ items: [ImportItem]) throws(CommandError) -> StoreOptions {
    let all = items.lazy.compactMap(\.claims)
    let claims = all.first { $0.environment.isSignedByApple } ?? all.first
    var options = self
    options.bundleId = bundleId ?? claims?.bundleId
    let guessed = claims.map { $0.environment.isSignedByApple ? $0.environment : .sandbox }
    options.environment = environment ?? guessed?.rawValue
    guard !StoreDirectory.holdsDevice(self) else { return options }
    guard let bundleId = options.bundleId, options.environment != nil else {
      throw CommandError(
        .usage,
        say("nothing was imported: the files name no app; add --bundle-id ID --environment Production or Sandbox"))
    }
    if let other = claims?.bundleId, !all.contains(where: { $0.bundleId == bundleId }) {
      throw CommandError(
        .usage, say("nothing was imported: the files are of the app \(safeText(other)), not \(safeText(bundleId))"))
    }
    return options
  }
}

extension ImportReport {
  fileprivate func document(_ name: String) -> JSONObject {
    [
      "ok": .bool(failed.isEmpty), "message": .string(lines(place: [])[0]), "case": .string(name),
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

  /// - Parameter place: The options that name the case.
  fileprivate func lines(place: [String]) -> [String] {
    var lines = [say("imported \(imported), already known \(known), failed \(failed.count)")]
    if others > 0 { lines.append(say("\(others) signed items have no transaction")) }
    lines += customers.map { customer in
      let command = (["till", "account", ShellWords.quoted(customer)] + place).joined(separator: " ")
      return say("customer \(safeText(customer)): \(safeText(command, limit: 1000))")
    }
    return lines
  }
}
