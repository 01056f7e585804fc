/// A position on the screen: column and row, both from 0 at the top left corner.
package struct Point: Hashable, Sendable {
  /// The column, from 0.
  package var x: Int
  /// The row, from 0.
  package var y: Int

  /// Creates a point from a column and a row.
  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A width in columns and a height in rows, neither of them negative.
package struct Size: Hashable, Sendable {
  /// The number of columns.
  package let width: Int
  /// The number of rows.
  package let height: Int

  /// Creates a size; negative numbers become 0.
  package init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }
}

/// A rectangle of cells, which may be empty.
package struct Rect: Hashable, Sendable {
  /// The top left cell.
  package let origin: Point
  /// The number of columns and rows.
  package let size: Size

  /// Creates a rectangle; a negative width or height becomes 0.
  package init(x: Int, y: Int, width: Int, height: Int) {
    origin = Point(x: x, y: y)
    size = Size(width: width, height: height)
  }

  /// Creates the rectangle that covers a whole frame of the given size.
  package init(_ size: Size) {
    origin = Point(x: 0, y: 0)
    self.size = size
  }

  /// The first column.
  package var x: Int { origin.x }
  /// The first row.
  package var y: Int { origin.y }
  /// The number of columns.
  package var width: Int { size.width }
  /// The number of rows.
  package var height: Int { size.height }
  /// The column after the last one.
  package var maxX: Int { x + width }
  /// The row after the last one.
  package var maxY: Int { y + height }
  /// Whether the rectangle contains no cell.
  package var isEmpty: Bool { width == 0 || height == 0 }
  /// The area inside a border of one cell.
  package var inside: Rect { inset(horizontal: 1, vertical: 1) }

  /// Returns whether a point lies inside.
  package func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  /// Returns the rectangle made smaller at the left and right, and at the top and bottom.
  package func inset(horizontal: Int, vertical: Int) -> Rect {
    Rect(
      x: x + min(horizontal, width), y: y + min(vertical, height), width: width - 2 * horizontal,
      height: height - 2 * vertical)
  }

  /// Returns the area that two rectangles share, empty if they do not overlap.
  package func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// Returns a rectangle of at most the given size in the middle of this one, such as for a sheet.
  package func centered(_ inner: Size) -> Rect {
    let width = min(inner.width, self.width)
    let height = min(inner.height, self.height)
    return Rect(x: x + (self.width - width) / 2, y: y + (self.height - height) / 2, width: width, height: height)
  }

  /// Returns one row, counted from the top, or an empty rectangle if there is no such row.
  package func row(_ index: Int) -> Rect {
    intersection(Rect(x: x, y: y + index, width: width, height: 1))
  }
}

extension Rect {
  /// Splits off the first rows.
  package func split(top rows: Int) -> (top: Rect, rest: Rect) {
    let rows = min(max(0, rows), height)
    return (
      Rect(x: x, y: y, width: width, height: rows), Rect(x: x, y: y + rows, width: width, height: height - rows)
    )
  }

  /// Splits off the last rows.
  package func split(bottom rows: Int) -> (rest: Rect, bottom: Rect) {
    let parts = split(top: height - min(max(0, rows), height))
    return (parts.top, parts.rest)
  }

  /// Splits off the first columns.
  package func split(left columns: Int) -> (left: Rect, rest: Rect) {
    let columns = min(max(0, columns), width)
    return (
      Rect(x: x, y: y, width: columns, height: height),
      Rect(x: x + columns, y: y, width: width - columns, height: height)
    )
  }

  /// Splits off the last columns.
  package func split(right columns: Int) -> (rest: Rect, right: Rect) {
    let parts = split(left: width - min(max(0, columns), width))
    return (parts.left, parts.rest)
  }
}
