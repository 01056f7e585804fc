/// What a person did with a mouse, and where on the screen.
package struct Mouse: Hashable, Sendable {
  /// What was done.
  package enum Act: Hashable, Sendable {
    /// The first button was pressed.
    case press
    /// The wheel was turned by one step.
    case wheelUp, wheelDown
  }

  /// What was done.
  package let act: Act
  /// The cell under the pointer.
  package let point: Point

  /// An act at a place.
  package init(_ act: Act, at point: Point) { (self.act, self.point) = (act, point) }
}
