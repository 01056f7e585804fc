/// Arithmetic on amounts, counts and dates from outside Till: it stops at the limits of the type and never traps.
extension FixedWidthInteger where Self: SignedInteger {
  /// Returns the sum, or the limit of the type if it overflows.
  package func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }

  /// Returns the difference, or the limit of the type if it overflows.
  package func subtractingSaturated(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    guard overflow else { return difference }
    return other < 0 ? .max : .min
  }

  /// Returns the product, or the limit of the type if it overflows.
  package func multipliedSaturated(by other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    guard overflow else { return product }
    return (self < 0) == (other < 0) ? .max : .min
  }

  /// The value with the opposite sign; for the smallest value, which has no opposite, the largest.
  package var negated: Self { Self.zero.subtractingSaturated(self) }
}
