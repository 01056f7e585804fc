import AppStoreModel
import Core
import Device
import Foundation
import Storage
import TestSupport
import Testing
import TillApp

@testable import AppServer
@testable import Simulator

/// Tests of undo in a simulated world, on all three files.
struct UndoTests {
  private let shop: Shop
  private let till: CommandLine

  init() throws {
    shop = try Shop()
    till = CommandLine(shop: shop, device: "one")
  }

  private func path(_ name: String) -> String { shop.folder.appending(path: name).path(percentEncoded: false) }

  /// Returns every row of every table, except what an undo itself writes and counters that never go back.
  private func contents() throws -> [String: [String]] {
    var contents: [String: [String]] = [:]
    for file in ["appstore.db", "appserver.db", "one/device.db"]
    where FileManager.default.fileExists(atPath: path(file)) {
      let schema: DatabaseSchema =
        file == "appstore.db" ? LedgerSchema.schema : file == "appserver.db" ? .appServer : .device
      let database = try DatabaseConnection(path(file), schema: schema, access: .readOnly)
      let tables: [String] = try database.values(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      for table in tables where !["change_log", "undo_under_way", "last_statuses"].contains(table) {
        let columns: [String] = try database.values(
          SQL(stringLiteral: "SELECT name FROM pragma_table_info('\(table)')"))
        let kept = columns.filter { !["last_id", "last_sequence", "catalogue_version"].contains($0) }
        let list = kept.map { "quote(\"\($0)\")" }.joined(separator: " || ',' || ")
        let condition = table == "journal" ? " WHERE kind <> 'undo'" : ""
        contents["\(file) \(table)"] = try database.values(
          SQL(stringLiteral: "SELECT \(list) FROM \"\(table)\"\(condition) ORDER BY 1"))
      }
    }
    return contents
  }

  private func expectSame(_ now: [String: [String]], _ before: [String: [String]], _ what: String) {
    for table in Set(now.keys).union(before.keys).sorted() where now[table] != before[table] {
      // An empty table may belong to a file that did not exist before.
      if (now[table] ?? []).isEmpty, (before[table] ?? []).isEmpty { continue }
      if before[table] == nil, table.hasSuffix(" settings") { continue }
      Issue.record("\(what): \(table) is \(now[table] ?? []) and was \(before[table] ?? [])")
    }
  }

  private var newest: String {
    get throws { try #require(try shop.appStore.transactions(PageRequest(limit: 1)).rows.first?.transactionId) }
  }

  /// The actions, one after the other; `ID` is the newest transaction.
  private static let acts = [
    "buy premium", "simulator refund approve ID", "refund-check", "buy coins100", "use coins100", "user two",
    "buy plus.monthly", "simulator advance 40d", "refund-check", "fault app-server-down", "fault app-server-down --off",
    "simulator network off", "simulator network on", "simulator price-increase plus.monthly", "ask-refund ID",
    "simulator refund decline ID", "restore",
  ]

  private func run(_ line: String) throws -> CommandLine.Answer {
    shop.clock.move(by: 60_000)
    let id = line.contains("ID") ? try newest : ""
    return till.run(line.split(separator: " ").map { $0 == "ID" ? id : String($0) })
  }

  /// The names of the acts that can be undone, the latest first.
  private var offered: [String] {
    (till.run(["undo", "list"]).document["acts"]?.arrayValue ?? []).compactMap { $0.stringValue }
  }

  @Test
  func whatIsTakenBackIsAsIfItHadNeverBeen() throws {
    _ = till.run(["account", Shop.account])
    _ = try run("buy season")
    let beginning = try contents()
    let first = offered.count
    var ids: Set<String> = [try newest]
    var unchanged: Set<String> = []
    for line in Self.acts {
      let before = try contents()
      let acts = offered
      let done = try run(line)
      #expect(done.status == .done, "\(line): \(done.message)")
      ids.insert(try newest)
      guard offered != acts else {
        unchanged.insert(line)
        continue
      }
      let answer = till.run(["undo"])
      #expect(answer.status == .done, "\(line): \(answer.message)")
      expectSame(try contents(), before, line)
      _ = try run(line)
    }
    #expect(unchanged.isSubset(of: ["refund-check", "restore"]), "\(unchanged)")
    #expect(offered.contains("refund of Premium unlock") && offered.contains("buy coins100"), "\(offered)")
    let all = till.run(["undo", String(offered.count - first)])
    #expect(all.status == .done, "\(all.message)")
    expectSame(try contents(), beginning, "all of them")
    // Transaction ids are never used again.
    _ = try run("buy premium")
    let after = try newest
    #expect(!ids.contains(after))
  }

  @Test func whatChangedNothingIsNotOffered() throws {
    _ = till.run(["account", Shop.account])
    _ = try run("buy premium")
    _ = try run("refund-check")
    let before = try contents()
    let acts = offered
    for line in ["refund-check", "restore", "retry"] {
      #expect(try run(line).status == .done)
      #expect(offered == acts, "\(line)")
    }
    #expect(try contents() != before, "dates and the journal went on")
    // What did change something is taken back together with them.
    #expect(try run("buy darkicons").status == .done)
    #expect(offered == ["buy darkicons"] + acts)
    #expect(till.run(["undo"]).status == .done)
    #expect(till.run(["undo", String(acts.count)]).status == .done)
    #expect(offered.isEmpty)
  }

  @Test func whatWasRefusedIsNotOffered() throws {
    _ = till.run(["account", Shop.account])
    _ = try run("buy premium")
    let acts = offered
    for line in [
      "use coins100", "ask-refund 2000", "grant --end 123", "buy darkicons --outcome cancel",
      "buy darkicons --outcome fail:networkError", "account nosuch@", "transfer 123 --to x --reason y",
    ] {
      #expect(try run(line).status == .failed, "\(line)")
      #expect(offered == acts, "\(line)")
    }
    _ = try run("help-customer refunded-and-still-there")
    #expect(offered == acts)
    #expect(till.run(["undo", "99"]).message.contains("see till undo list"))
  }

  private struct Killed: Error {}

  @Test(arguments: UndoStep.allCases) func aKillBetweenTheFilesIsHealed(step: UndoStep) throws {
    _ = till.run(["account", Shop.account])
    let before = try contents()
    #expect(try run("buy premium").status == .done)
    let session = try till.session()
    #expect(throws: Killed.self) { try session.undo(1) { if $0 == step { throw Killed() } } }
    // The next process that opens the files continues the undo.
    let opened = try till.session()
    #expect(try opened.undoableActs().allSatisfy { $0.name != "buy premium" })
    var after = try contents()
    after["one/device.db journal"] = before["one/device.db journal"]
    expectSame(after, before, "killed behind \(step)")
    let lines = try opened.reader().journal(PageRequest(limit: 50)).rows.filter { $0.kind == "undo" }
    #expect(lines.map(\.text) == ["undo: buy premium"])
  }

  @Test
  func laterUseByOthersPreventsAnUndo() throws {
    let other = CommandLine(shop: shop, device: "two")
    for device in [till, other] {
      _ = device.run(["account", Shop.account])
      _ = device.run(["user", "one"])
    }
    #expect(try run("buy premium").status == .done)
    // Another device may undo its own actions.
    #expect(other.run(["buy", Shop.icons]).status == .done)
    #expect(till.run(["undo"]).message.contains("another device"))
    let own = other.run(["undo"])
    #expect(own.status == .done, "\(own.message)")
    // After that undo, the other device's purchase no longer prevents this one.
    #expect(try shop.appStore.transactions(PageRequest(limit: 9)).rows.allSatisfy { $0.productId != Shop.icons })
    let mine = till.run(["undo"])
    #expect(mine.status == .done, "\(mine.message)")
    // After a purchase here, another writer that does not name its actions, such as `till serve`, buys something.
    #expect(try run("buy premium").status == .done)
    _ = try shop.buyElsewhere(Shop.coins)
    let refused = till.run(["undo"])
    #expect(refused.status == .failed && refused.message.contains("till serve"), "\(refused.message)")
    // Actions after that writer's can be undone. A reset of the App Store ends that.
    #expect(try run("buy darkicons").status == .done)
    #expect(till.run(["undo"]).status == .done)
    #expect(try run("buy darkicons").status == .done)
    #expect(till.run(["simulator", "reset"]).status == .done)
    #expect(till.run(["undo"]).status == .failed)
  }
}
