import AppStoreModel
import Foundation
import TerminalUI
import Testing

@testable import Dashboard

/// Snapshots of every view at each of the five sizes, one file a view.
@Suite struct EveryViewTests {
  /// A view and the keys that lead to it.
  struct View: Sendable, CustomTestStringConvertible {
    let name: String
    let keys: String

    init(_ name: String, _ keys: String) { (self.name, self.keys) = (name, keys) }

    var testDescription: String { name }
  }

  static let views = [
    View("main", ""), View("detail", "<Enter>"), View("detail-of-a-subscription", "jjj<Enter>"),
    View("transactions", "2j"), View("orders", "3"), View("unfinished", "4"), View("journal", "5"),
    View("quarantine", "6"), View("filter", "/plus"), View("sorted", "Ojj<Enter>"), View("zoomed", "2Z"),
    View("payment", "jb"), View("payment-subscription", "jjjjb"), View("failing", "bf"), View("use", "jjx"),
    View("refund-list", "a"), View("refund-reason", "a<Enter>by mistake"), View("users", "i"), View("unusual", "!"),
    View("sorting", "O"), View("export", "2E"), View("picture", "W"), View("palette", ":"), View("help", "?"),
    View("order", "3<Enter>o"), View("timeline", "T"),
    View("store-decisions", "s"), View("store-asking", "sy"), View("store-menu", "sm"), View("store-clock", "s+"),
    View("store-subscriptions", "s2"), View("store-accounts", "s3"), View("store-faults", "s4"),
    View("store-settings", "s5"), View("store-notifications", "s6"), View("store-purchases", "s7"),
    View("store-new-device", "sd"), View("store-help", "s?"),
    View("viewer-fields", "2<Enter>"), View("viewer-versions", "2<Enter><Tab>"),
    View("viewer-json", "2<Enter><Tab><Tab>"),
    View("viewer-trust", "2<Enter><Tab><Tab><Tab>"),
  ]

  /// Returns a dashboard that shows a view at a size, with all its queries answered.
  static func driver(_ view: View, _ width: Int, _ height: Int) throws -> Driver {
    var driver = Driver(width: width, height: height)
    for key in try Key.parse(script: view.keys) {
      driver.send(.key(key))
      answer(&driver)
    }
    return driver
  }

  static func answer(_ driver: inout Driver) {
    let waiting = driver.effects
    driver.effects = []
    for case .read(let id, let query) in waiting {
      let loaded: Loaded? =
        switch query {
        case .page(.transactions, _): .transactions(Fixture.transactions(0..<12))
        case .page(.orders, _): .orders(Fixture.orders)
        case .page(.unfinished, _): .unfinished(Page(rows: []))
        case .page(.journal, _), .orderJournal:
          query.isJournal ? .journal(Fixture.journal) : .orderJournal(Fixture.journal)
        case .page(.quarantine, _): .quarantine(Page(rows: []))
        case .page(.refunds, _): .refunds(Fixture.refunds)
        case .refundable: .refundable(Page(rows: [Fixture.stored(1, Fixture.monthly), Fixture.stored(3)]))
        case .lives: .lives(Fixture.lives)
        case .signedItem: .signedItem(ViewerTests.signedItem)
        case .situation: .situation(Fixture.situation)
        default: nil
        }
      if let loaded { driver.send(.loaded(id, loaded)) }
    }
  }

  @Test(arguments: views) func eachOfTheFiveSizes(_ view: View) throws {
    let frames = try AnswerFirstTests.sizes.map { width, height in
      ("\(width)x\(height)", try Self.driver(view, width, height).frame())
    }
    try Snapshot.check(frames, view.name)
  }

  /// Tests that no snapshot cuts important text: a price, a verdict, a next step.
  @Test func noKeptFrameCutsWhatDecides() throws {
    for (name, text) in try Snapshot.all() {
      for line in text.split(separator: "\n") where line.unicodeScalars.contains("…") {
        let isMoney = line.contains(#/[¥€$£][0-9][0-9.,]*…/#)
        #expect(!isMoney, "\(name): \(line)")
        for cell in line.split(whereSeparator: { $0 == "│" || $0 == "|" })
        where cell.contains("entitled:") || cell.contains("next:") || cell.contains("next, for") {
          #expect(!cell.split(separator: " ").contains { $0.count > 1 && $0.hasSuffix("…") }, "\(name): \(line)")
        }
      }
    }
  }
}

extension Query {
  fileprivate var isJournal: Bool { if case .page = self { true } else { false } }
}
