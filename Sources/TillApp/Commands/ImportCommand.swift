import AppStoreModel
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
    if call.options.has(.caseName) { return try importEvidence(call) }
    guard call.words.count == 1, let name = call.words.first else {
      throw UsageError(say("too many files; use till import FILE.storekit"))
    }
    // The file is read before anything is asked or opened, so that an invalid file changes nothing.
    let bytes = try InputFile.bytes(name)
    let configuration = try StoreKitConfiguration(parsing: bytes, name: name)
    let session = try call.actingSession()
    defer { session.close() }
    let (unknownProductIds, warnings, isForSale) = try offer(configuration, of: name, in: session, call)
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
  ) throws -> (unknownProductIds: [String], warnings: [String], isForSale: Bool) {
    if session.listsNoProducts { return (try session.takeCatalogue(configuration), [], false) }
    let report = try blocking {
      var verb = VerbCall(.takeCatalogue).with(.catalogue, name)
      verb.isConfirmed = call.options.has(.yes)
      return try await call.carryOut(verb, in: session).document
    }
    let purchasing = try session.purchasing()
    do {
      try blocking {
        try await purchasing.loadProducts()
        try await purchasing.rememberStatuses()
      }
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
