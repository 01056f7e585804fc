import AppStoreModel
import Core
import Testing
import Verbs

@testable import TillApp

@Suite struct ArgumentsTests {
  private func refusal(_ words: String...) -> String? {
    do {
      _ = try Arguments(words)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func optionsStandBeforeOrAfterTheCommand() throws {
    for words in [["--json", "buy", "a", "--quantity", "2"], ["buy", "--quantity=2", "a", "--json"]] {
      let options = try Arguments(words)
      #expect(options.words == ["buy", "a"])
      #expect(options.has(.json))
      #expect(try options[.quantity] == 2)
      #expect(options.given == ["json", "quantity"])
    }
  }

  @Test func anArgumentAfterTwoHyphensIsAWord() throws {
    #expect(try Arguments(["explain", "--", "--json"]).words == ["explain", "--json"])
  }

  /// Tests that a shortened option sets the language and the zone, and that only a command's name sets UTC.
  @Test func aShortenedOptionCountsFromTheFirstText() {
    #expect(Program.language(["status", "--lang", "zh"]).tag == "zh-Hans")
    #expect(Program.language(["--language=zh", "--", "--language", "en"]).tag == "zh-Hans")
    for words in [["status", "--js"], ["status", "--utc"], ["--store", "d", "walkthrough", "check"]] {
      #expect(Program.zone(words) == .utc, "\(words)")
    }
    for words in [["user", "walkthrough"], ["status", "--", "--utc"]] {
      #expect(Program.zone(words) == .local, "\(words)")
    }
  }

  @Test func theLastValueCountsAndARepeatedOptionKeepsAll() throws {
    let options = try Arguments(["--root", "a", "--root", "b", "--store", "x", "--store", "y"])
    #expect(try options.all(.root) == ["a", "b"])
    #expect(try options[.store] == "y")
  }

  @Test func aMistakeIsNamedWithItsRemedy() {
    #expect(refusal("--moon") == "unknown option “--moon”; see till help")
    #expect(refusal("--store")?.contains("--store needs a value; write --store DIR") == true)
    #expect(refusal("--json=yes") == "--json takes no value")
    #expect(refusal("--\u{1B}[31mred")?.contains("\u{1B}") == false)
  }

  @Test(arguments: ["0", "1001", "one", "1.5", ""]) func aNumberOutOfRangeIsRefused(text: String) throws {
    let options = try Arguments(["--quantity", text])
    #expect(throws: UsageError.self) { try options[.quantity] as Int? }
  }

  @Test func aNumberWithinItsRangeIsRead() throws {
    #expect(try Arguments(["--quantity", "10"])[.quantity] == 10)
    #expect(try Arguments([])[.quantity] as Int? == nil)
  }

  @Test func theStoresOptionsAreTaken() throws {
    let options = try Arguments([
      "--store", "s", "--backend", "none", "--case", "c", "--catalog", "f", "--root", "r", "--root", "q", "--bundle-id",
      "b", "--environment", "Xcode", "--key", "k", "--key-id", "i", "--issuer", "u", "--profile", "p",
      "--offline-validity", "7d", "--verify-with", "none", "--demo", "--readonly", "--unlock",
    ]).storeOptions
    #expect(options.directory == "s")
    #expect(options.backend == "none")
    #expect(options.caseName == "c")
    #expect(options.catalogue == "f")
    #expect(options.roots == ["r", "q"])
    #expect(options.bundleId == "b")
    #expect(options.environment == "Xcode")
    #expect(options.key == "k")
    #expect(options.keyId == "i")
    #expect(options.issuer == "u")
    #expect(options.profile == "p")
    #expect(options.offlineValidity == "7d")
    #expect(options.verification == "none")
    #expect(options.isDemo && options.isReadOnly && options.isUnlocked)
    #expect(try !Arguments([]).storeOptions.isReadOnly)
  }

  @Test(arguments: [
    ("500ms", 500), ("90s", 90_000), ("5m", 300_000), ("2h", 7_200_000), ("30d", 2_592_000_000), ("1w", 604_800_000),
    ("3y", 94_608_000_000),
  ])
  func aDurationIsRead(text: String, milliseconds: Int64) throws {
    #expect(try VerbDuration(text).milliseconds == milliseconds)
  }

  @Test(arguments: ["", "5", "m", "-5m", "0s", "5 m", "5q", "99999999999999999999d", "40000d"])
  func whatIsNoDurationIsRefused(text: String) {
    #expect(throws: StoreError.self) { try VerbDuration(text) }
  }
}
