import AppStoreModel
import Core
import Storage

/// Apple Accounts in the ledger.
extension LedgerSession {
  /// Returns an Apple Account by its name.
  ///
  /// - Throws: a `StoreError` of kind `accountNotFound`.
  func account(_ name: String) throws -> AccountRow {
    let row = try connection.first(AccountRow.self, "WHERE name = ?", name)
    guard let row else {
      let names = try accounts().map { safeText($0.name) }
      let hint = remedy(for: name, among: names)
      throw StoreError(.accountNotFound, say("unknown Apple Account “\(safeText(name))”; \(hint)"))
    }
    return row
  }

  /// Returns all Apple Accounts in their order.
  func accounts() throws -> [AccountRow] {
    try connection.all(AccountRow.self, "ORDER BY position")
  }

  /// Returns all Apple Accounts for lists; the note “owns nothing” is left out after the first purchase.
  func listedAccounts() throws -> [AppleAccount] {
    try accounts().map { row in
      let isNoteOver = try row.isNotedAsNew && hasBought(row.name)
      return AppleAccount(
        name: row.name, note: isNoteOver ? "" : row.note, storefront: row.storefront,
        appTransactionId: String(row.appTransactionId))
    }
  }

  private func hasBought(_ name: String) throws -> Bool {
    try connection.value("SELECT 1 FROM transactions WHERE account = ? LIMIT 1", name, as: Int.self) != nil
  }

  /// Adds an Apple Account at the end of the list.
  ///
  /// - Throws: a `StoreError` of kind `usage` if the name is taken, empty, too long or has control characters, or if
  ///   the storefront is unknown.
  func addAccount(_ name: String, storefront: String, note: String, locale: String? = nil) throws {
    guard !name.isEmpty, name.utf8.count <= 128, safeText(name) == name else {
      throw StoreError(
        .usage, say("invalid Apple Account name “\(safeText(name))”; use up to 128 plain characters"))
    }
    let others = try accounts()
    guard !others.contains(where: { $0.name == name }) else {
      throw StoreError(.usage, say("the Apple Account \(name) already exists"))
    }
    let row = AccountRow(
      name: name, position: others.count + 1, storefront: try knownStorefront(storefront), note: note,
      appTransactionId: LedgerNumbers.appTransactionId(seed: identity.seed, account: name), chosenLocale: locale)
    try connection.insert(row)
  }

  /// Moves every Apple Account to one storefront, as a `.storekit` file has a single one.
  mutating func moveAccounts(to storefront: Storefront) throws {
    for account in try accounts() { try setStorefront(storefront.countryCode, of: account.name) }
  }

  /// Sets the locale in which an account sees names and prices; nil returns to the storefront's.
  ///
  /// - Throws: a `StoreError` of kind `usage` for an invalid locale.
  func setLocale(_ locale: String?, of name: String) throws {
    var account = try account(name)
    if let locale, !Self.isLocale(locale) {
      throw StoreError(.usage, say("invalid locale “\(safeText(locale))”; write it as de_DE, zh_CN or en_GB"))
    }
    account.chosenLocale = locale
    try connection.update(account)
  }

  /// Moves an Apple Account to another storefront; prices change with the next product request and purchase.
  mutating func setStorefront(_ code: String, of name: String) throws {
    var account = try account(name)
    account.storefront = try knownStorefront(code)
    try connection.update(account)
    // The next renewal is charged in the new storefront's currency.
    for var row in try subscriptions(of: name) where row.state.isRunning { try change(&row) }
  }

  /// Returns whether a text names a language, with an optional script and region.
  private static func isLocale(_ text: String) -> Bool {
    let language = text.prefix { $0 != "_" }
    guard languages.contains(language.lowercased()) else { return false }
    return text.utf8.count <= 16 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
  }

  /// The languages of ISO 639-1, and the three-letter ones that Apple's systems support.
  private static let languages = Set(
    """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo \
    es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg \
    ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn \
    no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta \
    te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu chr ckb fil haw kok mni sat yue
    """.split(separator: " ").map(String.init))

  private func knownStorefront(_ code: String) throws -> String {
    guard let storefront = Storefront(countryCode: code) else {
      throw StoreError(
        .usage,
        say("invalid storefront “\(safeText(code))”; use an ISO 3166 code of three letters, such as USA, CHN or DEU"))
    }
    return storefront.countryCode
  }
}
