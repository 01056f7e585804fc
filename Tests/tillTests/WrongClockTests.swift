import Core
import Foundation
import TestSupport
import Testing

/// Tests of a machine whose clock is two years ahead, and then right again.
@Suite(.enabled(if: TillProgram.clockLibrary != nil, "no C compiler to set the clock with"), .startsPrograms)
struct WrongClockTests {
  private let till = TillProgram()
  private static let monthly = "com.example.piglet.plus.monthly"

  /// Runs a command while the machine's clock is this many days ahead.
  private func run(_ arguments: String..., daysAhead: Int) throws -> TillProgram.Run {
    try run(arguments, secondsAhead: daysAhead * 86_400)
  }

  private func run(_ arguments: [String], secondsAhead: Int) throws -> TillProgram.Run {
    let library = try #require(TillProgram.clockLibrary)
    return try till.run(arguments, environment: ["LD_PRELOAD": library, "TILL_CLOCK_AHEAD": String(secondsAhead)])
  }

  private func prepare() throws {
    let until = Date(timeIntervalSinceNow: 30 * 86_400).formatted(.iso8601.year().month().day())
    #expect(try till.run("grant", TillProgram.premium, "--until", until, "--reason", "x").status == 0)
    #expect(try till.run("refund-check").status == 0)
    #expect(try till.run("check", TillProgram.premium).status == 0)
  }

  @Test func lookingAtTheStoreMeanwhileEndsNothing() throws {
    try prepare()
    #expect(try till.run("buy", Self.monthly).status == 0)
    #expect(try till.run("simulator", "auto-renew", "off", Self.monthly).status == 0)
    let before = try #require(try till.json("status").int64("asOf"))
    for arguments in [["status"], ["check", TillProgram.premium], ["explain", Self.monthly], ["user", "--owns"]] {
      let run = try run(arguments, secondsAhead: 730 * 86_400)
      #expect(run.status == 0, "\(arguments): \(run.output)\(run.error)")
    }
    let status = try run("status", "--json", daysAhead: 730).document()
    #expect(status["clockSuspect"] == true)
    let meanwhile = try #require(try status.int64("asOf"))
    #expect(meanwhile < before + 86_400_000)
    #expect(try run("status", daysAhead: 730).output.contains("clock?"))
    #expect(try run("screen", daysAhead: 730).output.contains("clock?"))
    let finding = try run("doctor", "--json", daysAhead: 730).document().rows("checks").first {
      $0.text("name") == "clock"
    }
    #expect(
      finding?["ok"] == false && finding?.text("detail")?.contains("over a day after") == true,
      "\(String(describing: finding))")

    #expect(try till.run("check", TillProgram.premium).status == 0)
    #expect(try till.run("check", Self.monthly).status == 0)
    let after = try till.json("status")
    #expect(after["clockSuspect"] == nil)
    let afterwards = try #require(try after.int64("asOf"))
    #expect(afterwards < before + 86_400_000)
    let right = try till.json("doctor").rows("checks").first { $0.text("name") == "clock" }
    #expect(right?["ok"] == true)
  }

  @Test func askingTheAppStoreBelievesTheClock() throws {
    try prepare()
    #expect(try run("refund-check", daysAhead: 730).status == 0)
    #expect(try run("check", TillProgram.premium, daysAhead: 730).status == 3)
    #expect(try !run("status", daysAhead: 730).output.contains("clock?"))
  }

  /// Tests that a paused App Store does not doubt a clock that it does not follow.
  @Test func aPausedAppStoreDoubtsNoClock() throws {
    try prepare()
    #expect(try till.run("simulator", "pause", "on").status == 0)
    #expect(try run("status", "--json", daysAhead: 30).document()["clockSuspect"] == nil)
    #expect(try run("doctor", daysAhead: 30).status == 0)
    #expect(try till.run("simulator", "pause", "off").status == 0)
    #expect(try run("status", "--json", daysAhead: 30).document()["clockSuspect"] == true)
  }

  /// Tests the words for an App Store whose own clock was moved, while this machine's clock is right.
  @Test func theAppStoresClockMayBeMoved() throws {
    func finding() throws -> JSONObject? {
      try till.json("doctor").rows("checks").first { $0.text("name") == "clock" }
    }
    try prepare()
    #expect(try till.run("simulator", "advance", "40d").status == 0)
    #expect(try till.run("refund-check").status == 0)
    #expect(try finding()?["ok"] == true)
    let past = Date(timeIntervalSinceNow: -90 * 86_400).formatted(.iso8601.year().month().day())
    #expect(try till.run("simulator", "clock", past).status == 0)
    #expect(try till.run("refund-check").status == 0)
    let found = try #require(try finding())
    let detail = try #require(found.text("detail"))
    #expect(found["ok"] == false && detail.contains("Till counts from that signature"), "\(detail)")
  }

  /// Tests that a clock which moved on by an hour or a night causes no warning.
  @Test func aNightIsNoJump() throws {
    try prepare()
    #expect(try run("status", "--json", daysAhead: 0).document()["clockSuspect"] == nil)
    let later = try run(["status", "--json"], secondsAhead: 50_000)
    #expect(try later.document()["clockSuspect"] == nil)
  }
}
