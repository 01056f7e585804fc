import Testing
import Verbs

@testable import TillApp

/// Tests of the manual pages, which are generated from the tables.
@Suite struct ManualTests {
  @Test func everyCommandHasAPageThatNamesItsOptions() {
    for command in CommandTable.all {
      let page = ManualPage(command).text
      #expect(page.contains(".SH NAME\ntill\\-\(ManualPage.escaped(command.name)) \\- "), "till \(command.name)")
      for option in command.options.map(\.name) {
        #expect(page.contains(".B " + ManualPage.escaped("--" + option)), "till \(command.name) --\(option)")
      }
    }
  }

  /// Tests that the first line is a comment: after `'\"`, man reads it as a list of preprocessors, and shows no page.
  @Test func thePageBeginsWithAComment() { #expect(ManualPage.program.text.hasPrefix(#".\" "#)) }

  @Test func theProgramsPageListsCommandsKeysAndStatuses() {
    let page = ManualPage.program.text
    for command in CommandTable.all { #expect(page.contains(".B till \(ManualPage.escaped(command.name))\n")) }
    #expect(page.contains(".SH \"KEYS\"\n.TP\n.B b\n"))
    #expect(page.contains(".B 3\nnot entitled (check)"))
  }

  @Test func nothingIsAControlLineByAccident() {
    #expect(ManualPage.escaped(".br") == "\\&.br")
    #expect(ManualPage.escaped("'x") == "\\&'x")
    #expect(ManualPage.escaped("a\\b --c") == "a\\eb \\-\\-c")
  }
}
