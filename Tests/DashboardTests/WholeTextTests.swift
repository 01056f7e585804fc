import AppStoreModel
import TerminalUI
import Testing

@testable import Dashboard

/// Tests that no price and no important text is cut, at any size.
@Suite struct WholeTextTests {
  private static let sizes = [(60, 16), (80, 24), (120, 40), (160, 45), (200, 50)]
  private static let scripts = ["", "j", "jjj", "<Tab>", "2", "s", "s2", "s7", "b", "jb", "a", "?", ":", "5Z"]

  /// An overview in which every product has the longest possible price.
  private static let overview: Overview = {
    Fixture.overview(
      Fixture.statuses.map { status in
        var status = status
        status.product.displayPrice = "¥1,999,999.00"
        return status
      })
  }()

  @Test(arguments: sizes) func noPriceIsCut(width: Int, height: Int) throws {
    for script in Self.scripts {
      let driver = try Driver(Self.overview, width: width, height: height).pressing(script)
      for line in driver.frame().lines {
        // The shorter prices of the App Store's side begin in the same way. A sheet's border covers part of the text
        // below it.
        for piece in line.components(cutAt: "¥1") where piece.first?.isNumber != true && !piece.hasPrefix(" │ ") {
          #expect(piece.hasPrefix(",999,999.00"), "\(script) \(width)x\(height): \(line)")
        }
      }
    }
  }

  @Test(arguments: sizes) func verdictAndNextStepAreWhole(width: Int, height: Int) throws {
    for (row, status) in Fixture.statuses.enumerated() where !status.next.text.isEmpty {
      var driver = Driver(width: width, height: height)
      let keys = String(repeating: "j", count: row)
      try driver.press(keys + (width < 80 ? "<Enter>" : ""))
      guard driver.state.selected?.id == status.product.id else { continue }
      let words = driver.frame().lines.joined(separator: " ").split { " │".contains($0) }.joined(separator: " ")
      for word in status.next.text.split(separator: " ") {
        #expect(words.contains(word), "\(width)x\(height) \(status.product.id): \(word) in \(driver.frame().text)")
      }
    }
  }
}

extension String {
  /// Returns the text after each occurrence of another text.
  fileprivate func components(cutAt text: String) -> [Substring] {
    var found: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      rest = rest[range.upperBound...]
      found.append(rest)
    }
    return found
  }
}
