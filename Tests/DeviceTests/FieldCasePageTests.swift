import Core
import Foundation
import TestSupport
import Testing

@testable import TillApp

/// Tests that run the commands of `Assets/Docs/FieldCases.md` as they are written.
///
/// Each row has a device and an Apple Account of its own.
@Suite struct FieldCasePageTests {
  /// The commands of one row, in order.
  private struct Recipe {
    let row: String
    let commands: [[String]]
  }

  private static let page: [Recipe] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Assets/Docs/FieldCases.md")
    let text = (try? String(contentsOf: root, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count > 4, cells[1].wholeMatch(of: #/[A-F][0-9]+/#) != nil else { return nil }
      let spans = cells[3].split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
      return Recipe(
        row: cells[1],
        commands: spans.filter { $0.hasPrefix("till ") }.map { $0.split(separator: " ").dropFirst().map(String.init) })
    }
  }()

  /// Words of commands that other tests run, because they need a server, kill the program or take long.
  private static let elsewhere = [
    "serve", "walkthrough", "lookup", "support", "secret", "URL", "FILE", "exec:", "receipt:production", "crash:",
    "slow:",
  ]
  private static let alternatives: Set<String> = ["B7", "F1", "F5", "F10"]

  @Test func everyCommandOfThePageIsOne() throws {
    #expect(Self.page.count > 40)
    for recipe in Self.page {
      for words in recipe.commands {
        let options = try Arguments(words)
        let command = try CommandTable.command(named: options.words.first ?? "")
        #expect(throws: Never.self, "\(recipe.row): till \(words.joined(separator: " "))") {
          try Program.check(options, for: command)
        }
      }
    }
  }

  @Test func eachRecipeDoesWhatItSays() throws {
    let shop = try Shop()
    for recipe in Self.page where !Self.alternatives.contains(recipe.row) {
      let isTypedElsewhere = recipe.commands.joined().contains { word in Self.elsewhere.contains { word.contains($0) } }
      guard !recipe.commands.isEmpty, !isTypedElsewhere else { continue }
      let till = try device(recipe.row, of: shop)
      for words in recipe.commands {
        let answer = till.run(words.filter { $0 != "--yes" }.map { blank($0, till) })
        #expect(answer.status != .usage, "\(recipe.row): till \(words.joined(separator: " ")): \(answer.message)")
      }
      let entitled = Self.entitled[recipe.row] ?? [:]
      for (productId, isEntitled) in entitled {
        let answer = till.run(["check", productId])
        #expect((answer.status == .done) == isEntitled, "\(recipe.row): \(productId): \(answer.document)")
      }
    }
  }

  /// The products that the user owns at the end, or does not own, for the recipes about ownership.
  private static let entitled: [String: [String: Bool]] = [
    "B4": [Shop.premium: true, Shop.icons: true], "C1": [Shop.premium: true], "C6": [Shop.premium: true],
    "D1": [Shop.premium: true], "D2": [Shop.premium: true], "D3": [Shop.premium: true], "D4": [Shop.premium: true],
    "D5": [Shop.premium: true], "D7": [Shop.monthly: true], "D9": [Shop.premium: false, Shop.icons: false],
    "D10": [Shop.premium: false], "E1": [Shop.premium: false], "E5": [Shop.premium: false], "E8": [Shop.premium: true],
    "F3": [Shop.premium: true, Shop.icons: false], "F9": [Shop.season: true],
  ]

  @Test(arguments: [
    ("no-callback", "chargeUnknown"), ("app-server-down", "unreachable"), ("app-server-refused", "refused"),
    ("app-server-overdue", "overdue"), ("unverifiable", "badSignature"),
  ])
  func f10EachCauseIsToldApart(_ fault: String, _ cause: String) throws {
    let named = Self.page.filter { $0.row == "F10" }.flatMap(\.commands).joined()
    #expect(named.contains(fault))
    let till = try device("F10", of: Shop())
    #expect(till.run(["fault", fault]).status == .done)
    // The app server must be down. Otherwise it would learn of the charge from the App Store.
    if ["no-callback", "unverifiable"].contains(fault) {
      #expect(till.run(["fault", "app-server-down"]).status == .done)
    }
    #expect(till.run(["buy", Shop.premium]).status == .failed)
    let answer = till.run(["explain", Shop.premium]).document
    #expect((answer["cause"] ?? answer["state"])?.stringValue == cause)
    #expect(till.run(["user", "two"]).status == .done)
    let others = till.run(["explain", Shop.premium])
    #expect(!others.text.contains("Your payment"))
  }

  /// Returns the command line of a new device.
  ///
  /// Its Apple Account has bought nothing, and its user has the same name.
  private func device(_ name: String, of shop: Shop) throws -> CommandLine {
    let till = CommandLine(shop: shop, device: name)
    try shop.appStore.addAccount("\(name)@", storefront: "USA")
    #expect(till.run(["account", "\(name)@"]).status == .done)
    #expect(till.run(["user", name]).status == .done)
    return till
  }

  /// Returns what a person would type in place of a placeholder in capitals.
  private func blank(_ word: String, _ till: CommandLine) -> String {
    func newest(_ member: String) -> String {
      let orders = till.run(["orders"]).document["orders"]?.arrayValue ?? []
      return orders.first?.objectValue?[member]?.stringValue ?? word
    }
    switch word {
    case "PRODUCT": return Shop.premium
    case "ANOTHER": return Shop.icons
    case "PASS": return Shop.season
    case "SUBSCRIPTION": return Shop.monthly
    case "TEXT": return "test"
    case "ID": return "reference-1"
    case "DATE": return "2025-06-01"
    case "CODE": return "JPN"
    case "LOCALE": return "en_US"
    case "NAME", "one": return till.device
    case "ORDER": return newest("id")
    case "TRANSACTION": return newest("transactionId")
    case "GRANT":
      let grants = till.run(["user", "--owns"]).document["grants"]?.arrayValue ?? []
      return grants.first?.objectValue?["id"]?.stringValue ?? word
    default: return word
    }
  }
}
