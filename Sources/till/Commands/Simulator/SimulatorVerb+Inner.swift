import AppStoreSimulator
import SafeText
import StoreModel
import StrictJSON

extension SimulatorVerb {
  /// What other commands do at the App Store's side; `till simulator` has no word for them.
  static let inner = [takeCatalogue, giveCatalogue, newAccount]

  /// `till import FILE.storekit`.
  static let takeCatalogue = SimulatorVerb(name: "take-catalogue", usage: "take-catalogue FILE", words: 1) { call in
    let name = call.words[0]
    let bytes = try call.device.read(name)
    if try call.appStore.hasPurchases() {
      try call.device.confirm("there are purchases: replace the catalogue with \(safeText(name))?")
    }
    let report = try call.appStore.importCatalogue(bytes, name: name)
    return SimulatorAnswer(
      "the catalogue is \(name)",
      ["unknownProductIds": report.unknownProductIds.json, "warnings": report.warnings.json])
  }

  /// `till export --format storekit`.
  static let giveCatalogue = SimulatorVerb(
    name: "give-catalogue", usage: "give-catalogue FILE", words: 1, isReading: true
  ) { call in
    try call.device.write(call.appStore.catalogueBytes(), call.words[0])
    return SimulatorAnswer("the catalogue is in \(call.words[0])")
  }

  /// `till account NAME --new`.
  static let newAccount = SimulatorVerb(name: "new-account", usage: "new-account NAME", words: 1) { call in
    let storefront = try call.appStore.accounts().first?.storefront ?? "USA"
    try call.appStore.addAccount(call.words[0], storefront: storefront)
    return SimulatorAnswer("\(call.words[0]) is a new Apple Account")
  }
}
