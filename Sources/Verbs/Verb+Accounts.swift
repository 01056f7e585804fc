import AppStoreModel
import Core

/// Verbs of Apple Accounts and families.
extension Verb {
  package static let storefront: Verb = Verb(
    "storefront", .word(.storefront), summary: "move the signed-in account to another country's App Store",
    effect: .newListing,
    places: VerbPlace(
      "storefront", in: .accounts, key: "f", title: "storefront",
      summary: "Move the signed-in Apple Account to another country's App Store.", rank: 1
    ) { scene in
      let account = try scene.account()
      try scene.mustBeSignedIn(account.name)
      let codes = ["USA", "CHN", "DEU", "JPN", "GBR", "FRA", "KOR", "BRA", "IND"]
      return .choose(
        "Which storefront?",
        codes.filter { $0 != account.storefront }.map { code in
          .init(
            "\(code)", "\(Storefront(countryCode: code)?.currency ?? "")",
            .now(VerbCall(.storefront).with(.storefront, code)))
        })
    }, inFiles: true)

  package static let locale: Verb = Verb(
    "locale", .word(.locale), summary: "set the language in which the signed-in account sees names and prices",
    effect: .newListing,
    places: VerbPlace(
      "locale", in: .accounts, key: "l", title: "locale",
      summary: "Set the language in which the signed-in Apple Account sees names and prices.", rank: 5
    ) { scene in
      try scene.mustBeSignedIn(scene.account().name)
      let locales: [(String, Words)] = [
        ("en_US", "English"), ("en_GB", "English, Britain"), ("zh_CN", "Chinese, simplified"),
        ("zh_TW", "Chinese, traditional"), ("ja_JP", "Japanese"), ("ko_KR", "Korean"), ("de_DE", "German"),
        ("fr_FR", "French"), ("es_ES", "Spanish"), ("pt_BR", "Portuguese, Brazil"),
      ]
      return .choose(
        "Which locale?",
        locales.map { .init("\($0.0)", $0.1, .now(VerbCall(.locale).with(.locale, $0.0))) }
          + [.init("none", "reset to the storefront's", .now(VerbCall(.noLocale)))])
    }, inFiles: true)

  package static let noLocale: Verb = Verb(
    "locale", .needed(.off), name: "locale --off", summary: "reset to the storefront's language", effect: .newListing,
    inFiles: true)

  package static let family: Verb = Verb(
    "family", summary: "list the families and the purchases that they share", isReading: true, inFiles: true)

  package static let joinFamily: Verb = Verb(
    "family join", .word(.member), summary: "add an account to the family of the signed-in account",
    places: VerbPlace(
      "family", in: .accounts, key: "m", title: "family",
      summary: "Add this Apple Account to the family of the signed-in one, or remove it.", rank: 2
    ) { scene in
      let member = try scene.account().name
      if scene.situation.families.contains(where: { $0.contains(member) }) {
        return .ask(
          "Remove \(safeText(member)) from its family?",
          "What it shared with the family, or used through it, is revoked; Apple refunds nothing.",
          VerbCall(.leaveFamily).with(.member, member))
      }
      guard let own = scene.signedIn, own != member else {
        throw WhyNot("choose the Apple Account to add to the family of the signed-in one")
      }
      return .ask(
        "Add \(safeText(member)) to the family of \(safeText(own))?",
        "From now on both can use the shareable purchases of the other.", VerbCall(.joinFamily).with(.member, member))
    }, inFiles: true)

  package static let leaveFamily: Verb = Verb(
    "family leave", .word(.member), summary: "remove an account from its family", inFiles: true)

  package static let share: Verb = Verb(
    "family share", .word(.isOn), .word(.product),
    summary: "share a product of the signed-in account with the family, or stop sharing it",
    places: VerbPlace(
      "share", in: .accounts, key: "h", title: "share",
      summary: "Share a product with the signed-in customer's family, or stop sharing it.", rank: 3
    ) { scene in
      try scene.mustBeSignedIn(scene.account().name)
      let products = try scene.sold(
        scene.products.filter(\.isShareable), else: "the catalogue has no family shareable product")
      return .choose(
        "Which product?",
        products.flatMap { product in
          let call = VerbCall(.share).with(.product, product.id)
          let (given, kept): (Words, Words) = (
            "The family can use it as long as it is paid.", "The family can no longer use it."
          )
          return [
            VerbPlan.Item(
              "share \(product.name)", given, .ask("Share \(product.name)?", given, call.with(.isOn, true))),
            VerbPlan.Item(
              "stop sharing \(product.name)", kept,
              .ask("Stop sharing \(product.name)?", kept, call.with(.isOn, false))),
          ]
        })
    }, inFiles: true)

  package static let rescindConsent: Verb = Verb(
    "rescind-consent", .maybe(.newName), summary: "withdraw a parent's consent; Apple notifies the app server",
    inFiles: true)

  package static let externalPurchase: Verb = Verb(
    "external-purchase", .maybe(.externalEvent),
    summary: "notify the app server of an external purchase token: unreported, created or active-token-reminder",
    inFiles: true)

  package static let receipt: Verb = Verb(
    "receipt", .needed(.to), .option(.account), .option(.environment),
    summary: "write the app receipt of an account", isReading: true, inFiles: true)

  package static let accounts = [
    storefront, locale, noLocale, family, joinFamily, leaveFamily, share, rescindConsent, externalPurchase,
    receipt,
  ]

  // MARK: Verbs that other commands perform

  /// The verb of `till import FILE.storekit`.
  package static let takeCatalogue: Verb = Verb(
    "take-catalogue", .word(.catalogue), summary: "replace the catalogue with a .storekit file", asksFirst: true,
    access: .otherCommands)

  /// The verb of `till export --format storekit`.
  package static let giveCatalogue: Verb = Verb(
    "give-catalogue", .word(.savedFile), summary: "write the catalogue's file", isReading: true,
    access: .otherCommands)

  /// The verb of `till account NAME --new`.
  package static let newAccount: Verb = Verb(
    "new-account", .word(.newName), summary: "create an Apple Account", access: .otherCommands)

  package static let inner = [takeCatalogue, giveCatalogue, newAccount]
}
