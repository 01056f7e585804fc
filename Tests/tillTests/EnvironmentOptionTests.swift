import Core
import TestSupport
import Testing

/// Tests that `--environment` is applied or refused, never ignored.
@Suite(.startsPrograms) struct EnvironmentOptionTests {
  private let till = TillProgram()

  @Test(arguments: ["Production", "Xcode", "LocalTesting"])
  func theSimulatedAppStoreSignsAsSandbox(environment: String) throws {
    let run = try till.run("status", "--environment", environment)
    #expect(run.status == 2)
    #expect(
      run.error.hasPrefix("till: --environment \(environment) does not match this backend, which signs as Sandbox"),
      "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test func itsOwnEnvironmentIsNoContradiction() throws {
    #expect(try till.run("status", "--environment", "Sandbox").status == 0)
    let own = try TillProgram().run("status", "--backend", "none", "--environment", "Production", "--json")
    #expect(try own.document()["environment"] == .string("Production"))
  }

  @Test func aNameThatThereIsNotIsRefused() throws {
    let run = try till.run("status", "--environment", "production")
    #expect(run.status == 2)
    #expect(run.error.contains("use Production, Sandbox, Xcode or LocalTesting"), "\(run.error)")
  }
}
