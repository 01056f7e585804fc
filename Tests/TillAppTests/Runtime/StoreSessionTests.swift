import AppStoreModel
import Core
import Dashboard
import Device
import Testing

@testable import TillApp

@Suite struct StoreSessionTests {
  private let store = TestStore()

  /// Returns the error of an opening, with its exit status and message.
  private func refusal(_ change: (inout StoreOptions) -> Void) -> CommandError? {
    do {
      _ = try store.open(change)
      return nil
    } catch {
      return CommandError(explaining: error)
    }
  }

  @Test func theFirstOpeningMakesLedgerAndDeviceWithAnAccountSignedIn() throws {
    let session = try store.open()
    let state = try session.reader().deviceState()
    #expect(state.account == "new@")
    #expect(state.user == nil && UUIDText.isValid(state.anonymous.token))
    #expect(Set(["device.db", "appstore.db"]).isSubset(of: store.names))
  }

  @Test func theOwnersFileIsGoneAtTheEnd() throws {
    let session = try store.open()
    #expect(store.names.filter { $0.hasSuffix(".owner") }.count == 1)
    session.close()
    #expect(store.names.filter { $0.hasSuffix(".owner") } == [])
  }

  @Test func aLongLogIsCarriedOverAtTheEndAndAShortOneStays() async throws {
    do {
      let session = try store.open()
      let purchasing = try session.purchasing()
      for number in 0..<100 { _ = try await purchasing.logIn("user \(number)") }
    }
    let session = try store.open()
    let log = session.directory.device + "-wal"
    #expect((Files.size(log) ?? 0) >= 512 << 10)
    session.close()
    #expect(Files.size(log) ?? 0 == 0)
    #expect(try store.open().reader().deviceState().user == "user 99")
  }

  @Test func throwAwayFilesAreGoneAtTheEnd() throws {
    let session = try store.open {
      $0.directory = nil
      $0.isDemo = true
    }
    #expect(Files.exists(session.directory.device))
    session.close()
    #expect(!Files.exists(session.directory.path))
  }

  @Test func aStoreOfAnotherAppStoreIsRefusedNamingBoth() throws {
    _ = try store.open()
    let error = try #require(refusal { $0.backend = "none" })
    #expect(error.status == .unusable)
    #expect(error.message.contains("simulator") && error.message.contains("none"))
  }

  @Test func anEnvironmentThatTheBackendDoesNotHaveIsRefused() {
    #expect(refusal { $0.environment = "Production" }?.status == .usage)
    #expect(refusal { $0.environment = "Moon" }?.message.contains("use Production") == true)
  }

  @Test func aFileInTheWayOfTheDirectoryIsNamed() throws {
    try Files.makeFolder(Files.folder(of: store.directory))
    try Files.write([], to: store.directory)
    #expect(refusal { _ in }?.message.contains("is a file, not a directory") == true)
  }

  @Test func aNewDeviceKeepsTheAppleAccountAndIsNotLoggedIn() async throws {
    let session = try store.open()
    let first = try session.reader().deviceState()
    _ = try await session.purchasing().logIn("mia")
    try await session.replaceDevice()
    let state = try session.reader().deviceState()
    #expect(state.user == nil && state.account == first.account && state.anonymous != first.anonymous)
    #expect(store.names.contains { $0.hasPrefix("device.db.before-") })
  }

  @Test func aReinstallKeepsWhoIsLoggedInOrNot() async throws {
    let session = try store.open()
    let anonymous = try session.reader().deviceState().anonymous
    _ = try await session.purchasing().logIn("mia")
    try await session.reinstall()
    let store = try session.reader()
    let state = try store.deviceState()
    #expect(state.user == "mia" && state.anonymous == anonymous)
    #expect(try store.userTokens()[anonymous.token] == "mia")
  }

  @Test func theOverviewKnowsTheStorefrontWithoutAskingTheAppStore() throws {
    let session = try store.open()
    let overview = try session.overview(from: session.reader())
    #expect(overview.facts.storefront == "CHN")
    #expect(overview.facts.canMakePayments)
    #expect(overview.isResolved)
    #expect(try !session.lastKnownOverview(from: session.reader()).isResolved)
  }

  @Test(arguments: [
    ("simulator", "simulator-sandbox"), ("http://127.0.0.1:8421", "serve-127.0.0.1-8421"),
    ("appstore:production", "appstore-production"), ("receipt:sandbox", "receipt-sandbox"),
    ("exec:/opt/shop", "exec-shop"), ("none", "none"),
  ])
  func eachBackendHasADirectoryOfItsOwn(text: String, name: String) throws {
    #expect(try BackendSpec(text).kind.directoryName == name)
  }

  @Test(arguments: ["", "moon", "simulator:", "exec:", "appstore:", "receipt:moon", "http:", "none:"])
  func aBackendThatThereIsNotIsRefused(text: String) {
    #expect(throws: UsageError.self) { try BackendSpec(text) }
  }

  @Test func aCaseTakesNoBackend() {
    #expect(refusal { ($0.caseName, $0.backend) = ("a", "none") }?.status == .usage)
    #expect(refusal { $0.caseName = "../a" }?.status == .usage)
    #expect(refusal { $0.caseName = "missing" }?.message.contains("unknown case “missing”") == true)
  }

  @Test func anErrorHasOneLineAndAStatus() {
    #expect(CommandError(explaining: UsageError("a")).status == .usage)
    #expect(CommandError(explaining: StoreError(.networkError, "b")).status == .failed)
    #expect(CommandError(explaining: StoreError(.unusable, "c")).status == .unusable)
    #expect(CommandError(explaining: CommandError(.notEntitled, "e")).message == "e")
  }
}
