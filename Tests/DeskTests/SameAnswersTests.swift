import AppStoreModel
import Core
import Entitlements
import Foundation
import Simulator
import Storage
import TestSupport
import Testing

@testable import Desk

/// Tests that a desk gives the same answers on every kind of database.
@Suite(PostgreSQLCluster.isHere) struct SameAnswersTests {
  /// A desk's answer to a random question, in a form that can be compared.
  private enum Answer: Hashable {
    case rows([DeskCustomer])
    case lines([ViewLine])
    case quarantined([QuarantinedRow])
    case customer(Int64, DeskCustomer, [ProductStatus], [DeskRemark], [String])
    case refused(String)
  }

  /// How many questions are asked: 200, or the number in `TILL_QUESTIONS`.
  private static var count: Int { ProcessInfo.processInfo.environment["TILL_QUESTIONS"].flatMap(Int.init) ?? 200 }

  @Test func randomQuestionsHaveTheSameAnswers() throws {
    var desks: [CustomerDesk] = []
    // A world deletes its files at its end, so every world is kept.
    var worlds: [DeskWorld] = []
    defer { withExtendedLifetime(worlds) {} }
    var words: [String] = []
    // Signed once, because two signatures of the same payload differ.
    let lines = try DeskWorld(customers: 25, transactions: 400, seed: 11).lines()
    for kind in EngineKind.here {
      let world = try DeskWorld(on: kind, customers: 25, transactions: 400, seed: 11)
      let desk = try world.desk()
      // One batch that is large enough for the bulk path, and smaller ones that use single statements.
      try desk.store(lines: Array(lines.prefix(500)), batch: 400)
      try desk.store(lines: Array(lines.dropFirst(500)) + ["e.y.x", "{}"], batch: 50, deriving: .now)
      try desk.settle()
      try desk.add(note: "wants a word", about: desk.customer("#\(try Self.numbers(of: desk)[0])"), by: "anna")
      desks.append(desk)
      worlds.append(world)
      words = try Self.words(of: world)
    }
    #expect(Set(try desks.map { try $0.derivedRows() }).count == 1)
    let numbers = try Self.numbers(of: desks[0])
    words += numbers.map { "#\($0)" }
    var generator = SeededGenerator(seed: 42)
    for number in 0..<Self.count {
      let question = Question(words, &generator)
      let answers = desks.map { question.asked(of: $0) }
      #expect(Set(answers).count == 1, "question \(number): \(question) of \(EngineKind.here)")
    }
  }

  private static func numbers(of desk: CustomerDesk) throws -> [Int64] {
    try desk.engine.rows("SELECT customer FROM customers ORDER BY customer") { try $0["customer"] }
  }

  private static func words(of world: DeskWorld) throws -> [String] {
    let ids = (0..<world.population.customers).flatMap { customer in
      world.population.life(of: customer).flatMap { event -> [String] in
        let it = event.transaction
        return [
          it.transactionId, it.originalTransactionId, it.webOrderLineItemId, it.appTransactionId, it.appAccountToken,
          it.productId, event.uuid,
        ].compactMap { $0 }
      }
    }
    return Set(ids).sorted() + EntitlementState.allCases.map(\.rawValue) + ["nobody", "", "0", "'; --", "ß"]
  }

  /// A random question.
  private struct Question: CustomStringConvertible {
    enum Kind: CaseIterable { case find, view, customer, quarantine }

    let kind: Kind
    let text: String
    let view: SavedView
    let page: Int
    let limit: Int

    init(_ words: [String], _ generator: inout SeededGenerator) {
      let kinds: [Kind] = [.find, .find, .find, .view, .view, .customer, .customer, .quarantine]
      kind = kinds.randomElement(using: &generator) ?? .find
      let word = words.randomElement(using: &generator) ?? ""
      text = generator.chance(50) ? word : String(word.prefix(Int.random(in: 0...word.count, using: &generator)))
      view = SavedView.allCases.randomElement(using: &generator) ?? .refunded
      page = Int.random(in: 0...2, using: &generator)
      limit = [1, 2, 7, 50].randomElement(using: &generator) ?? 1
    }

    var description: String { "\(kind) \(text) \(view) page \(page) of \(limit)" }

    func asked(of desk: CustomerDesk) -> Answer {
      do {
        switch kind {
        case .find:
          var rows: [DeskCustomer] = []
          for _ in 0...page { rows = try desk.find(text, after: rows.last?.number ?? 0, limit: limit) }
          return .rows(rows)
        case .view:
          var lines: [ViewLine] = []
          for _ in 0...page { lines = try desk.view(view, after: lines.last?.place, limit: limit) }
          return .lines(lines)
        case .customer:
          let customer = try desk.customer(text)
          return .customer(
            customer, try desk.rows(of: [customer])[0], try desk.customerAnswer(for: customer).statuses,
            try desk.notes(about: customer), try desk.export(customer))
        case .quarantine: return .quarantined(try desk.quarantined(limit: limit))
        }
      } catch {
        return .refused("\(error)")
      }
    }
  }
}
