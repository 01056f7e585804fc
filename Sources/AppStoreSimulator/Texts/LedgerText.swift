import Texts

/// Why the ledger cannot do what was asked, and what is wrong with it.
enum LedgerText: Sentence {
  case noCheckpointName(String), statementCannotBeRead

  case noHistory(String), historyOfAnotherApp(name: String, found: String, expected: String)
  case isDamaged(name: String, fault: String), historyHasNoState, timeOfHistoryIsNone, catalogueOfHistory
  case numberWithFraction

  case ledgerHasNoState(String), catalogueInFile(String)

  case theCatalogue

  case noRevision(String), appStoreStartedOver

  case thereIsNone

  case receiptsAreFor(String)

  case takeOneOffer, renewalsGoWithAgo

  case runsInFilesOfItsOwn(String), moreRows(name: String, next: String), listed(Int, String)

  case noAccount(name: String, known: String), noAccountName(String), accountExists(String), noLocale(String)
  case noStorefront(String)

  case timeRate(String), billingGracePeriod, interruptedPurchases, failingRenewals, paymentWithoutSheet
  case theFault(String), demoCouldNotBeMade(account: String, productId: String)

  case itIsNotInCatalogue

  case tooManyRenewals(product: String, most: Int)

  case hasNoKinds(fault: String, kind: String), doesNotFailSo(fault: String, kind: String, kinds: String)

  case transactionCannotBeRead

  case noSubscription(account: String, name: String), notBefore2001

  case certificatesChanged

  case listedFromNewest, noPlaceInList(String)

  case onlyForward, notPast2098

  case noNetwork, noPayments, noAnswer, neverCallsBack, noTransaction(String)

  case failsOnPurpose(call: String, kind: String, words: String)

  case noCheckpoint(String, known: [String])
}

// MARK: - English

extension LedgerText {
  var english: String {
    switch self {
    case .noCheckpointName(let name): "\(name) cannot be a checkpoint's name: take up to 128 plain characters"
    case .statementCannotBeRead: "the history holds a signed statement that cannot be read"

    case .noHistory(let name): "\(name) is no history of a simulated App Store"
    case .historyOfAnotherApp(let name, let found, let expected):
      "\(name) is the history of the app \(found), not of \(expected)"
    case .isDamaged(let name, let fault): "\(name) is damaged: \(fault)"
    case .historyHasNoState: "the history has no state"
    case .timeOfHistoryIsNone: "the history's time is no time"
    case .catalogueOfHistory: "the catalogue of the history"
    case .numberWithFraction: "the ledger holds a number with a fraction, which no row of it has"

    case .ledgerHasNoState(let file): "the ledger \(file) has no state: move it aside and start a new one"
    case .catalogueInFile(let file): "the catalogue in \(file)"

    case .theCatalogue: "the catalogue"

    case .noRevision(let text): "\(text) is no revision of this history: read it from the start"
    case .appStoreStartedOver: "this App Store started over since that revision: read the history from the start"

    case .thereIsNone: "there is none"

    case .receiptsAreFor(let name): "--environment \(name): receipts are for Sandbox or Production"

    case .takeOneOffer: "take one of --offer, --code, --win-back, --billing-plan and --introductory"
    case .renewalsGoWithAgo: "--renewals is default, cancel or until-now, and goes with --ago"

    case .runsInFilesOfItsOwn(let verb): "till simulator \(verb) works in files of its own: leave out --backend"
    case .moreRows(let name, let next): "\nmore: till simulator \(name) --after \(next)"
    case .listed(let count, let name): "\(count) \(count == 1 && name.hasSuffix("s") ? String(name.dropLast()) : name)"

    case .noAccount(let name, let known): "this App Store knows no Apple Account \(name); it has \(known)"
    case .noAccountName(let name): "\(name) cannot be an Apple Account's name: take up to 128 plain characters"
    case .accountExists(let name): "the Apple Account \(name) exists already"
    case .noLocale(let locale): "\(locale) is no locale: write it as de_DE, zh_CN or en_GB"
    case .noStorefront(let code):
      "\(code) is no storefront: take an ISO 3166 code of three letters, such as USA, CHN or DEU"

    case .timeRate(let name): "the time rate \(name)"
    case .billingGracePeriod: "the billing grace period"
    case .interruptedPurchases: "interrupted purchases"
    case .failingRenewals: "failing renewals"
    case .paymentWithoutSheet: "payment without a sheet"
    case .theFault(let fault): "the fault \(fault)"
    case .demoCouldNotBeMade(let account, let productId):
      "the demo data could not be made: \(account) could not buy \(productId)"

    case .itIsNotInCatalogue: "it is not in this App Store's catalogue"

    case .tooManyRenewals(let product, let most): "\(product) would renew more than \(most) times: take smaller steps"

    case .hasNoKinds(let fault, let kind): "\(fault) has no kinds: leave \(kind) out"
    case .doesNotFailSo(let fault, let kind, let kinds): "\(fault) does not fail with \(kind): take one of \(kinds)"

    case .transactionCannotBeRead: "the ledger holds a transaction that cannot be read"

    case .noSubscription(let account, let name):
      "\(account) has no subscription \(name): name its product or its original transaction id"
    case .notBefore2001: "the clock cannot go back before the year 2001: the certificates begin in 2000"

    case .certificatesChanged: "the ledger's certificates changed while it was open: open it again"

    case .listedFromNewest: "transactions are listed from the newest on, at least one at a time"
    case .noPlaceInList(let key): "\(key) is no place in this list: take `next` of the page before"

    case .onlyForward: "the clock only moves forward: take a positive duration such as 5m or 30d"
    case .notPast2098: "the clock cannot go past the year 2098: this App Store's certificates end soon after"

    case .noNetwork: "no network between this device and the App Store: `till simulator network on` brings it back"
    case .noPayments: "this device may not make payments: `till simulator payments on` allows them"
    case .noAnswer:
      "the App Store did not answer: whether it charged shows at the next start, purchase, restore "
        + "or refund check"
    case .neverCallsBack: "the App Store charged, and never calls back"
    case .noTransaction(let id): "this App Store knows no transaction \(id); `till simulator transactions` lists them"

    case .failsOnPurpose(let call, let kind, let words):
      "the App Store fails \(call) on purpose (\(kind): \(words)): `till simulator fault \(call) --off` ends it"

    case .noCheckpoint(let name, let known):
      known.isEmpty
        ? "there is no checkpoint \(name): there is none"
        : "there is no checkpoint \(name): there are \(known.joined(separator: ", "))"
    }
  }
}
