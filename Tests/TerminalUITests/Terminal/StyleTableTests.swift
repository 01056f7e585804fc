import CCurses
import Testing

@testable import TerminalUI

struct StyleTableTests {
  @Test func withoutColoursStylesStillDifferAndNoPairIsDefined() {
    let table = StyleTable(.colorless, colors: 0)
    #expect(Style.Role.allCases.allSatisfy { table[Style($0)].pair == 0 })
    #expect(table[.banner].attributes == curses_attributes(false, true, false, false))
    #expect(table[.alarm].attributes == curses_attributes(true, true, true, false))
    #expect(table[.normal.bold].attributes == curses_attributes(true, false, false, false))
    #expect(table[.bad].attributes != table[.good].attributes)
  }
}
