import TerminalUI
import Testing

struct GeometryTests {
  private let rect = Rect(x: 2, y: 3, width: 10, height: 6)

  @Test func splittingKeepsAllCellsAndMoreThanThereAreIsAll() {
    #expect(rect.split(top: 2).top == Rect(x: 2, y: 3, width: 10, height: 2))
    #expect(rect.split(top: 2).rest == Rect(x: 2, y: 5, width: 10, height: 4))
    #expect(rect.split(bottom: 2).bottom == Rect(x: 2, y: 7, width: 10, height: 2))
    #expect(rect.split(left: 3).rest == Rect(x: 5, y: 3, width: 7, height: 6))
    #expect(rect.split(right: 3).right == Rect(x: 9, y: 3, width: 3, height: 6))
    #expect(rect.split(top: 99).top == rect)
    #expect(rect.split(left: -1).left.isEmpty)
  }

  @Test func insetsNeverTurnARectangleInsideOut() {
    #expect(rect.inside == Rect(x: 3, y: 4, width: 8, height: 4))
    #expect(rect.inset(horizontal: 4, vertical: 4).isEmpty)
    #expect(Rect(x: 0, y: 0, width: -3, height: 2).isEmpty)
  }

  @Test func rowsPlacesAndMiddles() {
    #expect(rect.row(5) == Rect(x: 2, y: 8, width: 10, height: 1))
    #expect(rect.row(6).isEmpty && rect.row(-1).isEmpty)
    #expect(rect.contains(Point(x: 11, y: 8)) && !rect.contains(Point(x: 12, y: 8)))
    #expect(rect.centered(Size(width: 4, height: 2)) == Rect(x: 5, y: 5, width: 4, height: 2))
    #expect(rect.centered(Size(width: 99, height: 99)) == rect)
    #expect(rect.intersection(Rect(x: 20, y: 0, width: 3, height: 3)).isEmpty)
  }
}
