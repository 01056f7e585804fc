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

/// A random number generator whose sequence a seed repeats (SplitMix64: Steele, Lea, Flood 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= Self.step
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns true with this probability in percent.
  package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// Returns a number that looks random and depends only on both arguments.
  package static func mix(_ seed: UInt64, _ value: UInt64) -> UInt64 {
    var generator = SeededGenerator(seed: seed &+ value &* step)
    return generator.next()
  }
}
