import SafeText
import StoreModel
import Texts

/// Apple Accounts and families.
extension Verb {
  package static let storefront: Verb = Verb(
    "storefront", .word(.storefront), summary: "the signed-in account moves to another country's App Store",
    effect: .newPrices,
    places: [
      VerbPlace(
        "storefront", in: .accounts, key: "f", title: "storefront",
        summary: "Moves the signed-in Apple Account to another country's App Store.", rank: 1
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
      }
    ], inFiles: true)

  package static let locale: Verb = Verb(
    "locale", .word(.locale), summary: "the language in which the signed-in account sees names and prices",
    effect: .newPrices,
    places: [
      VerbPlace(
        "locale", in: .accounts, key: "l", title: "locale",
        summary: "Chooses the language in which the signed-in Apple Account sees names and prices.", rank: 5
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
            + [.init("none", "the storefront's own again", .now(VerbCall(.noLocale)))])
      }
    ], inFiles: true)

  package static let noLocale: Verb = Verb(
    "locale", .needed(.off), name: "locale --off", summary: "the storefront's own language again", effect: .newPrices,
    inFiles: true)

  package static let family: Verb = Verb(
    "family", summary: "the families and what they share", isReading: true, inFiles: true)

  package static let joinFamily: Verb = Verb(
    "family join", .word(.member), summary: "an account joins the family of the signed-in one",
    places: [
      VerbPlace(
        "family", in: .accounts, key: "m", title: "family",
        summary: "Takes this Apple Account into the family of the one that is signed in, or out of it.", rank: 2
      ) { scene in
        let member = try scene.account().name
        if scene.situation.families.contains(where: { $0.contains(member) }) {
          return .ask(
            "Take \(safeText(member)) out of its family?",
            "What it had through others is revoked, and what others had through it; nothing is paid back.",
            VerbCall(.leaveFamily).with(.member, member))
        }
        guard let own = scene.signedIn, own != member else {
          throw WhyNot("choose the Apple Account that joins the family of the one that is signed in")
        }
        return .ask(
          "Take \(safeText(member)) into the family of \(safeText(own))?",
          "What both bought and may share is the other's too from now on.", VerbCall(.joinFamily).with(.member, member))
      }
    ], inFiles: true)

  package static let leaveFamily: Verb = Verb(
    "family leave", .word(.member), summary: "an account leaves its family", inFiles: true)

  package static let share: Verb = Verb(
    "family share", .word(.isOn), .word(.product), summary: "the signed-in account shares a product, or keeps it",
    places: [
      VerbPlace(
        "share", in: .accounts, key: "h", title: "share",
        summary: "As the signed-in customer: lets the family have a product, or keeps it.", rank: 3
      ) { scene in
        try scene.mustBeSignedIn(scene.account().name)
        let products = try scene.sold(
          scene.products.filter(\.isShareable), else: "the catalogue lets no product be shared")
        return .choose(
          "Which product does the family have?",
          products.flatMap { product in
            let call = VerbCall(.share).with(.product, product.id)
            let (given, kept): (Words, Words) = (
              "The family has it too, as long as it is paid.", "The family loses it."
            )
            return [
              VerbPlan.Item(
                "share \(product.name)", given, .ask("Share \(product.name)?", given, call.with(.isOn, true))),
              VerbPlan.Item(
                "keep \(product.name)", kept, .ask("Keep \(product.name)?", kept, call.with(.isOn, false))),
            ]
          })
      }
    ], inFiles: true)

  package static let rescindConsent: Verb = Verb(
    "rescind-consent", .maybe(.newName), summary: "a parent takes back the consent; the app's server is told",
    inFiles: true)

  package static let externalPurchase: Verb = Verb(
    "external-purchase", .maybe(.externalEvent),
    summary: "tells the app's server of an external purchase token: unreported, created or active-token-reminder",
    inFiles: true)

  package static let receipt: Verb = Verb(
    "receipt", .needed(.to), .option(.account), .option(.environment),
    summary: "writes the app receipt of an account", isReading: true, inFiles: true)

  package static let accounts = [
    storefront, locale, noLocale, family, joinFamily, leaveFamily, share, rescindConsent, externalPurchase,
    receipt,
  ]

  // MARK: What other commands give

  /// `till import FILE.storekit`.
  package static let takeCatalogue: Verb = Verb(
    "take-catalogue", .word(.catalogue), summary: "sells what a .storekit file has", asksFirst: true,
    access: .otherCommands)

  /// `till export --format storekit`.
  package static let giveCatalogue: Verb = Verb(
    "give-catalogue", .word(.savedFile), summary: "writes the catalogue's file", isReading: true,
    access: .otherCommands)

  /// `till account NAME --new`.
  package static let newAccount: Verb = Verb(
    "new-account", .word(.newName), summary: "a new Apple Account", access: .otherCommands)

  package static let inner = [takeCatalogue, giveCatalogue, newAccount]
}
