/// Arithmetic on amounts, counts and dates that others sent: it stops at the ends of the type and never traps.
extension FixedWidthInteger where Self: SignedInteger {
  /// The sum, at most the greatest and at least the least value.
  package func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }

  /// The difference, at most the greatest and at least the least value.
  package func subtractingSaturated(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    guard overflow else { return difference }
    return other < 0 ? .max : .min
  }

  /// The product, at most the greatest and at least the least value.
  package func multipliedSaturated(by other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    guard overflow else { return product }
    return (self < 0) == (other < 0) ? .max : .min
  }

  /// The value with the other sign; the greatest one for the least, which has no opposite.
  package var negated: Self { Self.zero.subtractingSaturated(self) }
}
