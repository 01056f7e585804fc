import Database
import Foundation
import SafeText
import StoreModel

/// Apple Accounts as rows.
extension LedgerSession {
  /// An Apple Account by its name.
  ///
  /// - Throws: a `SimulatorError` of kind `accountNotFound`.
  func account(_ name: String) throws -> AccountRow {
    let row = try first(
      "SELECT" + AccountRow.columns + "FROM accounts WHERE name = ?", [name.databaseValue], AccountRow.init(row:))
    guard let row else {
      let names = try accounts().map { safeText($0.name) }.joined(separator: ", ")
      throw SimulatorError(
        .accountNotFound, "this App Store knows no Apple Account \(safeText(name)); it has \(names)")
    }
    return row
  }

  /// All Apple Accounts in their order.
  func accounts() throws -> [AccountRow] {
    try all("SELECT" + AccountRow.columns + "FROM accounts ORDER BY position", [], AccountRow.init(row:))
  }

  /// Adds an Apple Account at the end of the list.
  ///
  /// - Throws: a `SimulatorError` of kind `usage` when the name is taken, empty, long or holds control characters, or
  ///   when the storefront is not known.
  func addAccount(_ name: String, storefront: String, note: String, locale: String? = nil) throws {
    guard !name.isEmpty, name.utf8.count <= 128, safeText(name) == name else {
      throw SimulatorError(
        .usage, "\(safeText(name)) cannot be an Apple Account's name: take up to 128 plain characters")
    }
    let others = try accounts()
    guard !others.contains(where: { $0.name == name }) else {
      throw SimulatorError(.usage, "the Apple Account \(name) exists already")
    }
    let row = AccountRow(
      name: name, position: others.count + 1, storefront: try knownStorefront(storefront), note: note,
      appTransactionId: LedgerNumbers.appTransactionId(seed: identity.seed, account: name), chosenLocale: locale)
    try run("INSERT INTO accounts (" + AccountRow.columns + ") VALUES (?, ?, ?, ?, ?, ?)", row.values)
  }

  /// Chooses the locale in which an account sees names and prices; nil is the storefront's again.
  ///
  /// - Throws: a `SimulatorError` of kind `usage` for what is no locale.
  func setLocale(_ locale: String?, of name: String) throws {
    let account = try account(name)
    if let locale, !Self.isLocale(locale) {
      throw SimulatorError(.usage, "\(safeText(locale)) is no locale: write it as de_DE, zh_CN or en_GB")
    }
    try run(
      "UPDATE accounts SET locale = ? WHERE name = ?", [locale.databaseValue, account.name.databaseValue])
  }

  /// Moves an Apple Account to another storefront: currency and format change with the next listing and purchase.
  func setStorefront(_ code: String, of name: String) throws {
    let account = try account(name)
    try run(
      "UPDATE accounts SET storefront = ? WHERE name = ?",
      [try knownStorefront(code).databaseValue, account.name.databaseValue])
  }

  /// Whether a text names a language, and maybe script and region.
  private static func isLocale(_ text: String) -> Bool {
    let language = Locale(identifier: text).language
    guard let code = language.languageCode, Locale.LanguageCode.isoLanguageCodes.contains(code) else { return false }
    return text.utf8.count <= 16 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
  }

  private func knownStorefront(_ code: String) throws -> String {
    guard let storefront = Storefront(countryCode: code) else {
      throw SimulatorError(
        .usage, "\(safeText(code)) is no storefront: take an ISO 3166 code of three letters, such as USA, CHN or DEU")
    }
    return storefront.countryCode
  }
}
